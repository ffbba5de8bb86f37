package cli

import (
	"errors"
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
	return &cli.Command{
		Name:      "check",
		Usage:     "check files and folders; without a PATH, the current folder",
		ArgsUsage: "[PATH | -]...",
		Description: `Files that are named must be handoffs. In folders handoffs are found by place
and content, and everything else is skipped. FORMAT is text, concise, json,
jsonl, sarif, github, gitlab, junit, checkstyle or rdjsonl.

Exit codes: 0 nothing found; 1 warnings only; 2 an error, or something that
could not be checked.

Examples:
   handofflint check --strict -f text -f sarif=handofflint.sarif docs
   handofflint check --changed=main --fix
   handofflint check - --as context < docs/context/1717500000-fix.json`,
		Flags: slices.Concat(
			grouped("Output", sharedFlags("format", "output", "quiet")...),
			grouped("Output",
				&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "also say what passed, and what was skipped and why"},
				&cli.BoolFlag{Name: "statistics", Usage: "print a table of rules instead of findings"},
				&cli.IntFlag{Name: "max-findings", Value: 100, Usage: "print `N` findings at most, 0: all", DefaultText: "100"},
			),
			grouped("What is checked",
				&cli.GenericFlag{Name: "changed", Value: new(optionalValue), Usage: "only what differs from `BASE`, or the default branch"},
				&cli.BoolFlag{Name: "staged", Usage: "only what is staged for the next commit"},
				&cli.StringFlag{Name: "shard", Usage: "only part `I/N` of the files; docs/scale.md"},
				sharedFlag("as"),
				&cli.StringFlag{Name: "stdin-filename", Usage: "take standard input for the file `PATH`"},
				&cli.StringSliceFlag{Name: "exclude", Usage: "leave out what matches `GLOB` in folders"},
				&cli.BoolFlag{Name: "skip-unknown", Usage: "take named files as if found in a folder"},
			),
			grouped("Rules and severities",
				sharedFlag("rule"),
				&cli.StringSliceFlag{Name: "select", Usage: "only `RULE` or group, such as 'report/*'"},
				&cli.StringSliceFlag{Name: "ignore", Usage: "not `RULE` or group, such as 'report/*'"},
				sharedFlag("no-inline"),
				&cli.BoolFlag{Name: "untrusted", Usage: "obey nothing that the checked tree holds"},
				&cli.BoolFlag{Name: "evidence", Usage: "check claims against work tree, git, session"},
				&cli.StringFlag{Name: "transcript", Usage: "and against the agent's transcript `FILE`", TakesFile: true},
				&cli.BoolFlag{Name: "strict", Usage: "treat warnings as errors"},
				sharedFlag("fail-on"),
				&cli.BoolFlag{Name: "fail-on-empty", Usage: "exit with 2 if no handoff is found"},
			),
			grouped("Baseline and fixes",
				&cli.StringFlag{Name: "baseline", Usage: "report only findings that are not in `FILE`", TakesFile: true},
				&cli.BoolFlag{Name: "no-baseline", Usage: "ignore the baseline of the configuration"},
				&cli.BoolFlag{Name: "update-baseline", Usage: "write what is found now to the baseline"},
				&cli.BoolFlag{Name: "fix", Usage: "apply safe fixes; standard input is printed fixed"},
				&cli.BoolFlag{Name: "diff", Usage: "print what --fix would change, and write nothing"},
			)),
		Action: r.check,
	}
}

// check runs the main job.
func (r *runner) check(c *cli.Context) error {
	o, err := r.checkOptions(c)
	if err != nil {
		return err
	}
	run := &checkRun{trees: worktree.NewTrees()}
	linter := o.linter()
	linter.As = o.as
	linter.Incomplete, linter.Commits = run.trees.Incomplete, lint.NewCommits(run.trees)
	if linter.Facts, err = factsOf(c, o.config, run.trees); err != nil {
		return err
	}
	if len(o.paths) > 0 {
		if err := r.checkPaths(c, o, linter, run); err != nil {
			return err
		}
	}
	if o.stdin {
		if err := r.checkStdin(c, o, linter, run); err != nil {
			return err
		}
	}
	run.incomplete = run.trees.Incomplete.Reasons()
	run.results, run.found = rules.Complete(run.results, run.trees.Incomplete), rules.Complete(run.found, run.trees.Incomplete)
	if err := r.applyBaseline(c, o, run); err != nil {
		return err
	}
	if err := notOver(o.outputs, run.inputs(o)); err != nil {
		return err
	}
	printed := r.reportOf(c, run.results)
	printed.Disabled, printed.Incomplete = r.disabled(c, o, run), run.incomplete
	if printed.Shard = run.shard; run.shard != nil {
		run.shard.Settings, run.shard.FailOn = run.settings(c, o), o.config.FailOn()
	}
	if err := r.print(c, o.outputs, printed); err != nil {
		return err
	}
	r.tellIncomplete(c, o.outputs, run.incomplete)
	r.logFailures(c, o.now, run.found)
	if o.fix || o.diff {
		r.printFixed(c, o, run.fixed)
	}
	switch {
	case run.fixed.failed, len(run.incomplete) > 0, run.empty && c.Bool("fail-on-empty"):
		return exitCode(ExitFailed)
	case c.Bool("staged") && o.fix && run.fixed.files > 0:
		// What would be committed still has the findings.
		return exitFor(o.failOn, run.found)
	}
	return exitFor(o.failOn, run.results)
}

// checkOptions are the options of `check`.
type checkOptions struct {
	checker
	// paths are what to check beside standard input.
	paths     []string
	stdin     bool
	fix, diff bool
	// failOn is the lowest severity that makes the exit code non-zero, or "never".
	failOn string
	// baseline is the path of the file with known findings, "" for none.
	baseline string
	// vetoes are against fixes that would bring a finding that the baseline lacks.
	vetoes []lint.Veto
	shard  *lint.Shard
}

func (r *runner) checkOptions(c *cli.Context) (o checkOptions, err error) {
	if o.checker, err = r.checker(c, c.Bool("no-inline") || c.Bool("untrusted")); err != nil {
		return o, err
	}
	o.failOn = c.String("fail-on")
	if configured := o.config.FailOn(); configured != "" && !c.IsSet("fail-on") {
		o.failOn = configured
	}
	o.paths = slices.DeleteFunc(c.Args().Slice(), func(path string) bool { return path == "-" })
	o.stdin = len(o.paths) < c.NArg() || c.IsSet("stdin-filename")
	if len(o.paths) == 0 && !o.stdin {
		o.paths = []string{"."}
	}
	if o.baseline, err = baselineOf(c, o.config.Baseline()); err != nil {
		return o, err
	}
	if c.Bool("untrusted") {
		if err := o.outsideTree(); err != nil {
			return o, err
		}
	}
	if c.IsSet("shard") {
		shard, err := lint.ParseShard(c.String("shard"))
		if err != nil {
			return o, fmt.Errorf("--shard: %w", err)
		}
		o.shard = &shard
	}
	switch {
	case slices.Contains(o.paths, ""):
		return o, errors.New("one of the paths is empty")
	case c.IsSet("changed") && c.Bool("staged"):
		return o, errors.New("--changed and --staged do not go together: choose one")
	case o.stdin && (c.IsSet("changed") || c.Bool("staged") || o.shard != nil):
		return o, errors.New("--changed, --staged and --shard choose among files, and standard input is not a file: leave out one of them")
	}
	return o, o.fixOptions(c)
}

// checkRun is the outcome of a run.
type checkRun struct {
	results []rules.Result
	// found are the results before anything was fixed: the failure log counts the
	// faults that agents made.
	found []rules.Result
	fixed fixCounts
	// shard is the part of all files that was checked, nil for all.
	shard *report.Shard
	// folders are the session folders that were checked as a whole.
	folders []string
	// skipped is what the walk has left out.
	skipped []lint.Skip
	// empty is set if the folders hold no handoff.
	empty bool
	// trees are what claims are held against.
	trees *worktree.Trees
	// incomplete is the evidence that was not asked to the end.
	incomplete []rules.IncompleteReason
	// known is the text of the baseline, nil for none.
	known []byte
}

// checkPaths checks files and folders, and fixes them.
func (r *runner) checkPaths(c *cli.Context, o checkOptions, linter *lint.Linter, run *checkRun) error {
	changes, err := r.changes(c, run.trees.Git)
	if err != nil {
		return fmt.Errorf("cannot tell what has changed: %w", err)
	}
	walk := o.walkOptions(c)
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
	if o.shard != nil {
		part, set := o.shard.Of(chosen)
		r.log.Infof("part %d of %d: %d of %d files", o.shard.Index, o.shard.Count, len(part.Files), len(chosen.Files))
		run.shard, chosen = &report.Shard{Index: o.shard.Index, Count: o.shard.Count, Set: set}, part
	}
	if run.results, err = linter.Run(c.Context, chosen); err != nil {
		return err
	}
	run.found = slices.Clone(run.results)
	if o.fix || o.diff {
		if err := r.fixFiles(c, o, linter, chosen, changes, run); err != nil {
			return err
		}
	}
	run.skipped = found.Skipped
	for _, folder := range chosen.Folders {
		run.folders = append(run.folders, folder.Path)
	}
	r.logSkipped(run, changes)
	// An empty run is expected if nothing has changed, if this part has no file, or if a
	// program names all the files that it knows.
	surprising := len(chosen.Files) == len(found.Files) && !walk.SkipUnknown
	if summary := rules.Summarize(run.results); surprising && summary.Files == 0 {
		run.empty = true
		if summary.Reserved == 0 {
			r.warnEmpty(c, o, len(run.results))
		}
	}
	return nil
}

// tellIncomplete says on stderr what was not asked to the end, unless text on stdout says it.
func (r *runner) tellIncomplete(c *cli.Context, outputs []output, incomplete []rules.IncompleteReason) {
	isSaid := func(o output) bool { return o.name == "text" && o.path == "" && !c.Bool("quiet") }
	if slices.ContainsFunc(outputs, isSaid) {
		return
	}
	for _, reason := range incomplete {
		r.log.Error(reason.String())
	}
}

// checkStdin checks standard input. With --fix it prints the fixed text, or the text as
// it came if nothing helps: the reader of a pipe has no other.
func (r *runner) checkStdin(c *cli.Context, o checkOptions, linter *lint.Linter, run *checkRun) error {
	in, fault := document.Stdin(r.streams.In, c.String("stdin-filename"), linter.Engine.Limits().Bytes)
	result, err := linter.CheckInput(in, fault)
	if err != nil {
		return err
	}
	run.found = append(run.found, result)
	if fault == nil && (o.fix || o.diff) {
		change, err := linter.FixInput(in, o.vetoes...)
		if err == nil {
			printed := func(lint.Change) error { return nil } // below
			err = r.applyFixes(o, change, printed, &run.fixed)
		}
		if err == nil && o.fix {
			in.Data = change.Data
			if err = r.printContent(string(in.Data)); err == nil {
				result, err = linter.CheckInput(in, nil)
			}
			withoutFixes(result)
		}
		if err != nil {
			return err
		}
	}
	run.results = append(run.results, result)
	return nil
}

// disabled is what the configuration, ignore files and the baseline keep from being
// reported.
func (r *runner) disabled(c *cli.Context, o checkOptions, run *checkRun) []report.Disabled {
	list := o.config.Disabled(!c.IsSet("fail-on"))
	first, seen := len(list), map[string]bool{}
	for _, s := range run.skipped {
		if s.By == "" || seen[s.Path] {
			continue
		}
		seen[s.Path] = true
		i := first + slices.IndexFunc(list[first:], func(d report.Disabled) bool { return d.By == s.By })
		if i < first {
			i, list = len(list), append(list, report.Disabled{By: s.By})
		}
		if s.Folder {
			list[i].FoldersHidden++
		} else {
			list[i].FilesHidden++
		}
	}
	if n := rules.Summarize(run.results).Known; n > 0 {
		list = append(list, report.Disabled{By: o.baseline, FindingsKnown: n})
	}
	for _, d := range list {
		for _, line := range d.Details() {
			r.log.Infof("switched off: %s", line)
		}
	}
	return list
}
