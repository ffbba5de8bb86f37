package shell

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// setResults sets how each run ended, "" for one of which nothing says it.
func (sh *shell) setResults() {
	kinds := make([]runner.Kind, len(sh.runs))
	for i, r := range sh.runs {
		d := &sh.deeds[r.deed]
		kind := runner.KindOf(d.Words)
		kinds[i] = kind
		if kind != runner.Other || i == len(sh.runs)-1 {
			d.Output = text.Tail(sh.output, ledger.MaxOutput)
		}
		d.Result = sh.byStatus(r)
		if d.Result != "" {
			d.Exit = sh.ended.code()
		}
		// What it printed says more than a status, which may be that of another command.
		printed := sh.byOutput(kind)
		isSure := kind == runner.Checks && d.Result == ledger.Failed
		if printed != "" && !isSure {
			d.Result = printed
		}
	}
	sh.setFilesChanged(kinds)
}

// setFilesChanged sets how many files git says were changed: on the first commit of the line,
// else on its first command of git. kinds are those of its runs.
func (sh *shell) setFilesChanged(kinds []runner.Kind) {
	var by *ledger.Deed
	for i, r := range sh.runs {
		d := &sh.deeds[r.deed]
		isCommit := kinds[i] == runner.Commit
		if by == nil && strings.HasPrefix(d.Program, "git ") || isCommit {
			by = d
		}
		if isCommit {
			break
		}
	}
	if by != nil {
		by.FilesChanged = runner.FilesChanged(sh.output)
	}
}

// byOutput returns how a run of a kind ended by what the line printed. What another command
// of the line shows may be an old log, and git's status reads like a commit of nothing.
func (sh *shell) byOutput(kind runner.Kind) ledger.Result {
	isStatus := func(d ledger.Deed) bool { return kind == runner.Commit && d.Program == "git status" }
	if kind == runner.Other || commands().Showing.MatchString(sh.src) || slices.ContainsFunc(sh.deeds, isStatus) {
		return ""
	}
	return runner.Read(kind, text.Tail(sh.output, ledger.MaxOutput)).Result
}

// byStatus returns how a run ended by the status of its line, "" if that hides it.
func (sh *shell) byStatus(r run) ledger.Result {
	d := &sh.deeds[r.deed]
	switch {
	case sh.ended == Zero && r.decisive && !d.Maybe:
		return ledger.Passed
	case sh.ended.isNonzero() && sh.isOnlySuspect(r) && !commands().NoVerdict.MatchString(d.Command) && !strings.Contains(sh.output, "cd: "):
		return ledger.Failed
	}
	return ""
}

// isOnlySuspect reports whether no other command of a line that failed may be why.
func (sh *shell) isOnlySuspect(r run) bool {
	isSuspect := func(r run) bool { return r.decisive && !r.quiet }
	count := 0
	for _, other := range sh.runs {
		if isSuspect(other) {
			count++
		}
	}
	return isSuspect(r) && count == 1 && sh.others == 0
}
