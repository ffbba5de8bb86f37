package shell

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// setResults sets the result of each run, "" if nothing shows it, with its exit code, its output and the kinds of the
// runs beside it.
func (sh *shell) setResults() {
	sh.dropSaid()
	l := sh.runsOfLine()
	for i, r := range sh.runs {
		d := &sh.deeds[r.deed]
		d.Beside = l.beside[r.kind]
		isLast := i == len(sh.runs)-1
		isKept := r.kind != runner.Other || isLast || beginsWith(d.Words, commands().Kept)
		if isKept {
			d.Output = text.Tail(sh.output, ledger.MaxOutput)
		}
		isBad, isList := runner.Lists(d.Words, d.Output)
		d.Result = sh.resultByStatus(r)
		if d.Result != "" {
			d.Exit = r.ending.status.code()
		}
		switch {
		case isList && r.shown:
			sh.setListed(d, isBad, l)
		case isList && d.Result == ledger.Passed:
			d.Result = "" // it passes, whatever it lists
		case isLast && r.ending.status.isNonzero() && l.isRefused(r):
			d.Result = ledger.Failed
		default:
			sh.setPrinted(d, r, l)
		}
	}
	sh.setByLater(l)
}

// lineRuns is what is known of all runs of a line: it may have hundreds, so it is computed once.
type lineRuns struct {
	// counts are the numbers of runs of each kind.
	counts map[runner.Kind]int
	// output is the end of the output, "" if a command may have shown an old log.
	output string
	// printed are the summaries of each kind in the output, beside the kinds of the other runs.
	printed map[runner.Kind]runner.Summary
	beside  map[runner.Kind][]string
	// hasScript is set if one of them may run anything.
	hasScript bool
}

// runsOfLine reads the output of a line once for all of its runs.
func (sh *shell) runsOfLine() *lineRuns {
	l := &lineRuns{counts: map[runner.Kind]int{}, printed: map[runner.Kind]runner.Summary{}, beside: map[runner.Kind][]string{}}
	if !sh.shows {
		l.output = text.Tail(sh.output, ledger.MaxOutput)
	}
	hasStatus := false
	for _, r := range sh.runs {
		d := &sh.deeds[r.deed]
		l.counts[r.kind]++
		l.hasScript = l.hasScript || r.kind == runner.Other && !d.Direct
		hasStatus = hasStatus || d.Program == "git status"
	}
	var kinds []string
	for _, kind := range slices.Sorted(maps.Keys(l.counts)) {
		kinds = append(kinds, string(kind))
		l.printed[kind] = runner.Read(kind, l.output)
	}
	for kind, count := range l.counts {
		isOwn := func(other string) bool { return count == 1 && other == string(kind) }
		l.beside[kind] = slices.DeleteFunc(slices.Clone(kinds), isOwn)
	}
	delete(l.printed, runner.Other)
	if hasStatus { // it reads like an empty commit
		delete(l.printed, runner.Commit)
	}
	return l
}

// isRefused reports whether a run is a commit that hooks refused, if its line failed: they printed something, and what else
// ran in the line, such as `git add`, prints nothing like it.
func (l *lineRuns) isRefused(r run) bool {
	isOther := func(kind string) bool { return kind != string(runner.Other) }
	return r.kind == runner.Commit && !l.hasScript && !slices.ContainsFunc(l.beside[r.kind], isOther) && runner.HasHooks(l.output)
}

// setListed sets the result of a run that lists what is wrong, unless another command may have listed it.
func (sh *shell) setListed(d *ledger.Deed, isBad bool, l *lineRuns) {
	isAlone := !sh.shows && l.counts[runner.Other] == 0
	switch {
	case !isBad:
		d.Result = cmp.Or(d.Result, ledger.Passed)
	case isAlone:
		d.Result = ledger.Failed
	default:
		d.Result = ""
	}
}

// setPrinted sets the result that the output shows: it says more than the status, which may be another
// command's.
func (sh *shell) setPrinted(d *ledger.Deed, r run, l *lineRuns) {
	printed := l.printed[r.kind]
	count := l.counts[r.kind]
	if !printed.Known() && count == 1 && !l.hasScript {
		printed = runner.ReadOf(d.Words, l.output)
	}
	mayHavePassedLater := printed.Mixed && (d.Result == ledger.Passed || count > 1 || r.ending.status == Ongoing)
	oneOfSeveralFailed := r.kind == runner.Checks && d.Result == ledger.Failed // the summary may be of another
	isScript := l.counts[runner.Other] == len(sh.runs) && !d.Direct
	switch {
	case mayHavePassedLater:
		d.Result = ""
	case printed.Silent: // the status decides
	case printed.Known() && !oneOfSeveralFailed:
		d.Result = printed.Result
	case isScript && !sh.shows && runner.EndsFailed(d.Output): // whatever it ran failed
		d.Result = ledger.Failed
	}
}

// dropSaid drops the lines of the output that echoes printed: "OK" of `./check.sh && echo OK` is no summary.
func (sh *shell) dropSaid() {
	if len(sh.said) == 0 {
		return
	}
	var kept strings.Builder
	for line := range strings.Lines(sh.output) {
		if !sh.said[strings.TrimSpace(line)] {
			kept.WriteString(line)
		}
	}
	sh.output = kept.String()
}

// setByLater sets the result of each run that a later one shows: the second of `git commit && git push` has
// only run if the first passed.
func (sh *shell) setByLater(l *lineRuns) {
	for i, r := range slices.Backward(sh.runs) {
		if !r.follows {
			continue
		}
		before := &sh.deeds[sh.runs[i-1].deed]
		hasRun := sh.deeds[r.deed].Result == ledger.Passed || l.showsFailure(r, before)
		if hasRun && before.Result == "" {
			before.Result = ledger.Passed
		}
	}
}

// showsFailure reports whether a run itself printed that it failed, and not the one before it: a task may run
// anything, and so may the hooks of a commit, but they push nothing.
func (l *lineRuns) showsFailure(r run, before *ledger.Deed) bool {
	printed := l.printed[r.kind]
	isOwn := l.counts[r.kind] == 1 && printed.Result == ledger.Failed && !strings.HasPrefix(printed.Line, "fatal: ")
	call := runner.Of(before.Words)
	mayBeOfBefore := l.printed[call.Kind].Result == ledger.Failed || runner.ReadOf(before.Words, before.Output).Result == ledger.Failed
	if !isOwn || mayBeOfBefore {
		return false
	}
	if call.Kind == runner.Commit {
		return r.kind == runner.Push
	}
	runsOthers := call.Task || call.Several || slices.Contains([]runner.Kind{runner.Checks, runner.Other}, call.Kind)
	return !runsOthers
}

// resultByStatus returns the result of a run by the status of its line, "" if that does not tell.
func (sh *shell) resultByStatus(r run) ledger.Result {
	d := &sh.deeds[r.deed]
	if r.ending.status == Zero && r.decisive && !d.Maybe {
		return ledger.Passed
	}
	mayNotHaveBegun := strings.Contains(sh.output, "cd: ") // a cd failed
	isToBlame := r.isSuspect && r.ending.suspects == 1 && !mayNotHaveBegun
	// Some commands answer with their status: a grep that finds nothing has not failed.
	if isToBlame && r.ending.status.isNonzero() && !commands().NoVerdict.MatchString(d.Command) {
		return ledger.Failed
	}
	return ""
}
