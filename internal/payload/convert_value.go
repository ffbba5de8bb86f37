package payload

import (
	"regexp"
	"slices"
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
		return "- " + continued(text)
	}
	lines := make([]string, len(n.Items))
	for i, item := range n.Items {
		lines[i] = listItem(item)
	}
	return strings.Join(lines, "\n")
}

// listItem is a field or an element as one item of a list, an object of scalars as
// "type: a; description: b".
func listItem(n *document.Node) string {
	value, ok := scalar(n)
	switch {
	case ok:
	case silent(n):
		value = map[document.Kind]string{document.Null: "null", document.List: "[]", document.Object: "{}"}[n.Kind]
	case n.Kind == document.Object && !slices.ContainsFunc(n.Items, func(f *document.Node) bool { _, ok := scalar(f); return !ok }):
		fields := make([]string, len(n.Items))
		for i, field := range n.Items {
			fields[i] = field.Name + ": " + strings.TrimSpace(field.Text)
		}
		value = strings.Join(fields, "; ")
	case n.Name != "":
		return "- " + continued(n.Name+":\n"+listed(n))
	default:
		value = listed(n)
	}
	if n.Name != "" {
		value = n.Name + ": " + strings.TrimSpace(value)
	}
	return "- " + continued(value)
}

// continued is a text whose lines after the first continue the item of a list.
func continued(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimSpace(text))
	return lineStart.ReplaceAllString(text, "\n  $1")
}

// lineStart begins a line that is not empty.
var lineStart = regexp.MustCompile(`\n([^\n])`)
