package checks

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type cutOffParams struct {
	// Open are words that no text ends with.
	Open []string `json:"open"`
}

// cutOff reports a Markdown file that ends in the middle of something. Only one whose last line has
// no line end can have been cut there, and many that have none are whole: something has to be open
// at the end. A text that ends in a word may be whole, with or without a full stop.
func cutOff(p *cutOffParams, pass *rules.Pass) {
	raw := pass.Doc.Source.Bytes()
	if pass.Doc.Body == nil || len(raw) == 0 || bytes.HasSuffix(raw, []byte("\n")) {
		return
	}
	lines := strings.Split(string(raw), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	_, _, _, isFence := text.Fence([]byte(last))
	variant := ""
	switch {
	case isFence: // a fence in a fence may close more than it opens
		return
	case hasOpenFence(lines):
		variant = "fence"
	case notProse.MatchString(last):
		return
	case strings.HasPrefix(last, "|"):
		if isWholeRow(lines, last) {
			return
		}
		variant = "row"
	default:
		end := lastText(pass.Doc.Leaves(), len(raw))
		switch {
		case end == nil:
			return
		case hasOpenSpan(end.Text):
			variant = "span"
		case !p.goesOn(end.Text):
			return
		}
	}
	pass.Report(rules.Report{At: text.Span{Start: len(raw) - len(last), End: len(raw)}, Variant: variant})
}

// hasOpenFence reports whether the last line is in a code fence. An indented one may be of an item
// of a list, which closes it.
func hasOpenFence(lines []string) bool {
	open, length := byte(0), 0
	for _, line := range lines {
		char, n, info, ok := text.Fence([]byte(line))
		switch {
		case !ok:
		case open == 0 && line[0] == char:
			open, length = char, n
		case char == open && n >= length && len(bytes.TrimSpace(info)) == 0:
			open = 0
		}
	}
	return open != 0
}

// isWholeRow reports whether the last row of a table ends as the one above it does.
func isWholeRow(lines []string, last string) bool {
	if len(lines) < 2 {
		return true
	}
	above := strings.TrimSpace(lines[len(lines)-2])
	isRow := strings.HasPrefix(above, "|") && strings.HasSuffix(above, "|")
	return !isRow || strings.HasSuffix(last, "|")
}

// notProse matches a line whose end says nothing: a heading, a quotation, HTML, the definition of a
// link, a rule, or none.
var notProse = regexp.MustCompile(`^(?:[#>]|</?\w|\[[^\]]*\]:|[-*_ ]*$)`)

var (
	// openLink matches a link whose address is not closed.
	openLink = regexp.MustCompile(`\]\([^()\s]*$`)
	codeSpan = regexp.MustCompile("`[^`]*`")
	// closedCode matches code that may hold a backtick, and a backtick that is none of code.
	closedCode = regexp.MustCompile("``.*?``|\\\\`")
)

// hasOpenSpan reports whether code, bold text or a link of a text is open at its end.
func hasOpenSpan(s string) bool {
	s = closedCode.ReplaceAllString(s, "")
	if strings.Count(s, "`")%2 == 1 {
		return true
	}
	prose := codeSpan.ReplaceAllString(s, "")
	isBold := !strings.Contains(prose, "***") && !strings.Contains(prose, "_**") && strings.Count(prose, "**")%2 == 1
	return isBold || openLink.MatchString(prose)
}

// lastText returns the paragraph or item with which a file of some bytes ends, nil if it ends with
// something else.
func lastText(leaves []document.Leaf, size int) *document.Leaf {
	if len(leaves) == 0 {
		return nil
	}
	end := &leaves[len(leaves)-1]
	if end.Span.End != size || end.Label || end.Kind == document.HeadingText {
		return nil
	}
	return end
}

// openBracket matches a bracket that is not closed. In "the range (0, 1]" it is, and in ":(" it is
// none.
var openBracket = regexp.MustCompile(`(?:^|\s)\([^)\]]*$|（[^）]*$`)

// goesOn reports whether more has to follow a text: a bracket is open, or it ends in a comma or in
// a word that nothing ends with.
func (p *cutOffParams) goesOn(s string) bool {
	prose := codeSpan.ReplaceAllString(s, "#")
	words := strings.Fields(prose)
	if len(words) < 3 {
		return false
	}
	last := words[len(words)-1]
	return openBracket.MatchString(prose) || strings.HasSuffix(last, ",") || slices.Contains(p.Open, last)
}
