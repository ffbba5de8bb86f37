package text

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

var (
	// listMark matches the beginning of a list item or heading in Markdown.
	listMark = MustCompile(`^(?:(?:[-+*•–—]|#{1,6}|\d{1,9}[.)])\s+)+`)
	// escape matches a character that Markdown shows without its backslash.
	escape = MustCompile(`\\([\[\](){}<>*_])`)
)

// Bare returns a text in lower case without invisible characters, without leading Markdown marks, and without
// surrounding emphasis, quotes and final punctuation. A text of only symbols is kept.
func Bare(s string) string {
	s = strings.Trim(norm.NFKC.String(Visible(s)), Around)
	s = strings.TrimLeft(WithoutMarks(s), Around)
	s = escape.ReplaceAllString(s, "$1")
	if t := strings.TrimRight(s, ".。!?"); t != "" {
		s = strings.Trim(t, Around)
	}
	return strings.ToLower(s)
}

// WithoutMarks returns a text without leading marks of list items and headings.
func WithoutMarks(s string) string { return listMark.ReplaceAllString(s, "") }
