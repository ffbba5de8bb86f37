package cli

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
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
	o, err := r.checkOptions(c)
	if err != nil {
		return err
	}
	run, err := r.checkAll(c, o)
	if err != nil {
		return err
	}
	// What the log of failures counts are faults that agents made.
	if run.found = o.fixer.found; len(run.found) == 0 {
		run.found = run.results
	}
	if err := r.withoutKnown(c, o, &run); err != nil {
		return err
	}
	if err := o.notOverInputs(run); err != nil {
		return err
	}
	printed := r.reportRun(c, run.results)
	printed.Disabled = r.disabled(c, o, run)
	if printed.Shard = run.shard; run.shard != nil {
		run.shard.Settings, run.shard.FailOn = run.settings(c, o), o.config.FailOn()
	}
	if err := r.print(c, o.outputs, printed); err != nil {
		return err
	}
	r.logFailures(c, o.now, run.found)
	if err := o.fixer.summarize(c); err != nil {
		return err
	}
	switch {
	case run.empty && c.Bool("fail-on-empty"):
		return exitCode(ExitFailed)
	case c.Bool("staged") && o.fixer.wrote():
		// What would be committed is still what was found.
		return o.failOn.exit(run.found)
	}
	return o.failOn.exit(run.results)
}

// checkOptions are the options of `check`, read and checked.
type checkOptions struct {
	judgeOptions
	fixer *fixer
	// paths are what to check beside standard input.
	paths []string
	stdin bool
	// baseline is the path of the file with known findings, "" for none.
	baseline string
	shard    *lint.Shard
}

func (r *runner) checkOptions(c *cli.Context) (o checkOptions, err error) {
	untrusted := c.Bool("untrusted")
	if untrusted && c.IsSet("config") {
		if err := outsideTree([]string{c.String("config")}, c.Args().Slice()); err != nil {
			return o, err
		}
	}
	if o.judgeOptions, err = r.judgeOptions(c, c.Bool("no-inline") || untrusted); err != nil {
		return o, err
	}
	if err := o.readPaths(c); err != nil {
		return o, err
	}
	if o.failOn, err = failOnOf(c, o.config.FailOn()); err != nil {
		return o, err
	}
	if o.baseline, err = baselineOf(c, o.config.Baseline()); err != nil {
		return o, err
	}
	if untrusted {
		names := o.config.Paths()
		if o.baseline != "" {
			names = append(names, o.baseline)
		}
		for _, source := range o.config.Sources() {
			names = append(names, filepath.FromSlash(source.Name))
		}
		if err := outsideTree(names, c.Args().Slice()); err != nil {
			return o, err
		}
	}
	if o.outputs, err = outputsOf(c); err != nil {
		return o, err
	}
	if o.fixer, err = r.fixer(c, &o); err != nil {
		return o, err
	}
	if c.IsSet("shard") {
		shard, err := lint.ParseShard(c.String("shard"))
		if err != nil {
			return o, fmt.Errorf("--shard: %w", err)
		}
		o.shard = &shard
	}
	switch {
	case c.Int("max-findings") < 0:
		return o, fmt.Errorf("--max-findings must be at least 0, this is %d", c.Int("max-findings"))
	case c.Bool("statistics") && !slices.ContainsFunc(o.outputs, output.isText):
		return o, errors.New("--statistics is a table in text: add -f text, or leave it out")
	case c.IsSet("changed") && c.Bool("staged"):
		return o, errors.New("--changed and --staged do not go together: choose one")
	case o.stdin && (c.IsSet("changed") || c.Bool("staged") || o.shard != nil):
		return o, errors.New("--changed, --staged and --shard choose among files, and standard input is not a file: leave out one of them")
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

// checkAll finds, checks and fixes all that the arguments name.
func (r *runner) checkAll(c *cli.Context, o checkOptions) (run checkRun, err error) {
	linter := linterFor(o.config, o.engines)
	linter.As, linter.Jobs = o.as, runtime.GOMAXPROCS(0)
	if linter.Facts, err = factsOf(c, o.config); err != nil {
		return run, err
	}
	if len(o.paths) > 0 {
		if run, err = r.checkPaths(c, linter, o); err != nil {
			return run, err
		}
	}
	if o.stdin {
		in, fault := document.Stdin(r.streams.In, c.String("stdin-filename"), o.engine.Limits().Bytes)
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

func (r *runner) checkPaths(c *cli.Context, linter *lint.Linter, o checkOptions) (run checkRun, err error) {
	changes, index, err := r.changes(c, o.paths)
	if err != nil {
		return run, fmt.Errorf("cannot tell what has changed: %w", err)
	}
	walk := walkOptions(c, o)
	if index != nil {
		walk.Index, o.fixer.apart = index, index.Apart
	}
	found, err := lint.Walk(c.Context, o.paths, walk)
	if err != nil {
		return run, err
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
	if run.results, err = o.fixer.run(c.Context, linter, chosen); err != nil {
		return run, err
	}
	run.hidden = found.Skipped
	for _, folder := range chosen.Folders {
		run.folders = append(run.folders, folder.Path)
	}
	r.noteSkipped(found.Skipped, run.results, index)
	// That nothing of it has changed, is in this part, or is a handoff among all
	// that a program names, is no surprise.
	surprising := len(chosen.Files) == len(found.Files) && !walk.SkipUnknown
	if summary := rules.Summarize(run.results); surprising && summary.Files == 0 {
		run.empty = true
		if summary.Reserved == 0 {
			r.warnEmpty(c, o, len(run.results))
		}
	}
	return run, nil
}

// warnEmpty warns that no handoff was found, and says what to do next if a person
// reads the output. A commit without a handoff needs no advice.
func (r *runner) warnEmpty(c *cli.Context, o checkOptions, skipped int) {
	r.log.Warnf("found no handoff to check (%s skipped)", plural(skipped, "other file"))
	if c.Bool("staged") || !slices.ContainsFunc(o.outputs, output.isText) {
		return
	}
	r.say(c, "expected agent-handoffs/SESSION/*.md, context/*.json, kelos-handoff.json, or a JSON block that ends an agent's Markdown; -v says why a file was skipped")
	r.say(c, "`handofflint hooks install` checks handoffs in your coding agent as it writes them; `handofflint new report` prints one to fill in")
}

// changes asks git what has changed if the options ask for that, nil for all files;
// index is what is staged.
func (r *runner) changes(c *cli.Context, paths []string) (changes lint.Changes, index *lint.Index, err error) {
	if !c.IsSet("changed") && !c.Bool("staged") {
		return nil, nil, nil
	}
	// git is not asked for the root: it takes a folder of the checked tree for a
	// repository that only looks like one.
	root, err := filepath.Abs(".")
	if err != nil {
		return nil, nil, err
	}
	if _, inRepository := files.Around(root); !inRepository {
		return nil, nil, git.ErrNoRepository
	}
	root = files.Root(root)
	if c.Bool("staged") {
		index, err = lint.Staged(c.Context, root, r.streams.Getenv("GIT_INDEX_FILE"))
		return index, index, err
	}
	base := c.String("changed")
	if _, err := files.Named.Lstat(paths[0]); err != nil && base == "" && filepath.Ext(paths[0]) == "" {
		r.log.Warnf("no file %s; for what has changed since the commit of that name write --changed=%[1]s", paths[0])
	}
	changes, err = lint.Since(c.Context, root, base)
	return changes, nil, err
}

// noteSkipped says with --verbose what was not judged, and warns of what is staged
// otherwise than it is in the work tree.
func (r *runner) noteSkipped(skipped []lint.Skip, results []rules.Result, index *lint.Index) {
	for _, s := range skipped {
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
		case index != nil && index.Apart(filepath.FromSlash(result.Path)):
			r.log.Warnf("%s is judged as it is staged, and the work tree has it otherwise: stage it again once it is fixed", result.Path)
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
			notOver(out.path, "the baseline", o.baseline),
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
	if c.Bool("update-baseline") {
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
