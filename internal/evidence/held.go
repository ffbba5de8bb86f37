package evidence

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/prose"
)

// IsHeld reports whether an agent is held for a claim of its last message: it says plainly
// that tests, builds, type checks or linters pass, and the last run, its own, failed. One
// that a later command may have made good holds nobody, whatever that printed, nor does one
// that passed before on the same files, or that ran elsewhere: of a copy, to compare.
func (r *Receipt) IsHeld(c prose.Claim, j Judgement) bool {
	isPlain := c.Act == prose.Passed && !c.Limited
	if !isPlain || j.Verdict != Contradicted || j.Why != "failed" || j.Run.of != r.deeds.Agent {
		return false
	}
	isSkill := func(s Step) bool { return s.Act == ledger.Skill } // it may run anything in an agent of its own
	if slices.ContainsFunc(r.Steps[j.Run.index+1:], isSkill) {
		return false
	}
	hasFailed := func(s Step) bool { return s.Result == ledger.Failed }
	mayHavePassed := slices.DeleteFunc(r.mayHaveRun(j.Run), hasFailed)
	return r.isHere(j.Run) && len(r.passedBefore(j.Run)) == 0 && len(mayHavePassed) == 0 && !r.isOfEarlierTurn(j.Run)
}

// isHere reports whether a run was in the folder that the agent began in, or below.
func (r *Receipt) isHere(run *Run) bool {
	root := strings.TrimSuffix(r.deeds.Agent.Cwd, "/")
	return run.Folder != "" && strings.HasPrefix(run.Folder+"/", root+"/")
}

// isOfEarlierTurn reports whether a run ended before the agent was last told something, and
// the agent changed no source since: what it was told may be how another run ended.
func (r *Receipt) isOfEarlierTurn(run *Run) bool {
	return run.Line <= r.told && !r.isChangedAfter(run, r.told)
}

// isChangedAfter reports whether the agent changed a source of a run after it, and after a line.
func (r *Receipt) isChangedAfter(run *Run, line int) bool {
	return slices.ContainsFunc(r.Steps[run.index+1:], func(s Step) bool {
		return s.of == r.deeds.Agent && s.Line > line && r.isOwn(s) && run.looksAt(s.Path)
	})
}

// isSeenByOthers reports whether a person said after a run that they ran something or that it
// works, and the agent changed no source since.
func (r *Receipt) isSeenByOthers(run *Run) bool {
	lines := r.deeds.sawLines()
	for _, line := range slices.Backward(lines) {
		if line < r.line {
			return line > run.Line && !r.isChangedAfter(run, line)
		}
	}
	return false
}

// sawLines returns the lines at which a person said that they ran something, or that it works.
func (d *Deeds) sawLines() []int {
	d.sawOnce.Do(func() {
		for _, told := range d.Agent.Told {
			if prose.Says(told.Text, said().Saw) {
				d.saw = append(d.saw, told.Line)
			}
		}
	})
	return d.saw
}
