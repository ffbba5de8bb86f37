package checks

import (
	"slices"

	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type nearPhaseParams struct {
	near.Misspelling
	Phases []string      `json:"phases"`
	Own    *text.Pattern `json:"own"` // phases of a project's own
}

// nearPhase reports a phase that is almost a phase of the format.
func nearPhase(p *nearPhaseParams, pass *rules.Pass) {
	phase := pass.Doc.Data().Field("phase")
	near := p.Nearest(phase.Str(), p.Phases)
	if near == "" || slices.Contains(p.Phases, phase.Text) || p.Own.Match(phase.Text, pass.Steps()) {
		return
	}
	pass.Report(rules.Report{At: phase.Value, Pointer: "/phase", Values: rules.Values{"text": secret.Quote(phase.Text), "near": secret.Quote(near)}})
}
