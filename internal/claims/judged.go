package claims

import (
	"strings"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// judgedParams are the parameters of the rules on claims about runs.
type judgedParams struct {
	// PassedFields are fields that mean "tests passed" if they are true.
	PassedFields []string `json:"passed_fields"`
}

// judged is a claim of a handoff with its verdict.
type judged struct {
	said
	verdict.Judgement
}

// contradicted reports claims that the agent's actions contradict.
func contradicted(p *judgedParams, pass *rules.Pass) { p.reportVerdict(pass, verdict.False) }

// outdated reports claims that were true until sources were changed.
func outdated(p *judgedParams, pass *rules.Pass) { p.reportVerdict(pass, verdict.Outdated) }

// reportVerdict reports the claims with a verdict, except those of what was never done: rules of their own report
// these.
func (p *judgedParams) reportVerdict(pass *rules.Pass, wanted verdict.Verdict) {
	for _, j := range p.judged(pass) {
		if j.Verdict == wanted && !j.IsNever() {
			pass.Report(rules.Report{At: j.at, Pointer: j.pointer, Values: rules.Values{
				"text": secret.Quote(j.Text), "why": j.Words(),
			}})
		}
	}
}

// judged returns the claims of a handoff with their verdicts, shared by two rules.
func (p *judgedParams) judged(pass *rules.Pass) []judged {
	key := "judged " + strings.Join(p.PassedFields, " ")
	judge := func() any {
		all := p.claims(pass)
		if len(all) == 0 {
			return all // a turn costs a walk through all events
		}
		turn := factsOf(pass).turn(pass.Doc.Input.Path)
		for i := range all {
			all[i].Judgement = verdict.Judge(all[i].Claim, turn)
		}
		return all
	}
	return pass.Memo(key, judge).([]judged)
}

// claims returns the claims of a handoff's text and fields, without results that a later round replaces.
func (p *judgedParams) claims(pass *rules.Pass) []judged {
	var all []judged
	for _, c := range saidIn(pass) {
		isReplaced := c.Act == claim.Passed && c.pointer == "" && pass.Doc.Body.Age(c.at) > 0
		if !isReplaced {
			all = append(all, judged{said: c})
		}
	}
	for _, name := range p.PassedFields {
		field := pass.Doc.Data().Find(name)
		if field != nil && field.Text == "true" {
			c := claim.Claim{Text: field.Name + ": true", Act: claim.Passed, Kinds: []runner.Kind{runner.Tests}}
			all = append(all, judged{said: said{c, field.Value, document.PathPointer(name)}})
		}
	}
	return all
}
