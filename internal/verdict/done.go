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
	last := map[runner.Kind]*timeline.Run{runner.Commit: t.Commit, runner.Push: t.Push, runner.Deploy: t.Deploy}[kind]
	if last == nil {
		return judgeNotSeen(c, kind, t)
	}
	j := Judgement{Verdict: Unknown, Kind: kind, Run: last}
	isTried := len(t.Changed) > 0 && slices.Contains(t.Commits, last) // in this turn
	mayBeEarlier := c.IsState && kind == runner.Commit && !isTried    // "is committed", before this turn
	switch {
	case kind == runner.Push && t.IsBehind():
		j.Case = "behind"
	case c.IsState && t.IsUncommitted(last): // what the claim says is done may include the change
		j.Case = "earlier"
	case last.Outcome == timeline.Succeeded:
		j.Verdict, j.Case = Holds, ""
	case last.Outcome != timeline.Broken:
		j.Case = "no-result"
	case c.IsAdmitted, mayBeEarlier, t.Succeeded(kind):
		j.Case = "earlier"
	case t.MayHaveDone(last):
		j.Case = "same"
	default:
		j.Verdict, j.Case = False, "not-done"
		// A commit also fails if everything is committed, and a push may deploy.
		j.Firm = !c.IsState && kind == runner.Push && last.Event.Agent == t.Agent
	}
	return j
}

// judgeNotSeen judges a claim that a commit, a push or a deployment succeeded if the session has none. A push may have
// deployed, and a commit that is named may be older.
func judgeNotSeen(c claim.Claim, kind runner.Kind, t timeline.Turn) Judgement {
	mayBeDone := kind == runner.Deploy || hash.MatchString(c.Text)
	if !mayBeDone && isOfSession(c, t) && t.NeverRan(kind) {
		return Judgement{Verdict: False, Case: "never-done", Kind: kind}
	}
	return Judgement{Verdict: Unknown, Case: "no-run", Kind: kind}
}

// isOfSession reports whether a claim is about something that only the session can have done.
func isOfSession(c claim.Claim, t timeline.Turn) bool {
	if !c.IsState {
		return !c.IsAdmitted
	}
	mayShow := t.LastCommand(ledger.Invocation{Program: "git"}) != nil // that somebody else committed it
	return len(t.Changed) > 0 && (c.IsAll || !mayShow)
}

// judgeHooks judges a claim that git hooks passed by the last commit or push: if a hook fails, git refuses
// both.
func judgeHooks(c claim.Claim, t timeline.Turn) Judgement {
	runs := slices.DeleteFunc([]*timeline.Run{t.Commit, t.Push}, func(r *timeline.Run) bool { return r == nil })
	havePassed := func(r *timeline.Run) bool {
		return r.Outcome == timeline.Succeeded && runner.CallsHooks(r.Event.Deed.Words)
	}
	if i := slices.IndexFunc(runs, havePassed); i >= 0 {
		return Judgement{Verdict: Holds, Kind: runs[i].Kind, Run: runs[i]}
	}
	isRefused := func(r *timeline.Run) bool {
		return r.Outcome == timeline.Broken && runner.HasHooks(r.Event.Deed.Output) && !t.MayHaveDone(r)
	}
	isLimited := c.IsAdmitted || c.IsPart
	if i := slices.IndexFunc(runs, isRefused); i >= 0 && !isLimited {
		return Judgement{Verdict: False, Case: "not-done", Kind: runs[i].Kind, Run: runs[i]}
	}
	return Judgement{Verdict: Unknown, Case: "no-run"}
}

// judgeRan judges a claim that commands ran or, if it names none, that some run of each kind took place: "ran the
// tests".
func judgeRan(c claim.Claim, t timeline.Turn) Judgement {
	if len(c.Invocations) > 0 {
		return worstOfAll(c.Invocations, func(command ledger.Invocation) Judgement { return judgeRanCommand(command, t) })
	}
	return worstOfAll(kindsOf(c, t), func(kind runner.Kind) Judgement { return judgeRanAny(c, t.Standing(kind), t) })
}

func judgeRanCommand(command ledger.Invocation, t timeline.Turn) Judgement {
	if e := t.LastCommand(command); e != nil {
		return Judgement{Verdict: Holds, Event: e}
	}
	kind := runner.KindOf(command.Words)
	if slices.Contains(timeline.Kinds, kind) && t.NeverRan(kind) {
		return Judgement{Verdict: False, Case: "never-ran", Kind: kind}
	}
	return Judgement{Verdict: Unknown, Case: "not-seen"}
}

func judgeRanAny(c claim.Claim, s timeline.Standing, t timeline.Turn) Judgement {
	j := OnStanding(s)
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
	return c.Act == claim.Did && t.Made(hash.FindString(c.Statement.Text))
}

// judgeWrote judges a claim that code was added, or that a file was changed.
func judgeWrote(c claim.Claim, t timeline.Turn) Judgement {
	if c.Code != "" {
		return judgeAdded(c, t)
	}
	if e := t.Wrote(c.Path); e != nil {
		if t.RefusedSince(c.Path, e) {
			return Judgement{Verdict: Unknown, Case: "not-seen"}
		}
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

func judgeAdded(c claim.Claim, t timeline.Turn) Judgement {
	if e := t.Added(c.Code); e != nil {
		return Judgement{Verdict: Holds, Case: "changed", Event: e}
	}
	return Judgement{Verdict: Unknown, Case: "not-seen"}
}
