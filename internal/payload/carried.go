package payload

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/table"
)

// sources describes how each format, except payloads, is shown in a prompt; see rules/facts/render.cue.
type sources struct {
	From map[document.Format]source
}

// source describes how a format is shown in a prompt.
type source struct {
	// Summary are the candidates for the summary, in order.
	Summary []string
	// Detail are the fields of the detail, each under its heading if it has one.
	Detail []struct{ Field, Heading string }
	// Data maps nested fields to their names in data; all other scalars keep their own names.
	Data map[string]string
	// Drop are fields that are useless in a prompt.
	Drop []string
}

// The names in the table for parts that are not fields of the data.
const (
	sectionsField = "@sections"
	textField     = "@text"
)

// payloadVersion is the version of a payload without one.
const payloadVersion = 1

// Payload is what one task hands to the next, for a template.
type Payload struct {
	Version         int
	Summary, Detail string
	Data            map[string]string
}

// payloadOf returns a document of any format and size as a payload, or nil if there is no document or no data
// in it.
func payloadOf(doc *document.Document) *Payload {
	if doc == nil || doc.Data() == nil {
		return nil
	}
	if doc.Format != Task {
		from, ok := table.Load[sources]("render").From[doc.Format]
		if !ok {
			return nil
		}
		return from.payload(doc)
	}
	data := doc.Data()
	p := &Payload{Version: payloadVersion, Summary: data.Field("summary").Str(), Detail: data.Field("detail").Str(), Data: map[string]string{}}
	if version := data.Field("version"); version != nil {
		p.Version = int(version.Int())
	}
	for _, entry := range data.Field("data").Fields() {
		p.Data[entry.Name] = entry.Str()
	}
	return p
}

// payload returns a document as a payload: each field once, in its summary, its detail or its data.
func (from source) payload(doc *document.Document) *Payload {
	p := &Payload{Version: payloadVersion, Data: map[string]string{}}
	used := map[string]bool{}
	for _, field := range from.Summary {
		if n := doc.Data().Find(field); isText(n) {
			p.Summary = n.Text
			used[field] = true
			break
		}
	}
	var detail []string
	for _, part := range from.Detail {
		if part.Field == sectionsField {
			detail = append(detail, sections(doc)...)
			continue
		}
		if part.Field == textField && doc.Body != nil {
			detail = append(detail, without(doc.Source, doc.Body.Span, doc.Body.Fenced))
			continue
		}
		if !used[part.Field] && !isEmpty(doc.Data().Find(part.Field)) {
			used[part.Field] = true
			detail = append(detail, "## "+part.Heading+"\n\n"+markdown(doc.Data().Find(part.Field)))
		}
	}
	detail = slices.DeleteFunc(detail, func(part string) bool { return part == "" })
	p.Detail = strings.Join(detail, "\n\n")
	for name, field := range from.Data {
		if n := doc.Data().Find(field); isText(n) {
			p.Data[name] = n.Text
			used[name] = true
		}
	}
	for _, n := range doc.Data().Items {
		if isText(n) && !used[n.Name] && !slices.Contains(from.Drop, n.Name) {
			p.Data[n.Name] = n.Text
		}
	}
	return p
}
