package checks

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/rules"
)

type vagueSummaryParams struct {
	Words int `json:"words"`
}

// vagueSummary reports a short summary without anything specific in it.
var vagueSummary = rules.NewCheck(func(p *vagueSummaryParams, pass *rules.Pass) {
	summary := pass.Doc.Data().Field("summary")
	words := strings.Fields(summary.Str())
	if len(words) == 0 || len(words) >= p.Words || specific(words) {
		return
	}
	pass.Report(rules.Report{At: summary.Value, Pointer: "/summary", Values: rules.Values{"text": rules.Quote(summary.Text)}})
})

// named is a number, a path, code, or a name in the spelling of programs.
var named = regexp.MustCompile("[0-9/`_.]\\S|[0-9]|\\S-\\S")

// specific says whether one of the words names something: a number, a path, a
// name in code, or a capital after the first word. Writing without spaces and
// capitals is not judged.
func specific(words []string) bool {
	for i, w := range words {
		if named.MatchString(w) || i > 0 && strings.ContainsFunc(w, unicode.IsUpper) || strings.ContainsFunc(w, uncased) {
			return true
		}
	}
	return false
}

func uncased(r rune) bool { return unicode.IsLetter(r) && unicode.In(r, unicode.Lo) }
