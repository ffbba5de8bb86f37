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
	kinds := make([]runner.Kind, len(sh.runs))
	of := map[runner.Kind]int{}
	for i, r := range sh.runs {
		kinds[i] = runner.KindOf(sh.deeds[r.deed].Words)
		of[kinds[i]]++
	}
	// A line may have hundreds of runs: compute what depends on the whole line once.
	printedBy := map[runner.Kind]runner.Summary{}
	beside := map[runner.Kind][]string{}
	for kind := range of {
		printedBy[kind] = sh.byOutput(kind)
		for other, count := range of {
			if other != kind || count > 1 {
				beside[kind] = append(beside[kind], string(other))
			}
		}
	}
	isLog := func(r run) bool { // it may list the files of commits
		d := &sh.deeds[r.deed]
		isListing := func(word string) bool { return strings.Contains(word, "stat") || strings.HasPrefix(word, "--name") }
		return d.Program == "git show" || d.Program == "git log" && slices.ContainsFunc(d.Words, isListing)
	}
	hasLog := slices.ContainsFunc(sh.runs, isLog)
	for i, r := range sh.runs {
		d := &sh.deeds[r.deed]
		kind := kinds[i]
		d.Beside, d.BesideLog = beside[kind], hasLog
		isOfGit := d.Program == "git status" || d.Program == "git diff"
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
		// The output says more than the status, which may be another command's.
		printed := printedBy[kind]
		if !printed.Known() && len(of) == 1 && of[kind] == 1 && !sh.shows {
			printed = runner.ReadOf(d.Words, d.Output)
		}
		if isList && r.shown {
			isAlone := !sh.shows && of[runner.Other] == 0 // others may list files, too
			switch {
			case isBad && isAlone:
				d.Result = ledger.Failed
			case isBad:
				d.Result = ""
			case d.Result != ledger.Failed:
				d.Result = ledger.Passed
			}
			continue
		}
		isRepeated := printed.Mixed && (d.Result == ledger.Passed || of[kind] > 1 || r.ending.status == Ongoing)
		isSure := kind == runner.Checks && d.Result == ledger.Failed
		isFailedScript := !d.Direct && of[runner.Other] == len(sh.runs) && !sh.shows && runner.EndsFailed(d.Output)
		if isRepeated {
			d.Result = ""
			continue
		}
		if printed.Known() && !isSure {
			d.Result = printed.Result
			continue
		}
		if isFailedScript {
			d.Result = ledger.Failed
		}
	}
	sh.setBefore()
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
// only passed if the first did. A failure may be the first one's.
func (sh *shell) setBefore() {
	for i, r := range slices.Backward(sh.runs) {
		if !r.follows || sh.deeds[r.deed].Result != ledger.Passed {
			continue
		}
		if before := &sh.deeds[sh.runs[i-1].deed]; before.Result == "" {
			before.Result = ledger.Passed
		}
	}
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
