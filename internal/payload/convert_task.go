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
	Version int
	Summary string
	Detail  string
	Data    map[string]string
}

// PayloadOf is a document as a payload: one that it is, or what can be carried
// over into one, whatever its size. ok is false if the document has no data.
func PayloadOf(table *rules.Conversions, doc *document.Document) (p Payload, ok bool) {
	if doc.Data() == nil {
		return Payload{}, false
	}
	if doc.Format == document.Task {
		return readPayload(doc.Data()), true
	}
	pair := table.Find(doc.Format, document.Task)
	if pair == nil {
		return Payload{}, false
	}
	carried := Carry(table, pair, doc, rules.PayloadLimits{})
	return carried.payload(), true
}

// readPayload reads a payload's own object. Without a version it is the first.
func readPayload(data *document.Node) Payload {
	p := Payload{Version: payloadVersion, Summary: data.Field(summaryField).Str(), Detail: data.Field(detailField).Str(), Data: map[string]string{}}
	if version := data.Field("version"); version != nil {
		if n, err := strconv.Atoi(version.Text); err == nil {
			p.Version = n
		}
	}
	if entries := data.Field(dataField); entries != nil {
		for _, entry := range entries.Items {
			p.Data[entry.Name] = entry.Str()
		}
	}
	return p
}

func (c Carried) payload() Payload {
	return Payload{Version: payloadVersion, Summary: c.Fields[summaryField], Detail: joined(c.Parts[detailField]), Data: c.Data}
}

// joined is parts as one text.
func joined(parts []Part) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.markdown()
	}
	return strings.Join(texts, "\n\n")
}

// markdown is the part under its heading.
func (p Part) markdown() string {
	if p.Heading == "" {
		return p.Text
	}
	return "## " + p.Heading + "\n\n" + p.Text
}

// trim leaves out what does not fit into a payload, and reports it: parts of
// the detail as a whole, never half of one, and entries of the data.
func (c *Carried) trim(table *rules.Conversions, limits rules.PayloadLimits) {
	c.trimDetail(table, limits.Detail)
	c.trimData(table, limits.Data)
}

func (c *Carried) trimDetail(table *rules.Conversions, limit int) {
	room := limit
	var kept []Part
	for _, part := range c.Parts[detailField] {
		size := utf8.RuneCountInString(part.markdown())
		need := size
		if len(kept) > 0 {
			need += len("\n\n")
		}
		if need > room {
			c.full(table, "full", part.Name, detailField, size, limit, room)
			continue
		}
		room -= need
		kept = append(kept, part)
	}
	c.Parts[detailField] = kept
}

func (c *Carried) trimData(table *rules.Conversions, limit int) {
	room := limit
	for _, key := range slices.Sorted(maps.Keys(c.Data)) {
		size := len(key) + len(c.Data[key])
		if size > room {
			c.full(table, "bytes", key, dataField, size, limit, room)
			delete(c.Data, key)
			continue
		}
		room -= size
	}
}

func (c *Carried) full(table *rules.Conversions, reason, name, field string, size, limit, room int) {
	values := rules.Values{"field": field, "size": strconv.Itoa(size), "limit": strconv.Itoa(limit), "room": strconv.Itoa(room)}
	c.Lost = append(c.Lost, Loss{name, table.Why(reason, values)})
}

// writePayload is a payload as a JSON file.
func writePayload(p Payload) (string, error) {
	file := struct {
		Version int               `json:"version"`
		Summary string            `json:"summary"`
		Detail  string            `json:"detail,omitempty"`
		Data    map[string]string `json:"data,omitempty"`
	}{p.Version, p.Summary, p.Detail, p.Data}
	text, err := text.JSONIndented(file)
	return string(text), err
}
