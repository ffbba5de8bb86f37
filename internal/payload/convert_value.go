package payload

import (
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// scalar is a value as text: a string's, or the literal of a number or a
// boolean. Lists, objects and null are none.
func scalar(n *document.Node) (string, bool) {
	if n == nil {
		return "", false
	}
	switch n.Kind {
	case document.String, document.Int, document.Float, document.Bool:
		return n.Text, true
	}
	return "", false
}

// silent reports whether a value says nothing: it is not there, null, blank, or
// holds nothing.
func silent(n *document.Node) bool {
	switch {
	case n == nil || n.Kind == document.Null || n.Blank():
		return true
	case n.Kind == document.List || n.Kind == document.Object:
		return len(n.Items) == 0
	}
	return false
}

// listed is a value as a list, a scalar too. Whatever a text in it looks like,
// a heading or a fence, it stays inside of its item.
func listed(n *document.Node) string {
	if text, ok := scalar(n); ok {
		return bullet("", text)
	}
	lines := make([]string, 0, len(n.Items))
	for _, item := range n.Items {
		lines = append(lines, listItem(item))
	}
	return strings.Join(lines, "\n")
}

// listItem is a field or an element as one item of a list.
func listItem(n *document.Node) string {
	if text, ok := scalar(n); ok {
		return bullet(n.Name, text)
	}
	if n.Kind == document.Null || len(n.Items) == 0 {
		return bullet(n.Name, map[document.Kind]string{document.Null: "null", document.List: "[]", document.Object: "{}"}[n.Kind])
	}
	if n.Kind == document.Object {
		if line, ok := inOneLine(n); ok {
			return bullet(n.Name, line)
		}
	}
	return bullet(n.Name, "\n"+listed(n))
}

// inOneLine is an object of scalars as "type: a; description: b"; ok is false for
// another object.
func inOneLine(n *document.Node) (line string, ok bool) {
	fields := make([]string, len(n.Items))
	for i, field := range n.Items {
		text, ok := scalar(field)
		if !ok {
			return "", false
		}
		fields[i] = field.Name + ": " + strings.TrimSpace(text)
	}
	return strings.Join(fields, "; "), true
}

// bullet is an item of a list, under a name if it has one.
func bullet(name, text string) string {
	switch {
	case name != "" && strings.HasPrefix(text, "\n"):
		return "- " + strings.TrimPrefix(indent(name+":"+text), "  ")
	case name != "":
		text = name + ": " + strings.TrimSpace(text)
	}
	return "- " + strings.TrimPrefix(indent(text), "  ")
}

// indent makes every line of a text the continuation of a list's item.
func indent(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimSpace(text))
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "  " + line
		}
	}
	return strings.Join(lines, "\n")
}
