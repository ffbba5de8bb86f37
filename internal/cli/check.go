package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/report"
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
				&cli.GenericFlag{Name: "changed", Value: &optionalValue{}, Usage: "only what differs from `BASE`, or the default branch"},
				&cli.BoolFlag{Name: "staged", Usage: "only what is staged for the next commit"},
				&cli.StringFlag{Name: "shard", Usage: "only part `I/N` of the files; docs/scale.md"},
				sharedFlag("as"),
				&cli.StringFlag{Name: "stdin-filename", Usage: "take standard input for the file `PATH`"},
				&cli.StringSliceFlag{Name: "exclude", Usage: "leave out what matches `GLOB` in folders"},
				&cli.BoolFlag{Name: "skip-unknown", Usage: "take named files as if found in a folder"},
				&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "check `N` files at once", DefaultText: "cores"},
			),
			grouped("What is checked",
				&cli.BoolFlag{Name: "watch", Usage: "check again when a file changes, until Ctrl-C"},
			),
			grouped("Rules and severities",
				sharedFlag("rule"),
				&cli.StringSliceFlag{Name: "select", Usage: "only `RULE` or group, such as 'report/*'"},
				&cli.StringSliceFlag{Name: "ignore", Usage: "not `RULE` or group, such as 'report/*'"},
				sharedFlag("no-inline"),
				&cli.BoolFlag{Name: "untrusted", Usage: "obey nothing that the checked tree holds"},
				&cli.BoolFlag{Name: "evidence", Usage: "hold claims against work tree, git, session"},
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
		Action: func(c *cli.Context) error {
			if c.Bool("watch") {
				return r.watch(c)
			}
			return r.check(c)
		},
	}
}

// check runs the main job.
func (r *runner) check(c *cli.Context) error {
	options, err := r.checkOptions(c)
	if err != nil {
		return err
	}
	started := time.Now()
	run, err := r.checkAll(c, options)
	if err != nil {
		return err
	}
	// What the log of failures counts are faults that agents made.
	if run.found = options.fixer.found; len(run.found) == 0 {
		run.found = run.results
	}
	if run, err = r.withoutKnown(c, options.baseline, run); err != nil {
		return err
	}
	if err := options.notOverInputs(run); err != nil {
		return err
	}
	if run.shard != nil {
		run.shard.Settings, run.shard.FailOn = run.settings(c, options), options.config.FailOn()
	}
	options.disabled = r.disabled(c, options, run)
	if err := r.print(c, options.judgeOptions, run.results, run.shard); err != nil {
		return err
	}
	r.logFailures(c, options.now, run.found)
	if err := options.fixer.summarize(c, options.staged); err != nil {
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
	judgeOptions
	fixer    *fixer
	jobs     int
	baseline baselineOptions
	selection
}

func (r *runner) checkOptions(c *cli.Context) (o checkOptions, err error) {
	r.setVerbosity(c)
	untrusted := c.Bool("untrusted")
	if untrusted && c.IsSet("config") {
		if err := outsideTree([]string{c.String("config")}, c.Args().Slice()); err != nil {
			return o, err
		}
	}
	if o.judgeOptions, err = r.judgeOptions(c, c.Bool("no-inline") || untrusted); err != nil {
		return o, err
	}
	if o.outputs, err = outputsOf(c); err != nil {
		return o, err
	}
	if o.fixer, o.outputs, err = r.fixer(c, o.outputs, o.color); err != nil {
		return o, err
	}
	if o.failOn, err = failOnOf(c, o.config.FailOn()); err != nil {
		return o, err
	}
	if o.selection, err = r.selection(c); err != nil {
		return o, err
	}
	if o.baseline, err = baselineOptionsOf(c, o.config.Baseline()); err != nil {
		return o, err
	}
	if untrusted {
		files := o.config.Paths()
		for _, source := range o.config.Sources() {
			files = append(files, filepath.FromSlash(source.Name))
		}
		if o.baseline.path != "" {
			files = append(files, o.baseline.path)
		}
		if err := outsideTree(files, c.Args().Slice()); err != nil {
			return o, err
		}
	}
	if o.fixer.vetoes, err = o.baseline.vetoes(); err != nil {
		return o, err
	}
	o.jobs = runtime.GOMAXPROCS(0)
	if c.IsSet("jobs") {
		o.jobs = c.Int("jobs")
	}
	switch {
	case c.Int("max-findings") < 0:
		return o, fmt.Errorf("--max-findings must be at least 0, this is %d", c.Int("max-findings"))
	case c.Bool("statistics") && !slices.ContainsFunc(o.outputs, func(out output) bool { return out.name == "text" }):
		return o, errors.New("--statistics is a table in text: add -f text, or leave it out")
	case o.jobs < 1:
		return o, fmt.Errorf("--jobs must be at least 1, this is %d", o.jobs)
	}
	return o, nil
}

// checkRun is what a run found out, and what it looked at.
type checkRun struct {
	results []rules.Result
	// found are the results before anything was fixed.
	found []rules.Result
	// shard says which part of all files this is, nil for all.
	shard *report.Shard
	// folders are the session folders that were judged as a whole.
	folders []string
	// hidden is what the walk has left out.
	hidden []lint.Skip
	// empty reports that the folders hold no handoff.
	empty bool
	// known is the text of the baseline, nil for none.
	known []byte
}

// checkAll finds and checks all that the arguments name.
func (r *runner) checkAll(c *cli.Context, o checkOptions) (run checkRun, err error) {
	progress, stop := r.showProgress(c)
	defer stop()
	linter := linterFor(o.config, o.engines)
	linter.As, linter.Jobs, linter.Progress = o.as, o.jobs, progress
	if linter.Facts, err = factsOf(c, o.config); err != nil {
		return run, err
	}
	paths, stdin, err := splitStdin(c)
	if err != nil {
		return run, err
	}
	if stdin && (o.changed || o.staged || o.shard != nil) {
		return run, errors.New("--changed, --staged and --shard choose among files, and standard input is not a file: leave out one of them")
	}
	r.hintBase(o.selection, paths)
	if len(paths) > 0 {
		if run, err = r.checkPaths(c.Context, linter, o, paths, walkOptions(c, o)); err != nil {
			return run, err
		}
	}
	if stdin {
		in, fault := document.Stdin(r.streams.In, c.String("stdin-filename"), o.engine.Limits().Bytes)
		in.Named = true
		result, err := o.fixer.stdin(linter, in, fault)
		if err != nil {
			return run, err
		}
		run.results = append(run.results, result)
	}
	return run, nil
}

// walkOptions says what is left out. A program that names every file it knows,
// as pre-commit does, wants neither a fault for each that is not a handoff nor a
// file judged that an ignore file hides.
func walkOptions(c *cli.Context, o checkOptions) lint.Options {
	return lint.Options{
		Exclude: c.StringSlice("exclude"), Hide: []*files.Globs{o.config.Exclude()}, HideBy: o.config.ExcludedBy(), NoIgnoreFiles: c.Bool("untrusted"),
		Include: o.config.Include(), Also: o.engine.MayMatch, SkipUnknown: c.Bool("skip-unknown"),
	}
}

func (r *runner) checkPaths(ctx context.Context, linter *lint.Linter, o checkOptions, paths []string, options lint.Options) (run checkRun, err error) {
	changes, index, err := o.selection.changes(ctx)
	if err != nil {
		return run, err
	}
	if index != nil {
		options.Index, o.fixer.apart = index, index.Apart
	}
	found, err := lint.Walk(ctx, paths, options)
	if err != nil {
		return run, err
	}
	chosen, shard := r.choose(o.selection, changes, found)
	results, err := o.fixer.run(ctx, linter, chosen)
	if err != nil {
		return run, err
	}
	run = checkRun{results: results, shard: shard, hidden: found.Skipped}
	for _, result := range results {
		if index != nil && len(result.Findings) > 0 && index.Apart(filepath.FromSlash(result.Path)) {
			r.log.Warnf("%s is judged as it is staged, and the work tree has it otherwise: stage it again once it is fixed", result.Path)
		}
	}
	for _, folder := range chosen.Folders {
		run.folders = append(run.folders, folder.Path)
	}
	r.noteSkipped(chosen, results)
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

// noteSkipped says with --verbose what was not judged.
func (r *runner) noteSkipped(found lint.Found, results []rules.Result) {
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

// notOverInputs refuses outputs that would replace what was judged, or what it
// was judged by. A file that was skipped may be an earlier output.
func (o checkOptions) notOverInputs(run checkRun) error {
	var checked []string
	for _, result := range run.results {
		if result.Skipped == "" {
			checked = append(checked, filepath.FromSlash(result.Path))
		}
	}
	for _, out := range o.outputs {
		if err := cmp.Or(
			notOver(out.path, "a file that is checked", checked...),
			notOver(out.path, "the configuration", o.config.Paths()...),
			notOver(out.path, "the baseline", o.baseline.path),
		); err != nil {
			return err
		}
	}
	return nil
}

// settings names all that a verdict depends on beside the files, so that no part of
// a run is merged with one that was judged by other settings. A baseline that the run
// itself brings up to date differs from part to part.
func (run checkRun) settings(c *cli.Context, o checkOptions) string {
	known := run.known
	if o.baseline.update {
		known = nil
	}
	// Values of these types can be encoded.
	text, _ := json.Marshal([]any{
		o.config.Texts(), c.StringSlice("rule"), c.StringSlice("ignore"), c.StringSlice("select"),
		c.Bool("strict"), c.Bool("evidence"), c.String("transcript"), c.Bool("no-inline") || c.Bool("untrusted"), o.as, known,
	})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
