package document

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// fence is a line that opens or closes a code block: three or more backticks
// or tildes, with whatever indentation, since agents indent without care.
type fence struct {
	// line counts from 1; span is the line without its indentation and line
	// end.
	line   int
	span   text.Span
	char   byte
	length int
	// info is the first word after the fence, in lower case, "" if there
	// is none.
	info string
}

// opensJSON reports whether a JSON object may be under the fence.
func (f fence) opensJSON() bool {
	return f.info == "" || f.info == "json" || f.info == "jsonc"
}

// closes reports whether the fence closes a block that was opened by another, by
// CommonMark's rule for a single pair.
func (f fence) closes(open fence) bool {
	return f.info == "" && f.char == open.char && f.length >= open.length
}

// findFences lists the fences of a file, from the top down.
func findFences(src *text.Source) []fence {
	var fences []fence
	for line := src.FirstLine(); line <= src.Lines(); line++ {
		if f, ok := parseFence(lineOf(src, line)); ok {
			f.line, f.span = line, strip(src, src.LineSpan(line))
			fences = append(fences, f)
		}
	}
	return fences
}

// lineOf is a line without its line end.
func lineOf(src *text.Source, line int) []byte {
	span := src.LineSpan(line)
	return src.Bytes()[span.Start:span.End]
}

// parseFence reads a line as a fence, wherever it is.
func parseFence(raw []byte) (fence, bool) {
	char, length, info, ok := text.Fence(raw)
	f := fence{char: char, length: length}
	if words := bytes.Fields(info); len(words) > 0 {
		f.info = strings.ToLower(string(words[0]))
	}
	return f, ok
}

var (
	metadataHeading = regexp.MustCompile(`(?i)^ {0,3}#{1,6}[ \t\x{a0}].*\bmetadata\b`)
	anyHeading      = regexp.MustCompile(`^ {0,3}#{1,6}([ \t\x{a0}]|$)`)
	dashes          = regexp.MustCompile(`^ {0,3}-{3,}[ \t]*$`)
	detailsTag      = regexp.MustCompile(`(?i)^[ \t]*<details\b[^>]*>[ \t]*$`)
	detailsEnd      = regexp.MustCompile(`(?i)^\s*</details>`)
)

const (
	// mostIntroduction is how many characters of text may be between a
	// heading and the fence under it.
	mostIntroduction = 300
	// frameReach is how many bytes are looked at for a frame, blank lines
	// included.
	frameReach = 4 << 10
)

// frameOf is the line of what a fence is under, 0 if there is none: a
// heading with the word "metadata", or a line of dashes right above. Agents put
// the block that ends their output into this frame; documentation that shows
// blocks as examples has other words there. headed reports whether it is a
// heading.
func frameOf(src *text.Source, fence fence, above int) (frame int, headed bool) {
	introduction := 0
	for line := fence.line - 1; line >= above; line-- {
		before := lineOf(src, line)
		switch {
		case fence.span.Start-src.LineSpan(line).Start > frameReach:
			return 0, false
		case len(bytes.TrimSpace(before)) == 0, directiveLine.Match(before), detailsTag.Match(before):
			continue
		case metadataHeading.Match(before):
			return line, true
		case anyHeading.Match(before):
			return 0, false
		case introduction == 0 && dashes.Match(before):
			return line, false
		}
		if introduction += utf8.RuneCount(bytes.TrimSpace(before)); introduction > mostIntroduction {
			return 0, false
		}
	}
	return 0, false
}

// framed is a closed block with what it is under: its heading with dashes above,
// its dashes, or nothing if nothing at all is above. It is empty if text
// that is put above it could become a part of something else: of front matter,
// of a list that the block is in, of a line that dashes make a heading, or of
// the block's own introduction.
func framed(src *text.Source, b *block) text.Span {
	top := cmp.Or(b.frame, b.fence.line)
	above := top - 1 // the last line above that is not blank
	for above >= src.FirstLine() && len(bytes.TrimSpace(lineOf(src, above))) == 0 {
		above--
	}
	switch {
	case !b.closed || src.Pos(b.fence.span.Start).Column > 4,
		b.frame == 0 && above >= src.FirstLine(),
		b.frame > 0 && !b.headed && !separates(src, b.frame):
		return text.Span{}
	case b.headed && above >= src.FirstLine() && separates(src, above):
		top = above
	}
	return text.Span{Start: src.LineSpan(top).Start, End: src.LineSpan(src.Pos(b.end).Line).End}
}

// separates reports whether a line is dashes between two texts: it neither makes a
// heading of the line above it nor belongs to front matter.
func separates(src *text.Source, line int) bool {
	if !dashes.Match(lineOf(src, line)) || line > src.FirstLine() && len(bytes.TrimSpace(lineOf(src, line-1))) > 0 {
		return false
	}
	_, body, found := splitFrontMatter(src)
	return !isDelimiter(src.Slice(firstLine(src))) || found && src.LineSpan(line).Start >= body.Start
}

// SelfContained reports whether a piece of Markdown can be put anywhere: each code
// fence in it is closed, and so is each comment.
func SelfContained(markdown string) bool {
	return openFence(markdown) < 0 && strings.Count(markdown, commentOpen) == strings.Count(markdown, commentClose)
}

// SelfContainedStart is the part of a text that was cut off that ends before what
// the cut has left open, a code fence or a comment; all of it if nothing is.
func SelfContainedStart(markdown string) string {
	if at := openFence(markdown); at >= 0 {
		markdown = markdown[:at]
	}
	if at := strings.LastIndex(markdown, commentOpen); at > strings.LastIndex(markdown, commentClose) {
		markdown = markdown[:at]
	}
	return markdown
}

// openFence is the offset of a code fence that nothing closes, -1 if there is
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
