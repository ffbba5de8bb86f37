package payload

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
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
	reasons map[string]string
	pair    *Conversion
	doc     *document.Document
	// named are the sources of the table, used those that have found their place, or
	// were lost.
	named []string
	used  map[string]bool

	// fields are the target's fields of one value, by name. A field that nothing
	// was found for is absent.
	fields map[string]string
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
func newConversion(table Conversions, pair *Conversion, doc *document.Document, summary int) *conversion {
	c := &conversion{
		reasons: table.Reasons, pair: pair, doc: doc, used: map[string]bool{},
		fields: map[string]string{}, parts: map[string][]part{}, data: map[string]string{},
	}
	for _, target := range slices.Sorted(maps.Keys(pair.Fields)) {
		c.findField(target, summary)
		c.named = append(c.named, pair.Fields[target]...)
	}
	for target, sources := range pair.Parts {
		for _, source := range sources {
			c.parts[target] = append(c.parts[target], c.pieces(source)...)
			c.named = append(c.named, source.Field)
		}
	}
	for name, source := range pair.Data {
		c.findData(name, source)
	}
	if pair.Scalars != "" {
		for _, node := range doc.Data().Items {
			if _, dropped := pair.Drop[node.Name]; !dropped && !c.used[node.Name] {
				c.findData(node.Name, node.Name)
			}
		}
	}
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
		value, _ := scalar(c.lookup(source))
		size := utf8.RuneCountInString(value)
		switch {
		case strings.TrimSpace(value) == "":
		case c.pair.To == document.Report && strings.ContainsAny(value, "\r\n"):
			c.lose(source, "line", rules.Values{"field": target})
		case target == summaryField && c.pair.To == document.Task && summary > 0 && size > summary:
			c.lose(source, "long", rules.Values{"field": target, "size": strconv.Itoa(size), "limit": strconv.Itoa(summary)})
		default:
			c.fields[target], c.used[source] = value, true
			return
		}
	}
}

// findData makes a scalar an entry of a payload's data, if there is none of that name.
func (c *conversion) findData(name, source string) {
	node := c.lookup(source)
	_, taken := c.data[name]
	if value, ok := scalar(node); ok && !taken && !silent(node) {
		c.data[name], c.used[source] = value, true
	}
}

// lose drops a source, for a reason of the table.
func (c *conversion) lose(source, reason string, values rules.Values) {
	c.used[source] = true
	c.lost = append(c.lost, Loss{source, text.Fill(c.reasons[reason], values)})
}

// pieces are the pieces that one source gives: none if it says nothing, or has
// found its place already.
func (c *conversion) pieces(source ConversionPart) []part {
	switch source.Field {
	case sectionsField:
		return sections(c.doc)
	case textField:
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

// loseRest drops every field that has not found its place. Of an object whose
// fields the table names it looks at the fields.
func (c *conversion) loseRest(object *document.Node, prefix string) {
	for _, node := range object.Items {
		path := prefix + node.Name
		_, isScalar := scalar(node)
		why, dropped := c.pair.Drop[path]
		got := "a " + node.Kind.String()
		if node.Kind == document.Object {
			got = "an object"
		}
		below := func(source string) bool { return strings.HasPrefix(source, path+".") }
		switch {
		case c.used[path] || silent(node):
		case prefix == "" && node.Kind == document.Object && slices.ContainsFunc(c.named, below):
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

// lookup follows a path of the table, "handoff.context".
func (c *conversion) lookup(path string) *document.Node {
	return c.doc.Data().Lookup(strings.Split(path, ".")...)
}
