package shell

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// setResults sets the result of each run, "" if nothing shows it.
func (sh *shell) setResults() {
	sh.dropSaid()
	l := sh.runsOfLine()
	for i, r := range sh.runs {
		d := &sh.deeds[r.deed]
		kind := l.kinds[i]
		d.Beside, d.BesideLog = l.beside[kind], l.hasLog
		isOfGit := slices.Contains([]string{"git status", "git diff", "git pull", "git rebase"}, d.Program)
		if kind != runner.Other || i == len(sh.runs)-1 || isOfGit || showsText(d.Words) {
			d.Output = text.Tail(sh.output, ledger.MaxOutput)
		}
		isBad, isList := runner.Lists(d.Words, d.Output)
		if !r.tested || isList {
			d.Result = sh.byStatus(r)
		}
		if d.Result != "" {
			d.Exit = r.ending.status.code()
		}
		switch {
		case isList && r.shown:
			sh.setListed(d, isBad, l)
		case isList && !r.tested && d.Result == ledger.Passed:
			d.Result = "" // it passes, whatever it lists
		default:
			sh.setPrinted(d, r, kind, l)
		}
	}
	sh.setBefore(l)
}

// lineRuns is what is known of all runs of a line: it may have hundreds, so it is computed once.
type lineRuns struct {
	// kinds are the runs' kinds, in order, of counts them.
	kinds []runner.Kind
	of    map[runner.Kind]int
	// printed are the summaries of each kind in the output, beside the kinds of the other runs.
	printed map[runner.Kind]runner.Summary
	beside  map[runner.Kind][]string
	// hasLog is set if one of them may list the files of commits, hasScript if one of them may run anything.
	hasLog, hasScript bool
}

func (sh *shell) runsOfLine() *lineRuns {
	l := &lineRuns{of: map[runner.Kind]int{}, printed: map[runner.Kind]runner.Summary{}, beside: map[runner.Kind][]string{}}
	for _, r := range sh.runs {
		d := &sh.deeds[r.deed]
		kind := runner.KindOf(d.Words)
		l.kinds = append(l.kinds, kind)
		l.of[kind]++
		isListing := func(word string) bool { return strings.Contains(word, "stat") || strings.HasPrefix(word, "--name") }
		isLog := d.Program == "git show" || d.Program == "git log" && slices.ContainsFunc(d.Words, isListing)
		l.hasLog = l.hasLog || isLog
		l.hasScript = l.hasScript || kind == runner.Other && !d.Direct
	}
	for kind := range l.of {
		l.printed[kind] = sh.byOutput(kind)
		for other, count := range l.of {
			if other != kind || count > 1 {
				l.beside[kind] = append(l.beside[kind], string(other))
			}
		}
	}
	return l
}

// setListed sets the result of a run that lists what is wrong, unless another command may have listed it.
func (sh *shell) setListed(d *ledger.Deed, isBad bool, l *lineRuns) {
	isAlone := !sh.shows && l.of[runner.Other] == 0
	switch {
	case isBad && isAlone:
		d.Result = ledger.Failed
	case isBad:
		d.Result = ""
	case d.Result != ledger.Failed:
		d.Result = ledger.Passed
	}
}

// setPrinted sets the result that the output shows: it says more than the status, which may be another
// command's.
func (sh *shell) setPrinted(d *ledger.Deed, r run, kind runner.Kind, l *lineRuns) {
	printed := l.printed[kind]
	if !printed.Known() && l.of[kind] == 1 && !l.hasScript && !sh.shows {
		printed = runner.ReadOf(d.Words, d.Output)
	}
	isRepeated := printed.Mixed && (d.Result == ledger.Passed || l.of[kind] > 1 || r.ending.status == Ongoing)
	isSure := kind == runner.Checks && d.Result == ledger.Failed
	isFailedScript := !d.Direct && l.of[runner.Other] == len(sh.runs) && !sh.shows && runner.EndsFailed(d.Output)
	switch {
	case isRepeated:
		d.Result = ""
	case printed.Silent: // the status decides
	case printed.Known() && !isSure:
		d.Result = printed.Result
	case isFailedScript:
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

// setBefore sets the result of each run that a later one shows: the second of `git commit && git push` has
// only run if the first passed.
func (sh *shell) setBefore(l *lineRuns) {
	for i, r := range slices.Backward(sh.runs) {
		if !r.follows {
			continue
		}
		before := &sh.deeds[sh.runs[i-1].deed]
		hasRun := sh.deeds[r.deed].Result == ledger.Passed || l.showsFailure(i, before)
		if hasRun && before.Result == "" {
			before.Result = ledger.Passed
		}
	}
}

// showsFailure reports whether a run itself printed that it failed, and not the one before it: a task may run
// anything, and so may the hooks of a commit, but they push nothing.
func (l *lineRuns) showsFailure(i int, before *ledger.Deed) bool {
	kind := l.kinds[i]
	printed := l.printed[kind]
	isOwn := kind != runner.Other && l.of[kind] == 1 && !strings.HasPrefix(printed.Line, "fatal: ")
	call := runner.Of(before.Words)
	isApart := !call.Task && !call.Several && call.Kind != runner.Other && call.Kind != runner.Checks && call.Kind != runner.Commit
	mayBeOfBefore := l.printed[call.Kind].Result == ledger.Failed || runner.ReadOf(before.Words, before.Output).Result == ledger.Failed
	return isOwn && printed.Result == ledger.Failed && !mayBeOfBefore && (isApart || call.Kind == runner.Commit && kind == runner.Push)
}

// byOutput returns the summary of a run in the output, unless another command of the line may have printed
// it: git status reads like an empty commit.
func (sh *shell) byOutput(kind runner.Kind) runner.Summary {
	isStatus := func(d ledger.Deed) bool { return kind == runner.Commit && d.Program == "git status" }
	if kind == runner.Other || sh.shows || slices.ContainsFunc(sh.deeds, isStatus) {
		return runner.Summary{}
	}
	return runner.Read(kind, text.Tail(sh.output, ledger.MaxOutput))
}

// byStatus returns the result of a run by the status of its line, "" if that does not tell.
func (sh *shell) byStatus(r run) ledger.Result {
	d := &sh.deeds[r.deed]
	if r.ending.status == Zero && r.decisive && !d.Maybe {
		return ledger.Passed
	}
	if r.ending.status.isNonzero() && sh.isOnlySuspect(r) && !commands().NoVerdict.MatchString(d.Command) && !strings.Contains(sh.output, "cd: ") {
		return ledger.Failed
	}
	return ""
}

// isOnlySuspect reports whether only this run can be why the line failed.
func (sh *shell) isOnlySuspect(r run) bool {
	isSuspect := func(other run) bool { return other.ending == r.ending && other.decisive && !other.quiet }
	count := 0
	for _, other := range sh.runs {
		if isSuspect(other) {
			count++
		}
	}
	return isSuspect(r) && count == 1 && r.ending.others == 0
}
