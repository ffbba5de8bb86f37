package cli

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) checkCommand() *cli.Command {
	o := new(checkOptions)
	return &cli.Command{
		Name:      "check",
		Usage:     "check files and folders, by default the current one",
		ArgsUsage: "[PATH | -]...",
		Description: `Files that are named must be handoffs. In folders handoffs are found by place
and content, and everything else is skipped. FORMAT is text (the default),
concise, json, jsonl, sarif, github, gitlab, junit or rdjsonl.

Exit codes: 0 nothing found; 1 warnings only; 2 an error, or something that
could not be checked.

Examples:
   handofflint check --strict -f text -f sarif=handofflint.sarif docs
   handofflint check --changed=main --fix
   handofflint check - --as context < docs/context/1717500000-fix.json`,
		Flags:  slices.Concat(o.outputFlags(&r.options), o.selectFlags(), o.severityFlags(&r.options), o.fixFlags()),
		Action: func(c *cli.Context) error { return r.check(c, o) },
	}
}

// check checks files, folders and standard input: the main command.
func (r *runner) check(c *cli.Context, o *checkOptions) error {
	if err := r.completeOptions(c, o); err != nil {
		return err
	}
	run := &checkRun{trees: worktree.NewTrees(), byDefault: worktree.NewTrees()}
	linter := o.linter()
	linter.As = document.Format(o.as)
	linter.IsCompared = r.isGiven("transcript")
	linter.Incomplete = run.trees.Incomplete
	linter.Commits = lint.NewCommits(run.trees)
	var err error
	linter.Facts, err = r.facts(o, run)
	if err != nil {
		return err
	}
	// An update of the baseline makes a finding known again that a fix has changed.
	keepsBaseline := o.baseline != "" && !o.updateBaseline
	if o.triesFixes() && keepsBaseline {
		linter.Veto, err = baselineVeto(o.baseline)
		if err != nil {
			return err
		}
	}
	if len(o.paths) > 0 {
		if err := r.checkPaths(c, o, linter, run); err != nil {
			return err
		}
	}
	if o.stdin {
		if err := r.checkStdin(o, linter, run); err != nil {
			return err
		}
	}
	r.completeEvidence(run)
	if err := r.applyBaseline(o, run); err != nil {
		return err
	}
	run.results, run.old = lint.WithoutOld(run.results, run.before)
	run.found, _ = lint.WithoutOld(run.found, run.before)
	if err := notOver(o.outputs, run.inputs(o)); err != nil {
		return err
	}
	printed := r.reportOf(run.results)
	printed.Disabled = r.disabled(o, run)
	printed.Incomplete = run.incomplete
	if err := r.print(o.outputs, printed); err != nil {
		return err
	}
	r.tellIncomplete(o.outputs, run.incomplete)
	r.logUnjudged(o, linter, run.results)
	r.logFailures(run.found)
	if o.triesFixes() {
		r.printFixed(o, run.fixed)
	}
	r.noteCosts(o.costs.Slowest())
	return run.exit(o)
}

// exit returns the error that makes the exit code of a run, nil for 0.
func (run *checkRun) exit(o *checkOptions) error {
	if run.fixed.failed || len(run.incomplete) > 0 || run.empty && o.failOnEmpty {
		return exitCode(ExitFailed)
	}
	if run.fixed.areUnstaged(o) {
		// What would be committed still has the findings.
		return exitFor(o.failsOn, run.found)
	}
	return exitFor(o.failsOn, run.results)
}

// checkRun is the outcome of a run.
type checkRun struct {
	results []rules.Result
	// found are the results before anything was fixed: the failure log counts the faults that agents made.
	found []rules.Result
	fixed fixCounts
	// before are the results of the files in the commit that --changed compares with, old is how many of their findings
	// are still there.
	before []rules.Result
	old    int
	// folders are the session folders that were checked as a whole.
	folders []string
	// skipped is what the walk has left out.
	skipped []lint.Skip
	// empty is set if the folders hold no handoff.
	empty bool
	// trees are what claims are checked against; byDefault are used instead if no option or setting asks for that.
	trees, byDefault *worktree.Trees
	// incomplete is the evidence that was not asked to the end.
	incomplete []rules.IncompleteReason
}

// checkPaths checks files and folders, and fixes them.
func (r *runner) checkPaths(c *cli.Context, o *checkOptions, linter *lint.Linter, run *checkRun) error {
	changes, err := r.changes(c.Context, o, run.trees.Git)
	if err != nil {
		return fmt.Errorf("cannot tell what has changed: %w", err)
	}
	walk := o.walkOptions()
	walk.Exclude = o.exclude.Value()
	walk.NoIgnoreFiles = r.options.untrusted
	walk.SkipUnknown = o.skipUnknown
	walk.Changes = changes
	found, err := lint.Walk(c.Context, o.paths, walk)
	if err != nil {
		return err
	}
	chosen := found
	if changes != nil {
		chosen = found.Changed(changes)
		r.log.Infof("%d of %d files have changed", len(chosen.Files), len(found.Files))
	}
	run.results, err = linter.Run(c.Context, chosen)
	if err != nil {
		return err
	}
	run.found = slices.Clone(run.results)
	if r.isGiven("changed") {
		before, err := chosen.Before(changes)
		if err != nil {
			return fmt.Errorf("cannot tell what has changed: %w", err)
		}
		run.before, err = linter.Run(c.Context, before)
		if err != nil {
			return err
		}
	}
	if o.triesFixes() {
		if err := r.fixFiles(c, o, linter, chosen, changes, run); err != nil {
			return err
		}
	}
	run.skipped = found.Skipped
	for _, folder := range chosen.Folders {
		run.folders = append(run.folders, folder.Path)
	}
	r.logFiles(run, changes)
	// An empty run is expected if nothing has changed, or if a program names all the files that it knows.
	isExpected := len(chosen.Files) < len(found.Files) || walk.SkipUnknown
	summary := rules.Summarize(run.results)
	run.empty = summary.Files == 0 && !isExpected
	if run.empty && summary.Reserved == 0 { // a reserved report is a handoff that is not written yet
		r.warnEmpty(o, run.results)
	}
	return nil
}

// completeEvidence drops the findings that are based on evidence that was only partly read. That fails the run,
// except for the work tree if no option or setting asks for it: then it is a warning.
func (r *runner) completeEvidence(run *checkRun) {
	run.incomplete = run.trees.Incomplete.Reasons()
	for _, trees := range []*worktree.Trees{run.trees, run.byDefault} {
		run.results = rules.Complete(run.results, trees.Incomplete)
		run.found = rules.Complete(run.found, trees.Incomplete)
	}
	for _, reason := range run.byDefault.Incomplete.Reasons() {
		if reason.Kind != rules.KindFiles {
			run.incomplete = append(run.incomplete, reason)
			continue
		}
		r.log.Warnf("%s (--no-evidence leaves them out)", reason)
	}
}

// tellIncomplete says on stderr which evidence was only partly read, unless text on stdout says it.
func (r *runner) tellIncomplete(outputs []output, incomplete []rules.IncompleteReason) {
	isSaid := func(o output) bool { return o.name == "text" && o.path == "" && !r.options.quiet }
	if slices.ContainsFunc(outputs, isSaid) {
		return
	}
	for _, reason := range incomplete {
		r.log.Error(reason.String())
	}
}

// checkStdin checks standard input. With --fix it prints the fixed text, or the text as
// it came if nothing helps: the reader of a pipe has no other.
func (r *runner) checkStdin(o *checkOptions, linter *lint.Linter, run *checkRun) error {
	in, fault := document.Stdin(r.streams.In, o.stdinFilename, linter.Engine.Limits().Bytes)
	checked, err := linter.CheckInput(in, fault)
	if err != nil {
		return err
	}
	run.found = append(run.found, checked.Result)
	if fault == nil && o.triesFixes() {
		change, err := r.fixStdin(o, linter, in, run)
		if err != nil {
			return err
		}
		if o.fix {
			in.Data = change.Data
			checked, err = linter.CheckInput(in, nil)
			if err != nil {
				return err
			}
			withoutFixes(checked.Result)
		}
	}
	run.results = append(run.results, checked.Result)
	return nil
}

// fixStdin prints the fixed text of standard input, or the diff.
func (r *runner) fixStdin(o *checkOptions, linter *lint.Linter, in document.Input, run *checkRun) (lint.Change, error) {
	change, err := linter.FixInput(in)
	if err != nil {
		return change, err
	}
	writeNothing := func(lint.Change) error { return nil }
	if err := r.applyFixes(o, change, writeNothing, &run.fixed); err != nil {
		return change, err
	}
	if o.fix {
		err = r.printContent(string(change.Data))
	}
	return change, err
}

// hidden returns how many files and folders each ignore file and configuration hides.
func hidden(skipped []lint.Skip) (list []report.Disabled) {
	for _, s := range skipped {
		if s.By == "" {
			continue
		}
		i := slices.IndexFunc(list, func(d report.Disabled) bool { return d.By == s.By })
		if i < 0 {
			i = len(list)
			list = append(list, report.Disabled{By: s.By})
		}
		if s.Folder {
			list[i].FoldersHidden++
		} else {
			list[i].FilesHidden++
		}
	}
	return list
}

// disabled returns what the configuration, ignore files and the baseline keep from being reported.
func (r *runner) disabled(o *checkOptions, run *checkRun) []report.Disabled {
	list := append(o.config.Disabled(!r.isGiven("fail-on")), hidden(run.skipped)...)
	if n := rules.Summarize(run.results).Known; n > 0 {
		list = append(list, report.Disabled{By: o.baseline, FindingsKnown: n})
	}
	if run.old > 0 {
		list = append(list, report.Disabled{By: "the base of --changed", FindingsKnown: run.old})
	}
	for _, d := range list {
		for _, line := range d.Details() {
			r.log.Infof("switched off: %s", line)
		}
	}
	return list
}
