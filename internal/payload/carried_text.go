package payload

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// sections returns the pieces of a report's body, word for word and in order: cut at the
// headings of level 1 and 2, its end markers left out. A heading in a list does not
// begin a line, and belongs to what the list belongs to.
func sections(doc *document.Document) (pieces []string) {
	start := doc.Body.Span.Start
	cut := func(end int) {
		pieces = append(pieces, without(doc.Source, text.Span{Start: start, End: end}, doc.Body.EndMarkers))
	}
	for _, h := range doc.Body.Headings {
		at := h.Span.Start
		if h.Level <= 2 && (at == doc.Source.Start() || doc.Source.Bytes()[at-1] == '\n') {
			cut(at)
			start = at
		}
	}
	cut(doc.Body.Span.End)
	return pieces
}

// without returns the text of a span without some spans in it, which are in order; an empty
// line is between what is left.
func without(src *text.Source, span text.Span, out []text.Span) string {
	var texts []string
	at := span.Start
	for _, gap := range append(slices.Clone(out), text.At(span.End)) {
		if gap.Start < at || gap.End > span.End {
			continue
		}
		piece := blankLine.ReplaceAllString(src.Slice(text.Span{Start: at, End: gap.Start}), "")
		piece = strings.TrimRight(strings.TrimLeft(piece, "\r\n"), " \t\r\n")
		if piece != "" {
			texts = append(texts, piece)
		}
		at = gap.End
	}
	return strings.Join(texts, "\n\n")
}

// blankLine is the white space of a line that has nothing else.
var blankLine = text.MustCompile(`(?m)^[ \t]+$`)

// scalar returns a value as text: a string's, or the literal of a number or a boolean.
// Lists, objects and null are none.
func scalar(n *document.Node) (string, bool) {
	if n == nil || n.Kind == document.Null || n.Kind.IsContainer() {
		return "", false
	}
	return n.Text, true
}

// isEmpty reports whether a value says nothing: it is not there, null, blank, or
// holds nothing.
func isEmpty(n *document.Node) bool {
	return n == nil || n.Kind == document.Null || n.Blank() ||
		n.Kind.IsContainer() && len(n.Items) == 0
}

// markdown returns a value as Markdown: a list or an object as a list of lines.
func markdown(n *document.Node) string {
	if value, ok := scalar(n); ok {
		return value
	}
	return markdownList(n)
}

// markdownList returns a list or an object as a list in Markdown, what is nested deeper as
// JSON. Whatever a text in it looks like, a heading or a fence, it stays inside of its
// item.
func markdownList(n *document.Node) string {
	lines := make([]string, len(n.Items))
	for i, item := range n.Items {
		value, ok := scalar(item)
		if !ok {
			value = document.JSON(item)
		}
		if item.Name != "" {
			value = item.Name + ": " + strings.TrimSpace(value)
		}
		value = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimSpace(value))
		lines[i] = "- " + lineStart.ReplaceAllString(value, "\n  $1")
	}
	return strings.Join(lines, "\n")
}

// lineStart begins a line that is not empty.
var lineStart = text.MustCompile(`\n([^\n])`)
