package rules

import (
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// moveTrailing moves the text after a metadata block above it, and above the
// block's heading or line of dashes. Text with an open fence or comment stays:
// it could swallow the block, or the block could be an example in it.
func (t *docCheck) moveTrailing(Report) ([]Replacement, Values) {
	body := t.doc.Body
	if body == nil || body.Trailing.Len() == 0 || body.Framed.Len() == 0 {
		return nil, nil
	}
	lines := text.Span{Start: t.source.LineSpan(t.source.Pos(body.Trailing.Start).Line).Start, End: body.Trailing.End}
	moved := t.source.Slice(lines)
	above := t.source.Slice(text.Span{Start: body.Span.Start, End: body.Framed.Start})
	if !document.SelfContained(moved) || !document.SelfContained(above) {
		return nil, nil
	}
	end := t.lineEnd(body.Framed.End)
	moved += end + end
	if !t.blankAbove(body.Framed.Start) {
		moved = end + moved
	}
	return []Replacement{
		{text.At(body.Framed.Start), moved},
		{text.Span{Start: body.Framed.End, End: lines.End}, ""},
	}, nil
}

// lineEnd returns the line ending at an offset.
func (t *docCheck) lineEnd(offset int) string {
	rest := t.source.Bytes()[t.source.LineSpan(t.source.Pos(offset).Line).End:]
	if strings.HasPrefix(string(rest[:min(len(rest), 2)]), "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// blankAbove reports whether the line that begins at an offset is the first or
// follows an empty one.
func (t *docCheck) blankAbove(start int) bool {
	line := t.source.Pos(start).Line
	return line == 1 || strings.TrimSpace(t.source.Line(line-1)) == ""
}
