package document

import (
	"bytes"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// framed is a closed block with what it is under. It is empty if text
// that is put above it could become a part of something else: of front matter,
// of a list that the block is in, of a line that dashes make a heading, or of
// the block's own introduction.
func framed(src *text.Source, b *block) text.Span {
	top, ok := topOf(src, b)
	if !ok || !b.closed || src.Pos(b.fence.span.Start).Column > 4 {
		return text.Span{}
	}
	end := src.LineSpan(src.Pos(b.end).Line).End
	return text.Span{Start: src.LineSpan(top).Start, End: end}
}

// topOf is the first line of what a block is under, and whether that is
// known: its heading with dashes above, its dashes, or its fence where nothing
// at all is above.
func topOf(src *text.Source, b *block) (int, bool) {
	switch {
	case b.frame == 0:
		return b.fence.line, lastLineAbove(src, b.fence.line) == 0
	case !b.headed:
		return b.frame, partsTexts(src, b.frame)
	}
	if higher := lastLineAbove(src, b.frame); higher > 0 && partsTexts(src, higher) {
		return higher, true
	}
	return b.frame, true
}

// partsTexts reports whether a line of dashes parts two texts: it neither makes a
// heading of the line above it nor belongs to front matter.
func partsTexts(src *text.Source, line int) bool {
	return isDashes(src, line) && !underlines(src, line) && !closesFrontMatter(src, line)
}

// lastLineAbove is the last line above one that is not blank, 0 if there is
// none.
func lastLineAbove(src *text.Source, line int) int {
	for line--; line >= 1; line-- {
		if strings.TrimSpace(src.Line(line)) != "" {
			return line
		}
	}
	return 0
}

func isDashes(src *text.Source, line int) bool {
	span := src.LineSpan(line)
	return dashes.Match(src.Bytes()[span.Start:span.End])
}

// underlines reports whether a line of dashes is right under another line,
// which Markdown takes for a heading.
func underlines(src *text.Source, line int) bool {
	return line > 1 && strings.TrimSpace(src.Line(line-1)) != ""
}

// closesFrontMatter reports whether a line of dashes is the end of front matter,
// or its start.
func closesFrontMatter(src *text.Source, line int) bool {
	first := src.Pos(firstLine(src).Start).Line
	if !isDelimiter([]byte(src.Line(first))) {
		return false
	}
	for between := first + 1; between < line; between++ {
		if isDelimiter([]byte(src.Line(between))) {
			return false
		}
	}
	return true
}

// SelfContained reports whether a piece of Markdown can stand anywhere: each code
// fence in it is closed, and so is each comment.
func SelfContained(markdown string) bool {
	markup := []byte(markdown)
	return openFence(markdown) < 0 && bytes.Count(markup, []byte("<!--")) == bytes.Count(markup, []byte("-->"))
}

// SelfContainedStart is the part of a text that was cut off that ends before what
// the cut has left open, a code fence or a comment; all of it if nothing is.
func SelfContainedStart(markdown string) string {
	if at := openFence(markdown); at >= 0 {
		markdown = markdown[:at]
	}
	if at := strings.LastIndex(markdown, "<!--"); at > strings.LastIndex(markdown, "-->") {
		markdown = markdown[:at]
	}
	return markdown
}

// openFence is where a code fence opens that nothing closes, -1 if there is
// none.
func openFence(markdown string) int {
	var open *fence
	for _, f := range findFences(text.NewSource([]byte(markdown))) {
		switch {
		case open == nil:
			open = &f
		case f.closes(*open):
			open = nil
		}
	}
	if open == nil {
		return -1
	}
	return open.span.Start
}
