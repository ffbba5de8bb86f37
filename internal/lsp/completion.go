package lsp

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// cursor is the place in a handoff's own object at which somebody types. It is found
// without a parser, since the object is broken at that very place.
type cursor struct {
	// pointer leads to the object that gets a key, or to the value that is typed.
	pointer string
	// key is set if a key is typed.
	key bool
	// typed is what is replaced: the key or value as far as it is there.
	typed text.Span
	// present are the keys that the object has.
	present []string
	// json means that keys and strings need quotes. followed is set if a colon comes
	// after the key already, comma if another key comes without a comma before it.
	json, followed, comma bool
}

// completion returns what may be typed at a place: the keys that the object does not have
// yet, the required ones first, or the values that the key may have.
func (s *server) completion(_ context.Context, snap *snapshot, p positionParams) (any, error) {
	items := []completionItem{}
	c, opened, ok := snap.handoff()
	if !ok || c.fault != nil {
		return items, nil
	}
	doc, engine, err := opened.Linter.Parse(c.in)
	if err != nil {
		return nil, err
	}
	at, found := cursorAt(doc, snap.positions.Offset(p.Position))
	if !found {
		return items, nil
	}
	edit := func(newText string) textEdit { return textEdit{spanOf(at.typed, snap.positions), newText} }
	if !at.key {
		for i, value := range propertyAt(engine.Schemas(doc), at.pointer).values {
			value = at.written(value, snap.bytes())
			items = append(items, completionItem{
				Label: strings.TrimSpace(value), Kind: completionValue, SortText: strconv.Itoa(1000 + i), FilterText: strings.TrimSpace(value), TextEdit: edit(value),
			})
		}
		return items, nil
	}
	properties := propertiesAt(engine.Schemas(doc), at.pointer)
	slices.SortStableFunc(properties, func(a, b property) int {
		switch {
		case a.required == b.required:
			return 0
		case a.required:
			return -1
		}
		return 1
	})
	for i, property := range properties {
		if slices.Contains(at.present, property.name) {
			continue
		}
		name := property.name
		if at.json {
			name = text.JSONQuote(name)
		}
		item := completionItem{
			Label: property.name, Kind: completionProperty, SortText: strconv.Itoa(1000 + i), FilterText: name,
			Documentation: &markupContent{markup(s.client.TextDocument.Completion.CompletionItem.DocumentationFormat), property.markdown()},
		}
		if property.required {
			item.Detail = "required"
		}
		item.TextEdit, item.InsertTextFormat = edit(name), 0
		if !at.followed {
			item.TextEdit.NewText, item.InsertTextFormat = at.withValue(name, property, s.client.TextDocument.Completion.CompletionItem.SnippetSupport)
		}
		items = append(items, item)
	}
	return items, nil
}

// written returns a value of JSON as it is typed at the place.
func (at cursor) written(value string, data []byte) string {
	quoted := bytes.HasPrefix(data[at.typed.Start:at.typed.End], []byte(`"`))
	if plain := strings.Trim(value, `"`); !at.json && !quoted && plainYAML.MatchString(plain) {
		value = plain
	}
	if at.typed.Start > 0 && data[at.typed.Start-1] == ':' {
		return " " + value
	}
	return value
}

// plainYAML is a string that YAML takes as it is.
var plainYAML = text.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// withValue returns a key with its colon and, for a client that knows snippets, a place
// for the value.
func (at cursor) withValue(name string, p property, snippets bool) (newText string, format int) {
	newText = name + ": "
	if snippets {
		name = strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`).Replace(name)
		value := "$1"
		switch {
		case p.kinds == schema.Only(document.List):
			value = "[$1]"
		case p.kinds == schema.Only(document.Object) && at.json:
			value = "{$1}"
		case p.kinds == schema.Only(document.String) && at.json && p.values == nil:
			value = `"$1"`
		}
		newText, format = name+": "+value, formatSnippet
	}
	if at.comma {
		newText += ","
	}
	return newText, format
}

// cursorAt finds the place of an offset in a document.
func cursorAt(doc *document.Document, offset int) (cursor, bool) {
	data := doc.Source.Bytes()
	region, json := regionOf(data, offset)
	switch {
	case region.End < offset || region.Start > offset || region == text.Span{}:
		return cursor{}, false
	case json:
		return jsonCursor(data, region, offset)
	}
	return yamlCursor(data, region, offset)
}

// regionOf returns the part of a text around an offset that has the handoff's own object,
// and whether it is JSON: the whole text, its front matter, the code block that the
// offset is in, or what is between the markers of a payload.
func regionOf(data []byte, offset int) (region text.Span, json bool) {
	start := len(data) - len(bytes.TrimPrefix(data, []byte(text.BOM)))
	whole := text.Span{Start: start, End: len(data)}
	markers := document.HandoffMarkers.Find(data)
	switch first := bytes.TrimLeft(data[start:], " \t\r\n"); {
	case len(first) == 0, first[0] == '{':
		return whole, true
	case markers.State == document.Paired || markers.State == document.CutOff:
		from := markers.Start.Offset + len(document.HandoffMarkers.Start)
		return text.Span{Start: from, End: markers.Start.Offset + len(markers.Text)}, true
	case !bytes.HasPrefix(first, []byte("---")) && !bytes.Contains(data, []byte("```")) && !bytes.Contains(data, []byte("~~~")):
		return whole, false
	}
	return markdownRegion(data, start, offset)
}

// markdownRegion returns the front matter or the code block that an offset is in, and
// whether it is a code block. Each begins after a line of its own, and ends before one.
func markdownRegion(data []byte, start, offset int) (region text.Span, fenced bool) {
	begin := -1
	for at := start; at <= len(data); {
		line, next := data[at:], len(data)+1
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line, next = line[:i], at+i+1
		}
		_, _, _, fence := text.Fence(line)
		delimiter := !fenced && strings.TrimRight(string(line), " \t\r") == "---"
		switch {
		case begin < 0 && next <= offset && (fence || delimiter && len(bytes.TrimSpace(data[start:at])) == 0):
			begin, fenced = next, fence
		case begin >= 0 && (fenced && fence || delimiter):
			if offset <= at {
				return text.Span{Start: begin, End: at}, fenced
			}
			begin, fenced = -1, false
		}
		at = next
	}
	if begin < 0 {
		return text.Span{}, false
	}
	return text.Span{Start: begin, End: len(data)}, fenced
}
