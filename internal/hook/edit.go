package hook

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// replaced returns the file's text with another text in place of a span.
func (s *settings) replaced(span text.Span, by string) []byte {
	return bytes.Join([][]byte{s.data[:span.Start], s.data[span.End:]}, []byte(by))
}

// added returns the file's text with an item after the last one of a list, or a
// member if it has a name after the last one of an object. It gets the line end and
// the indentation of the file. value is JSON on one line.
func (s *settings) added(to *document.Node, name, value string) []byte {
	newline, outer, inside := "\n", s.indentAt(to.Value.Start), text.Span{Start: to.Value.Start + 1, End: to.Value.End - 1}
	if i := bytes.IndexByte(s.data, '\n'); i > 0 && s.data[i-1] == '\r' {
		newline = "\r\n"
	}
	unit := "  "
	if len(s.root.Items) > 0 && s.indentAt(start(s.root.Items[0])) != "" {
		unit = s.indentAt(start(s.root.Items[0]))
	}
	indent, before, after := outer+unit, newline+outer+unit, newline+outer
	if n := len(to.Items); n > 0 {
		indent = s.indentAt(start(to.Items[n-1]))
		inside, before, after = text.At(to.Items[n-1].Value.End), ","+newline+indent, ""
		if !bytes.ContainsRune(s.data[to.Value.Start:start(to.Items[0])], '\n') {
			before = ", " // they share a line
		}
	}
	var b bytes.Buffer
	_ = json.Indent(&b, []byte(value), indent, unit) // it is ours, and valid
	if name != "" {
		before += text.JSONQuote(name) + ": "
	}
	return s.replaced(inside, before+strings.ReplaceAll(b.String(), "\n", newline)+after)
}

// without returns the file's text without an item of an object or a list, and
// without its comma. It undoes added.
func (s *settings) without(container, item *document.Node) []byte {
	var previous *document.Node
	for i, other := range container.Items {
		switch {
		case other != item:
			previous = other
			continue
		case previous != nil:
			return s.replaced(text.Span{Start: previous.Value.End, End: item.Value.End}, "")
		case len(container.Items) > 1:
			return s.replaced(text.Span{Start: start(item), End: start(container.Items[i+1])}, "")
		}
	}
	return s.replaced(text.Span{Start: container.Value.Start + 1, End: container.Value.End - 1}, "")
}

// start is where an item begins, with its key if it has one.
func start(item *document.Node) int {
	if item.Key.Len() > 0 {
		return item.Key.Start
	}
	return item.Value.Start
}

// indentAt is the white space that the line of an offset begins with.
func (s *settings) indentAt(offset int) string {
	line := bytes.TrimPrefix(s.data[bytes.LastIndexByte(s.data[:offset], '\n')+1:offset], []byte(text.BOM))
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}
