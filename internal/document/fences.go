package document

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// fence is a line that opens or closes a code block: three or more backticks or tildes at any indentation,
// since agents indent carelessly.
type fence struct {
	// line counts from 1; span is the line without its indentation and line end.
	line   int
	span   text.Span
	char   byte
	length int
	// info is the first word after the fence, in lower case, or "".
	info string
	// quoted is set for a fence that is shown as code; see markQuoted.
	quoted bool
}

// opensJSON reports whether a JSON object may follow the fence.
func (f fence) opensJSON() bool {
	return f.info == "" || f.info == "json" || f.info == "jsonc"
}

// closes reports whether the fence closes a block opened by another, by CommonMark's rule for a single pair.
func (f fence) closes(open fence) bool {
	return f.info == "" && f.char == open.char && f.length >= open.length
}

// findFences lists the fences of a file in order.
func findFences(src *text.Source) (fences []fence) {
	for line := src.FirstLine(); line <= src.Lines(); line++ {
		if f, ok := parseFence(lineOf(src, line)); ok {
			f.line = line
			f.span = strip(src, src.LineSpan(line))
			fences = append(fences, f)
		}
	}
	return fences
}

// lineOf returns a line without its line end.
func lineOf(src *text.Source, line int) []byte {
	span := src.LineSpan(line)
	return src.Bytes()[span.Start:span.End]
}

// parseFence parses a line as a fence.
func parseFence(raw []byte) (fence, bool) {
	char, length, info, ok := text.Fence(raw)
	f := fence{char: char, length: length}
	if words := bytes.Fields(info); len(words) > 0 {
		f.info = strings.ToLower(string(words[0]))
	}
	return f, ok
}

var (
	metadataHeading = text.MustCompile(`(?im)^ {0,3}#{1,6}[ \t\x{a0}].*\bmetadata\b.*`)
	anyHeading      = text.MustCompile(`^ {0,3}#{1,6}([ \t\x{a0}]|$)`)
	dashes          = text.MustCompile(`^ {0,3}-{3,}[ \t]*$`)
	detailsTag      = text.MustCompile(`(?i)^[ \t]*<details\b[^>]*>[ \t]*$`)
	detailsEnd      = text.MustCompile(`(?i)^\s*</details>`)
)

// mostIntroduction is the maximum number of characters between a heading and the fence below it.
const mostIntroduction = 300

// frameOf returns the line of a fence's frame, or 0: a heading with the word "metadata", or a line of dashes
// right above. Agents put the block that ends their output into this frame; documentation that shows example
// blocks uses other words. headed reports whether the frame is a heading.
func frameOf(src *text.Source, fence fence, above int) (frame int, headed bool) {
	introduction := 0
	for line := fence.line - 1; line >= above; line-- {
		before := lineOf(src, line)
		if directiveLine.Match(before) || detailsTag.Match(before) {
			continue
		}
		if metadataHeading.Match(before) {
			return line, true
		}
		if anyHeading.Match(before) {
			return 0, false
		}
		if introduction == 0 && dashes.Match(before) {
			return line, false
		}
		introduction += utf8.RuneCount(bytes.TrimSpace(before))
		if introduction > mostIntroduction {
			return 0, false
		}
	}
	return 0, false
}
