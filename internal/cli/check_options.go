package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/rules"
)

// checkOptions are the options of `check`.
type checkOptions struct {
	// changed is the commit that files are compared with, "" for the default branch.
	changed       optionalValue
	staged        bool
	stdinFilename string
	exclude       cli.StringSlice
	// skipUnknown is for a program that names every file it knows, as pre-commit does. It
	// wants neither a fault for each that is not a handoff nor a file checked that an ignore
	// file hides.
	skipUnknown bool

	ruleOptions
	evidence    bool
	noEvidence  bool
	transcript  string
	failOn      choice // the lowest severity that makes the exit code non-zero, or "never"
	failOnEmpty bool

	// baseline is the path of the file with known findings, or "" for none.
	baseline       string
	noBaseline     bool
	updateBaseline bool
	fix, diff      bool

	// What follows comes of these options, the arguments and the configuration.
	checker
	// paths are what to check beside standard input.
	paths []string
	stdin bool
	// failsOn is failOn, or what the configuration says.
	failsOn string
}

func (o *checkOptions) outputFlags(shared *sharedOptions) []cli.Flag {
	return append(shared.findingFlags(),
		shared.verboseFlag("say what passed or was skipped and why, and times"),
		&cli.BoolFlag{Name: "statistics", Category: outputHeading, Usage: "print a table of rules, not findings, and times", Destination: &shared.statistics},
		&cli.IntFlag{Name: "max-findings", Category: outputHeading, Value: 100, Usage: "print `N` findings at most, 0: all", Destination: &shared.maxFindings},
	)
}

func (o *checkOptions) selectFlags() []cli.Flag {
	const heading = "What is checked"
	return []cli.Flag{
		&cli.GenericFlag{Name: "changed", Category: heading, Value: &o.changed, Usage: "only what is new since the default branch, or `=BASE`"},
		&cli.BoolFlag{Name: "staged", Category: heading, Usage: "only what is staged for the next commit", Destination: &o.staged},
		&cli.StringFlag{Name: "as", Category: heading, Usage: "take every file for the format `FORMAT`", Destination: &o.as},
		&cli.StringFlag{Name: "stdin-filename", Category: heading, Usage: "take standard input for the file `PATH`", Destination: &o.stdinFilename},
		&cli.StringSliceFlag{Name: "exclude", Category: heading, Usage: "leave out what matches `GLOB` in folders", Destination: &o.exclude},
		&cli.BoolFlag{Name: "skip-unknown", Category: heading, Usage: "take named files as if found in a folder", Destination: &o.skipUnknown},
	}
}

func (o *checkOptions) severityFlags(shared *sharedOptions) []cli.Flag {
	failOn := choiceFlag(&o.failOn, "fail-on", "lowest `SEVERITY` that fails", string(rules.Warning), "error", "warning", "never")
	failOn.Category = rulesHeading
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "rule", Category: rulesHeading, Usage: "`NAME=SEVERITY`, such as 'report/*=off'", Destination: &o.overrides},
		&cli.StringSliceFlag{Name: "select", Category: rulesHeading, Usage: "apply only `RULE`, such as 'report/*'", Destination: &o.selected},
		&cli.StringSliceFlag{Name: "ignore", Category: rulesHeading, Usage: "do not apply `RULE`, such as 'report/*'", Destination: &o.ignored},
		&cli.BoolFlag{Name: "untrusted", Category: rulesHeading, Usage: "obey nothing that the checked tree holds", Destination: &shared.untrusted},
		&cli.BoolFlag{Name: "evidence", Category: rulesHeading, Usage: "check all but actions, and fail if git does not answer", Destination: &o.evidence},
		&cli.BoolFlag{Name: "no-evidence", Category: rulesHeading, Usage: "do not check claims against work tree and git", Destination: &o.noEvidence},
		&cli.StringFlag{Name: "transcript", Category: rulesHeading, Usage: "check claims against the agent's transcript `FILE`", TakesFile: true, Destination: &o.transcript},
		&cli.BoolFlag{Name: "strict", Category: rulesHeading, Usage: "treat warnings as errors", Destination: &o.strict},
		failOn,
		&cli.BoolFlag{Name: "fail-on-empty", Category: rulesHeading, Usage: "exit with 2 if no handoff is found", Destination: &o.failOnEmpty},
	}
}

func (o *checkOptions) fixFlags() []cli.Flag {
	const heading = "Baseline and fixes"
	return []cli.Flag{
		&cli.StringFlag{Name: "baseline", Category: heading, Usage: "report only findings that are not in `FILE`", TakesFile: true, Destination: &o.baseline},
		&cli.BoolFlag{Name: "no-baseline", Category: heading, Usage: "ignore the baseline of the configuration", Destination: &o.noBaseline},
		&cli.BoolFlag{Name: "update-baseline", Category: heading, Usage: "write what is found now to the baseline", Destination: &o.updateBaseline},
		&cli.BoolFlag{Name: "fix", Category: heading, Usage: "apply safe fixes; standard input is printed fixed", Destination: &o.fix},
		&cli.BoolFlag{Name: "diff", Category: heading, Usage: "print what --fix would change, and write nothing", Destination: &o.diff},
	}
}

// completeOptions adds what the arguments and the configuration say to the options, and
// refuses those that do not go together.
func (r *runner) completeOptions(c *cli.Context, o *checkOptions) (err error) {
	o.noInline = r.options.untrusted
	o.checker, err = r.checker(&o.ruleOptions)
	if err != nil {
		return err
	}
	o.failsOn = o.failOn.value
	if !r.isGiven("fail-on") {
		o.failsOn = cmp.Or(o.config.FailOn(), o.failsOn)
	}
	o.paths = slices.DeleteFunc(c.Args().Slice(), func(path string) bool { return path == "-" })
	hasDash := len(o.paths) < c.NArg()
	o.stdin = hasDash || r.isGiven("stdin-filename")
	if len(o.paths) == 0 && !o.stdin {
		o.paths = []string{"."}
	}
	if err := o.chooseBaseline(o.config.Baseline()); err != nil {
		return err
	}
	if r.options.untrusted {
		if err := o.refuseInTree(); err != nil {
			return err
		}
	}
	for _, refused := range []struct {
		is  bool
		why string
	}{
		{slices.Contains(o.paths, ""), "one of the paths is empty"},
		{r.isGiven("changed") && o.staged, "--changed and --staged do not go together: choose one"},
		{o.noEvidence && (o.evidence || r.isGiven("transcript")), "--no-evidence does not go with --evidence or --transcript: leave out one of them"},
		{o.stdin && (r.isGiven("changed") || o.staged), "--changed and --staged choose among files, and standard input is not a file: leave out one of them"},
	} {
		if refused.is {
			return errors.New(refused.why)
		}
	}
	return r.completeFixes(o)
}

// evidenceKinds returns the kinds of evidence to check, and whether claims about files are
// among them only by default: neither the options nor the configuration ask for them.
func (r *runner) evidenceKinds(o *checkOptions) (kinds []string, filesByDefault bool) {
	configured, refused := o.config.Evidence()
	if o.noEvidence {
		return nil, false
	}
	if o.evidence || r.isGiven("transcript") {
		isRefused := func(kind string) bool { return slices.Contains(refused, kind) }
		return slices.DeleteFunc(slices.Clone(rules.EvidenceKinds), isRefused), false
	}
	if slices.Contains(slices.Concat(configured, refused), rules.KindFiles) {
		return configured, false
	}
	return append(configured, rules.KindFiles), true
}

// facts returns the evidence for the path of a file; nil for none. What git does not answer
// in time is recorded apart if nobody asked for it.
func (r *runner) facts(o *checkOptions, run *checkRun) (func(path string) rules.Facts, error) {
	kinds, filesByDefault := r.evidenceKinds(o)
	trees := run.trees
	if filesByDefault {
		trees = run.byDefault
	}
	var session *timeline.Timeline
	if r.isGiven("transcript") {
		var err error
		session, err = timeline.Open(o.transcript, nil, trees.Incomplete)
		if err != nil {
			return nil, fmt.Errorf("--transcript: %w", err)
		}
	}
	return factsBy(kinds, session, trees), nil
}
