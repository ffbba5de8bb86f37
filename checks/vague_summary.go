package checks

import (
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type vagueSummaryParams struct {
	Words int `json:"words"`
}

// vagueSummary reports a short summary without anything specific in it.
func vagueSummary(p *vagueSummaryParams, pass *rules.Pass) {
	summary := pass.Doc.Data().Field("summary")
	words := text.CountWords(summary.Str())
	if words == 0 || words >= p.Words || specific(strings.Fields(summary.Text)) {
		return
	}
	pass.Report(rules.Report{At: summary.Value, Pointer: "/summary", Values: rules.Values{"text": rules.Quote(summary.Text)}})
}

// named matches a number, a path, code, or a name as programs spell it.
var named = text.MustCompile("[0-9/`_.]\\S|[0-9]|\\S-\\S")

// specific reports whether one of the words names something: a number, a path, a
// name in code, a capital after the first word, or letters of another alphabet
// among Chinese, Japanese or Korean ones. Of other writing without capitals
// nobody can tell, so it counts as specific.
func specific(words []string) bool {
	for i, w := range words {
		eastAsian := strings.ContainsFunc(w, isEastAsian)
		switch {
		case named.MatchString(w), i > 0 && strings.ContainsFunc(w, unicode.IsUpper):
			return true
		case eastAsian && strings.ContainsFunc(w, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsLower(r) }),
			strings.ContainsFunc(w, func(r rune) bool { return unicode.Is(unicode.Lo, r) && !isEastAsian(r) }):
			return true
		}
	}
	return false
}

func isEastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
