package hookconfig

import (
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/jsontext"
)

// layout is how a file is written, so that what is added to it looks like the
// rest.
type layout struct {
	newline string
	unit    string // one level of indentation
	colon   string // what stands between a key and its value on one line
	comma   string // what stands between two items on one line
}

// plainLayout is the layout of files that show none of their own.
var plainLayout = layout{newline: "\n", unit: "  ", colon: ": ", comma: ", "}

// block renders a value over several lines, its first line without
// indentation, for it follows a key or stands behind the indentation already.
// Lists of plain values, and what is empty, stay on one line.
func (l layout) block(n *document.Node, indent string) string {
	if len(n.Items) == 0 || n.Kind == document.List && !nests(n) {
		return l.line(n)
	}
	var b strings.Builder
	open, closer := brackets(n.Kind)
	b.WriteString(open)
	inner := indent + l.unit
	for i, item := range n.Items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(l.newline + inner + l.key(item, l.colon) + l.block(item, inner))
	}
	b.WriteString(l.newline + indent + closer)
	return b.String()
}

// line renders a value on one line.
func (l layout) line(n *document.Node) string {
	switch n.Kind {
	case document.String:
		return jsontext.Quote(n.Text)
	case document.List, document.Object:
	case document.Null:
		return "null"
	default:
		return n.Text
	}
	parts := make([]string, len(n.Items))
	for i, item := range n.Items {
		parts[i] = l.key(item, l.colon) + l.line(item)
	}
	open, closer := brackets(n.Kind)
	return open + strings.Join(parts, l.comma) + closer
}

// key is an item's key with its colon, "" for an item of a list.
func (l layout) key(n *document.Node, colon string) string {
	if n.Name == "" {
		return ""
	}
	return jsontext.Quote(n.Name) + colon
}

func brackets(k document.Kind) (open, closer string) {
	if k == document.List {
		return "[", "]"
	}
	return "{", "}"
}

func nests(list *document.Node) bool {
	for _, item := range list.Items {
		if item.Kind == document.List || item.Kind == document.Object {
			return true
		}
	}
	return false
}

// layoutOf reads the layout of a parsed file.
func layoutOf(src string, root *document.Node) layout {
	l := plainLayout
	if i := strings.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		l.newline = "\r\n"
	}
	if len(root.Items) == 0 {
		return l
	}
	first := root.Items[0]
	if spreads(src, root) {
		if indent := indentAt(src, first.Key.Start); indent != "" {
			l.unit = indent
		}
		return l
	}
	if src[first.Value.Start-1] == ':' {
		l.colon, l.comma = ":", ","
	}
	return l
}

// spreads says whether what a container holds begins on a line of its own.
func spreads(src string, n *document.Node) bool {
	return len(n.Items) > 0 && strings.Contains(src[n.Value.Start:spanOf(n.Items[0]).Start], "\n")
}

// indentAt is the white space that the line of an offset begins with.
func indentAt(src string, offset int) string {
	start := strings.LastIndexByte(src[:offset], '\n') + 1
	line := src[start:offset]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
