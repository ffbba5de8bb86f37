package checks

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// cutOff reports a Markdown file that ends in the middle of something. Only one whose last line has
// no line end can have been cut there, and many that have none are whole: a fence, a row or a span
// of the last line has to be open, or a sentence has to break off after a whole one.
func cutOff(pass *rules.Pass) {
	source := pass.Doc.Source
	if pass.Doc.Body == nil || len(source.Bytes()) == 0 || bytes.HasSuffix(source.Bytes(), []byte("\n")) {
		return
	}
	lines := strings.Split(string(source.Bytes()), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	if last == "" {
		return
	}
	variant := ""
	switch {
	case hasOpenFence(lines):
		variant = "fence"
	case strings.HasPrefix(last, "|"):
		if !isWholeRow(lines, last) {
			variant = "row"
		}
	case hasOpenSpan(last):
		variant = "span"
	case breaksOff(last):
		variant = ""
	default:
		return
	}
	end := len(source.Bytes())
	at := text.Span{Start: end - len(last), End: end}
	pass.Report(rules.Report{At: at, Variant: variant})
}

// hasOpenFence reports whether the last line is in a code fence.
func hasOpenFence(lines []string) bool {
	char, length := byte(0), 0
	for _, line := range lines {
		c, n, info, ok := text.Fence([]byte(line))
		switch {
		case !ok:
		case char == 0:
			char, length = c, n
		case c == char && n >= length && len(bytes.TrimSpace(info)) == 0:
			char = 0
		}
	}
	return char != 0
}

// isWholeRow reports whether the last row of a table ends as the one above it does.
func isWholeRow(lines []string, last string) bool {
	if len(lines) < 2 {
		return true
	}
	above := strings.TrimSpace(lines[len(lines)-2])
	isRow := strings.HasPrefix(above, "|") && strings.HasSuffix(above, "|")
	return !isRow || strings.HasSuffix(last, "|") && strings.Count(last, "|") >= strings.Count(above, "|")
}

// hasOpenSpan reports whether code, bold text or a link of a line is open at its end.
func hasOpenSpan(line string) bool {
	if strings.Count(line, "`")%2 == 1 || strings.Count(line, "**")%2 == 1 {
		return true
	}
	return openLink.MatchString(line)
}

var (
	openLink = regexp.MustCompile(`\]\([^()\s]*$`)
	// sentenceEnd is the end of a sentence that another one follows in the same line.
	sentenceEnd = regexp.MustCompile(`\pL{2,}[\pL\pN)"'` + "`" + `]*[.!?] +[\p{Lu}` + "`" + `]`)
)

// breaksOff reports whether a line ends in the middle of a sentence that follows a whole one, or
// after a word or sign that nothing ends with.
func breaksOff(line string) bool {
	end, _ := utf8.DecodeLastRuneInString(line)
	if strings.ContainsRune(",([{—–", end) || strings.HasSuffix(line, " -") {
		return true
	}
	isWord := unicode.In(end, unicode.Latin) || unicode.IsDigit(end)
	at := sentenceEnd.FindAllStringIndex(line, -1)
	if !isWord || at == nil {
		return false
	}
	rest := line[at[len(at)-1][1]-1:]
	return len(strings.Fields(rest)) >= minBroken && !strings.ContainsAny(rest, ":/") && !strings.ContainsAny(rest[max(0, len(rest)-12):], "`*_.")
}

// minBroken is how many words a sentence has at least that can be seen to break off: shorter ones
// may be labels.
const minBroken = 3
