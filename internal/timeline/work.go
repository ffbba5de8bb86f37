package timeline

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/taskfile"
)

// addWork adds the runs of a task. A task's name decides its kind only if its text names no known program.
func (e *Event) addWork(call runner.Call, work taskfile.Work) {
	e.addParts(call, work)
	isAll := work.Complete && len(e.Runs) == len(work.Runs) // no other command ran
	if isAll && e.Deed.Result == ledger.Failed {
		e.blame()
	}
	e.addPrinted(e.printed()) // a program in it may run tests in a way of its own
	if work.Complete {
		return
	}
	switch {
	case call.Kind == runner.Other:
		e.MayRun = true
	case call.Kind == runner.Checks:
		e.addChecks()
	case !e.hasRun(call.Kind):
		e.addCall(call)
		e.MayRun = call.Kind == runner.Deploy // many run tests first
	}
}

// addParts adds the runs of the commands of a task. It begins with the last: if that took place, those before it passed.
func (e *Event) addParts(call runner.Call, work taskfile.Work) {
	isShown := false // a later run has shown that all before it passed
	counts := countKinds(work.Runs)
	isInOrder := !slices.ContainsFunc(e.Deed.Words, isOption) // `make -k` goes on after a failure
	for _, run := range slices.Backward(work.Runs) {
		part := runner.Of(run.Words)
		if part.Kind == runner.Other {
			e.noteBuild(run.Words)
			continue
		}
		if part.Kind == call.Kind && runner.IsWholeTask(e.Deed.Words) {
			part.Narrow = false // "make test" runs all tests that there are, in whatever folders
		}
		place := partPlace{isOnly: len(work.Runs) == 1, isOneOfKind: counts[part.Kind] <= 1, isBefore: isShown}
		e.addRun(part, run.Words, e.outcomeOfPart(part, run, place))
		summary := e.Runs[len(e.Runs)-1].Summary // of the run just added
		// A failure without a count may be that of the task, which another command caused.
		tookPlace := summary.Result == ledger.Passed || summary.Failed > 0
		isShown = isShown || isInOrder && tookPlace
	}
	slices.Reverse(e.Runs)
}

// countKinds returns how many different commands there are of each kind.
func countKinds(runs []ledger.Deed) map[runner.Kind]int {
	counts := map[runner.Kind]int{}
	isCounted := map[string]bool{}
	for _, run := range runs {
		command := strings.Join(run.Words, " ")
		if !isCounted[command] {
			isCounted[command] = true
			counts[runner.KindOf(run.Words)]++
		}
	}
	return counts
}

// partPlace is whether a command of a task is its only one, the only one of its kind, and before one that took place.
type partPlace struct{ isOnly, isOneOfKind, isBefore bool }

// outcomeOfPart returns the outcome of a command that a task ran. It is that of the task if this is still running, or if
// its only command failed; else what a summary says. Without one, a command that ends the task if it fails has passed
// if the task did, or if a later command took place.
func (e *Event) outcomeOfPart(part runner.Call, run ledger.Deed, place partPlace) Outcome {
	ofTask := outcomeOf(e.Deed)
	if ofTask == Ongoing || ofTask == Broken && place.isOnly {
		return ofTask
	}
	summary := runner.Read(part.Kind, e.Deed.Output)
	// If the status is unknown, that one of several commands passed says nothing of this one.
	isItsOwn := place.isOneOfKind || e.Deed.Exit != nil || summary.Result == ledger.Failed
	if summary.Known() && !summary.Silent && isItsOwn {
		return Outcome(summary.Result)
	}
	isByStatus := e.Deed.Exit != nil && *e.Deed.Exit == 0 // a summary says nothing of what came after it
	if run.Result == ledger.Passed && (isByStatus || place.isBefore) {
		return Succeeded
	}
	return Hidden
}

// blame finds the run that made a task fail, if all others have passed.
func (e *Event) blame() {
	isOpen := func(r Run) bool { return r.Outcome != Succeeded }
	i := slices.IndexFunc(e.Runs, isOpen)
	if i >= 0 && !slices.ContainsFunc(e.Runs[i+1:], isOpen) {
		e.Runs[i].Outcome = Broken
	}
}
