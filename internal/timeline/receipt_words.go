package timeline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/receipt"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

const (
	// maxNamed bounds the named entries of a list, maxRunLines the runs with a line.
	maxNamed    = 2
	maxRunLines = 3
)

// ReceiptLines returns a receipt in at most six lines for people and models. Text from the transcript is
// quoted.
func ReceiptLines(s receipt.Summary) []string {
	lines := append([]string{firstLine(s)}, runLines(s.Runs)...)
	if ranNoTests(s) {
		lines = append(lines, builtin().Receipt["no-tests"])
	}
	launched := fillIf(s.Agents.Count, "launched", map[string]string{"count": text.Count(s.Agents.Count, "agent"), "names": quotedNames(s.Agents)})
	used := fillIf(s.Skills.Count, "skills", map[string]string{"names": quotedNames(s.Skills)})
	missing := text.NonEmpty(fillIf(s.Commands.Count, "commands", map[string]string{"names": quotedNames(s.Commands)}))
	for _, why := range s.Unknown.Items {
		missing = append(missing, text.Escape(why))
	}
	lines = append(lines,
		strings.TrimSpace(launched+" "+used),
		fillIf(len(missing), "missing", map[string]string{"list": strings.Join(missing, "; ")}))
	return text.NonEmpty(lines...)
}

// ranNoTests reports whether sources were changed and certainly no tests ran.
func ranNoTests(s receipt.Summary) bool {
	isSource := func(file string) bool { return runner.LanguageOf(file) != "" }
	mayTest := func(run receipt.Run) bool { return slices.Contains([]string{"tests", "checks"}, run.Kind) }
	return !mayLack(s) && slices.ContainsFunc(s.Changed.Items, isSource) && !slices.ContainsFunc(s.Runs, mayTest)
}

// mayLack reports whether the agent may have done something that the receipt does not have.
func mayLack(s receipt.Summary) bool { return s.Commands.Count > 0 || s.Unknown.Count > 0 }

// UnconfirmedLine returns what a receipt that may be forged says: numbers and names of files.
func UnconfirmedLine(s receipt.Summary) string {
	failed := 0
	for _, run := range s.Runs {
		if run.Result == "failed" {
			failed++
		}
	}
	files := ""
	if len(s.Changed.Items) > 0 {
		files = " (" + quotedNames(s.Changed) + ")"
	}
	return fill("unconfirmed", map[string]string{
		"changed": text.Count(s.Changed.Count, "file"), "files": files, "deleted": strconv.Itoa(s.Deleted.Count),
		"runs": text.Count(len(s.Runs), "run"), "failed": strconv.Itoa(failed), "commits": strconv.Itoa(s.CommitCount),
	})
}

// fill returns the words of a receipt with values.
func fill(name string, values map[string]string) string {
	return text.Fill(builtin().Receipt[name], values)
}

// fillIf returns words about a number of things, "" if there are none.
func fillIf(count int, name string, values map[string]string) string {
	if count <= 0 {
		return ""
	}
	return fill(name, values)
}

// quotedNames returns the first entries of a list, quoted, and how many more there are.
func quotedNames(l receipt.List) string {
	var quoted []string
	for _, item := range l.Items[:min(len(l.Items), maxNamed)] {
		quoted = append(quoted, text.QuoteShort(item))
	}
	if more := l.Count - len(quoted); more > 0 {
		return strings.Join(quoted, ", ") + fill("more", map[string]string{"count": strconv.Itoa(more)})
	}
	return strings.Join(quoted, " and ")
}

// firstLine returns what happened to files, and what was committed.
func firstLine(s receipt.Summary) string {
	did := text.NonEmpty(
		fillIf(s.Changed.Count, "changed", map[string]string{"files": quotedNames(s.Changed)}),
		fillIf(s.Deleted.Count, "deleted", map[string]string{"files": quotedNames(s.Deleted)}),
		fillIf(s.Outside, "outside", map[string]string{"count": text.Count(s.Outside, "file")}))
	switch {
	case len(did) > 0:
	case mayLack(s):
		did = []string{builtin().Receipt["none-known"]}
	default:
		did = []string{builtin().Receipt["unchanged"]}
	}
	committed, failed := commitWords(s.Commits)
	did = append(did, committed...)
	all := builtin().Receipt["agent"]
	if s.Agents.Count > 0 {
		all = builtin().Receipt["together"]
	}
	list := did[0]
	if last := len(did) - 1; last > 0 {
		list = strings.Join(did[:last], ", ") + ", and " + did[last]
	}
	return fill("by", map[string]string{"all": all, "did": list}) + failed
}

// commitWords returns words for the commits and pushes that succeeded, and for the last of each kind if it
// failed.
func commitWords(commits []receipt.Commit) (done []string, failed string) {
	for _, kind := range []string{"commit", "push"} {
		var last, lastPassed receipt.Commit
		count := 0
		for _, c := range commits {
			if c.Kind != kind {
				continue
			}
			last = c
			if c.Result == "passed" {
				count++
				lastPassed = c
			}
		}
		values := map[string]string{"count": strconv.Itoa(count), "hash": lastPassed.Hash, "kind": kind}
		switch {
		case count > 0 && kind == "push":
			done = append(done, builtin().Receipt["pushed"])
		case count == 1:
			done = append(done, strings.TrimSpace(fill("committed", values))) // the hash may be unknown
		case count > 1:
			done = append(done, strings.TrimSuffix(fill("commits", values), ", the last ")) // as above
		}
		if last.Result == "failed" {
			values["printed"] = printed(last.Printed)
			failed += fill("commit-failed", values)
		}
	}
	return done, failed
}

func printed(line string) string {
	if line == "" {
		return ""
	}
	return ": " + text.QuoteShort(line)
}

// runLines returns a line for each run. Runs that failed or are outdated come first.
func runLines(runs []receipt.Run) []string {
	sorted := slices.Clone(runs)
	rank := func(run receipt.Run) int {
		if run.Result == "failed" || run.AfterCount > 0 {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(sorted, func(a, b receipt.Run) int { return rank(a) - rank(b) })
	var lines []string
	for _, run := range sorted[:min(len(sorted), maxRunLines)] {
		lines = append(lines, runLine(run))
	}
	return lines
}

// runLine returns a line about a run: as the last one, or as the last that is known if a later one may be hidden.
func runLine(run receipt.Run) string {
	values := map[string]string{
		"kind": builtin().Kinds[run.Kind], "command": text.QuoteShort(run.Command), "part": "",
		"result": builtin().Receipt[run.Result], "printed": printed(run.Printed), "hidden": text.Escape(run.Hidden), "exit": "",
	}
	if run.Exit != nil && *run.Exit != 0 {
		values["exit"] = fill("exit", map[string]string{"code": strconv.Itoa(*run.Exit)})
	}
	if run.Scope == "narrow" {
		values["part"] = builtin().Receipt["part"]
	}
	form := "run"
	if run.Hidden != "" {
		form = "known-run"
	}
	after := "after"
	if run.AfterCount > 1 {
		after = "after-all"
	}
	return fill(form, values) +
		fillIf(run.AfterCount, after, map[string]string{"files": quotedNames(receipt.List{Items: []string{run.After}, Count: run.AfterCount})}) +
		fillIf(len(run.Formatter), "formatter", map[string]string{"command": text.QuoteShort(run.Formatter)}) +
		fillIf(len(run.Hidden), "hidden", values)
}
