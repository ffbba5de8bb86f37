package evidence

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/prose"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/testcode"
	"github.com/handofflint/handofflint/internal/text"
)

// judgeCounted holds how many tests, files or commits a claim says were made against the
// actions. Too large a number is contradicted. A smaller one may be of a part; see judgeTests.
func (r *Receipt) judgeCounted(c prose.Claim) Judgement {
	switch c.What {
	case prose.AddedTests, prose.AllTests:
		return r.judgeTests(c)
	case prose.Committed:
		return r.judgeCommitted(c)
	case prose.Commits:
		return r.judgeCommits(c)
	}
	return r.judgeFiles(c)
}

// judgeCount holds the number of tests that a claim says passed against what the last run
// printed, and with it those with other words or in other folders.
func (r *Receipt) judgeCount(c prose.Claim, last *Run) Judgement {
	isOfAllTests := last.Kind == runner.Tests && c.Count >= 0 && len(c.Kinds) == 1 && !c.Limited && !last.Narrow
	passed := last.Summary().Passed
	if !isOfAllTests || passed < 0 || hasNumber(text.Tail(last.Output, said().SummaryBytes), c.Count) {
		return Judgement{Verdict: Holds, Run: last}
	}
	var together counted
	seen := map[string]bool{}
	isPrinted := false
	for _, run := range slices.Backward(r.Runs) {
		count := run.Summary().Passed
		words := run.Folder + " " + strings.Join(run.Words, " ")
		if run.Kind != last.Kind || count < 0 {
			continue
		}
		isSame := run.Folder == last.Folder && slices.Equal(run.Words, last.Words)
		isPrinted = isPrinted || isSame && count == c.Count
		if !seen[words] {
			seen[words] = true
			r.add(&together, run.Step, count)
		}
	}
	switch {
	case isPrinted:
		return Judgement{Verdict: Outdated, Why: "count", Run: last}
	case together.total == c.Count:
		return Judgement{Verdict: Holds, Run: last}
	case together.has(c.Count): // it may be about other files
		return Judgement{Verdict: Undecided, Why: "part"}
	}
	return Judgement{Verdict: Contradicted, Why: "count", Run: last}
}

// hasNumber reports whether an output has a number.
func hasNumber(output string, number int) bool {
	isOther := func(r rune) bool { return r < '0' || r > '9' }
	for word := range strings.FieldsFuncSeq(strings.ReplaceAll(output, ",", ""), isOther) {
		if word == strconv.Itoa(number) {
			return true
		}
	}
	return false
}

// counted is what the actions show of something that is counted.
type counted struct {
	// groups are the numbers of what belongs together, and total is their sum.
	groups []int
	total  int
	// first is the first change that counts, and hidden one that may count; nil for none.
	first, hidden *Step
	// isRecent is set if something of it was done since the agent was told what to do.
	isRecent bool
}

// add counts what a step did.
func (r *Receipt) add(n *counted, s Step, groups ...int) {
	if n.first == nil {
		n.first = &s
	}
	n.isRecent = n.isRecent || s.of != r.deeds.Agent || s.Line > r.Since
	for _, count := range groups {
		n.groups = append(n.groups, count)
		n.total += count
	}
}

// maxSums bounds the sums that are looked at.
const maxSums = 1_000_000

// has reports whether a number is the sum of some of the groups, or may be.
func (n *counted) has(number int) bool {
	if number > n.total {
		return false
	}
	if len(n.groups)*n.total > maxSums {
		return true
	}
	sums := make([]bool, n.total+1)
	sums[0] = true
	for _, count := range n.groups {
		for sum := n.total; sum >= count; sum-- {
			sums[sum] = sums[sum] || sums[sum-count]
		}
	}
	return sums[number]
}

// judgeTests holds a number of tests against those that edits added. A part of them is any
// groups of tests together.
func (r *Receipt) judgeTests(c prose.Claim) Judgement {
	added := r.testsAdded(c.Path)
	if added.total == 0 && added.hidden == nil && c.What == prose.AddedTests {
		c.Path = "" // the file is what they test
		added = r.testsAdded("")
	}
	isNotOfAll := c.What == prose.AllTests && added.first != nil && !added.first.Created
	switch {
	case added.has(c.Count):
		return Judgement{Verdict: Holds, Change: &Change{Step: *added.first}}
	case added.total == 0 || isNotOfAll:
		return Judgement{Verdict: Undecided, Why: "not-seen"}
	}
	return r.judgeNumber(added, "count-tests")
}

// judgeNumber contradicts a number of what was done in this turn, unless something that counts
// may not be known.
func (r *Receipt) judgeNumber(found counted, why string) Judgement {
	switch {
	case found.hidden != nil:
		return Judgement{Verdict: Undecided, Why: "may-change", Change: &Change{Step: *found.hidden}}
	case !found.isRecent: // it may tell of the work of other sessions
		return Judgement{Verdict: Undecided, Why: "older"}
	case len(r.gaps) > 0:
		return Judgement{Verdict: Undecided, Why: "missing", Hidden: r.gaps[0].Words()}
	}
	return Judgement{Verdict: Contradicted, Why: why, Found: found.total, Change: &Change{Step: *found.first}}
}

// testsAdded counts the tests that edits of a file added, of all files for "".
func (r *Receipt) testsAdded(file string) (added counted) {
	for _, s := range r.Steps {
		isMeant := file == "" && testcode.MayDeclare(s.Path) || file != "" && s.IsOf(file) != ledger.No
		switch {
		case s.Act != ledger.Write || !isMeant || isByFormatter(s):
		case s.Maybe || s.Glob || s.Tests == nil || file != "" && s.IsOf(file) != ledger.Yes:
			added.hidden = &s
		case r.isOwn(s) && (file != "" || len(s.Tests) > 0):
			r.add(&added, s, s.Tests...)
		}
	}
	return added
}

// isByFormatter reports whether a formatter wrote a file.
func isByFormatter(s Step) bool {
	return s.Command != "" && runner.KindOf(strings.Fields(s.Command)) == runner.Format
}

// judgeFiles holds a number of files against those that were changed.
func (r *Receipt) judgeFiles(c prose.Claim) Judgement {
	isMeant := func(s Step) bool { return c.What != prose.TestFiles || testcode.IsTestFile(s.Path) }
	all, turn := r.filesChanged(0, isMeant), r.filesChanged(r.Since, isMeant)
	printed := r.printed(c.Count)
	switch {
	case printed != nil:
		return Judgement{Verdict: Holds, Run: printed}
	case all.total > 0 && (c.Count == all.total || c.Count == turn.total):
		return Judgement{Verdict: Holds, Change: &Change{Step: *all.first}}
	case all.total == 0:
		return Judgement{Verdict: Undecided, Why: "not-seen"}
	case c.Count < all.total:
		return Judgement{Verdict: Undecided, Why: "part"}
	}
	return r.judgeNumber(all, "count-"+string(c.What))
}

// filesChanged counts the files that are meant and were changed or deleted after a line of the
// agent's transcript.
func (r *Receipt) filesChanged(since int, isMeant func(Step) bool) (changed counted) {
	seen := map[string]bool{}
	for _, s := range r.Steps {
		isChange := s.Act == ledger.Write || s.Act == ledger.Delete
		isEarlier := s.of == r.deeds.Agent && s.Line <= since
		switch {
		case !isChange || isEarlier:
		case s.Maybe || s.Glob:
			changed.hidden = &s
		case isMeant(s) && !seen[s.Path]:
			seen[s.Path] = true
			r.add(&changed, s, 1)
		}
	}
	return changed
}

// maxCommits is how many of the last commits are added up.
const maxCommits = 100

// printed returns the command for which git printed that so many files were changed, or the
// first of consecutive commits that changed so many; nil for none.
func (r *Receipt) printed(count int) *Run {
	for _, s := range r.Steps {
		if slices.Contains(s.FilesChanged, count) {
			return &Run{Step: s}
		}
	}
	isOther := func(run Run) bool { return run.Kind != runner.Commit || len(run.FilesChanged) == 0 }
	commits := slices.DeleteFunc(slices.Clone(r.Runs), isOther)
	commits = commits[max(0, len(commits)-maxCommits):]
	for i := range commits {
		sum := 0
		for _, later := range commits[i:] {
			sum += later.FilesChanged[0]
			if sum == count {
				return &commits[i]
			}
		}
	}
	return nil
}

// judgeCommitted holds a number of files of a commit against what git printed of commits.
func (r *Receipt) judgeCommitted(c prose.Claim) Judgement {
	last := r.Last(runner.Commit)
	isPrinted := last != nil && last.Outcome == ledger.Passed && len(last.FilesChanged) > 0
	files := r.filesChanged(0, func(Step) bool { return true })
	printed := r.printed(c.Count)
	switch {
	case printed != nil:
		return Judgement{Verdict: Holds, Run: printed}
	case last == nil:
		return Judgement{Verdict: Undecided, Why: "no-run", Kind: runner.Commit}
	case !isPrinted:
		return Judgement{Verdict: Undecided, Why: "no-result", Run: last}
	case last.Line <= r.Since:
		return Judgement{Verdict: Undecided, Why: "earlier", Run: last}
	case c.Count <= files.total:
		return Judgement{Verdict: Undecided, Why: "part"}
	case r.hidden(last) != "" || r.mayHaveMade(last) || len(r.mayHaveRun(last)) > 0:
		return Judgement{Verdict: Undecided, Why: "missing", Hidden: said().Hidden["same"]}
	case len(r.gaps) > 0:
		return Judgement{Verdict: Undecided, Why: "missing", Hidden: r.gaps[0].Words()}
	}
	return Judgement{Verdict: Contradicted, Why: "count-committed", Run: last, Found: last.FilesChanged[0]}
}

// judgeCommits holds a number of commits against those that were made.
func (r *Receipt) judgeCommits(c prose.Claim) Judgement {
	made := r.commits()
	turn := 0
	for _, run := range r.turn() {
		if run.Kind == runner.Commit && run.Outcome != ledger.Failed {
			turn++
		}
	}
	switch {
	case made.total == 0:
		return Judgement{Verdict: Undecided, Why: "no-run", Kind: runner.Commit}
	case c.Count == made.total || c.Count == turn:
		return Judgement{Verdict: Holds, Run: r.Last(runner.Commit)}
	case c.Count < made.total:
		return Judgement{Verdict: Undecided, Why: "part"}
	}
	return r.judgeNumber(made, "count-commits")
}

// commits counts the commits that did not fail.
func (r *Receipt) commits() (made counted) {
	for _, run := range r.Runs {
		if run.Kind == runner.Commit && run.Outcome != ledger.Failed {
			r.add(&made, run.Step, 1)
		}
	}
	for _, s := range r.Steps {
		isUnknown := s.kind == runner.Other && !s.Direct || s.kind == runner.Commit && (s.Maybe || s.Result == "")
		if s.Act == ledger.Run && (isUnknown || slices.Contains(said().MakesCommits, s.Program)) {
			made.hidden = &s
		}
	}
	return made
}
