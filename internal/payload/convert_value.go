package payload

import (
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

// withArticle is a kind of value in a sentence.
func withArticle(kind document.Kind) string {
	if kind == document.Object {
		return "an object"
	}
	return "a " + kind.String()
}

// markdown is a value as Markdown: a scalar as it is, anything else as a list.
// The parser bounds how deep values nest.
func markdown(n *document.Node) string {
	if text, ok := scalar(n); ok {
		return text
	}
	return listed(n)
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
	text, ok := scalar(n)
	switch {
	case ok:
		return bullet(n.Name, text)
	case n.Kind == document.Null || len(n.Items) == 0:
		return bullet(n.Name, map[document.Kind]string{document.Null: "null", document.List: "[]", document.Object: "{}"}[n.Kind])
	case n.Kind == document.Object && flat(n):
		return bullet(n.Name, inOneLine(n))
	}
	return bullet(n.Name, "\n"+listed(n))
}

// flat reports whether an object holds scalars alone.
func flat(n *document.Node) bool {
	return !slices.ContainsFunc(n.Items, func(field *document.Node) bool {
		_, ok := scalar(field)
		return !ok
	})
}

// inOneLine is a flat object as "type: a; description: b".
func inOneLine(n *document.Node) string {
	fields := make([]string, len(n.Items))
	for i, field := range n.Items {
		text, _ := scalar(field)
		fields[i] = field.Name + ": " + strings.TrimSpace(text)
	}
	return strings.Join(fields, "; ")
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
