package hook

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// edit replaces the bytes of a span by a text.
type edit struct {
	span text.Span
	text string
}

// apply is the text with the edit in it. The text itself is not changed.
func (e edit) apply(data []byte) []byte {
	return bytes.Join([][]byte{data[:e.span.Start], data[e.span.End:]}, []byte(e.text))
}

// setMember is the edit that gives a member of an object a value: in the place
// of the value that it has, else behind the last member. data is a whole JSON
// text and object one of its nodes, as document.ParseJSON gives them; value is
// marshalled, so the fields of a struct keep their order. The new text takes
// after the object that it is put in: its indentation, its line ends, and
// whether its members stand on lines of their own.
//
// An error says that value cannot be marshalled.
func setMember(data []byte, object *document.Node, name string, value any) (edit, error) {
	l := layoutOf(data, object)
	raw, err := l.marshal(value)
	if err != nil {
		return edit{}, err
	}
	if old := object.Field(name); old != nil {
		return edit{span: old.Value, text: raw}, nil
	}
	return l.add(object, text.JSONQuote(name)+l.colon+raw), nil
}

// appendItem is the edit that adds an item to a list, as setMember does to an object.
func appendItem(data []byte, list *document.Node, value any) (edit, error) {
	l := layoutOf(data, list)
	raw, err := l.marshal(value)
	return l.add(list, raw), err
}

// removeItem is the edit that takes an item out of an object or a list, with the comma
// that goes with it. It undoes appendItem, and setMember of a new member.
func removeItem(container, item *document.Node) edit {
	for i, other := range container.Items {
		switch {
		case other != item:
		case len(container.Items) == 1:
			return edit{span: text.Span{Start: container.Value.Start + 1, End: container.Value.End - 1}}
		case i == 0:
			return edit{span: text.Span{Start: start(item), End: start(container.Items[1])}}
		default:
			return edit{span: text.Span{Start: container.Items[i-1].Value.End, End: item.Value.End}}
		}
	}
	return edit{}
}

// start is where an item begins, with its key if it has one.
func start(item *document.Node) int {
	if item.Key.Len() > 0 {
		return item.Key.Start
	}
	return item.Value.Start
}

// layout is how an object or a list is written.
type layout struct {
	// spread says that its items stand on lines of their own, with the white
	// space indent before them, outer before the end and unit more for each further
	// level.
	spread              bool
	outer, indent, unit string
	newline             string
	// colon stands between a key and its value, comma between two members on
	// one line.
	colon, comma string
}

// plainUnit indents where nothing in the text tells by how much.
const plainUnit = "  "

func layoutOf(data []byte, object *document.Node) layout {
	l := layout{newline: lineEnd(data), outer: indentAt(data, object.Value.Start), unit: plainUnit, colon: ": ", comma: ", "}
	if len(object.Items) == 0 {
		// An object without members tells only whether it is to have lines.
		l.spread = bytes.ContainsRune(data[object.Value.Start:object.Value.End], '\n')
		l.indent = l.outer + l.unit
		return l
	}
	first := object.Items[0]
	l.spread = bytes.ContainsRune(data[object.Value.Start:start(first)], '\n')
	l.indent = indentAt(data, start(first))
	if unit, ok := strings.CutPrefix(l.indent, l.outer); ok {
		l.unit = unit
	}
	keyed := first
	for keyed.Key.Len() == 0 && len(keyed.Items) > 0 {
		keyed = keyed.Items[0]
	}
	if colon := string(data[keyed.Key.End:keyed.Value.Start]); keyed.Key.Len() > 0 && !strings.Contains(colon, "\n") {
		l.colon = colon
	}
	if l.colon == ":" {
		l.comma = ","
	}
	if len(object.Items) > 1 {
		if comma := string(data[first.Value.End:start(object.Items[1])]); !strings.Contains(comma, "\n") {
			l.comma = comma
		}
	}
	return l
}

// lineEnd is how the first line of a text ends.
func lineEnd(data []byte) string {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// indentAt is the white space that the line of an offset begins with.
func indentAt(data []byte, offset int) string {
	line := bytes.TrimPrefix(data[bytes.LastIndexByte(data[:offset], '\n')+1:offset], []byte(text.BOM))
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// marshal is a value as JSON in this layout, as a member's.
func (l layout) marshal(value any) (string, error) {
	raw, err := text.JSON(value)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if !l.spread {
		return l.onLine(raw), nil
	}
	if err := json.Indent(&b, raw, l.indent, l.unit); err != nil {
		return "", err
	}
	return strings.ReplaceAll(b.String(), "\n", l.newline), nil
}

// onLine puts this layout's colons and commas into JSON that has no white
// space between its tokens.
func (l layout) onLine(raw []byte) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case inString && c == '\\':
			b.Write(raw[i : i+2])
			i++
			continue
		case c == '"':
			inString = !inString
		case !inString && c == ':':
			b.WriteString(l.colon)
			continue
		case !inString && c == ',':
			b.WriteString(l.comma)
			continue
		}
		b.WriteByte(raw[i])
	}
	return b.String()
}

// add is the edit that puts a member behind the last one of an object.
func (l layout) add(object *document.Node, member string) edit {
	if n := len(object.Items); n > 0 {
		before := "," + l.newline + l.indent
		if !l.spread {
			before = l.comma
		}
		return edit{span: text.At(lastEnd(object)), text: before + member}
	}
	inside := text.Span{Start: object.Value.Start + 1, End: object.Value.End - 1}
	if !l.spread {
		return edit{span: inside, text: member}
	}
	return edit{span: inside, text: l.newline + l.indent + member + l.newline + l.outer}
}

// lastEnd is the end of an object's last member.
func lastEnd(object *document.Node) int {
	end := 0
	for _, item := range object.Items {
		end = max(end, item.Value.End)
	}
	return end
}
