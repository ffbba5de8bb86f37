package shell

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// setResults sets how each run ended. If the status of the line hides that, it stays "".
func (sh *shell) setResults() {
	var open, suspects []run
	for i, r := range sh.runs {
		d := &sh.deeds[r.deed]
		runs := commands().TestRun.MatchString(text.Head(d.Command, 80)) && !commands().Viewing.MatchString(d.Command)
		if runs || i == len(sh.runs)-1 {
			d.Output = text.Tail(sh.output, ledger.MaxOutput)
		}
		if d.Maybe && sh.ended == Zero {
			continue
		}
		switch {
		case sh.ended == Zero && r.decisive:
			d.Result = ledger.Passed
		case sh.ended != Ongoing && runs:
			open = append(open, r)
		}
		if r.decisive && !r.quiet {
			suspects = append(suspects, r)
		}
	}
	if sh.ended == Nonzero && len(suspects) == 1 && sh.others == 0 {
		d := &sh.deeds[suspects[0].deed]
		if !commands().NoVerdict.MatchString(d.Command) && !strings.Contains(sh.output, "cd: ") {
			d.Result = ledger.Failed
			return
		}
	}
	// What another command shows may be an old log.
	shows := slices.ContainsFunc(sh.runs, func(r run) bool { return commands().Viewing.MatchString(sh.deeds[r.deed].Command) })
	if len(open) == 1 && !shows && printsFailure(sh.output) {
		sh.deeds[open[0].deed].Result = ledger.Failed
	}
}

// printsFailure reports whether what a test run printed says plainly that it failed.
func printsFailure(output string) bool {
	for line := range strings.Lines(output) {
		mayFail := len(line) < 1000 && slices.ContainsFunc(commands().Failing, func(s string) bool { return strings.Contains(line, s) })
		if mayFail && commands().Failure.MatchString(strings.TrimRight(line, "\r\n")) {
			return true
		}
	}
	return false
}
