package payload

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// theText is what a Markdown file's text outside of its data is called.
const theText = "the text of the file"

// sections are the pieces of a report's body, word for word and in order: cut
// at the headings of level 1 and 2, its end markers left out. A heading in a list
// does not begin a line, and belongs to what the list belongs to.
func sections(doc *document.Document) []part {
	if doc.Body == nil {
		return nil
	}
	var parts []part
	name, start := "text before the first heading", doc.Body.Span.Start
	add := func(end int) {
		if text := without(doc.Source, text.Span{Start: start, End: end}, doc.Body.EndMarkers); text != "" {
			parts = append(parts, part{name: name, text: text})
		}
	}
	for _, h := range doc.Body.Headings {
		at := h.Span.Start
		if h.Level <= 2 && (at == doc.Source.Start() || doc.Source.Bytes()[at-1] == '\n') {
			add(at)
			name, start = "section "+h.Text, at
		}
	}
	add(doc.Body.Span.End)
	return parts
}

// textOutside is what a Markdown file says outside of its metadata blocks, ""
// where it says nothing or is not Markdown.
func textOutside(doc *document.Document) string {
	if doc.Body == nil || doc.Format != document.Metadata {
		return ""
	}
	fenced := make([]text.Span, len(doc.Body.Blocks))
	for i, block := range doc.Body.Blocks {
		fenced[i] = withFence(doc.Source, block)
	}
	return blankLine.ReplaceAllString(without(doc.Source, doc.Body.Span, fenced), "")
}

// blankLine is the white space of a line that has nothing else.
var blankLine = regexp.MustCompile(`(?m)^[ \t]+$`)

// framing is a line that says nothing but that a metadata block follows.
var framing = regexp.MustCompile(`(?i)^(---+|#{1,6}[ \t].*metadata.*)$`)

// withFence is a block with the lines of its fences, and the line above them
// where that frames it.
func withFence(src *text.Source, block text.Span) text.Span {
	data := src.Bytes()
	start := lineBefore(data, block.Start)
	if above := lineBefore(data, start); framing.Match(bytes.TrimSpace(data[above:start])) {
		start = above
	}
	end := len(data) - len(bytes.TrimLeft(data[block.End:], " \t\r\n"))
	if n := bytes.IndexByte(data[end:], '\n'); n >= 0 {
		return text.Span{Start: max(start, src.Start()), End: end + n}
	}
	return text.Span{Start: max(start, src.Start()), End: len(data)}
}

// lineBefore is where the last line before an offset begins that is not blank.
func lineBefore(data []byte, offset int) int {
	return bytes.LastIndexByte(bytes.TrimRight(data[:offset], " \t\r\n"), '\n') + 1
}

// without is the text of a span with some spans in it left out. What is
// before one and after it are apart by an empty line.
func without(src *text.Source, span text.Span, out []text.Span) string {
	var texts []string
	at := span.Start
	keep := func(end int) {
		piece := strings.TrimRight(strings.TrimLeft(src.Slice(text.Span{Start: at, End: end}), "\r\n"), " \t\r\n")
		if strings.TrimSpace(piece) != "" {
			texts = append(texts, piece)
		}
	}
	sorted := slices.SortedFunc(slices.Values(out), func(a, b text.Span) int { return a.Start - b.Start })
	for _, o := range sorted {
		if o.Start >= at && o.End <= span.End {
			keep(o.Start)
			at = o.End
		}
	}
	keep(span.End)
	return strings.Join(texts, "\n\n")
}
