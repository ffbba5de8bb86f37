package payload

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// conversions describes what a payload takes from each other format; see
// rules/convert.cue.
type conversions struct {
	// Limits bounds a payload: Summary and Detail in code points, Data in bytes of
	// all keys and values.
	Limits struct{ Summary, Detail, Data int }
	From   map[document.Format]source
	// Reasons are templates, by name, that say why a field is dropped.
	Reasons map[string]string
}

// source is what a payload takes from a format.
type source struct {
	// Summary are fields, in the order in which they are tried.
	Summary []string
	// Detail are the fields that make it up, each under its heading if it has one.
	Detail []struct{ Field, Heading string }
	// Data are fields that are not at the top, by their names in data; all other
	// scalars go there under their own.
	Data map[string]string
	// Drop gives the reason for each dropped field.
	Drop map[string]string
}

func loadConversions() conversions { return table.Load[conversions]("convert") }

// The names under which the table has what is not a field of the data.
const (
	sectionsField = "@sections"
	textField     = "@text"
)

// Loss is something that a conversion dropped.
type Loss struct {
	// Field is its name in the source: a path of fields, or a section's heading.
	Field string
	// Why says it in words.
	Why string
}

// part is a piece of the detail that is taken as a whole or not at all.
type part struct{ name, text string }

// conversion sorts what a document says by where it goes in a payload.
type conversion struct {
	conversions
	from source
	doc  *document.Document
	// used are the fields that have found their place, or were lost.
	used    map[string]bool
	summary string
	detail  []part
	data    map[string]string
	lost    []Loss
}

// Convert makes a payload of a document that passes: the text of its file, and what
// was dropped. An error says that the format has none, or that there is nothing to sum
// the payload up.
func Convert(doc *document.Document) (file string, lost []Loss, err error) {
	c := newConversion(doc, true)
	if c == nil {
		return "", nil, fmt.Errorf("a %s does not say what a task needs; name a report, a context file or a metadata block", doc.Format)
	}
	if c.trim(); c.summary == "" {
		return "", c.lost, errors.New("it has nothing that can be the summary of a payload, and one without it says nothing to the next task; write it into the original")
	}
	data, err := text.JSONIndented(c.payload())
	return string(data), c.lost, err
}

// newConversion sorts what a document says, nil if nothing says how. bounded leaves out
// a summary that is too long, so that another field becomes it.
func newConversion(doc *document.Document, bounded bool) *conversion {
	c := &conversion{conversions: loadConversions(), doc: doc, used: map[string]bool{}, data: map[string]string{}}
	from, ok := c.From[doc.Format]
	if !ok {
		return nil
	}
	c.from = from
	for _, field := range from.Summary {
		value, _ := scalar(c.lookup(field))
		size := utf8.RuneCountInString(value)
		switch {
		case c.summary != "" || strings.TrimSpace(value) == "":
		case bounded && size > c.Limits.Summary:
			c.lose(field, "long", rules.Values{"size": strconv.Itoa(size), "limit": strconv.Itoa(c.Limits.Summary)})
		default:
			c.summary, c.used[field] = value, true
		}
	}
	for _, source := range from.Detail {
		c.addDetail(source.Field, source.Heading)
	}
	for _, name := range slices.Sorted(maps.Keys(from.Data)) {
		c.addData(name, from.Data[name])
	}
	for _, node := range doc.Data().Items {
		if from.Drop[node.Name] == "" && !c.used[node.Name] {
			c.addData(node.Name, node.Name)
		}
	}
	c.loseRest(doc.Data(), "")
	return c
}

func (c *conversion) lookup(path string) *document.Node {
	return c.doc.Data().Lookup(strings.Split(path, ".")...)
}

func (c *conversion) addDetail(field, heading string) {
	switch body := c.doc.Body; {
	case field == sectionsField && body != nil:
		c.detail = append(c.detail, sections(c.doc)...)
	case field == textField && body != nil:
		if text := without(c.doc.Source, body.Span, body.Fenced); text != "" {
			c.detail = append(c.detail, part{"the text of the file", text})
		}
	default:
		node := c.lookup(field)
		if silent(node) || c.used[field] {
			return
		}
		c.used[field] = true
		text, ok := scalar(node)
		if !ok {
			text = listed(node)
		}
		c.detail = append(c.detail, part{field, "## " + heading + "\n\n" + text})
	}
}

func (c *conversion) addData(name, field string) {
	node := c.lookup(field)
	_, taken := c.data[name]
	if value, ok := scalar(node); ok && !taken && !silent(node) {
		c.data[name], c.used[field] = value, true
	}
}

// lose drops a field, for a reason of the table.
func (c *conversion) lose(field, reason string, values rules.Values) {
	c.used[field] = true
	c.lost = append(c.lost, Loss{field, text.Fill(c.Reasons[reason], values)})
}

// loseRest drops every field that has not found its place. Of an object of which
// something was taken it looks at the fields.
func (c *conversion) loseRest(object *document.Node, prefix string) {
	for _, node := range object.Items {
		path := prefix + node.Name
		_, isScalar := scalar(node)
		taken := func(field string) bool { return strings.HasPrefix(field, path+".") }
		switch {
		case c.used[path] || silent(node):
		case node.Kind == document.Object && slices.ContainsFunc(slices.Collect(maps.Keys(c.used)), taken):
			c.loseRest(node, path+".")
		case c.from.Drop[path] != "":
			c.lost = append(c.lost, Loss{path, c.from.Drop[path]})
		case isScalar:
			c.lose(path, "taken", rules.Values{"field": node.Name})
		default:
			c.lose(path, "no-string", rules.Values{"got": node.Kind.String()})
		}
	}
}

// trim drops what does not fit into a payload: parts of the detail as a whole, never
// half of one, and entries of the data.
func (c *conversion) trim() {
	full := func(name, reason string, size, limit, room int) {
		c.lose(name, reason, rules.Values{"size": strconv.Itoa(size), "limit": strconv.Itoa(limit), "room": strconv.Itoa(room)})
	}
	room, gap := c.Limits.Detail, 0
	c.detail = slices.DeleteFunc(c.detail, func(p part) bool {
		size := utf8.RuneCountInString(p.text)
		if gap+size > room {
			full(p.name, "full", size, c.Limits.Detail, room)
			return true
		}
		room, gap = room-gap-size, len("\n\n")
		return false
	})
	room = c.Limits.Data
	for _, key := range slices.Sorted(maps.Keys(c.data)) {
		size := len(key) + len(c.data[key])
		if size > room {
			full(key, "bytes", size, c.Limits.Data, room)
			delete(c.data, key)
			continue
		}
		room -= size
	}
}

func (c *conversion) payload() *Payload {
	texts := make([]string, len(c.detail))
	for i, p := range c.detail {
		texts[i] = p.text
	}
	return &Payload{Version: payloadVersion, Summary: c.summary, Detail: strings.Join(texts, "\n\n"), Data: c.data}
}

// payloadVersion is the version of the payloads that are written.
const payloadVersion = 1

// Payload is what one task tells the next, as a template or a file has it.
type Payload struct {
	Version int               `json:"version"`
	Summary string            `json:"summary"`
	Detail  string            `json:"detail,omitempty"`
	Data    map[string]string `json:"data,omitempty"`
}

// payloadOf is a document as a payload: one that it is, or what can be converted
// to one, whatever its size. It is nil if the document has no data.
func payloadOf(doc *document.Document) *Payload {
	data := doc.Data()
	switch {
	case data == nil:
		return nil
	case doc.Format != document.Task:
		if c := newConversion(doc, false); c != nil {
			return c.payload()
		}
		return nil
	}
	p := &Payload{Version: payloadVersion, Summary: data.Field("summary").Str(), Detail: data.Field("detail").Str(), Data: map[string]string{}}
	if version := data.Field("version"); version != nil {
		p.Version, _ = strconv.Atoi(version.Text) // the rules want a number
	}
	if entries := data.Field("data"); entries != nil {
		for _, entry := range entries.Items {
			p.Data[entry.Name] = entry.Str()
		}
	}
	return p
}
