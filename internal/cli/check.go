package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
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
	run := &checkRun{}
	linter := o.linter()
	linter.As = o.as
	if linter.Facts, err = factsOf(c, o.config); err != nil {
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
	if err := r.applyBaseline(c, o, run); err != nil {
		return err
	}
	if err := notOver(o.outputs, run.inputs(o)); err != nil {
		return err
	}
	printed := r.reportOf(c, run.results)
	printed.Disabled = r.disabled(c, o, run)
	if printed.Shard = run.shard; run.shard != nil {
		run.shard.Settings, run.shard.FailOn = run.settings(c, o), o.config.FailOn()
	}
	if err := r.print(c, o.outputs, printed); err != nil {
		return err
	}
	r.logFailures(c, o.now, run.found)
	if o.fix || o.diff {
		r.printFixed(c, o, run.fixed)
	}
	switch {
	case run.fixed.failed, run.empty && c.Bool("fail-on-empty"):
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

// outsideTree refuses a configuration or a baseline that lies in the checked tree: that
// around the current folder, and those around the paths that are checked.
func (o checkOptions) outsideTree() error {
	roots := []string{files.Root(".")}
	for _, path := range o.paths {
		if info, err := files.Named.Stat(path); err != nil || !info.IsDir() {
			path = filepath.Dir(path)
		}
		roots = append(roots, files.Root(path))
	}
	names := o.config.Paths()
	if o.baseline != "" {
		names = append(names, o.baseline)
	}
	for _, source := range o.config.Sources() {
		names = append(names, filepath.FromSlash(source.Name))
	}
	for _, name := range names {
		target, err := filepath.EvalSymlinks(name)
		if err != nil {
			target = name // it does not exist, which its reader reports
		}
		for _, root := range roots {
			// A link of the tree that leads outside is the tree's as well.
			if files.Below(root, realPath(name)) || files.Below(root, realPath(target)) {
				return fmt.Errorf("--untrusted obeys no file of the checked tree, and %s lies in it: name a file outside of %s", shownPath(name), root)
			}
		}
	}
	return nil
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
	// known is the text of the baseline, nil for none.
	known []byte
}

// checkPaths checks files and folders, and fixes them.
func (r *runner) checkPaths(c *cli.Context, o checkOptions, linter *lint.Linter, run *checkRun) error {
	changes, err := r.changes(c, o.paths)
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
	// It is no surprise that nothing has changed, is in this part, or is a handoff among
	// all files that a program names.
	surprising := len(chosen.Files) == len(found.Files) && !walk.SkipUnknown
	if summary := rules.Summarize(run.results); surprising && summary.Files == 0 {
		run.empty = true
		if summary.Reserved == 0 {
			r.warnEmpty(c, o, len(run.results))
		}
	}
	return nil
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

// changes asks git what has changed or is staged if the options ask for that, nil for all
// files.
func (r *runner) changes(c *cli.Context, paths []string) (*lint.Changes, error) {
	if !c.IsSet("changed") && !c.Bool("staged") {
		return nil, nil
	}
	// git is not asked for the root: it takes a folder of the checked tree for a
	// repository that only looks like one.
	here, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	if _, inRepository := files.Around(here); !inRepository {
		return nil, git.ErrNoRepository
	}
	root := files.Root(here)
	if c.Bool("staged") {
		return lint.Staged(c.Context, root, r.streams.Getenv("GIT_INDEX_FILE"))
	}
	base := c.String("changed")
	if _, err := files.Named.Lstat(paths[0]); err != nil && base == "" && filepath.Ext(paths[0]) == "" {
		r.log.Warnf("no file %s; for what has changed since the commit of that name write --changed=%[1]s", paths[0])
	}
	return lint.Since(c.Context, root, base)
}

// logSkipped names with --verbose each file that was skipped or has passed, and warns of
// those that are staged with another text than the work tree has.
func (r *runner) logSkipped(run *checkRun, changes *lint.Changes) {
	for _, s := range run.skipped {
		r.log.Infof("skipped %s: %s %s", s.Path, s.Reason, s.Detail)
	}
	for _, result := range run.results {
		if result.Suppressed > 0 {
			r.log.Infof("%s: %s suppressed in the file", result.Path, plural(result.Suppressed, "finding"))
		}
		switch {
		case result.Skipped != "":
			r.log.Infof("skipped %s: %s", result.Path, result.Skipped)
		case len(result.Findings) == 0:
			r.log.Infof("passed %s", result.Path)
		case changes.Apart(filepath.FromSlash(result.Path)):
			r.log.Warnf("%s is judged as it is staged, and the work tree has it otherwise: stage it again once it is fixed", result.Path)
		}
	}
}

// warnEmpty warns that no handoff was found, with the next step for a person. A commit
// without a handoff needs no advice.
func (r *runner) warnEmpty(c *cli.Context, o checkOptions, skipped int) {
	r.log.Warnf("found no handoff to check (%s skipped)", plural(skipped, "other file"))
	if !c.Bool("staged") && slices.ContainsFunc(o.outputs, func(out output) bool { return out.name == "text" }) {
		r.say(c, "expected agent-handoffs/SESSION/*.md, context/*.json, kelos-handoff.json, or a JSON block that ends an agent's Markdown; -v says why a file was skipped")
		r.say(c, "`handofflint hooks install` checks handoffs in your coding agent as it writes them; `handofflint new report` prints one to fill in")
	}
}

// disabled is what the configuration, ignore files and the baseline keep from being
// reported.
func (r *runner) disabled(c *cli.Context, o checkOptions, run *checkRun) []report.Disabled {
	list := o.config.Disabled(!c.IsSet("fail-on"))
	seen, hidden := map[string]bool{}, map[string]int{} // the index in list, by file
	for _, s := range run.skipped {
		if s.By == "" || seen[s.Path] {
			continue
		}
		seen[s.Path] = true
		i, ok := hidden[s.By]
		if !ok {
			i, hidden[s.By] = len(list), len(list)
			list = append(list, report.Disabled{By: s.By})
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

// inputs are the files that no output may replace, with what they are. A file that was
// skipped may be an earlier output.
func (run *checkRun) inputs(o checkOptions) map[string]string {
	inputs := map[string]string{}
	for _, result := range run.results {
		if result.Skipped == "" {
			inputs[filepath.FromSlash(result.Path)] = "a file that is checked"
		}
	}
	for _, path := range o.config.Paths() {
		inputs[path] = "the configuration"
	}
	inputs[o.baseline] = "the baseline"
	return inputs
}

// settings is a hash of all that a verdict depends on beside the files, so that no part
// of a run is merged with one that was checked by other settings. A baseline that the run
// itself brings up to date differs from part to part.
func (run *checkRun) settings(c *cli.Context, o checkOptions) string {
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
