package checks

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/text"
)

// Emphasis and quotes may surround a text without changing its meaning, and so
// may brackets around the words of a template.
const (
	around   = "*_~–—\"'“”„‘’‚«»‹›「」『』 \t\r\n"
	brackets = "()[]{}<>【】〔〕〖〗〈〉《》⟨⟩⟦⟧"
)

var (
	// mark matches the beginning of a list item or heading in Markdown.
	mark = regexp.MustCompile(`^(?:(?:[-+*•–—]|#{1,6}|\d{1,9}[.)])\s+)+`)
	// escape matches a character that Markdown shows without its backslash.
	escape = regexp.MustCompile(`\\([\[\](){}<>*_])`)
)

// bare returns a text in lower case without invisible characters, Markdown
// marks before it, and emphasis, quotes and final punctuation around it. A text
// of symbols alone stays.
func bare(s string) string {
	s = strings.Trim(norm.NFKC.String(text.Visible(s)), around)
	s = escape.ReplaceAllString(strings.TrimLeft(mark.ReplaceAllString(s, ""), around), "$1")
	if t := strings.TrimRight(s, ".。!?"); t != "" {
		s = strings.Trim(t, around)
	}
	return strings.ToLower(s)
}

// unwrapped returns a bare text without the brackets around it.
func unwrapped(s string) string {
	for {
		first, n := utf8.DecodeRuneInString(s)
		last, m := utf8.DecodeLastRuneInString(s)
		i := strings.IndexRune(brackets, first)
		if n == len(s) || i < 0 || !strings.HasPrefix(brackets[i+n:], string(last)) {
			return s
		}
		s = strings.Trim(s[n:len(s)-m], around)
	}
}

// isWordless reports whether a text has no letter or digit; code is not
// stripped.
func isWordless(s string) bool {
	return !strings.ContainsFunc(text.Visible(s), func(r rune) bool {
		return r == '`' || unicode.IsLetter(r) || unicode.IsNumber(r)
	})
}
