package verdict

import (
	"slices"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/timeline"
)

// judgeDone judges a claim that a commit, a push or a deployment succeeded, or did not.
func judgeDone(c claim.Claim, kind runner.Kind, t timeline.Turn) Judgement {
	isOwn := !c.IsState && !c.IsAdmitted
	mayShow := t.LastCommand(ledger.Invocation{Program: "git"}) != nil // that somebody else committed it
	isOfThese := c.IsState && len(t.Changed) > 0 && (c.IsAll || !mayShow)
	last := map[runner.Kind]*timeline.Run{runner.Commit: t.Commit, runner.Push: t.Push, runner.Deploy: t.Deploy}[kind]
	isTried := len(t.Changed) > 0 && slices.Contains(t.Commits, last) // in this turn
	j := Judgement{Verdict: Unknown, Case: "no-run", Kind: kind, Run: last}
	switch {
	case last == nil && kind == runner.Deploy: // a push may have deployed it
	case last == nil && (isOwn || isOfThese) && !hash.MatchString(c.Text) && t.NeverRan(kind):
		j.Verdict, j.Case = False, "never-done"
	case last == nil:
	case kind == runner.Push && t.IsBehind():
		j.Case = "behind"
	case c.IsState && t.IsUncommitted(last): // what the claim says is done may include the change
		j.Case = "earlier"
	case last.Outcome == timeline.Succeeded:
		j.Verdict, j.Case = Holds, ""
	case last.Outcome != timeline.Broken:
		j.Case = "no-result"
	case c.IsAdmitted || c.IsState && kind == runner.Commit && !isTried || t.Succeeded(kind):
		j.Case = "earlier"
	case t.MayHaveDone(last):
		j.Case = "same"
	default:
		j.Verdict = False
		j.Case = "not-done"
		j.Firm = isOwn && kind == runner.Push && last.Event.Agent == t.Agent
	}
	return j
}

// judgeHooks judges a claim that git hooks passed by the last commit or push: if a hook fails, git refuses
// both.
func judgeHooks(c claim.Claim, t timeline.Turn) Judgement {
	j := Judgement{Verdict: Unknown, Case: "no-run"}
	for _, last := range []*timeline.Run{t.Commit, t.Push} {
		if last == nil {
			continue
		}
		isRefused := last.Outcome == timeline.Broken && runner.HasHooks(last.Event.Deed.Output)
		switch {
		case last.Outcome == timeline.Succeeded:
			return Judgement{Verdict: Holds, Kind: last.Kind, Run: last}
		case isRefused && !c.IsAdmitted && !c.IsPart && !t.MayHaveDone(last):
			j = Judgement{Verdict: False, Case: "not-done", Kind: last.Kind, Run: last}
		}
	}
	return j
}

// judgeRan judges a claim that a command ran.
func judgeRan(command ledger.Invocation, t timeline.Turn) Judgement {
	e := t.LastCommand(command)
	kind := runner.KindOf(command.Words)
	if e != nil {
		return Judgement{Verdict: Holds, Event: e}
	}
	if slices.Contains(timeline.Kinds, kind) && t.NeverRan(kind) {
		return Judgement{Verdict: False, Case: "never-ran", Kind: kind}
	}
	return Judgement{Verdict: Unknown, Case: "not-seen"}
}

// judgeRanAny judges a claim that some run of a kind took place: "ran the tests".
func judgeRanAny(c claim.Claim, s timeline.Standing, t timeline.Turn) Judgement {
	j := Of(s)
	switch {
	case t.NeverRan(s.Kind):
		j.Verdict, j.Case = False, "never-ran"
	case s.Run == nil:
		j.Verdict, j.Case = Unknown, "no-run"
	case c.IsAll && s.Run.Narrow:
		j.Verdict, j.Case = Unknown, "narrow"
	default:
		j.Verdict = Holds
	}
	return j
}

// isNamed reports whether a claim names a commit of the session by its hash: then it is about that commit, whatever is
// said beside it.
func isNamed(c claim.Claim, t timeline.Turn) bool {
	name := hash.FindString(c.Statement.Text)
	return c.Act == claim.Did && name != "" && t.Made(name)
}

// judgeAdded judges a claim that code was written.
func judgeAdded(c claim.Claim, t timeline.Turn) Judgement {
	if e := t.Added(c.Code); e != nil {
		return Judgement{Verdict: Holds, Case: "changed", Event: e}
	}
	return Judgement{Verdict: Unknown, Case: "not-seen"}
}

// judgeWrote judges a claim that a file was changed.
func judgeWrote(c claim.Claim, t timeline.Turn) Judgement {
	e := t.Wrote(c.Path)
	if e != nil && t.RefusedSince(c.Path, e) {
		return Judgement{Verdict: Unknown, Case: "not-seen"}
	}
	if e != nil {
		return Judgement{Verdict: Holds, Case: "changed", Event: e}
	}
	if !t.NeverWrote(c.Path) {
		return Judgement{Verdict: Unknown, Case: "not-seen"}
	}
	if t.Refused(c.Path) {
		return Judgement{Verdict: False, Case: "refused", Firm: true, File: c.Path}
	}
	return Judgement{Verdict: Unknown, Case: NeverWrote, File: c.Path}
}
