package evidence

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
)

// Change is a file that was changed, by the agent's own hand or by a formatter.
type Change struct {
	Step
	ByFormatter bool
}

// changes folds the changes of files after a run into those that are left: what was
// changed back, deleted again or put back from git is none.
type changes struct {
	left []Change
}

// add adds a change. A file that is copied over one that was changed may be the old one.
func (c *changes) add(s Step) {
	for i, earlier := range slices.Backward(c.left) {
		switch {
		case earlier.Path != s.Path:
			continue
		case isCopy(s), s.Was != "" && s.Was == earlier.Is && s.Is == earlier.Was:
			c.left = slices.Delete(c.left, i, i+1)
			return
		case s.Was != "" && s.Was == earlier.Is: // both are one change
			deed := *s.Deed
			deed.Was = earlier.Was
			c.left[i] = Change{Step: Step{Deed: &deed, of: s.of, at: s.at}}
			return
		}
	}
	c.left = append(c.left, Change{Step: s})
}

// remove removes the changes of files that were deleted, or may be as git has them.
func (c *changes) remove(s Step) {
	c.left = slices.DeleteFunc(c.left, func(earlier Change) bool { return s.Covers(earlier.Path) })
}

func isCopy(s Step) bool {
	return strings.HasPrefix(s.Command, "mv ") || strings.HasPrefix(s.Command, "cp ")
}

func isGit(s Step) bool { return strings.HasPrefix(s.Command, "git ") }

// isOwn reports whether a step certainly writes a file that is handed over, and is not the
// handoff.
func (r *Receipt) isOwn(s Step) bool {
	isHandoff := r.handoff != "" && s.IsOf(r.handoff) == ledger.Yes
	return s.Act == ledger.Write && !s.Maybe && !s.Glob && !isHandoff && r.deeds.isInside(s)
}

// After returns the changes of files that a run looks at, after it: the first by the
// agent's own hand, and the first by a formatter; nil for none.
func (r *Receipt) After(run *Run) (byHand, byFormatter *Change) {
	after, byFormatter := r.changesAfter(run)
	if len(after) > 0 {
		byHand = &after[0]
	}
	return byHand, byFormatter
}

// changesAfter returns the changes by the agent's own hand after a run, of files that the run
// looks at, and the first by a formatter, or nil for none.
func (r *Receipt) changesAfter(run *Run) (byHand []Change, byFormatter *Change) {
	var after changes
	for _, s := range r.Steps[run.index+1:] {
		switch {
		case s.Line == run.Line && s.of == run.of:
		case s.Act == ledger.Delete:
			after.remove(s)
		case s.Act == ledger.Write && isGit(s):
			after.remove(s)
		case s.Act == ledger.Run && s.formats() && byFormatter == nil:
			byFormatter = &Change{Step: s, ByFormatter: true}
		case r.isOwn(s) && run.looksAt(s.Path) && !r.restores(s, run):
			after.add(s)
		}
	}
	return after.left, byFormatter
}

// restores reports whether a change after a run takes back one that was made between it and
// an earlier run of the kind: the files are as they were then.
func (r *Receipt) restores(s Step, run *Run) bool {
	first := slices.IndexFunc(r.Runs, func(other Run) bool { return other.Kind == run.Kind })
	isInverse := func(other Step) bool {
		return r.isOwn(other) && other.Path == s.Path && s.Was != "" && other.Is == s.Was && other.Was == s.Is
	}
	return slices.ContainsFunc(r.Steps[r.Runs[first].index:run.index], isInverse)
}

// isUndone reports whether a run was of files that were changed before it, and may have been
// changed back after it or on its own line: broken on purpose.
func (r *Receipt) isUndone(run *Run) bool {
	before := r.Steps[:run.index]
	isWritten := func(s Step) bool { return s.Act == ledger.Write }
	for i, s := range r.Steps {
		isAfter := i > run.index || s.Line == run.Line && s.of == run.of
		if s.Act != ledger.Write || !isAfter {
			continue
		}
		undoes := func(other Step) bool {
			isInverse := s.Was != "" && other.Was == s.Is && other.Is == s.Was
			return other.Act == ledger.Write && other.Path == s.Path && (isInverse || isCopy(s))
		}
		if isGit(s) && slices.ContainsFunc(before, isWritten) || slices.ContainsFunc(before, undoes) {
			return true
		}
	}
	return false
}

// isChangedBetween reports whether something was changed between two runs.
func (r *Receipt) isChangedBetween(first, second *Run) bool {
	return slices.ContainsFunc(r.Steps[first.index+1:second.index+1], func(s Step) bool {
		return r.isOwn(s) || s.Act == ledger.Run && s.formats()
	})
}
