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
	sent := ""
	if s.Agents.Count > 0 {
		sent = fill("launched", map[string]string{"count": text.Count(s.Agents.Count, "agent"), "names": names(s.Agents)})
	}
	if s.Skills.Count > 0 {
		sent = strings.TrimSpace(sent + " " + fill("skills", map[string]string{"names": names(s.Skills)}))
	}
	if sent != "" {
		lines = append(lines, sent)
	}
	var missing []string
	if s.Commands.Count > 0 {
		missing = append(missing, fill("commands", map[string]string{"names": names(s.Commands)}))
	}
	for _, why := range s.Unknown.Items {
		missing = append(missing, text.Escape(why))
	}
	if len(missing) > 0 {
		lines = append(lines, fill("missing", map[string]string{"list": strings.Join(missing, "; ")}))
	}
	return lines
}

// ranNoTests reports whether sources were changed and certainly no tests ran.
func ranNoTests(s receipt.Summary) bool {
	isSource := func(file string) bool { return runner.LanguageOf(file) != "" }
	mayTest := func(run receipt.Run) bool { return run.Kind == "tests" || run.Kind == "checks" }
	isKnown := s.Commands.Count == 0 && s.Unknown.Count == 0
	return isKnown && slices.ContainsFunc(s.Changed.Items, isSource) && !slices.ContainsFunc(s.Runs, mayTest)
}

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
		files = " (" + names(s.Changed) + ")"
	}
	return fill("unconfirmed", map[string]string{
		"changed": text.Count(s.Changed.Count, "file"), "files": files, "deleted": strconv.Itoa(s.Deleted.Count),
		"runs": text.Count(len(s.Runs), "run"), "failed": strconv.Itoa(failed), "commits": strconv.Itoa(s.CommitCount),
	})
}

func fill(name string, values map[string]string) string {
	return text.Fill(builtin().Receipt[name], values)
}

// names returns the first entries of a list, quoted, and how many more there are.
func names(l receipt.List) string {
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
	var did []string
	if s.Changed.Count > 0 {
		did = append(did, fill("changed", map[string]string{"files": names(s.Changed)}))
	}
	if s.Deleted.Count > 0 {
		did = append(did, fill("deleted", map[string]string{"files": names(s.Deleted)}))
	}
	if s.Outside > 0 {
		did = append(did, fill("outside", map[string]string{"count": text.Count(s.Outside, "file")}))
	}
	isUnknown := s.Commands.Count > 0 || s.Unknown.Count > 0
	switch {
	case len(did) > 0:
	case isUnknown:
		did = append(did, builtin().Receipt["none-known"])
	default:
		did = append(did, builtin().Receipt["unchanged"])
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
		var last *receipt.Commit
		count, hash := 0, ""
		for i, c := range commits {
			if c.Kind != kind {
				continue
			}
			last = &commits[i]
			if c.Result == "passed" {
				count++
				hash = c.Hash
			}
		}
		values := map[string]string{"count": strconv.Itoa(count), "hash": hash, "kind": kind}
		switch {
		case count > 0 && kind == "push":
			done = append(done, builtin().Receipt["pushed"])
		case count == 1:
			done = append(done, strings.TrimSpace(fill("committed", values)))
		case count > 1:
			done = append(done, strings.TrimSuffix(fill("commits", values), ", the last "))
		}
		if last != nil && last.Result == "failed" {
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
	line := fill(form, values)
	if run.AfterCount == 1 {
		line += fill("after", map[string]string{"files": text.QuoteShort(run.After)})
	} else if run.AfterCount > 1 {
		line += fill("after-all", map[string]string{"files": names(receipt.List{Items: []string{run.After}, Count: run.AfterCount})})
	}
	if run.Formatter != "" {
		line += fill("formatter", map[string]string{"command": text.QuoteShort(run.Formatter)})
	}
	if run.Hidden != "" {
		line += fill("hidden", values)
	}
	return line
}
