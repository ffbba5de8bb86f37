package payload

import (
	"maps"
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

// conversion sorts what a document says by where it goes in another format.
type conversion struct {
	table *Conversions
	pair  *Conversion
	doc   *document.Document
	// used are the sources that have found their place, or were lost.
	used map[string]bool

	// fields are the target's fields of one value, by name. A field that nothing
	// was found for is absent.
	fields map[string]part
	// parts are the pieces of the target's long texts, by their field or the
	// number of the section.
	parts map[string][]part
	// data are a payload's entries.
	data map[string]string
	// lost is what was dropped.
	lost []Loss
}

// newConversion sorts what a document says. A payload's summary of more than so many
// characters is left out, so that another field becomes it; 0 is unlimited.
func newConversion(table *Conversions, pair *Conversion, doc *document.Document, summary int) *conversion {
	c := &conversion{
		table: table, pair: pair, doc: doc, used: map[string]bool{},
		fields: map[string]part{}, parts: map[string][]part{}, data: map[string]string{},
	}
	for _, target := range slices.Sorted(maps.Keys(pair.Fields)) {
		c.findField(target, summary)
	}
	for target, sources := range pair.Parts {
		for _, source := range sources {
			c.parts[target] = append(c.parts[target], c.pieces(source)...)
		}
	}
	c.findData()
	c.loseRest(doc.Data(), "")
	if why, dropped := pair.Drop[textField]; dropped && textOutside(doc) != "" {
		c.lost = append(c.lost, Loss{theText, why})
	}
	return c
}

// findField finds a field of one value: the first source that says something and
// fits. What does not fit goes nowhere else: half a summary in data is not a
// summary.
func (c *conversion) findField(target string, summary int) {
	for _, source := range c.pair.Fields[target] {
		value, ok := scalar(c.lookup(source))
		size := utf8.RuneCountInString(value)
		switch {
		case !ok || strings.TrimSpace(value) == "":
			continue
		case c.pair.To == document.Report && strings.ContainsAny(value, "\r\n"):
			c.lose(source, "line", rules.Values{"field": target})
		case target == summaryField && c.pair.To == document.Task && summary > 0 && size > summary:
			c.lose(source, "long", rules.Values{"field": target, "size": strconv.Itoa(size), "limit": strconv.Itoa(summary)})
		default:
			c.fields[target], c.used[source] = part{name: source, text: value}, true
			return
		}
	}
}

// lose drops a source, for a reason of the table.
func (c *conversion) lose(source, reason string, values rules.Values) {
	c.used[source] = true
	c.lost = append(c.lost, Loss{source, c.table.Why(reason, values)})
}

// pieces are the pieces that one source gives: none if it says nothing, or has
// found its place already.
func (c *conversion) pieces(source ConversionPart) []part {
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
// then every scalar at the top that has not found its place.
func (c *conversion) findData() {
	for name, source := range c.pair.Data {
		node := c.lookup(source)
		if value, ok := scalar(node); ok && !silent(node) {
			c.data[name], c.used[source] = value, true
		}
	}
	if c.pair.Scalars == "" {
		return
	}
	for _, node := range c.doc.Data().Items {
		value, ok := scalar(node)
		_, taken := c.data[node.Name]
		_, dropped := c.pair.Drop[node.Name]
		if ok && !taken && !dropped && !c.used[node.Name] && !silent(node) {
			c.data[node.Name], c.used[node.Name] = value, true
		}
	}
}

// loseRest drops every field that has not found its place. Of an object whose
// fields the table names it looks at the fields.
func (c *conversion) loseRest(object *document.Node, prefix string) {
	if object == nil {
		return
	}
	for _, node := range object.Items {
		path := prefix + node.Name
		_, isScalar := scalar(node)
		why, dropped := c.pair.Drop[path]
		got := "a " + node.Kind.String()
		if node.Kind == document.Object {
			got = "an object"
		}
		switch {
		case c.used[path] || silent(node):
		case prefix == "" && node.Kind == document.Object && c.namesBelow(path+"."):
			c.loseRest(node, path+".")
		case dropped:
			c.lost = append(c.lost, Loss{path, why})
		case c.pair.Scalars == "":
			c.lose(path, "no-place", rules.Values{"to": string(c.pair.To)})
		case isScalar:
			c.lose(path, "taken", rules.Values{"field": node.Name})
		default:
			c.lose(path, "no-string", rules.Values{"got": got})
		}
	}
}

// namesBelow reports whether the table names a source that begins with a prefix.
func (c *conversion) namesBelow(prefix string) bool {
	for _, sources := range c.pair.Fields {
		if slices.ContainsFunc(sources, func(s string) bool { return strings.HasPrefix(s, prefix) }) {
			return true
		}
	}
	for _, parts := range c.pair.Parts {
		if slices.ContainsFunc(parts, func(p ConversionPart) bool { return strings.HasPrefix(p.Field, prefix) }) {
			return true
		}
	}
	return false
}

// lookup follows a path of the table, "handoff.context".
func (c *conversion) lookup(path string) *document.Node {
	return c.doc.Data().Lookup(strings.Split(path, ".")...)
}
