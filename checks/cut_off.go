package checks

import (
	"bytes"
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

// cutOff reports a Markdown file that ends in the middle of something. A file that was cut off ends without a
// newline, but so do many whole files: something must also be open at the end. A text without a final full
// stop is not evidence if similar texts have none either.
func cutOff(p *cutOffParams, pass *rules.Pass) {
	raw := pass.Doc.Source.Bytes()
	if pass.Doc.Body == nil || bytes.HasSuffix(raw, []byte("\n")) {
		return
	}
	lines := strings.Split(string(raw), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	if variant, isOpen := p.openAtEnd(pass.Doc, lines, last); isOpen {
		pass.Report(rules.Report{At: text.Span{Start: len(raw) - len(last), End: len(raw)}, Variant: variant})
	}
}

// openAtEnd reports whether something is open at the end of a file, and returns the rule's variant for it: a code
// fence, a row of a table, code, bold text, a quotation or a link, or else a sentence or a tag. last is the last line,
// trimmed.
func (p *cutOffParams) openAtEnd(doc *document.Document, lines []string, last string) (variant string, isOpen bool) {
	if _, _, _, isFence := text.Fence([]byte(last)); isFence { // it closes the code; fences inside of the code mislead hasOpenFence
		return "", false
	}
	if hasOpenFence(lines) {
		return "fence", true
	}
	if notProse.MatchString(last) {
		return "", false
	}
	if strings.HasPrefix(last, "|") {
		return "row", !isWholeRow(lines, last)
	}
	leaves := doc.Leaves()
	if len(leaves) == 0 {
		return "", false
	}
	end := &leaves[len(leaves)-1]
	if end.Span.End != len(doc.Source.Bytes()) { // the file ends with something else
		return "", false
	}
	if hasOpenSpan(end.Text) {
		return "span", true
	}
	return "", p.goesOn(end.Text) || lacksStop(leaves[:len(leaves)-1], end) || hasOpenTag(lines)
}

// hasOpenFence reports whether the last line is in a code fence. An indented fence opens none: the end of its
// list item closes it.
func hasOpenFence(lines []string) bool {
	const none = 0
	open := byte(none) // the character of the open fence
	openLength := 0
	for _, line := range lines {
		char, length, info, ok := text.Fence([]byte(line))
		if !ok {
			continue
		}
		isIndented := line[0] != char
		switch open {
		case none:
			if !isIndented {
				open = char
				openLength = length
			}
		case char:
			if length >= openLength && len(bytes.TrimSpace(info)) == 0 {
				open = none
			}
		}
	}
	return open != none
}

// isWholeRow reports whether the last row of a table ends with a "|", or is in a table whose rows do not.
func isWholeRow(lines []string, last string) bool {
	if len(lines) < 2 {
		return true
	}
	above := strings.TrimSpace(lines[len(lines)-2])
	return strings.HasSuffix(last, "|") || !strings.HasSuffix(above, "|")
}

// notProse matches a line whose end proves nothing: a heading, a quotation, HTML, a link definition, a rule,
// or a blank line.
var notProse = text.MustCompile(`^(?:[#>]|</?\w|\[[^\]]*\]:|[-*_ ]*$)`)

var (
	// openSpan matches a link whose text or address is not closed, a quotation, or bold text: ** before a / is a glob.
	openSpan = text.MustCompile(`\]\([^()\s]*$|(?:^|\s)\[[^\])]*$|(?:^|[\s(=])"[^\s"][^"]*$|(?:^|\s)\*\*[^\s*/][^*]*$`)
	codeSpan = text.MustCompile("`[^`]*`")
	// closedCode matches code that may contain a backtick, and an escaped backtick.
	closedCode = text.MustCompile("``.*?``|\\\\`")
)

// hasOpenSpan reports whether code, bold text, a quotation or a link is open at the end of a text.
func hasOpenSpan(s string) bool {
	s = closedCode.ReplaceAllString(s, "")
	if strings.Count(s, "`")%2 == 1 {
		return true
	}
	return openSpan.MatchString(codeSpan.ReplaceAllString(s, "#"))
}

// openBracket matches an unclosed bracket. It excludes "the range (0, 1]" and ":(". wideBracket matches one of a
// language without spaces between words, whose texts may be one word.
var (
	openBracket = text.MustCompile(`(?:^|\s)\([^)\]]*$|（[^）]*$`)
	wideBracket = text.MustCompile(`（[^）]*$`)
)

// goesOn reports whether a text is incomplete: a bracket is open, or it ends with a comma or with a word that
// no text ends with. A text of one or two words may be a name, unless a wide bracket is open in it.
func (p *cutOffParams) goesOn(s string) bool {
	prose := codeSpan.ReplaceAllString(s, "#")
	words := strings.Fields(prose)
	if len(words) < 3 {
		return wideBracket.MatchString(prose)
	}
	last := words[len(words)-1]
	return openBracket.MatchString(prose) || strings.HasSuffix(last, ",") || slices.Contains(p.Open, last)
}

// lacksStop reports whether a text of some length ends in a word without a full stop, although its earlier
// sentences have one, or most texts of its kind before it: the paragraphs of the file, or the items below the same
// headings. A paragraph that begins with a label is a value, which needs none.
func lacksStop(before []document.Leaf, end *document.Leaf) bool {
	if !wordLast.MatchString(end.Text) {
		return false
	}
	if end.Kind == document.Paragraph && labelFirst.MatchString(end.Text) {
		return false
	}
	if sentenceEnd.MatchString(end.Text) {
		return true
	}
	balance := 0 // similar texts with a full stop minus those without
	for _, leaf := range before {
		isInOtherList := leaf.Kind == document.ListItem && !slices.Equal(leaf.Under.Headings, end.Under.Headings)
		switch {
		case leaf.Kind != end.Kind, leaf.Label, isInOtherList:
		case fullStop.MatchString(leaf.Text):
			balance++
		default:
			balance--
		}
	}
	if end.Kind == document.Paragraph { // which ends with a full stop unless most do not
		return balance >= 0
	}
	return balance > 0
}

// sentenceEnd matches two sentence ends that are each followed by another sentence.
var sentenceEnd = text.MustCompile(`\pL{3}[)*_]*[.!?][)*_]*\s+\p{Lu}.*\pL{3}[)*_]*[.!?][)*_]*\s+\p{Lu}`)

// wordLast matches a text that ends in a word after seven others; shorter texts may not be sentences.
// labelFirst matches a text that begins with a label of at most three words, as values do.
var (
	wordLast   = text.MustCompile(`(?:\S+\s+){7}[\pL'’-]*\pL$`)
	labelFirst = text.MustCompile(`^[*_]*\pL[^:：\s]*(?:\s[^:：\s]+){0,2}[:：]`)
)

// fullStop matches the end of a sentence, with closing brackets and emphasis.
var fullStop = text.MustCompile("[.!?。！？…:：;][)\\]*_\"'`”）]*$")

// tagLine matches a line that consists of one tag. Such tags enclose sections in some Markdown files.
var tagLine = text.MustCompile(`^<(/?)(\w+)>$`)

// hasOpenTag reports whether the last line that is a tag is a start tag: the section that it begins has no end.
func hasOpenTag(lines []string) bool {
	for _, line := range slices.Backward(lines) {
		if tag := tagLine.FindStringSubmatch(strings.TrimSpace(line)); tag != nil {
			return tag[1] == ""
		}
	}
	return false
}
