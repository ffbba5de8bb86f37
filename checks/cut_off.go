package checks

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type cutOffParams struct {
	// Peers is how many other texts of its kind a file has at least whose ends say how its texts end.
	Peers int `json:"peers"`
	// Words is how many words a text, or its last sentence, has at least that is taken for cut off.
	Words int `json:"words"`
}

// cutOff reports a Markdown file that ends in the middle of something. Only one whose last line has
// no line end can have been cut there, and many that have none are whole: a fence, a row or a span
// has to be open, or the last text has to end as none of its kind does in the file.
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
	case hasOpenFence(lines):
		variant = "fence"
	case isFence || notProse.MatchString(last):
		return
	case strings.HasPrefix(last, "|"):
		if isWholeRow(lines, last) {
			return
		}
		variant = "row"
	default:
		end, others := lastText(pass.Doc.Leaves(), len(raw))
		switch {
		case end == nil:
			return
		case hasOpenSpan(end.Text):
			variant = "span"
		case !p.breaksOff(end, others):
			return
		}
	}
	pass.Report(rules.Report{At: text.Span{Start: len(raw) - len(last), End: len(raw)}, Variant: variant})
}

// hasOpenFence reports whether the last line is in a code fence.
func hasOpenFence(lines []string) bool {
	open, length := byte(0), 0
	for _, line := range lines {
		char, n, info, ok := text.Fence([]byte(line))
		switch {
		case !ok:
		case open == 0:
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
)

// hasOpenSpan reports whether code, bold text or a link of a text is open at its end.
func hasOpenSpan(s string) bool {
	if strings.Count(s, "`")%2 == 1 {
		return true
	}
	prose := codeSpan.ReplaceAllString(s, "")
	isBold := !strings.Contains(prose, "***") && !strings.Contains(prose, "_**") && strings.Count(prose, "**")%2 == 1
	return isBold || openLink.MatchString(prose)
}

// lastText returns the paragraph or item with which a file of some bytes ends, nil if it ends with
// something else, and the other paragraphs if it is one that is not alone under its heading.
func lastText(leaves []document.Leaf, size int) (end *document.Leaf, others []document.Leaf) {
	if len(leaves) == 0 {
		return nil, nil
	}
	end = &leaves[len(leaves)-1]
	if end.Span.End != size || end.Label || end.Kind == document.HeadingText {
		return nil, nil
	}
	isAlone := true
	for _, leaf := range leaves[:len(leaves)-1] {
		if leaf.Kind == document.Paragraph && end.Kind == document.Paragraph && !leaf.Label {
			others = append(others, leaf)
			isAlone = isAlone && leaf.Under != end.Under
		}
	}
	if isAlone {
		return end, nil
	}
	return end, others
}

// sentenceEnd matches the end of a sentence with the beginning of the next one.
var sentenceEnd = regexp.MustCompile(`\pL{2}[)"'”]?[.!?] +\p{Lu}`)

// breaksOff reports whether a text ends in a word, after a whole sentence, or though all others end
// as sentences do.
func (p *cutOffParams) breaksOff(end *document.Leaf, others []document.Leaf) bool {
	words := strings.Fields(end.Text)
	if !endsInWord(end.Text) || len(words) < p.Words || strings.Contains(words[len(words)-1], "/") {
		return false
	}
	if m := sentenceEnd.FindAllStringIndex(end.Text, -1); m != nil {
		return len(strings.Fields(end.Text[m[len(m)-1][1]:])) >= p.Words
	}
	isOpen := func(leaf document.Leaf) bool { return endsInWord(leaf.Text) }
	return len(others) >= p.Peers && !slices.ContainsFunc(others, isOpen)
}

// endsInWord reports whether the last character of a text is one of a word of a language that ends
// sentences with a sign.
func endsInWord(s string) bool {
	end, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(s))
	return unicode.In(end, unicode.Latin, unicode.Cyrillic, unicode.Greek) || strings.ContainsRune(",([–—-", end)
}
