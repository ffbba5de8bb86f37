package payload

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// conversions is what a payload takes from each other format; see rules/convert.cue.
type conversions struct {
	Limits limits
	From   map[document.Format]source
	// Reasons are templates, by name, that say why a field is dropped.
	Reasons map[string]string
}

// limits bounds a payload: Summary and Detail in code points, Data in bytes of all keys
// and values.
type limits struct{ Summary, Detail, Data int }

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

// The names under which the table has what is not a field of the data.
const (
	sectionsField = "@sections"
	textField     = "@text"
)

// payloadVersion is the version of the payloads that are written.
const payloadVersion = 1

// Payload is what one task tells the next, as a template or a file has it.
type Payload struct {
	Version int               `json:"version"`
	Summary string            `json:"summary"`
	Detail  string            `json:"detail,omitempty"`
	Data    map[string]string `json:"data,omitempty"`
}

// Loss is something that a conversion dropped.
type Loss struct {
	// Field is its name in the source: a path of fields, or a section's heading.
	Field string
	// Why is the reason in words.
	Why string
}

// Convert makes a payload of a document that passes: the text of its file, and what
// was dropped. An error says that the format has none, or that there is nothing to sum
// the payload up.
func Convert(doc *document.Document) (file string, lost []Loss, err error) {
	table := table.Load[conversions]("convert")
	made, lost := table.convert(doc, table.Limits)
	switch {
	case made == nil:
		return "", nil, fmt.Errorf("a %s does not say what a task needs; name a report, a context file or a metadata block", doc.Format)
	case made.Summary == "":
		return "", lost, errors.New("it has nothing that can be the summary of a payload, and one without it says nothing to the next task; write it into the original")
	}
	data, err := text.JSONIndented(made)
	return string(data), lost, err
}

// payloadOf is a document as a payload: one that it is, or what can be converted
// to one, whatever its size. It is nil if there is no document, or no data in it.
func payloadOf(doc *document.Document) *Payload {
	if doc == nil || doc.Data() == nil {
		return nil
	}
	if doc.Format != document.Task {
		made, _ := table.Load[conversions]("convert").convert(doc, limits{math.MaxInt, math.MaxInt, math.MaxInt})
		return made
	}
	data := doc.Data()
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

// conversion fills a payload with what a document says.
type conversion struct {
	conversions
	from  source
	doc   *document.Document
	limit limits
	made  Payload
	// detail has the parts of the detail. characters is their size, bytes that of the
	// data.
	detail            []string
	characters, bytes int
	// used are the fields that have found their place, or were lost.
	used map[string]bool
	lost []Loss
}

// convert makes a payload of a document, nil if the table does not have its format.
// Parts of the detail and entries of the data that do not fit in are dropped as a
// whole.
func (t conversions) convert(doc *document.Document, limit limits) (*Payload, []Loss) {
	from, ok := t.From[doc.Format]
	if !ok {
		return nil, nil
	}
	c := &conversion{conversions: t, from: from, doc: doc, limit: limit, used: map[string]bool{}}
	c.made = Payload{Version: payloadVersion, Data: map[string]string{}}
	for _, field := range from.Summary {
		value, _ := scalar(c.lookup(field))
		if c.made.Summary == "" && strings.TrimSpace(value) != "" && c.fits(field, "long", utf8.RuneCountInString(value), 0, limit.Summary) {
			c.made.Summary, c.used[field] = value, true
		}
	}
	for _, part := range from.Detail {
		c.addDetail(part.Field, part.Heading)
	}
	for _, name := range slices.Sorted(maps.Keys(from.Data)) {
		c.addData(name, from.Data[name])
	}
	for _, node := range doc.Data().Items {
		if from.Drop[node.Name] == "" && !c.used[node.Name] {
			c.addData(node.Name, node.Name)
		}
	}
	c.dropRest(doc.Data(), "")
	c.made.Detail = strings.Join(c.detail, "\n\n")
	return &c.made, c.lost
}

func (c *conversion) lookup(path string) *document.Node {
	return c.doc.Data().Lookup(strings.Split(path, ".")...)
}

func (c *conversion) addDetail(field, heading string) {
	switch body := c.doc.Body; {
	case field == sectionsField && body != nil:
		sections(c.doc, c.addPart)
	case field == textField && body != nil:
		c.addPart("the text of the file", without(c.doc.Source, body.Span, body.Fenced))
	default:
		node := c.lookup(field)
		if isEmpty(node) || c.used[field] {
			return
		}
		c.used[field] = true
		text, ok := scalar(node)
		if !ok {
			text = markdownList(node)
		}
		c.addPart(field, "## "+heading+"\n\n"+text)
	}
}

// addPart adds a text to the detail, after an empty line.
func (c *conversion) addPart(name, text string) {
	size := utf8.RuneCountInString(text)
	if len(c.detail) > 0 {
		size += len("\n\n")
	}
	if text != "" && c.fits(name, "full", size, c.characters, c.limit.Detail) {
		c.detail = append(c.detail, text)
		c.characters += size
	}
}

func (c *conversion) addData(name, field string) {
	node := c.lookup(field)
	_, taken := c.made.Data[name]
	value, ok := scalar(node)
	if size := len(name) + len(value); ok && !taken && !isEmpty(node) && c.fits(field, "bytes", size, c.bytes, c.limit.Data) {
		c.made.Data[name], c.used[field] = value, true
		c.bytes += size
	}
}

// fits reports whether something fits in beside what is there, and drops it if not.
func (c *conversion) fits(field, reason string, size, taken, limit int) bool {
	if size <= limit-taken {
		return true
	}
	c.drop(field, reason, rules.Values{"size": strconv.Itoa(size), "limit": strconv.Itoa(limit), "room": strconv.Itoa(limit - taken)})
	return false
}

// drop leaves out a field, for a reason of the table.
func (c *conversion) drop(field, reason string, values rules.Values) {
	c.used[field] = true
	c.lost = append(c.lost, Loss{field, text.Fill(c.Reasons[reason], values)})
}

// dropRest leaves out every field that has not found its place. Of an object of which
// something was taken it looks at the fields.
func (c *conversion) dropRest(object *document.Node, prefix string) {
	for _, node := range object.Items {
		path := prefix + node.Name
		_, isScalar := scalar(node)
		taken := func(field string) bool { return strings.HasPrefix(field, path+".") }
		switch {
		case c.used[path] || isEmpty(node):
		case node.Kind == document.Object && slices.ContainsFunc(slices.Collect(maps.Keys(c.used)), taken):
			c.dropRest(node, path+".")
		case c.from.Drop[path] != "":
			c.lost = append(c.lost, Loss{path, c.from.Drop[path]})
		case isScalar:
			c.drop(path, "taken", rules.Values{"field": node.Name})
		default:
			c.drop(path, "no-string", rules.Values{"got": node.Kind.String()})
		}
	}
}
