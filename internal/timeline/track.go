package timeline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/runner"
)

// track is the state of a kind of check for a language.
type track struct {
	kind     runner.Kind
	language string
	// dirty are the sources that were changed and not covered by a passing run since.
	dirty changes
	// passed is the last run that passed, whole the last of the whole that passed; nil for none.
	passed, whole *Run
	// isWhole reports whether the whole passed since the last change.
	isWhole bool
	// failed is the last run that failed, nil for none or if a later run passed again. wasDirty reports
	// whether sources had been changed between the last pass of the whole and it.
	failed   *Run
	wasDirty bool
	// isBroken reports whether the last run of the whole failed.
	isBroken bool
	running  *Run
	// isOfHooks reports whether hooks of git ran the check.
	isOfHooks bool
	// remote is the last event that showed results from another machine, nil for none.
	remote *Event
	// isStale reports whether sources were changed since the last run.
	isStale bool
	// isDoubtOld reports whether sources were changed since the event of doubt.
	doubt      Doubt
	isDoubtOld bool
}

func (t *track) change(c Change) {
	t.dirty.add(c)
	t.isStale = true
	t.isWhole = false
	t.isDoubtOld = true // a run before the change did not check it
	if t.isGood() {
		t.doubt = Doubt{}
	}
	if t.failed != nil && t.wasDirty && len(t.dirty) == 0 {
		t.failed = nil // what it failed on is gone
		t.isBroken = false
	}
}

// run takes a run of the kind, or a run whose pass proves the kind.
func (t *track) run(r *Run) {
	switch r.Outcome {
	case Succeeded:
		t.pass(r)
	case Broken:
		t.fail(r)
	case Ongoing:
		t.running = r
	case Hidden:
		if t.isOtherLinter(r, cmp.Or(t.failed, t.passed)) {
			return // it did not repeat that
		}
		isRepeated := !t.isStale && t.isGood() && (r.Narrow || !t.passed.Narrow)
		if !isRepeated { // otherwise it ended like the one before
			t.doubt = Doubt{NoOutcome, r.Event}
		}
	}
}

// isOtherLinter reports whether a run is certainly of another linter than an earlier one, nil for none.
func (t *track) isOtherLinter(r, earlier *Run) bool {
	if t.kind != runner.Lint || earlier == nil {
		return false
	}
	isKnown := r.program() != "" && earlier.program() != ""
	return isKnown && r.program() != earlier.program()
}

// pass takes a run that passed. A run of another kind proves this one too, as Go tests prove the build: it covers all
// of the packages that it names. Only a run of the whole ends the failure of the whole.
func (t *track) pass(r *Run) {
	if t.isOtherLinter(r, t.failed) {
		t.suspect(Doubt{MayHaveRun, r.Event}) // it may look for the same, or not
		return
	}
	t.passed = r
	t.isStale = false
	t.isBroken = t.isBroken && r.Narrow
	if !r.Narrow || len(t.dirty) <= maxOfPart {
		covers := r.covers
		if r.Kind != t.kind {
			covers = r.compiles
		}
		t.dirty.drop(covers)
	}
	isAll := len(t.dirty) == 0
	if isAll || t.isDoubtOld {
		t.doubt = Doubt{}
	}
	if isAll {
		t.running = nil // how it ends does not matter any more
		if !r.Narrow {
			t.whole = r
			t.isWhole = true
		}
	}
	if t.failed != nil {
		t.fix(r)
	}
}

// fix takes a run that passed after one that failed. It ends the failure if it checks all that failed, and makes
// the failure doubtful if it may have checked that.
func (t *track) fix(r *Run) {
	some, all := r.repeats(t.failed)
	if all || r.isAsWide(t.failed) {
		t.failed = nil
		return
	}
	// in a subfolder, from which its program may look for the task upwards
	isSameTask := r.Language == "" && slices.Equal(r.Words, t.failed.Words)
	if some || isSameTask {
		t.doubt = Doubt{MayHaveRun, r.Event}
	}
}

// fail takes a run that failed. A failed part of a whole that has passed is ignored: fixtures may have to
// fail. Tests of a part count again once sources were changed.
func (t *track) fail(r *Run) {
	mayHaveTo := t.kind != runner.Tests || len(t.dirty) == 0
	if r.Narrow && t.whole != nil && mayHaveTo {
		return
	}
	t.failed = r
	t.isBroken = t.isBroken || !r.Narrow
	t.remote = nil // only later results of another machine contest the failure
	t.wasDirty = len(t.dirty) > 0
	t.running = nil
	t.doubt = Doubt{}
	t.isStale = false
}

// suspect takes an event that may have run the check, with an unknown outcome. A check that passed, with no change
// since, still counts as passed.
func (t *track) suspect(d Doubt) {
	if !t.isClean() {
		t.doubt = d
		t.isDoubtOld = false
	}
}

// doubtPass takes an event that may have changed sources after a pass.
func (t *track) doubtPass(e *Event) {
	if t.isClean() {
		t.doubt = Doubt{MayHaveChanged, e}
	}
}

// isGood reports whether the check passed last, as far as that is known.
func (t *track) isGood() bool { return t.passed != nil && t.failed == nil }

// isClean reports whether the check passed, and nothing was changed since.
func (t *track) isClean() bool { return t.isGood() && len(t.dirty) == 0 }

// last returns the last run that is known, nil for none.
func (t *track) last() *Run {
	if t.doubt.Why == NoOutcome {
		runs := t.doubt.Event.Runs
		return &runs[slices.IndexFunc(runs, func(r Run) bool { return r.Kind == t.kind })]
	}
	return cmp.Or(t.running, t.failed, t.passed)
}

// isWorse reports whether a track is in a worse state than another of its kind, or in the same by a run of less, or
// a later one.
func (t *track) isWorse(other *track) bool {
	order := CompareStates(t.state(), other.state())
	run, otherRun := t.last(), other.last()
	if order != 0 || run == nil || otherRun == nil {
		return order < 0
	}
	if run.Narrow != otherRun.Narrow {
		return run.Narrow
	}
	return run.Event.Compare(otherRun.Event) > 0
}

// standing returns what is proved if the repository has the check.
func (t *track) standing() Standing {
	s := Standing{Kind: t.kind, Language: t.language, State: t.state(), Run: t.passed, Changed: slices.Clone(t.dirty[:min(len(t.dirty), maxListed)]), ChangedCount: len(t.dirty)}
	switch s.State {
	case Failed:
		s.Run = t.failed
		s.IsContested = t.whole != nil && !t.wasDirty || t.remote != nil
	case Running:
		s.Run = t.running
	case Unknown:
		s.Doubt = cmp.Or(t.doubt, Doubt{Remote, t.remote})
	case Changed:
		s.Run = cmp.Or(t.whole, t.passed)
	case Part:
		s.IsFresh = !t.isStale && !t.isBroken
	case Passed:
		if t.isWhole {
			s.Run = t.whole
		}
	}
	return s
}

// state returns what is proved if the repository has the check. A doubt outweighs all that is known.
func (t *track) state() State {
	switch {
	case t.doubt.Why != "":
		return Unknown
	case t.running != nil:
		return Running
	case t.failed != nil:
		return Failed
	case t.passed != nil:
		return t.stateOfPass()
	case t.remote != nil:
		return Unknown
	}
	return None
}

// stateOfPass returns the state of a check whose last known run passed.
func (t *track) stateOfPass() State {
	if len(t.dirty) == 0 && !t.isBroken {
		return Passed
	}
	wasCovered := func(c Change) bool {
		return t.passed.covers(c.Path) || t.whole != nil && !t.isBroken && t.whole.covers(c.Path)
	}
	if t.isStale && slices.ContainsFunc(t.dirty, wasCovered) { // if it is not stale, a part passed after all changes
		return Changed
	}
	return Part
}

// Change is a change of a file.
type Change struct {
	Path string
	// Event is the last event that changed it.
	Event *Event
	// was and is are marks of the replaced text and of the new text, "" if unknown.
	was, is string
}

// changes are the effective changes of files, sorted by path. Reverted changes and deleted files are
// removed.
type changes []Change

// add adds a change of a file. With an earlier one of the same file it makes one change, or none if it reverts that.
func (c *changes) add(next Change) {
	i, isAgain := c.find(next.Path)
	if !isAgain {
		*c = slices.Insert(*c, i, next)
		return
	}
	earlier := (*c)[i]
	isFollowing := next.was != "" && next.was == earlier.is
	if isFollowing {
		next.was = earlier.was
	} else {
		next.was, next.is = "", "" // what both do together is not known
	}
	(*c)[i] = next
	if next.is != "" && next.is == next.was {
		*c = slices.Delete(*c, i, i+1)
	}
}

// find returns the index of the change of a file, or the one at which it would be inserted.
func (c changes) find(path string) (i int, isFound bool) {
	return slices.BinarySearchFunc(c, path, func(e Change, path string) int { return strings.Compare(e.Path, path) })
}

func (c *changes) drop(isGone func(path string) bool) {
	*c = slices.DeleteFunc(*c, func(e Change) bool { return isGone(e.Path) })
}

const maxListed = 100

// maxOfPart bounds the changes that a partial run may cover: with more changes, it covers none.
const maxOfPart = 1_000
