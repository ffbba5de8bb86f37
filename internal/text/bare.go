package text

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

var (
	// listMark matches the beginning of a list item or heading in Markdown.
	listMark = MustCompile(`^(?:(?:[-+*•–—]|#{1,6}|\d{1,9}[.)])\s+)+`)
	// escape matches a character that Markdown shows without its backslash.
	escape = MustCompile(`\\([\[\](){}<>*_])`)
)

// Bare returns a text in lower case without invisible characters, Markdown
// marks before it, and emphasis, quotes and final punctuation around it. A text
// of symbols alone stays.
func Bare(s string) string {
	if isAlphanumeric(s) {
		return strings.ToLower(s)
	}
	s = strings.Trim(norm.NFKC.String(Visible(s)), Around)
	if rest := WithoutMarks(s); len(rest) < len(s) {
		s = strings.TrimLeft(rest, Around)
	}
	if strings.Contains(s, `\`) { // most texts have no escapes, and looking costs more than this
		s = escape.ReplaceAllString(s, "$1")
	}
	if t := strings.TrimRight(s, ".。!?"); t != "" {
		s = strings.Trim(t, Around)
	}
	return strings.ToLower(s)
}

// WithoutMarks returns a text without the marks of list items and headings before it.
func WithoutMarks(s string) string {
	if s == "" || 'A' <= s[0] && s[0] < utf8.RuneSelf { // no mark is a letter
		return s
	}
	return listMark.ReplaceAllString(s, "")
}
