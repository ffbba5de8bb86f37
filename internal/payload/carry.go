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

// Part is a piece of a long text that stands or falls as a whole.
type Part struct {
	// Name is what the piece is called where it is left out: a field, or the
	// heading of a section.
	Name string
	// Heading stands over Text, "" if Text has its own or needs none.
	Heading, Text string
}

// Loss is something that was not carried.
type Loss struct {
	// Field is its name in the source: a path of fields, a section's heading, or
	// "the text of the file".
	Field string
	// Why says it in words.
	Why string
}

// Carried is what a handoff says, sorted by where it goes.
type Carried struct {
	// Fields are the target's fields of one value, by name. A field that nothing
	// was found for is absent.
	Fields map[string]string
	// Parts are the pieces of the target's long texts, by their field or the
	// number of the section.
	Parts map[string][]Part
	// Data are a payload's entries.
	Data map[string]string
	// Lost is what was not carried, in the order of the source.
	Lost []Loss
}

// Carry sorts what a document says by where it goes in another format. Of the
// limits only that of the summary counts here: it decides which of several
// fields becomes the summary. 0 is unlimited.
func Carry(table *rules.Conversions, pair *rules.Conversion, doc *document.Document, limits rules.PayloadLimits) Carried {
	c := &carrier{
		table: table, pair: pair, doc: doc, limits: limits, used: map[string]bool{},
		out: Carried{Fields: map[string]string{}, Parts: map[string][]Part{}, Data: map[string]string{}},
	}
	c.fields()
	c.parts()
	c.data()
	c.rest(doc.Data(), "")
	c.text()
	return c.out
}

type carrier struct {
	table  *rules.Conversions
	pair   *rules.Conversion
	doc    *document.Document
	limits rules.PayloadLimits
	used   map[string]bool // sources that have found their place
	out    Carried
}

// fields finds the target's fields of one value. A value that does not fit is
// reported once it turns out that it went nowhere else.
func (c *carrier) fields() {
	for target, sources := range c.pair.Fields {
		for _, source := range sources {
			node := c.lookup(source)
			value, ok := scalar(node)
			if !ok || strings.TrimSpace(value) == "" || c.unfit(target, value) != "" {
				continue
			}
			c.out.Fields[target] = value
			c.used[source] = true
			break
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
	if c.pair.To == document.Task && target == summaryField && c.limits.Summary > 0 && size > c.limits.Summary {
		values["size"], values["limit"] = strconv.Itoa(size), strconv.Itoa(c.limits.Summary)
		return c.table.Why("long", values)
	}
	return ""
}

// parts gathers the pieces of the target's long texts.
func (c *carrier) parts() {
	for target, sources := range c.pair.Parts {
		for _, source := range sources {
			c.out.Parts[target] = append(c.out.Parts[target], c.pieces(source)...)
		}
	}
}

// pieces are the pieces that one source gives: none if it says nothing, or
// stands somewhere else already.
func (c *carrier) pieces(source rules.ConversionPart) []Part {
	switch source.Field {
	case sectionsField:
		return sections(c.doc)
	case textField:
		c.used[textField] = true
		if text := textOutside(c.doc); text != "" {
			return []Part{{Name: theText, Text: text}}
		}
		return nil
	}
	node := c.lookup(source.Field)
	if silent(node) || c.used[source.Field] {
		return nil
	}
	c.used[source.Field] = true
	text := markdown(node)
	if c.pair.To == document.Report {
		text = listed(node)
	}
	return []Part{{Name: source.Field, Heading: source.Heading, Text: text}}
}

// data gathers the entries of a payload's data: those that the table names,
// then every scalar at the top that has not found its place.
func (c *carrier) data() {
	for name, source := range c.pair.Data {
		node := c.lookup(source)
		if value, ok := scalar(node); ok && !silent(node) {
			c.out.Data[name] = value
			c.used[source] = true
		}
	}
	if c.pair.Scalars == "" {
		return
	}
	for _, node := range c.doc.Data().Items {
		value, ok := scalar(node)
		_, taken := c.out.Data[node.Name]
		if _, dropped := c.pair.Drop[node.Name]; !ok || taken || dropped || c.used[node.Name] || silent(node) || c.refused(node.Name) {
			continue
		}
		c.out.Data[node.Name] = value
		c.used[node.Name] = true
	}
}

// refused reports whether a field was meant for a field of the target and did not
// fit. It goes nowhere else: half a summary in data is not a summary.
func (c *carrier) refused(field string) bool {
	for target, sources := range c.pair.Fields {
		if c.out.Fields[target] == "" && slices.Contains(sources, field) {
			return true
		}
	}
	return false
}

// rest reports every field that has not found its place.
func (c *carrier) rest(object *document.Node, prefix string) {
	if object == nil {
		return
	}
	for _, node := range object.Items {
		path := prefix + node.Name
		switch {
		case c.used[path] || silent(node):
		case prefix == "" && node.Kind == document.Object && c.below(path):
			c.rest(node, path+".")
		default:
			c.lose(path, c.why(path, node))
		}
	}
}

// below reports whether the table names fields of the object at a path.
func (c *carrier) below(path string) bool {
	for _, sources := range c.pair.Fields {
		if slices.ContainsFunc(sources, func(s string) bool { return strings.HasPrefix(s, path+".") }) {
			return true
		}
	}
	for _, parts := range c.pair.Parts {
		if slices.ContainsFunc(parts, func(p rules.ConversionPart) bool { return strings.HasPrefix(p.Field, path+".") }) {
			return true
		}
	}
	return false
}

// why says why a field was not carried.
func (c *carrier) why(path string, node *document.Node) string {
	if why, ok := c.pair.Drop[path]; ok {
		return why
	}
	for target, sources := range c.pair.Fields {
		if value, ok := scalar(node); ok && slices.Contains(sources, path) {
			if why := c.unfit(target, value); why != "" {
				return why
			}
		}
	}
	values := rules.Values{"to": string(c.pair.To), "field": node.Name, "got": withArticle(node.Kind)}
	switch _, ok := scalar(node); {
	case c.pair.Scalars == "":
		return c.table.Why("no-place", values)
	case ok:
		return c.table.Why("taken", values)
	}
	return c.table.Why("no-string", values)
}

// text reports the text of a Markdown file where the table has no place for
// it.
func (c *carrier) text() {
	if why, dropped := c.pair.Drop[textField]; dropped && textOutside(c.doc) != "" {
		c.lose(theText, why)
	}
}

func (c *carrier) lose(field, why string) { c.out.Lost = append(c.out.Lost, Loss{field, why}) }

// lookup follows a path of the table, "handoff.context".
func (c *carrier) lookup(path string) *document.Node {
	return c.doc.Data().Lookup(strings.Split(path, ".")...)
}
