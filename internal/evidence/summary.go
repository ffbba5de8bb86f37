package evidence

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/receipt"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// SummaryOf returns what the agent and those that it launched did, in the form that is kept
// beside a handoff, which is left out itself; "" for none.
func (d *Deeds) SummaryOf(handoff string) receipt.Summary {
	r := d.ReceiptAt(math.MaxInt).own()
	r.handoff = handoff
	s := receipt.Summary{Runs: []receipt.Run{}, Commits: []receipt.Commit{}}
	r.addFiles(&s)
	r.addRuns(&s)
	r.addCommits(&s)
	r.addSent(&s)
	r.addUnknown(&s)
	return s
}

// own returns the receipt without what those above the agent did before it began.
func (r *Receipt) own() *Receipt {
	if r.deeds.below == nil {
		return r
	}
	own := &Receipt{Since: r.Since, deeds: r.deeds}
	for _, l := range r.deeds.below {
		for _, g := range l.Gaps {
			if l != r.deeds.Agent {
				g.Line = 0
			}
			own.gaps = append(own.gaps, g)
		}
	}
	for _, s := range r.Steps {
		if !slices.Contains(r.deeds.below, s.of) {
			continue
		}
		if s.Act == ledger.Run {
			own.addRun(s, len(own.Steps))
		}
		own.Steps = append(own.Steps, s)
	}
	return own
}

// addFiles adds the files that were certainly changed or deleted.
func (r *Receipt) addFiles(s *receipt.Summary) {
	var changed changes
	deleted := map[string]Step{}
	for _, step := range r.Steps {
		isCertain := !step.Maybe && !step.Glob
		switch {
		case step.Act == ledger.Delete && isCertain:
			changed.remove(step)
			deleted[step.Path] = step
		case step.Act != ledger.Write || !isCertain || r.handoff != "" && step.IsOf(r.handoff) == ledger.Yes:
		case isCopy(step):
			changed.left = append(changed.left, Change{Step: step})
			delete(deleted, step.Path)
		default:
			changed.add(step)
			delete(deleted, step.Path)
		}
	}
	var changedNames, deletedNames []string
	outside := map[string]bool{}
	for _, c := range changed.left {
		name, ok := r.relative(c.Step)
		if ok {
			changedNames = appendNew(changedNames, name)
		} else {
			outside[c.Path] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(deleted)) {
		name, ok := r.relative(deleted[path])
		if ok {
			deletedNames = append(deletedNames, name)
		} else {
			outside[path] = true
		}
	}
	s.Changed, s.Deleted, s.Outside = listOf(changedNames), listOf(deletedNames), len(outside)
}

// relative returns the path of a step from the folder that the agent began in, as it is
// printed; ok reports whether it is below.
func (r *Receipt) relative(s Step) (name string, ok bool) {
	for _, l := range []*ledger.Ledger{r.deeds.Agent, s.of} {
		folder := strings.TrimSuffix(l.Cwd, "/") + "/"
		name, ok = strings.CutPrefix(s.Path, folder)
		if ok && l.Cwd != "" && name != "" {
			return short(name), true
		}
	}
	return "", false
}

// appendNew adds a text to a list that does not have it.
func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

func listOf(all []string) receipt.List {
	items := append([]string{}, all[:min(len(all), receipt.MaxItems)]...)
	return receipt.List{Count: len(all), Items: items}
}

// short returns a text as it is kept: on one line, with credentials masked.
func short(s string) string { return text.Shorten(text.Fold(secret.Mask(s)), receipt.MaxText) }

// place matches the folders of an absolute path.
var place = text.MustCompile(`(^|[\s"'=(:,<>])(?:~|[A-Za-z]:)?[/\\](?:[^/\\\s"'():]+[/\\])+`)

// shortCommand returns a command or what it printed as it is kept: without the folders of
// absolute paths.
func (r *Receipt) shortCommand(s Step, command string) string {
	command = secret.Mask(command)
	for _, l := range []*ledger.Ledger{r.deeds.Agent, s.of} {
		if folder := strings.TrimSuffix(l.Cwd, "/"); folder != "" {
			command = strings.ReplaceAll(command, folder+"/", "")
		}
	}
	return text.Shorten(text.Fold(place.ReplaceAllString(command, "$1…/")), receipt.MaxText)
}

// lineOf returns the line of a step in the agent's own transcript, 0 if it is not there.
func (r *Receipt) lineOf(s Step) int {
	if s.of != r.deeds.Agent {
		return 0
	}
	return s.Line
}

func resultOf(outcome ledger.Result) string {
	if outcome == "" {
		return "unknown"
	}
	return string(outcome)
}

// addRuns adds the last run of each kind. One that does what several kinds do is added once.
func (r *Receipt) addRuns(s *receipt.Summary) {
	added := map[int]bool{}
	for _, kind := range receipt.Kinds {
		run := r.Last(runner.Kind(kind))
		if run == nil || added[run.index] {
			continue
		}
		added[run.index] = true
		s.Runs = append(s.Runs, r.summaryOf(run))
	}
}

// summaryOf returns a run as it is kept.
func (r *Receipt) summaryOf(run *Run) receipt.Run {
	printed := run.Summary()
	out := receipt.Run{
		Kind: string(run.Kind), Command: r.shortCommand(run.Step, run.Command), Scope: "whole", Result: resultOf(run.Outcome),
		Passed: number(printed.Passed), Failed: number(printed.Failed), Printed: r.shortCommand(run.Step, printed.Line),
		Line: r.lineOf(run.Step), Hidden: short(r.hidden(run)),
	}
	if run.Kind == run.kind { // else it is that of what ran it
		out.Exit = run.Exit
	}
	if run.Narrow {
		out.Scope = "narrow"
	}
	if run.Kind == runner.Format { // nothing that it says of files is outdated by a change
		return out
	}
	byHand, byFormatter := r.changesAfter(run)
	var names []string
	for _, c := range byHand {
		if name, ok := r.relative(c.Step); ok {
			names = appendNew(names, name)
		}
	}
	if len(names) > 0 {
		out.After, out.AfterCount = names[0], len(names)
	}
	if byFormatter != nil {
		out.Formatter = r.shortCommand(byFormatter.Step, byFormatter.Command)
	}
	if out.Hidden == "" && len(names) > 0 && len(r.mayHaveRun(run)) > 0 {
		out.Hidden = said().Receipt["again"]
	}
	return out
}

func number(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

// commitHash matches the hash in what git prints of a commit.
var commitHash = text.MustCompile(`(?m)^\[[^\]\n]* ([0-9a-f]{7,40})\] `)

// addCommits adds the last commits and pushes.
func (r *Receipt) addCommits(s *receipt.Summary) {
	for _, run := range r.Runs {
		if run.Kind != runner.Commit && run.Kind != runner.Push {
			continue
		}
		c := receipt.Commit{
			Kind: string(run.Kind), Result: resultOf(run.Outcome), Line: r.lineOf(run.Step),
			Printed: r.shortCommand(run.Step, run.Summary().Line),
		}
		if m := commitHash.FindStringSubmatch(run.Output); m != nil && run.Kind == runner.Commit && run.Outcome == ledger.Passed {
			c.Hash = m[1]
		}
		s.Commits = append(s.Commits, c)
	}
	s.CommitCount = len(s.Commits)
	s.Commits = s.Commits[max(0, len(s.Commits)-receipt.MaxItems):]
}

// addSent adds the agents that were launched, and the skills that were used.
func (r *Receipt) addSent(s *receipt.Summary) {
	var agents, skills []string
	for _, step := range r.Steps {
		switch {
		case step.Act == ledger.Send:
			agents = append(agents, short(step.Name))
		case step.Act == ledger.Skill && !step.Maybe:
			skills = appendNew(skills, short(step.Name))
		}
	}
	s.Agents, s.Skills = listOf(agents), listOf(skills)
}

// addUnknown adds what is not known: what a command changed whose work is not known, and what
// the transcripts lack.
func (r *Receipt) addUnknown(s *receipt.Summary) {
	var commands, why []string
	var harmless Step // the last task that is known to have changed nothing
	for _, step := range r.Steps {
		if step.work != nil && step.work.Complete && !step.work.Changes {
			harmless = step
		}
		if step.isOfTask(harmless) || !step.mayChange() {
			continue
		}
		kind := runner.KindOf(strings.Fields(step.Command))
		isRun := step.Act == ledger.Run
		switch {
		case isRun && (step.Words != nil || kind != runner.Other):
		case step.Command == "":
			why = appendNew(why, said().Receipt["edits"])
		case kind == runner.Other || kind == runner.Format:
			commands = appendNew(commands, r.shortCommand(step, step.Command))
		}
	}
	for _, g := range r.gaps {
		why = appendNew(why, g.Words())
	}
	s.Commands, s.Unknown = listOf(commands), listOf(why)
}

// isOfTask reports whether a change is one that the command of a task may have made.
func (s Step) isOfTask(task Step) bool {
	return task.Deed != nil && s.IsAnyChange() && s.of == task.of && s.Line == task.Line && s.Command == task.Command
}

// mayChange reports whether nobody knows if a step was done, and it may change files. To
// copy or delete what is below a name is certain for the name, and unsure only for what is
// below if that is a folder.
func (s Step) mayChange() bool {
	isBelow := (isCopy(s) || s.Act == ledger.Delete) && strings.HasSuffix(s.Path, "/**")
	switch s.Act {
	case ledger.Read, ledger.Seen, ledger.Send, ledger.Skill:
		return false
	}
	return s.Maybe && !isBelow
}
