package payload

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// sections returns the pieces of a report's body, verbatim and in order: split at the headings of level 1 and
// 2, without its end markers. A heading in a list does not begin a line, and belongs to the list.
func sections(doc *document.Document) (pieces []string) {
	start := doc.Body.Span.Start
	cut := func(end int) {
		pieces = append(pieces, without(doc.Source, text.Span{Start: start, End: end}, doc.Body.EndMarkers))
	}
	for _, h := range doc.Body.Headings {
		at := h.Span.Start
		if h.Level <= 2 && doc.Source.Bytes()[at-1] == '\n' { // the front matter is before it
			cut(at)
			start = at
		}
	}
	cut(doc.Body.Span.End)
	return pieces
}

// without returns the text of a span without the spans in out, which are in order; the remaining pieces are
// separated by an empty line.
func without(src *text.Source, span text.Span, out []text.Span) string {
	var texts []string
	at := span.Start
	for _, gap := range append(slices.Clone(out), text.At(span.End)) {
		if gap.Start < at || gap.End > span.End {
			continue // outside of the span
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

// blankLine matches the white space of a line without other text.
var blankLine = text.MustCompile(`(?m)^[ \t]+$`)

// isText reports whether a value is shown as its text: a string, or the literal of a number or boolean.
func isText(n *document.Node) bool { return !isEmpty(n) && !n.Kind.IsContainer() }

// isEmpty reports whether a value is missing, null, blank, or an empty list or object.
func isEmpty(n *document.Node) bool {
	return n.SaysNothing() || n.Kind.IsContainer() && len(n.Items) == 0
}

// markdown returns a value as Markdown: a list or an object as a list, with deeper values as JSON. All lines of an item
// are indented, so that a text that looks like a heading or a fence stays inside of it.
func markdown(n *document.Node) string {
	if isText(n) {
		return n.Text
	}
	lines := make([]string, len(n.Items))
	for i, item := range n.Items {
		value := item.Text
		if item.Kind == document.Null || item.Kind.IsContainer() {
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

// lineStart matches the start of a line that is not empty.
var lineStart = text.MustCompile(`\n([^\n])`)
