package evidence

import (
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// Basis is why a judgement about a run is believed.
type Basis struct {
	// Runs are the runs of the kind. One after the run that decides says nothing of how it
	// ended, on the same files.
	Runs []Run
	// Harmless are the other commands after the run that decides.
	Harmless []Step
}

// BasisOf returns why a judgement about a run of the receipt is believed.
func (r *Receipt) BasisOf(j Judgement) Basis {
	var b Basis
	counts := map[int]bool{}
	for _, run := range r.Runs {
		if run.covers(j.Run.Kind) && !counts[run.index] {
			b.Runs = append(b.Runs, run)
			counts[run.index] = true
		}
	}
	for i, s := range r.Steps {
		if i > j.Run.index && s.Act == ledger.Run && !counts[i] {
			b.Harmless = append(b.Harmless, s)
		}
	}
	return b
}

// Transcript returns the path of the transcript that has the step.
func (s Step) Transcript() string { return s.of.Transcript }

// Brief returns the command of a step on one line, with credentials masked.
func (s Step) Brief() string {
	return text.Shorten(secret.Mask(strings.Join(strings.Fields(s.Command), " ")), maxCommand)
}
