package checks

import (
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type vagueSummaryParams struct {
	Words int `json:"words"`
}

// vagueSummary reports a short summary that names nothing specific.
func vagueSummary(p *vagueSummaryParams, pass *rules.Pass) {
	summary := pass.Doc.Data().Field("summary")
	words := text.CountWords(summary.Str())
	if words == 0 || words >= p.Words || specific.MatchString(text.Fold(summary.Text)) {
		return
	}
	pass.Report(rules.Report{At: summary.Value, Pointer: "/summary", Values: rules.Values{"text": secret.Quote(summary.Text)}})
}

// specific matches a text that names something: a number, a path, code, a name as programs spell it, a
// capital after the first word, or letters of another alphabet next to Chinese, Japanese or Korean ones.
// Other scripts without capitals count as specific, since it cannot be decided.
var specific = text.MustCompile("[0-9]|[/`_.]\\S|\\S-\\S| \\S*\\p{Lu}|" +
	eastAsian + `\S*[\p{Lu}\p{Ll}]|[\p{Lu}\p{Ll}]\S*` + eastAsian + `|[^\P{Lo}` + eastAsian[1:])

const eastAsian = `[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]`
