package shell

import (
	"regexp"
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
	for i, r := range sh.runs {
		d := &sh.deeds[r.deed]
		kind := kinds[i]
		d.Beside = beside[kind]
		isOfGit := d.Program == "git status" || d.Program == "git diff"
		if kind != runner.Other || i == len(sh.runs)-1 || isOfGit || showsText(d.Words) {
			d.Output = text.Tail(sh.output, ledger.MaxOutput)
		}
		d.Result = sh.byStatus(r)
		if d.Result != "" {
			d.Exit = r.ending.status.code()
		}
		// The output says more than the status, which may be another command's.
		printed := printedBy[kind]
		if !printed.Known() && len(of) == 1 && of[kind] == 1 && !sh.shows {
			printed = runner.ReadOf(d.Words, d.Output)
		}
		if isBad, isList := runner.Lists(d.Words, sh.output); isList && r.shown && !(isBad && sh.shows) {
			d.Result = ledger.Passed
			if isBad {
				d.Result = ledger.Failed
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
	if len(sh.said) == 0 || len(sh.output) > maxEchoed {
		return
	}
	said, err := regexp.Compile(`(?m)^(?:` + strings.Join(sh.said, "|") + `)[ \t\r]*$\n?`)
	if err == nil {
		sh.output = said.ReplaceAllString(sh.output, "")
	}
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
