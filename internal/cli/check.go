package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "judge files and folders; without a path, the current folder",
		ArgsUsage: "[PATH | -]...",
		Description: `Files that are named must be handoffs. In folders the handoffs are found by
their place and content; everything else is skipped.

With --changed a file is left out only if that commit has it with the same
bytes; a session folder is judged whole where anything in it has changed.

With --fix what has exactly one right answer is mended, and the exit code is
that of what is left. With --diff the exit code is that of all that was found.
Each file is judged again before it is written; it never has a finding that it
did not have.

With --baseline only what is new is told; docs/baseline.md says what that is.

With --untrusted a stranger's pull request cannot switch anything off; --config
and --baseline may then name files outside of the tree.

Examples:
   handofflint check
   handofflint check --strict -f json agent-handoffs
   handofflint check --changed
   handofflint check --diff
   handofflint check --fix
   handofflint check --baseline .handofflint-baseline.json
   handofflint check -f text -f sarif=handofflint.sarif
   handofflint check - --as context < docs/context/1717500000-fix.json`,
		Flags:  checkFlags(),
		Action: r.check,
	}
}

func checkFlags() []cli.Flag {
	return slices.Concat(outputFlags(), []cli.Flag{
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "also say what passed, what was skipped and why, and how long it took"},
		&cli.StringFlag{Name: "stdin-filename", Usage: "take standard input for the file `PATH`"},
		&cli.StringSliceFlag{Name: "exclude", Usage: "leave out what matches `GLOB` in folders; repeatable"},
		&cli.BoolFlag{Name: "untrusted", Usage: "obey nothing that the checked tree holds: no configuration, ignore file, suppression or baseline"},
		&cli.BoolFlag{Name: "skip-unknown", Usage: "take files that are named as if found in a folder: leave out what is no handoff, is excluded or is ignored"},
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "judge `N` files at once", DefaultText: "the number of cores"},
		&cli.BoolFlag{Name: "strict", Usage: "treat warnings as errors"},
		&cli.StringFlag{Name: "fail-on", Value: string(rules.Warning), Usage: "lowest `SEVERITY` that makes the exit code non-zero: error, warning or never"},
		&cli.BoolFlag{Name: "fail-on-empty", Usage: "exit with 2 if no handoff is found"},
		&cli.BoolFlag{Name: "statistics", Usage: "print a table of rules instead of findings, in text"},
		&cli.BoolFlag{Name: "watch", Usage: "check again when a file changes, until Ctrl-C"},
		&cli.IntFlag{Name: "max-findings", Value: 100, Usage: "print `N` findings at most in text and concise, 0 for all", DefaultText: "100 if stdout is not a terminal"},
	}, baselineFlags(), selectFlags(), fixFlags(), judgeFlags())
}

// check runs the main job.
func (r *runner) check(c *cli.Context) error {
	if c.Bool("watch") {
		return r.watch(c)
	}
	return r.checkOnce(c)
}

func (r *runner) checkOnce(c *cli.Context) error {
	options, err := r.checkOptions(c)
	if err != nil {
		return err
	}
	started := time.Now()
	run, err := r.judge(c, options)
	if err != nil {
		return err
	}
	run.found = options.fixer.asFound(run.results)
	if run, err = r.withoutKnown(c, options.baseline, run); err != nil {
		return err
	}
	if err := sparesInputs(options, run); err != nil {
		return err
	}
	run.settle(c, options)
	if options.disabled, err = r.disabled(c, options, run); err != nil {
		return err
	}
	if err := r.print(c, options.reportOptions, run.results, run.shard); err != nil {
		return err
	}
	r.logFailures(c, "check", options.now, run.found)
	if err := options.fixer.tell(c, options.staged); err != nil {
		return err
	}
	r.log.Infof("judged in %s", time.Since(started).Round(time.Millisecond))
	if run.empty && c.Bool("fail-on-empty") {
		return exitCode(ExitFailed)
	}
	if options.staged && options.fixer.wrote() {
		// What would be committed is still what was found.
		return options.failOn.exit(run.found)
	}
	return options.failOn.exit(run.results)
}

// checkOptions are the options of `check`, read and checked.
type checkOptions struct {
	reportOptions
	fixer    *fixer
	jobs     int
	baseline baselineOptions
	selection
}

func (r *runner) checkOptions(c *cli.Context) (checkOptions, error) {
	r.setVerbosity(c)
	if c.Bool("untrusted") && c.IsSet("config") {
		if err := outsideTree([]string{c.String("config")}, c.Args().Slice()); err != nil {
			return checkOptions{}, err
		}
	}
	judge, err := r.judgeOptions(c, c.Bool("no-inline") || c.Bool("untrusted"))
	if err != nil {
		return checkOptions{}, err
	}
	o := checkOptions{reportOptions: reportOptions{judgeOptions: judge}, jobs: runtime.GOMAXPROCS(0)}
	if o.outputs, err = outputsOf(c); err != nil {
		return o, err
	}
	if o.fixer, o.outputs, err = r.fixer(c, o.outputs, o.color); err != nil {
		return o, err
	}
	if o.failOn, err = parseFailOn(failOnText(c, o.config)); err != nil {
		return o, err
	}
	if o.selection, err = r.selection(c); err != nil {
		return o, err
	}
	if o.baseline, err = baselineOptionsOf(c, o.config.Baseline()); err != nil {
		return o, err
	}
	if err = trusts(c, o.config, o.baseline.path); err != nil {
		return o, err
	}
	if o.fixer.vetoes, err = o.baseline.vetoes(); err != nil {
		return o, err
	}
	if c.Int("max-findings") < 0 {
		return o, fmt.Errorf("--max-findings must be at least 0, this is %d", c.Int("max-findings"))
	}
	isText := func(out output) bool { return out.name == "text" }
	if c.Bool("statistics") && !slices.ContainsFunc(o.outputs, isText) {
		return o, errors.New("--statistics is a table in text: add -f text, or leave it out")
	}
	if c.IsSet("jobs") {
		o.jobs = c.Int("jobs")
	}
	if o.jobs < 1 {
		return o, fmt.Errorf("--jobs must be at least 1, this is %d", o.jobs)
	}
	return o, nil
}

// checkRun is what a run found out, and what it looked at.
type checkRun struct {
	results []rules.Result
	// found are the results before anything was mended.
	found []rules.Result
	// shard says which part of all files this is, nil for all.
	shard *report.Shard
	// folders are the session folders that were judged as a whole.
	folders []string
	// hidden is what the walk has left out.
	hidden []discover.Skip
	// empty reports that the folders hold no handoff.
	empty bool
	// known is the text of the baseline, nil for none.
	known []byte
}

// judge finds and judges all that the arguments name.
func (r *runner) judge(c *cli.Context, o checkOptions) (run checkRun, err error) {
	progress := r.startProgress(c)
	defer progress.stop()
	linter := linterFor(o.config, o.engines)
	linter.As, linter.Jobs, linter.Progress = o.as, o.jobs, progress.set
	paths, stdin, err := splitStdin(c)
	if err != nil {
		return run, err
	}
	if stdin && o.selection.any() {
		return run, errors.New("--changed, --staged and --shard choose among files, and standard input is none: leave out one of them")
	}
	r.hintBase(o.selection, paths)
	if len(paths) > 0 {
		if run, err = r.judgePaths(c.Context, linter, o, paths, walkOptions(c, o)); err != nil {
			return run, err
		}
	}
	if stdin {
		in, fault, err := r.readStdin(c, o.engine)
		if err != nil {
			return run, err
		}
		result, err := o.fixer.stdin(linter, in, fault)
		if err != nil {
			return run, err
		}
		run.results = append(run.results, result)
	}
	return run, nil
}

// walkOptions says what is left out. A program that names every file it knows,
// as pre-commit does, wants neither a fault for each that is no handoff nor a
// file judged that an ignore file hides.
func walkOptions(c *cli.Context, o checkOptions) discover.Options {
	skip := c.Bool("skip-unknown")
	return discover.Options{
		Exclude: c.StringSlice("exclude"), Hide: []*discover.Globs{o.config.Exclude()}, HideBy: o.config.ExcludedBy(), NoIgnoreFiles: c.Bool("untrusted"),
		Include: o.config.Include(), Also: o.engine.MayMatch, ForceExclude: skip, SkipUnknown: skip,
	}
}

// failOnText is --fail-on, else what the configuration says.
func failOnText(c *cli.Context, settings *config.Config) string {
	if said := settings.FailOn(); said != "" && !c.IsSet("fail-on") {
		return said
	}
	return c.String("fail-on")
}

func (r *runner) judgePaths(ctx context.Context, linter *lint.Linter, o checkOptions, paths []string, options discover.Options) (run checkRun, err error) {
	changes, err := o.selection.changes(ctx)
	if err != nil {
		return run, err
	}
	if index := changes.index(); index != nil {
		options.Tree, o.fixer.apart = index, index.Apart
	}
	found, err := discover.Walk(ctx, paths, options)
	if err != nil {
		return run, err
	}
	chosen, shard := r.choose(o.selection, changes, found)
	results, err := o.fixer.run(ctx, linter, chosen)
	if err != nil {
		return run, err
	}
	run = checkRun{results: results, shard: shard, hidden: found.Skipped}
	r.noteApart(changes.index(), results)
	for _, folder := range chosen.Folders {
		run.folders = append(run.folders, folder.Path)
	}
	r.noteSkipped(chosen, results)
	r.noteOthers(o.config, results)
	// That nothing of it has changed, is in this part, or is a handoff among all
	// that a program names, is no surprise.
	surprising := len(chosen.Files) == len(found.Files) && !options.SkipUnknown
	if summary := rules.Summarize(results); surprising && summary.Files == 0 {
		run.empty = true
		if summary.Reserved == 0 {
			r.log.Warnf("found no handoff to check (%d other files skipped)", len(results))
		}
	}
	return run, nil
}

// splitStdin parts `-` from the paths; without any argument the current folder
// is meant.
func splitStdin(c *cli.Context) (paths []string, stdin bool, err error) {
	for _, arg := range c.Args().Slice() {
		switch arg {
		case "-":
			stdin = true
		case "":
			return nil, false, fmt.Errorf("one of the paths is empty")
		default:
			paths = append(paths, arg)
		}
	}
	if c.IsSet("stdin-filename") && !stdin {
		if len(paths) > 0 {
			return nil, false, fmt.Errorf("--stdin-filename goes with standard input: add `-` to the paths")
		}
		stdin = true
	}
	if len(paths) == 0 && !stdin {
		paths = []string{"."}
	}
	return paths, stdin, nil
}

func (r *runner) readStdin(c *cli.Context, engine *rules.Engine) (document.Input, *document.Fault, error) {
	in, fault, err := readStream(c.Context, r.streams.In, c.String("stdin-filename"), engine.Limits().Bytes)
	in.Named = true
	return in, fault, err
}

// noteSkipped says with --verbose what was not judged.
func (r *runner) noteSkipped(found discover.Found, results []rules.Result) {
	for _, s := range found.Skipped {
		r.log.Infof("skipped %s: %s %s", s.Path, s.Reason, s.Detail)
	}
	for _, result := range results {
		if result.Suppressed > 0 {
			r.log.Infof("%s: %s suppressed in the file", result.Path, plural(result.Suppressed, "finding"))
		}
		switch {
		case result.Skipped != "":
			r.log.Infof("skipped %s: %s", result.Path, result.Skipped)
		case len(result.Findings) == 0:
			r.log.Infof("passed %s", result.Path)
		}
	}
}

// noteOthers says with --verbose which configurations do not count.
func (r *runner) noteOthers(settings *config.Config, results []rules.Result) {
	if !r.log.IsLevelEnabled(logrus.InfoLevel) {
		return
	}
	var paths []string
	for _, result := range results {
		paths = append(paths, result.Path)
	}
	for _, name := range settings.Others(paths) {
		r.log.Infof("%s does not count: what holds is the configuration of the folder that check is started in; say it there under overrides, or name the file with --config", name)
	}
}
