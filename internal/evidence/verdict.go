package evidence

import (
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/prose"
	"github.com/handofflint/handofflint/internal/runner"
)

// Verdict is what a receipt says of a claim.
type Verdict string

// The verdicts, from the worst on.
const (
	Contradicted Verdict = "false"
	Outdated     Verdict = "outdated"
	Undecided    Verdict = "unknown"
	Holds        Verdict = "holds"
)

// Judgement is a verdict with what it rests on.
type Judgement struct {
	Verdict Verdict
	// Why is the name of the reason, whose words are in rules/verdicts.cue.
	Why string
	// Hidden is what is not known, in words.
	Hidden string
	// Kind is that of the runs that there are none of.
	Kind runner.Kind
	// Run is the run that decides, Change the change after it; nil if there is none.
	Run    *Run
	Change *Change
	// Found is how many there are of what a claim counts.
	Found int
}

// Judge holds a claim against the receipt of what was done before it.
func (r *Receipt) Judge(c prose.Claim) Judgement {
	switch {
	case !r.deeds.ask(2 * len(r.Steps)):
		return Judgement{Verdict: Undecided, Why: "bounded"}
	case c.Attributed:
		return Judgement{Verdict: Undecided, Why: "attributed"}
	case c.Act == prose.Did:
		return r.judgeDone(c)
	case c.Act == prose.Ran:
		return r.judgeRan(c)
	case c.Act == prose.Wrote:
		return r.judgeWrote(c)
	case c.Act == prose.Counted:
		return r.judgeCounted(c)
	case slices.Contains(c.Kinds, runner.Hooks):
		return r.judgeHooks()
	}
	var all []Judgement
	for _, kind := range r.kindsOf(c) {
		all = append(all, r.judge(c, kind))
	}
	if len(all) == 0 {
		return Judgement{Verdict: Undecided, Why: "no-run"}
	}
	// What one kind of run contradicts does not pass, and what is known of none is unknown.
	for _, v := range []Verdict{Contradicted, Outdated, Undecided} {
		if i := slices.IndexFunc(all, func(j Judgement) bool { return j.Verdict == v }); i >= 0 {
			return all[i]
		}
	}
	return all[0]
}

// judgeDone holds a claim that a commit or a push went through against the last one.
func (r *Receipt) judgeDone(c prose.Claim) Judgement {
	kind := c.Kinds[0]
	last := r.Last(kind)
	switch {
	case c.Not && (last == nil || last.Narrow) && r.Missing == "":
		return Judgement{Verdict: Holds}
	case c.Not && !slices.ContainsFunc(r.Runs, func(run Run) bool { return run.Kind == kind && run.Outcome != ledger.Failed }) && r.Missing == "":
		return Judgement{Verdict: Holds, Run: last}
	case c.Not: // it may speak of the last turn alone
		return Judgement{Verdict: Undecided, Why: "earlier", Run: last}
	case last == nil:
		return Judgement{Verdict: Undecided, Why: "no-run"}
	case last.Outcome == ledger.Passed:
		return Judgement{Verdict: Holds, Run: last}
	case last.Outcome == "":
		return Judgement{Verdict: Undecided, Why: "no-result", Run: last}
	case slices.ContainsFunc(r.Runs, func(run Run) bool { return run.Kind == kind && run.Outcome == ledger.Passed }):
		return Judgement{Verdict: Undecided, Why: "earlier", Run: last}
	case c.Limited: // another commit may have it
		return Judgement{Verdict: Undecided, Why: "earlier", Run: last}
	case r.hidden(last) != "":
		return Judgement{Verdict: Undecided, Why: "hidden", Hidden: r.hidden(last), Run: last}
	case len(r.mayHaveRun(last)) > 0 || r.mayHaveMade(last):
		return Judgement{Verdict: Undecided, Why: "hidden", Hidden: said().Hidden["same"], Run: last}
	}
	return Judgement{Verdict: Contradicted, Why: "not-done", Run: last}
}

// mayHaveMade reports whether a command after a commit or push may have made one, too.
func (r *Receipt) mayHaveMade(last *Run) bool {
	return slices.ContainsFunc(r.Steps[last.index+1:], func(s Step) bool {
		return s.Act == ledger.Run && slices.Contains(said().MakesCommits, s.Program)
	})
}

// judgeHooks holds a claim that hooks of git passed against the last commit or push: git
// refuses both if one fails.
func (r *Receipt) judgeHooks() Judgement {
	for _, kind := range []runner.Kind{runner.Commit, runner.Push} {
		if last := r.Last(kind); last != nil && last.Outcome == ledger.Passed {
			return Judgement{Verdict: Holds, Run: last}
		}
	}
	return Judgement{Verdict: Undecided, Why: "no-run"}
}

// judgeRan holds a claim that a command ran against the commands that ran. Of the same
// program with other words, or of one that a script may have run, nothing is said.
func (r *Receipt) judgeRan(c prose.Claim) Judgement {
	for _, s := range r.Steps {
		if s.Act == ledger.Run && !s.Maybe && (s.HasWords(c.Invocation) || s.taskHasWords(c.Invocation)) {
			return Judgement{Verdict: Holds, Run: &Run{Step: s}}
		}
	}
	return Judgement{Verdict: Undecided, Why: "not-seen"}
}

// judgeWrote holds a claim that a file was changed against the changes.
func (r *Receipt) judgeWrote(c prose.Claim) Judgement {
	unknown := Judgement{Verdict: Undecided, Why: "not-seen"}
	for _, s := range r.Steps {
		isChange := s.Act == ledger.Write || s.Act == ledger.Delete
		switch {
		case !isChange || s.IsOf(c.Path) == ledger.No:
		case s.Maybe || s.Glob:
			unknown = Judgement{Verdict: Undecided, Why: "may-change", Change: &Change{Step: s}}
		default:
			return Judgement{Verdict: Holds, Change: &Change{Step: s}}
		}
	}
	return unknown
}

// kindsOf returns the kinds of runs that a claim speaks of: of all checks, those that ran.
func (r *Receipt) kindsOf(c prose.Claim) []runner.Kind {
	named := slices.DeleteFunc(slices.Clone(c.Kinds), func(k runner.Kind) bool { return k == runner.Checks })
	if len(named) > 0 {
		return named
	}
	for _, runs := range [][]Run{r.turn(), r.Runs} {
		if ran := checksOf(runs); len(ran) > 0 {
			return ran
		}
	}
	return nil
}

// checksOf returns the kinds of the runs that check something.
func checksOf(runs []Run) (ran []runner.Kind) {
	for _, run := range runs {
		if !slices.Contains([]runner.Kind{runner.Format, runner.Commit, runner.Push}, run.Kind) && !slices.Contains(ran, run.Kind) {
			ran = append(ran, run.Kind)
		}
	}
	return ran
}

// judge holds a claim that runs of one kind passed against the last of them.
func (r *Receipt) judge(c prose.Claim, kind runner.Kind) Judgement {
	last := r.meant(c, kind)
	if last == nil && kind == runner.Tests && !r.MayTest() {
		return Judgement{Verdict: Undecided, Why: "untested"}
	}
	if last == nil {
		return Judgement{Verdict: Undecided, Why: "no-run", Kind: kind}
	}
	byHand, byFormatter := r.After(last)
	isNamed := c.Command != "" && last.HasWords(c.Invocation)
	switch {
	case last.Outcome == ledger.Failed:
		return r.judgeFailed(c, last)
	case last.Outcome == "":
		return Judgement{Verdict: Undecided, Why: "no-result", Run: last}
	case last.Narrow && !c.Part && !isNamed && r.fullFailed(kind, last):
		return Judgement{Verdict: Undecided, Why: "narrow", Run: last}
	case last.Narrow && c.All && c.Count < 0 && !isNamed && !r.ranFull(kind):
		return Judgement{Verdict: Undecided, Why: "narrow-alone", Run: last}
	case byHand != nil && len(r.mayHaveRun(last)) > 0:
		return Judgement{Verdict: Undecided, Why: "again", Run: last, Change: byHand}
	case byHand != nil && r.hidden(last) != "":
		return Judgement{Verdict: Undecided, Why: "hidden", Hidden: r.hidden(last), Run: last}
	case byHand != nil:
		return Judgement{Verdict: Outdated, Why: "edited", Run: last, Change: byHand}
	case byFormatter != nil:
		return Judgement{Verdict: Holds, Why: "formatted", Run: last, Change: byFormatter}
	}
	return r.judgeCount(c, last)
}

// judgeFailed holds a claim that a run passed against the run, which failed.
func (r *Receipt) judgeFailed(c prose.Claim, run *Run) Judgement {
	hidden := r.hidden(run)
	switch {
	case c.Limited || run.Maybe:
		return Judgement{Verdict: Undecided, Why: "limited", Run: run}
	case r.isSeenByOthers(run):
		return Judgement{Verdict: Undecided, Why: "told", Run: run}
	case !r.isHere(run) && slices.ContainsFunc(r.Runs, func(other Run) bool { return other.Kind == run.Kind && r.isHere(&other) }):
		return Judgement{Verdict: Undecided, Why: "folder", Run: run}
	case r.isUndone(run):
		return Judgement{Verdict: Undecided, Why: "undone", Run: run}
	case c.Command == "" && r.otherPassed(run):
		return Judgement{Verdict: Undecided, Why: "other", Run: run}
	case hidden != "":
		return Judgement{Verdict: Undecided, Why: "hidden", Hidden: hidden, Run: run}
	}
	return Judgement{Verdict: Contradicted, Why: "failed", Run: run}
}

// meant returns the last run that a claim speaks of: of the command that it names, if that
// ran, else of a kind.
func (r *Receipt) meant(c prose.Claim, kind runner.Kind) *Run {
	if c.Command != "" {
		if run := r.last(func(run *Run) bool { return run.HasWords(c.Invocation) }); run != nil {
			return run
		}
	}
	return r.Last(kind)
}

// passedBefore returns the runs of the kind of a run, of the whole, that passed before it on
// the same files.
func (r *Receipt) passedBefore(run *Run) (before []Run) {
	for _, other := range r.Runs {
		isBefore := other.Kind == run.Kind && other.index < run.index
		if isBefore && !other.Narrow && other.Outcome == ledger.Passed && !r.isChangedBetween(&other, run) {
			before = append(before, other)
		}
	}
	return before
}

// otherPassed reports whether one of them has other words.
func (r *Receipt) otherPassed(run *Run) bool {
	return slices.ContainsFunc(r.passedBefore(run), func(other Run) bool {
		return !slices.Equal(other.Words, run.Words) && other.Command != run.Command
	})
}

// ranFull reports whether all of a kind ran.
func (r *Receipt) ranFull(kind runner.Kind) bool {
	return slices.ContainsFunc(r.Runs, func(run Run) bool { return run.Kind == kind && !run.Narrow })
}

// fullFailed reports whether the last run of all failed before a run of a part.
func (r *Receipt) fullFailed(kind runner.Kind, before *Run) bool {
	for _, run := range slices.Backward(r.Runs) {
		if run.index < before.index && run.Kind == kind && !run.Narrow {
			return run.Outcome == ledger.Failed
		}
	}
	return false
}
