package payload

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// The names under which the table has what is not a field of the data.
const (
	sectionsField = "@sections"
	textField     = "@text"
)

// Loss is something that a conversion dropped.
type Loss struct {
	// Field is its name in the source: a path of fields, a section's heading, or
	// "the text of the file".
	Field string
	// Why says it in words.
	Why string
}

// part is a piece of a long text that is taken as a whole or not at all.
type part struct {
	// name is what the piece is called if it is dropped: a field, or the heading
	// of a section.
	name string
	// heading stands over text, "" if text has its own or needs none.
	heading, text string
}

// carrier sorts what a document says by where it goes in another format.
type carrier struct {
	table *rules.Conversions
	pair  *rules.Conversion
	doc   *document.Document
	// summary is how many characters a payload's summary may have, 0 for any
	// number: it decides which of several fields becomes the summary.
	summary int
	// used are the sources that have found their place.
	used map[string]bool

	// fields are the target's fields of one value, by name. A field that nothing
	// was found for is absent.
	fields map[string]string
	// parts are the pieces of the target's long texts, by their field or the
	// number of the section.
	parts map[string][]part
	// data are a payload's entries.
	data map[string]string
	// lost is what was dropped, in the order of the source.
	lost []Loss
}

func carry(table *rules.Conversions, pair *rules.Conversion, doc *document.Document, summary int) *carrier {
	c := &carrier{
		table: table, pair: pair, doc: doc, summary: summary, used: map[string]bool{},
		fields: map[string]string{}, parts: map[string][]part{}, data: map[string]string{},
	}
	c.findFields()
	for target, sources := range pair.Parts {
		for _, source := range sources {
			c.parts[target] = append(c.parts[target], c.pieces(source)...)
		}
	}
	c.findData()
	c.loseRest(doc.Data(), "")
	if why, dropped := pair.Drop[textField]; dropped && textOutside(doc) != "" {
		c.lose(theText, why)
	}
	return c
}

// findFields finds the target's fields of one value. A value that does not fit is
// reported once it turns out that it went nowhere else.
func (c *carrier) findFields() {
	for target, sources := range c.pair.Fields {
		for _, source := range sources {
			value, ok := scalar(c.lookup(source))
			if ok && strings.TrimSpace(value) != "" && c.unfit(target, value) == "" {
				c.fields[target], c.used[source] = value, true
				break
			}
		}
	}
}

// unfit is why a value cannot be a target's field, "" if it can.
func (c *carrier) unfit(target, value string) string {
	values := rules.Values{"field": target, "to": string(c.pair.To)}
	if c.pair.To == document.Report && strings.ContainsAny(value, "\r\n") {
		return c.table.Why("line", values)
	}
	size := utf8.RuneCountInString(value)
	if c.pair.To == document.Task && target == summaryField && c.summary > 0 && size > c.summary {
		values["size"], values["limit"] = strconv.Itoa(size), strconv.Itoa(c.summary)
		return c.table.Why("long", values)
	}
	return ""
}

// pieces are the pieces that one source gives: none if it says nothing, or has
// found its place already.
func (c *carrier) pieces(source rules.ConversionPart) []part {
	switch source.Field {
	case sectionsField:
		return sections(c.doc)
	case textField:
		c.used[textField] = true
		if text := textOutside(c.doc); text != "" {
			return []part{{name: theText, text: text}}
		}
		return nil
	}
	node := c.lookup(source.Field)
	if silent(node) || c.used[source.Field] {
		return nil
	}
	c.used[source.Field] = true
	text, ok := scalar(node)
	if !ok || c.pair.To == document.Report {
		text = listed(node)
	}
	return []part{{name: source.Field, heading: source.Heading, text: text}}
}

// findData gathers the entries of a payload's data: those that the table names,
// then every scalar at the top that has not found its place. One that was meant
// for a field and did not fit goes nowhere else: half a summary in data is not a
// summary.
func (c *carrier) findData() {
	for name, source := range c.pair.Data {
		node := c.lookup(source)
		if value, ok := scalar(node); ok && !silent(node) {
			c.data[name], c.used[source] = value, true
		}
	}
	if c.pair.Scalars == "" {
		return
	}
	refused := map[string]bool{}
	for target, sources := range c.pair.Fields {
		for _, source := range sources {
			refused[source] = refused[source] || c.fields[target] == ""
		}
	}
	for _, node := range c.doc.Data().Items {
		value, ok := scalar(node)
		_, taken := c.data[node.Name]
		_, dropped := c.pair.Drop[node.Name]
		if ok && !taken && !dropped && !c.used[node.Name] && !silent(node) && !refused[node.Name] {
			c.data[node.Name], c.used[node.Name] = value, true
		}
	}
}

// loseRest reports every field that has not found its place. Of an object whose
// fields the table names it looks at the fields.
func (c *carrier) loseRest(object *document.Node, prefix string) {
	if object == nil {
		return
	}
	for _, node := range object.Items {
		path := prefix + node.Name
		switch {
		case c.used[path] || silent(node):
		case prefix == "" && node.Kind == document.Object && c.namesBelow(path+"."):
			c.loseRest(node, path+".")
		default:
			c.lose(path, c.why(path, node))
		}
	}
}

// namesBelow reports whether the table names a source that begins with a prefix.
func (c *carrier) namesBelow(prefix string) bool {
	for _, sources := range c.pair.Fields {
		if slices.ContainsFunc(sources, func(s string) bool { return strings.HasPrefix(s, prefix) }) {
			return true
		}
	}
	for _, parts := range c.pair.Parts {
		if slices.ContainsFunc(parts, func(p rules.ConversionPart) bool { return strings.HasPrefix(p.Field, prefix) }) {
			return true
		}
	}
	return false
}

// why says why a field was dropped.
func (c *carrier) why(path string, node *document.Node) string {
	if why, ok := c.pair.Drop[path]; ok {
		return why
	}
	value, isScalar := scalar(node)
	for target, sources := range c.pair.Fields {
		if isScalar && slices.Contains(sources, path) {
			if why := c.unfit(target, value); why != "" {
				return why
			}
		}
	}
	got := "a " + node.Kind.String()
	if node.Kind == document.Object {
		got = "an object"
	}
	values := rules.Values{"to": string(c.pair.To), "field": node.Name, "got": got}
	switch {
	case c.pair.Scalars == "":
		return c.table.Why("no-place", values)
	case isScalar:
		return c.table.Why("taken", values)
	}
	return c.table.Why("no-string", values)
}

func (c *carrier) lose(field, why string) { c.lost = append(c.lost, Loss{field, why}) }

// lookup follows a path of the table, "handoff.context".
func (c *carrier) lookup(path string) *document.Node {
	return c.doc.Data().Lookup(strings.Split(path, ".")...)
}
