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
	if t.failed == nil && t.passed != nil {
		t.doubt = Doubt{}
	}
	if t.failed != nil && t.wasDirty && len(t.dirty) == 0 {
		t.failed = nil // what it failed on is gone
		t.isBroken = false
	}
}

// run takes a run of the kind, or a run whose pass proves the kind.
func (t *track) run(r *Run, isProof bool) {
	switch r.Outcome {
	case Succeeded:
		t.pass(r, isProof)
	case Broken:
		t.fail(r)
	case Ongoing:
		t.running = r
	case Hidden:
		last := cmp.Or(t.failed, t.passed)
		if t.kind == runner.Lint && last != nil && r.isOtherProgram(last) {
			return // it did not repeat that
		}
		isRepeated := !t.isStale && t.passed != nil && t.failed == nil && (r.Narrow || !t.passed.Narrow)
		if !isRepeated { // otherwise it ended like the one before
			t.doubt = Doubt{NoOutcome, r.Event}
		}
	}
}

// pass takes a run that passed. isProof is set for a run of another kind that proves this one too, as Go
// tests prove the build: then it covers all of the packages that it names.
func (t *track) pass(r *Run, isProof bool) {
	if t.kind == runner.Lint && t.failed != nil && r.isOtherProgram(t.failed) {
		t.suspect(Doubt{MayHaveRun, r.Event}) // it may look for the same, or not
		return
	}
	t.passed = r
	t.isBroken = t.isBroken && r.Narrow
	if !r.Narrow || len(t.dirty) <= maxOfPart {
		t.dirty.drop(func(file string) bool { return r.covers(file, isProof) })
	}
	if !r.Narrow && len(t.dirty) == 0 {
		t.whole = r
		t.isWhole = true
	}
	isRepeated := false
	if t.failed != nil {
		some, all := r.repeats(t.failed)
		isRepeated = some
		if all || r.isAsWide(t.failed) {
			t.failed = nil
		}
	}
	if !r.Narrow || len(t.dirty) == 0 {
		t.running = nil
		t.doubt = Doubt{}
	}
	if t.isDoubtOld {
		t.doubt = Doubt{}
	}
	// in a subfolder, from which its program may look for the task upwards
	isSameTask := t.failed != nil && r.Language == "" && slices.Equal(r.Words, t.failed.Words)
	if t.failed != nil && (isRepeated || isSameTask) {
		t.doubt = Doubt{MayHaveRun, r.Event}
	}
	t.isStale = false
}

// fail takes a run that failed. A failed part of a whole that has passed is ignored: fixtures may have to
// fail.
func (t *track) fail(r *Run) {
	isOfPart := r.Narrow && t.whole != nil && (t.kind != runner.Tests || len(t.dirty) == 0)
	if isOfPart {
		return
	}
	t.failed = r
	t.isBroken = t.isBroken || !r.Narrow
	t.remote = nil
	t.wasDirty = len(t.dirty) > 0
	t.running = nil
	t.doubt = Doubt{}
	t.isStale = false
}

// suspect takes an event that may have run the check, with an unknown outcome.
func (t *track) suspect(d Doubt) {
	if !t.isClean() {
		t.doubt = d
		t.isDoubtOld = false
	}
}

// mayChange takes an event that may have changed sources after a pass.
func (t *track) mayChange(e *Event) {
	if t.isClean() {
		t.doubt = Doubt{MayHaveChanged, e}
	}
}

// isClean reports whether the check passed, and nothing was changed since.
func (t *track) isClean() bool { return t.passed != nil && t.failed == nil && len(t.dirty) == 0 }

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
	state, of := t.state(true), other.state(true)
	run, before := t.last(), other.last()
	if state != of || run == nil || before == nil {
		return CompareStates(state, of) < 0
	}
	if run.Narrow != before.Narrow {
		return run.Narrow
	}
	return run.Event.Compare(before.Event) > 0
}

// standing returns what is proved. isKnown reports whether the repository is known to have the check.
func (t *track) standing(isKnown bool) Standing {
	s := Standing{Kind: t.kind, Language: t.language, State: t.state(isKnown), Run: t.passed, Changed: t.dirty.first(maxListed), ChangedCount: len(t.dirty)}
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

func (t *track) state(isKnown bool) State {
	if !isKnown && !t.mayBeTested() {
		return Nothing
	}
	if t.doubt.Why != "" {
		return Unknown
	}
	if t.running != nil {
		return Running
	}
	if t.failed != nil {
		return Failed
	}
	if t.passed == nil && t.remote != nil {
		return Unknown
	}
	if t.passed == nil {
		return None
	}
	if len(t.dirty) == 0 && t.isBroken {
		return Part
	}
	if len(t.dirty) == 0 {
		return Passed
	}
	if !t.isStale { // it passed after all changes, but does not cover them
		return Part
	}
	hasPassed := func(c Change) bool {
		return t.passed.covers(c.Path, false) || t.whole != nil && !t.isBroken && t.whole.covers(c.Path, false)
	}
	if slices.ContainsFunc(t.dirty, hasPassed) {
		return Changed
	}
	return Part
}

// mayBeTested reports whether another machine may have run tests: most machines that run checks do.
func (t *track) mayBeTested() bool {
	return t.kind == runner.Tests && t.remote != nil
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

func (c *changes) add(next Change) {
	i, isAgain := slices.BinarySearchFunc(*c, next.Path, func(e Change, path string) int { return strings.Compare(e.Path, path) })
	if !isAgain {
		*c = slices.Insert(*c, i, next)
		return
	}
	earlier := (*c)[i]
	isFollowing := next.was != "" && next.was == earlier.is
	if isFollowing && next.is == earlier.was {
		*c = slices.Delete(*c, i, i+1)
		return
	}
	if isFollowing {
		next.was = earlier.was
		(*c)[i] = next
		return
	}
	// the two do not cancel out
	next.was, next.is = "", ""
	(*c)[i] = next
}

func (c *changes) drop(isGone func(path string) bool) {
	*c = slices.DeleteFunc(*c, func(e Change) bool { return isGone(e.Path) })
}

func (c changes) first(most int) []Change { return slices.Clone(c[:min(len(c), most)]) }

const maxListed = 100

// maxOfPart bounds the changes that a partial run may cover: with more changes, it covers none.
const maxOfPart = 1_000
