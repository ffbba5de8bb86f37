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

// The fields of a payload.
const (
	summaryField = "summary"
	detailField  = "detail"
	dataField    = "data"
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

// payloadOf is a document as a payload: one that it is, or what can be converted
// to one, whatever its size. It is nil if the document has no data.
func payloadOf(doc *document.Document) *Payload {
	data := doc.Data()
	if data == nil {
		return nil
	}
	if doc.Format != document.Task {
		table := LoadConversions()
		pair := table.find(doc.Format, document.Task)
		if pair == nil {
			return nil
		}
		p := newConversion(table, pair, doc, 0).payload()
		return &p
	}
	p := &Payload{Version: payloadVersion, Summary: data.Field(summaryField).Str(), Detail: data.Field(detailField).Str(), Data: map[string]string{}}
	if version := data.Field("version"); version != nil {
		p.Version, _ = strconv.Atoi(version.Text) // the rules want a number
	}
	if entries := data.Field(dataField); entries != nil {
		for _, entry := range entries.Items {
			p.Data[entry.Name] = entry.Str()
		}
	}
	return p
}

func (c *conversion) payload() Payload {
	var texts []string
	for _, p := range c.parts[detailField] {
		texts = append(texts, p.markdown())
	}
	return Payload{Version: payloadVersion, Summary: c.fields[summaryField], Detail: strings.Join(texts, "\n\n"), Data: c.data}
}

// markdown is the part under its heading.
func (p part) markdown() string {
	if p.heading == "" {
		return p.text
	}
	return "## " + p.heading + "\n\n" + p.text
}

// trim drops what does not fit into a payload: parts of the detail as a whole,
// never half of one, and entries of the data.
func (c *conversion) trim(limits Limits) {
	full := func(reason, name, field string, size, limit, room int) {
		c.lose(name, reason, rules.Values{"field": field, "size": strconv.Itoa(size), "limit": strconv.Itoa(limit), "room": strconv.Itoa(room)})
	}
	room, gap := limits.Detail, 0
	c.parts[detailField] = slices.DeleteFunc(c.parts[detailField], func(p part) bool {
		size := utf8.RuneCountInString(p.markdown())
		if gap+size > room {
			full("full", p.name, detailField, size, limits.Detail, room)
			return true
		}
		room, gap = room-gap-size, len("\n\n")
		return false
	})
	room = limits.Data
	for _, key := range slices.Sorted(maps.Keys(c.data)) {
		size := len(key) + len(c.data[key])
		if size > room {
			full("bytes", key, dataField, size, limits.Data, room)
			delete(c.data, key)
			continue
		}
		room -= size
	}
}
