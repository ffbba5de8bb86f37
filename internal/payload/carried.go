package payload

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// sources describes how each format, except payloads, is shown in a prompt; see rules/facts/render.cue.
type sources struct {
	From map[document.Format]source
}

// source describes how a format is shown in a prompt: #Source of render.cue.
type source struct {
	Summary []string
	Detail  []struct{ Field, Heading string }
	Data    map[string]string
	Drop    []string
}

// The names in the table for parts that are not fields of the data.
const (
	sectionsField = "@sections"
	textField     = "@text"
)

// payloadVersion is the version of a payload without one.
const payloadVersion = 1

// Handoff is what one task hands to the next, for a template. A nil one is false in `if` and `with`, and has
// the same fields as any other, all empty.
type Handoff struct {
	version         int
	summary, detail string
	data            map[string]string
}

func (h *Handoff) orEmpty() *Handoff {
	if h == nil {
		return &Handoff{}
	}
	return h
}

// Version returns the payload's version, or 0 without a handoff.
func (h *Handoff) Version() int { return h.orEmpty().version }

// Summary returns the summary.
func (h *Handoff) Summary() string { return h.orEmpty().summary }

// Detail returns the detail.
func (h *Handoff) Detail() string { return h.orEmpty().detail }

// Data returns the data by key.
func (h *Handoff) Data() map[string]string { return h.orEmpty().data }

// handoffOf returns what a template may use of a document, nil without data or for a format that render.cue lacks.
func handoffOf(doc *document.Document) *Handoff {
	if doc == nil || doc.Data() == nil {
		return nil
	}
	if doc.Format != Task {
		from, ok := table.Load[sources]("render").From[doc.Format]
		if !ok {
			return nil
		}
		return from.handoff(doc)
	}
	data := doc.Data()
	h := &Handoff{version: payloadVersion, summary: data.Field("summary").Str(), detail: data.Field("detail").Str(), data: map[string]string{}}
	if version := data.Field("version"); version != nil {
		h.version = int(version.Int())
	}
	for _, entry := range data.Field("data").Fields() {
		h.data[entry.Name] = entry.Str()
	}
	return h
}

// handoff returns a document for a template: each field once, in its summary, its detail or its data.
func (from source) handoff(doc *document.Document) *Handoff {
	h := &Handoff{version: payloadVersion, data: map[string]string{}}
	data := doc.Data()
	used := map[string]bool{}
	isGiven := func(field string) bool { return isText(data.Find(field)) }
	if i := slices.IndexFunc(from.Summary, isGiven); i >= 0 {
		h.summary = data.Find(from.Summary[i]).Text
		used[from.Summary[i]] = true
	}
	h.detail = from.detail(doc, used)
	for name, field := range from.Data {
		if isGiven(field) {
			h.data[name] = data.Find(field).Text
			used[name] = true // no other field may overwrite it
		}
	}
	for _, n := range data.Items {
		if isText(n) && !used[n.Name] && !slices.Contains(from.Drop, n.Name) {
			h.data[n.Name] = n.Text
		}
	}
	return h
}

// detail returns the detail of a document, and marks the fields in it as used.
func (from source) detail(doc *document.Document, used map[string]bool) string {
	var parts []string
	for _, part := range from.Detail {
		value := doc.Data().Find(part.Field)
		switch {
		case part.Field == sectionsField:
			parts = append(parts, sections(doc)...)
		case part.Field == textField && doc.Body != nil:
			parts = append(parts, without(doc.Source, doc.Body.Span, doc.Body.Fenced))
		case !used[part.Field] && !isEmpty(value):
			used[part.Field] = true
			parts = append(parts, "## "+part.Heading+"\n\n"+markdown(value))
		}
	}
	return strings.Join(text.NonEmpty(parts...), "\n\n")
}
