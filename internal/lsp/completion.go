package lsp

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// completion returns what may be typed at a position: the missing keys of the object, required ones first, or
// the values of the key.
func completion(_ context.Context, h *openHandoff, p params) (any, error) {
	offset := h.positions.Offset(p.Position)
	items := headingItems(h, offset)
	if len(items) > 0 {
		return items, nil
	}
	at, found := cursorAt(h.text(), offset, h.Doc.Spec.Form)
	if !found {
		return items, nil
	}
	add := func(item completionItem, newText string) {
		item.SortText = sortText(len(items))
		item.TextEdit = textEdit{spanOf(at.typed, h.positions), newText}
		items = append(items, item)
	}
	schemas := h.Engine.Schemas(h.Doc)
	if !at.isKey {
		for _, value := range propertyAt(schemas, at.pointer).values {
			value = at.written(value)
			add(completionItem{Label: value, Kind: completionValue, FilterText: value}, at.space+value)
		}
		return items, nil
	}
	properties := propertiesAt(schemas, at.pointer)
	slices.SortStableFunc(properties, func(a, b property) int {
		return strings.Compare(b.detail(), a.detail()) // "required" before ""
	})
	for _, property := range properties {
		if slices.Contains(at.present, property.name) {
			continue
		}
		name := property.name
		if at.json {
			name = text.JSONQuote(name)
		}
		item := completionItem{Label: property.name, Kind: completionProperty, FilterText: name, Detail: property.detail(), Documentation: markdown(property.markdown())}
		add(item, name+at.after)
	}
	return items, nil
}

// sortText returns the text by which editors sort the item at an index: the order of the alphabet is that of the indexes.
func sortText(index int) string { return fmt.Sprint(1000 + index) }

// cursor is the position of the cursor in a handoff's object.
type cursor struct {
	// pointer leads to the object that gets a key, or to the value being typed.
	pointer string
	isKey   bool
	present []string // the keys of the object
	// typed is the text to replace: the key or value typed so far.
	typed text.Span
	// json means that keys and strings need quotes; quoted that the value has them.
	json, quoted bool
	// space is inserted before a value, and after follows a key.
	space, after string
}

// written returns a JSON value as it is inserted at the cursor.
func (at cursor) written(value string) string {
	if plain := strings.Trim(value, `"`); !at.json && !at.quoted && plainYAML.MatchString(plain) {
		return plain
	}
	return value
}

var (
	// plainYAML matches a string that needs no quotes in YAML.
	plainYAML = text.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
	// word matches a JSON string, which may be unterminated, or a word without quotes.
	word = text.MustCompile(`"(?:[^"\\]|\\.)*"?|[^ \t\r{}\[\],:"]+`)
)

// marker is the key or value that replaces the typed text, so that the text can be parsed and shows where in
// the object the cursor is.
const marker = "handofflint cursor"

// cursorLimits bound a text with a cursor. No schema describes a deeper position.
var cursorLimits = document.Limits{Depth: 64, Values: 100_000}

// maxYAML bounds YAML, in bytes, that is parsed more than once for a cursor.
const maxYAML = 64 << 10

// cursorAt finds the cursor at an offset in a text of a form.
func cursorAt(data []byte, offset int, form protocol.Form) (at cursor, found bool) {
	region, isJSON := regionOf(data, offset, form)
	if region.End == 0 || !touches(region, offset) { // without a region, its end is 0
		return at, false
	}
	at = cursor{json: isJSON, typed: typedAt(data, region, offset)}
	before, rest := data[region.Start:at.typed.Start], data[at.typed.End:region.End]
	at.quoted = bytes.HasPrefix(data[at.typed.Start:region.End], []byte(`"`))
	if bytes.HasSuffix(before, []byte(":")) { // the cursor is directly after `key:`
		at.space = " "
	}
	next := bytes.TrimLeft(rest, " \t\r\n")
	hasColon := bytes.HasPrefix(next, []byte(":"))
	if !hasColon {
		at.after = ": "
	}
	if isJSON {
		return at, at.parseJSON(before, rest, hasColon)
	}
	if region.Len() > maxYAML {
		return at, false
	}
	// Try it as a key and as a value, with the rest, which may be broken, and without it.
	for _, rest := range [][]byte{rest, nil} {
		for _, colon := range []string{": 0", ""} {
			root, _, _ := document.ParseYAML(slices.Concat(before, []byte(at.space+marker+colon), rest), cursorLimits)
			if at.find(root, "") {
				return at, true
			}
		}
	}
	return at, false
}

// parseJSON finds the cursor between two parts of a JSON text, adding missing commas.
func (at *cursor) parseJSON(before, rest []byte, hasColon bool) bool {
	last := bytes.TrimRight(before, " \t\r\n")
	if len(last) == 0 {
		return false // outside of any object
	}
	typed := text.JSONQuote(marker)
	if !bytes.ContainsAny(last[len(last)-1:], "{[,:") {
		typed = "," + typed
	}
	if !hasColon {
		typed += ": 0"
	}
	if bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(`"`)) {
		typed += ","
		at.after += ","
	}
	root, _, _ := document.ParseJSON(slices.Concat(before, []byte(typed), rest), cursorLimits)
	return at.find(root, "")
}

// find finds the marker below a node, as a string or as a key, and sets the cursor's pointer and keys by it.
func (at *cursor) find(n *document.Node, pointer string) bool {
	if n == nil {
		return false
	}
	if n.Kind == document.String && n.Text == marker {
		at.pointer = pointer
		return true
	}
	if n.Field(marker) != nil {
		at.pointer = pointer
		at.isKey = true
		for _, field := range n.Items {
			at.present = append(at.present, field.Name)
		}
		return true
	}
	for i, item := range n.Items {
		if at.find(item, n.ItemPointer(pointer, i)) {
			return true
		}
	}
	return false
}

// typedAt returns the word or string at an offset, within its line.
func typedAt(data []byte, region text.Span, offset int) text.Span {
	start := max(region.Start, bytes.LastIndexByte(data[:offset], '\n')+1)
	line, _, _ := bytes.Cut(data[start:region.End], []byte("\n"))
	for _, found := range word.FindAllIndex(line, -1) {
		span := text.Span{Start: start + found[0], End: start + found[1]}
		inside := span // without the quotes: outside of them the cursor is not in the string
		if data[span.Start] == '"' {
			inside.Start++
		}
		if span.Len() > 1 && data[span.End-1] == '"' {
			inside.End--
		}
		if touches(inside, offset) {
			return span
		}
	}
	return text.At(offset)
}

// regionOf returns the part of a text around an offset that has the handoff's own object, and whether it is
// JSON: the whole text, its front matter, or the code block at the offset.
func regionOf(data []byte, offset int, form protocol.Form) (region text.Span, isJSON bool) {
	start := len(data) - len(bytes.TrimPrefix(data, []byte(text.BOM)))
	whole := text.Span{Start: start, End: len(data)}
	bounds := boundary.FindAllIndex(data, -1)
	if bytes.HasPrefix(bytes.TrimLeft(data[start:], " \t\r\n"), []byte("{")) {
		return whole, true
	}
	if len(bounds) == 0 && form == protocol.YAML {
		return whole, false
	}
	const closed = -1
	begin, fenced := closed, false // the region that is open
	top := len(data) - len(bytes.TrimLeftFunc(data[start:], unicode.IsSpace))
	for _, line := range bounds {
		isFence := data[line[1]-1] != '-' // else it is `---`
		switch {
		case begin == closed:
			isFrontMatter := !isFence && line[0] == top
			if isFence || isFrontMatter {
				_, after, _ := bytes.Cut(data[line[1]:], []byte("\n"))
				begin = len(data) - len(after)
				fenced = isFence
			}
		case fenced != isFence: // `---` in a code block, or a fence in front matter
		case line[0] >= offset: // the first that ends after the offset; it may also begin after it
			return text.Span{Start: begin, End: line[0]}, fenced
		default:
			begin = closed
		}
	}
	if begin == closed {
		return text.Span{}, false
	}
	return text.Span{Start: begin, End: len(data)}, fenced
}

// boundary matches the start of a line that opens or closes front matter or a code block.
var boundary = text.MustCompile("(?m)^(?:---|[ \t]*(?:```|~~~)[`~]*)")
