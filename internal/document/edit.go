package document

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// JSONText is a JSON text with its tree, to be edited in place: bytes outside of an edit do not change. An
// edit returns the new text, which needs a new tree.
type JSONText struct {
	Data []byte
	Root *Node
}

// Replace replaces a span.
func (t JSONText) Replace(span text.Span, by string) []byte {
	return bytes.Join([][]byte{t.Data[:span.Start], t.Data[span.End:]}, []byte(by))
}

// Set sets a member of an object to a value, JSON on one line, and adds the member if it is missing.
func (t JSONText) Set(object *Node, name, value string) []byte {
	if old := object.Field(name); old != nil {
		return t.Replace(old.Value, t.indented(value, object, t.indentAt(old.Key.Start)))
	}
	return t.Add(object, name, value)
}

// Add appends an item to a list, or a member with a name to an object. It uses the text's line ends and
// indentation. value is JSON on one line.
func (t JSONText) Add(to *Node, name, value string) []byte {
	outer := t.indentAt(to.Value.Start)
	inside := text.Span{Start: to.Value.Start + 1, End: to.Value.End - 1}
	indent := outer + t.unit()
	before := text.Newline(t.Data) + indent
	after := text.Newline(t.Data) + outer
	if n := len(to.Items); n > 0 {
		indent = t.indentAt(start(to.Items[n-1]))
		inside = text.At(to.Items[n-1].Value.End)
		before = "," + text.Newline(t.Data) + indent
		after = ""
		if t.sharesLine(to) {
			before = ", "
		}
	}
	if name != "" {
		before += text.JSONQuote(name) + ": "
	}
	return t.Replace(inside, before+t.indented(value, to, indent)+after)
}

// Remove removes an item of an object or list, and its comma. It undoes Add.
func (t JSONText) Remove(container, item *Node) []byte {
	items := container.Items
	if i := slices.Index(items, item); i > 0 {
		return t.Replace(text.Span{Start: items[i-1].Value.End, End: item.Value.End}, "")
	}
	if len(items) > 1 {
		return t.Replace(text.Span{Start: start(item), End: start(items[1])}, "")
	}
	return t.Replace(text.Span{Start: container.Value.Start + 1, End: container.Value.End - 1}, "")
}

// unit returns the indentation of one level.
func (t JSONText) unit() string {
	if len(t.Root.Items) == 0 {
		return "  "
	}
	return cmp.Or(t.indentAt(start(t.Root.Items[0])), "  ")
}

// sharesLine reports whether the first item of an object or list is on the line of its opening bracket.
func (t JSONText) sharesLine(n *Node) bool {
	return len(n.Items) > 0 && bytes.IndexByte(t.Data[n.Value.Start:start(n.Items[0])], '\n') < 0
}

// indented returns a value spread over lines if its siblings are.
func (t JSONText) indented(value string, in *Node, indent string) string {
	if t.sharesLine(in) {
		return value
	}
	var b bytes.Buffer
	_ = json.Indent(&b, []byte(value), indent, t.unit()) // it is ours, and valid
	return strings.ReplaceAll(b.String(), "\n", text.Newline(t.Data))
}

// start returns the offset of an item, including its key.
func start(item *Node) int {
	if item.Key.Len() > 0 {
		return item.Key.Start
	}
	return item.Value.Start
}

// indentAt returns the leading white space of the line at an offset.
func (t JSONText) indentAt(offset int) string {
	line := bytes.TrimPrefix(t.Data[bytes.LastIndexByte(t.Data[:offset], '\n')+1:offset], []byte(text.BOM))
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}
