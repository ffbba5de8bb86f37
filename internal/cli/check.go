package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/checks"
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

With --changed a file is left out only where git says that it is tracked and
the same; a session folder is judged whole where anything in it has changed.

Examples:
   handofflint check
   handofflint check --strict -f json .claude/agent-handoffs
   handofflint check --changed
   handofflint check -f text -f sarif=handofflint.sarif
   handofflint check - --as context < docs/context/1717500000-fix.json`,
		Flags:  checkFlags(),
		Action: r.check,
	}
}

func checkFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringSliceFlag{Name: "format", Aliases: []string{"f"}, Value: cli.NewStringSlice("text"), Usage: "print findings as `FORMAT[=FILE]`, here or to a file: " + strings.Join(report.Names(), ", ") + "; repeatable"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write findings to `FILE` instead of stdout", TakesFile: true},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print only findings"},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "also say what passed, what was skipped and why, and how long it took"},
		&cli.StringFlag{Name: "stdin-filename", Usage: "take standard input for the file `PATH`"},
		&cli.StringSliceFlag{Name: "exclude", Usage: "leave out what matches `GLOB` in folders; repeatable"},
		&cli.BoolFlag{Name: "skip-unknown", Usage: "take files that are named as if found in a folder: leave out what is no handoff, is excluded or is ignored"},
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "judge `N` files at once", DefaultText: "the number of cores"},
		&cli.StringFlag{Name: "fail-on", Value: string(rules.Warning), Usage: "exit with other than 0 on `SEVERITY`: error, warning or never"},
	}, append(selectFlags(), judgeFlags()...)...)
}

// judgeFlags are the options of every command that judges a file.
func judgeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "as", Usage: "take every file for `FORMAT`: report, metadata, context or task"},
		&cli.StringSliceFlag{Name: "rule", Usage: "give a rule, or a group with GROUP/*, another severity: `NAME=error|warning|off`; repeatable"},
		&cli.BoolFlag{Name: "strict", Usage: "make errors of warnings"},
		&cli.StringFlag{Name: "failure-log", Usage: "append what fails to the log at `PATH`", TakesFile: true},
		&cli.BoolFlag{Name: "no-failure-log", Usage: "keep no log of what fails"},
		&cli.StringFlag{Name: "color", Value: "auto", Usage: "use colours: auto, always or never (`WHEN`)"},
		&cli.TimestampFlag{Name: "now", Layout: time.RFC3339, Hidden: true, Usage: "the time to measure ages from, for tests"},
	}
}

// check runs the main job.
func (r *runner) check(c *cli.Context) error {
	options, err := r.checkOptions(c)
	if err != nil {
		return err
	}
	started := time.Now()
	results, shard, err := r.judge(c, options)
	if err != nil {
		return err
	}
	if err := r.print(c, options, results, shard); err != nil {
		return err
	}
	r.logFailures(c, "check", options.now, results)
	r.log.Infof("judged in %s", time.Since(started).Round(time.Millisecond))
	return options.failOn.exit(results)
}

// checkOptions are the options of `check`, read and checked.
type checkOptions struct {
	judgeOptions
	outputs []output
	failOn  failOn
	jobs    int
	selection
}

func (r *runner) checkOptions(c *cli.Context) (checkOptions, error) {
	r.setVerbosity(c)
	judge, err := r.judgeOptions(c)
	if err != nil {
		return checkOptions{}, err
	}
	o := checkOptions{judgeOptions: judge, jobs: runtime.GOMAXPROCS(0)}
	if o.outputs, err = outputsOf(c); err != nil {
		return o, err
	}
	if o.failOn, err = parseFailOn(c.String("fail-on")); err != nil {
		return o, err
	}
	if o.selection, err = r.selection(c); err != nil {
		return o, err
	}
	if c.IsSet("jobs") {
		o.jobs = c.Int("jobs")
	}
	if o.jobs < 1 {
		return o, fmt.Errorf("--jobs must be at least 1, this is %d", o.jobs)
	}
	return o, nil
}

// judge finds and judges all that the arguments name. The second result says
// which part of it that is, nil for all.
func (r *runner) judge(c *cli.Context, o checkOptions) ([]rules.Result, *report.Shard, error) {
	progress := r.startProgress(c)
	defer progress.stop()
	linter := &lint.Linter{Engine: o.engine, As: o.as, Jobs: o.jobs, Progress: progress.set}
	paths, stdin, err := splitStdin(c)
	if err != nil {
		return nil, nil, err
	}
	if stdin && o.selection.any() {
		return nil, nil, errors.New("--changed, --staged and --shard choose among files, and standard input is none: leave out one of them")
	}
	var results []rules.Result
	var shard *report.Shard
	if len(paths) > 0 {
		if results, shard, err = r.judgePaths(c.Context, linter, o.selection, paths, walkOptions(c, o.engine)); err != nil {
			return nil, nil, err
		}
	}
	if stdin {
		result, err := linter.CheckInput(r.readStdin(c, o.engine))
		if err != nil {
			return nil, nil, err
		}
		results = append(results, result)
	}
	return results, shard, nil
}

// walkOptions says what is left out. A program that names every file it knows,
// as pre-commit does, wants neither a fault for each that is no handoff nor a
// file judged that an ignore file hides.
func walkOptions(c *cli.Context, engine *rules.Engine) discover.Options {
	skip := c.Bool("skip-unknown")
	return discover.Options{Exclude: c.StringSlice("exclude"), ForceExclude: skip, SkipUnknown: skip, Also: engine.Wants}
}

func (r *runner) judgePaths(ctx context.Context, linter *lint.Linter, s selection, paths []string, options discover.Options) ([]rules.Result, *report.Shard, error) {
	found, err := discover.Walk(ctx, paths, options)
	if err != nil {
		return nil, nil, err
	}
	chosen, shard, err := r.choose(ctx, s, found)
	if err != nil {
		return nil, nil, err
	}
	results, err := linter.Run(ctx, chosen)
	if err != nil {
		return nil, nil, err
	}
	r.noteSkipped(chosen, results)
	// That nothing of it has changed, is in this part, or is a handoff among all
	// that a program names, is no surprise.
	surprising := len(chosen.Files) == len(found.Files) && !options.SkipUnknown
	if surprising && rules.Summarize(results).Files == 0 {
		r.log.Warnf("found no handoff to check (%d other files skipped)", len(results))
	}
	return results, shard, nil
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

func (r *runner) readStdin(c *cli.Context, engine *rules.Engine) (document.Input, *document.Fault) {
	in, fault := discover.Stdin(r.streams.In, c.String("stdin-filename"), engine.Limits().Bytes)
	in.Named = true
	return in, fault
}

// noteSkipped says with --verbose what was not judged.
func (r *runner) noteSkipped(found discover.Found, results []rules.Result) {
	for _, s := range found.Skipped {
		r.log.Infof("skipped %s: %s %s", s.Path, s.Reason, s.Detail)
	}
	for _, result := range results {
		switch {
		case result.Skipped != "":
			r.log.Infof("skipped %s: %s", result.Path, result.Skipped)
		case len(result.Findings) == 0:
			r.log.Infof("passed %s", result.Path)
		}
	}
}

// engineFor makes the engine that the options ask for.
func engineFor(options rules.Options) (*rules.Engine, error) {
	return rules.NewEngine(checks.All(), options)
}
