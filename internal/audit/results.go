package audit

import (
	"cmp"
	"slices"

	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// ruleOf are the rules that report claims in handoffs, by the verdict.
var ruleOf = map[verdict.Verdict]string{
	verdict.False:    "evidence/contradicted",
	verdict.Outdated: "evidence/outdated",
}

// Results returns what does not hold as findings: a result for each transcript, with the
// lines of its messages.
func Results(sessions []*Session) []rules.Result {
	var results []rules.Result
	for _, s := range sessions {
		first := len(results)
		results = append(results, rules.Result{Path: s.Path})
		help := todo(s, s.Facts.headline())
		for _, c := range s.Claims {
			if !isFinding(c) {
				continue
			}
			i := slices.IndexFunc(results[first:], func(r rules.Result) bool { return r.Path == c.Path })
			if i < 0 { // of an agent with a transcript of its own
				i = len(results) - first
				results = append(results, rules.Result{Path: c.Path})
			}
			result := &results[first+i]
			f := finding(c)
			f.Help = cmp.Or(help, f.Help)
			result.Findings = append(result.Findings, f)
		}
	}
	for _, r := range results {
		slices.SortStableFunc(r.Findings, func(a, b rules.Finding) int { return cmp.Compare(a.Range.Start.Line, b.Range.Start.Line) })
	}
	return results
}

// finding returns the finding that a claim does not hold.
func finding(c *Claim) rules.Finding {
	rule := rules.BuiltIn().Rule(ruleOf[c.Verdict])
	words := rule.In("")
	at := text.Pos{Line: c.Line, Column: 1}
	f := rules.Finding{
		Rule: rule.Name, Severity: rule.Severity, Path: c.Path, Range: text.Range{Start: at, End: at},
		Message: text.Fill(words.Message, rules.Values{"text": secret.Quote(c.Text), "why": c.Why}), Help: words.Help, URL: rule.URL(),
		Excerpt: rules.Excerpt{Text: c.Sentence, Column: 1}, Needs: rules.KindActions, ErrorType: rule.Name,
	}
	if c.Evidence != nil {
		line := text.Pos{Line: c.Evidence.Line, Column: 1}
		f.Related = []rules.Related{{Path: c.Evidence.Path, Range: text.Range{Start: line, End: line}, Message: text.Quote(c.Evidence.Command)}}
	}
	return f
}
