package cli

import (
	"fmt"
	"time"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// nowOf is the time to measure ages from.
func nowOf(c *cli.Context) time.Time {
	if t := c.Timestamp("now"); t != nil {
		return *t
	}
	return time.Now()
}

// judgeOptions are the options of every command that judges a file, read and
// checked.
type judgeOptions struct {
	// config is the configuration, nil for none; Engines judge by it, Engine
	// what none of its overrides names.
	config  *config.Config
	engines *config.Engines
	engine  *rules.Engine
	as      document.Format
	now     time.Time
	color   bool
}

// reportOptions are the options of every command that prints findings, read and
// checked.
type reportOptions struct {
	judgeOptions
	outputs []output
	failOn  failOn
	// disabled is what files of the checked tree keep from being reported.
	disabled []report.Disabled
}

// judgeOptions reads what the flags of JudgeFlags say; noInline ignores what files
// suppress.
func (r *runner) judgeOptions(c *cli.Context, noInline bool) (o judgeOptions, err error) {
	if err = checkLog(c); err != nil {
		return o, err
	}
	if o.color, err = r.useColor(c); err != nil {
		return o, err
	}
	options := rules.Options{Strict: c.Bool("strict"), NoInline: noInline, Now: nowOf(c), Root: pathRoot()}
	o.now = options.Now
	if options.Overrides, err = overridesOf(c); err != nil {
		return o, err
	}
	if o.config, err = r.config(c); err != nil {
		return o, err
	}
	if o.engines, err = enginesFor(o.config, options); err != nil {
		return o, err
	}
	o.engine = o.engines.Base()
	o.as, err = formatIn(c.String("as"), o.engine.Formats())
	return o, err
}

// overridesOf reads --rule.
func overridesOf(c *cli.Context) (overrides []rules.Override, err error) {
	for _, s := range c.StringSlice("rule") {
		override, err := rules.ParseOverride(s)
		if err != nil {
			return nil, fmt.Errorf("--rule %w", err)
		}
		overrides = append(overrides, override)
	}
	return overrides, nil
}

// engineFor is the engine that judges a file.
func (o judgeOptions) engineFor(path string) (*rules.Engine, error) { return o.engines.For(path) }

// engineForOutput is the engine that will judge what is written to a path, ""
// for standard output.
func (o judgeOptions) engineForOutput(path string) (*rules.Engine, error) {
	if path == "" {
		return o.engine, nil
	}
	return o.engineFor(path)
}

// formatFor is the format that a file has to be of, Unknown to find it out:
// that of --as, else the one that the configuration gives it.
func (o judgeOptions) formatFor(path string) document.Format {
	if o.as != document.Unknown {
		return o.as
	}
	return formatAt(o.config, o.engine, path)
}

// parseFormat reads a format's name, "" for none.
func parseFormat(name string) (document.Format, error) {
	return formatIn(name, document.FormatNames)
}

// setVerbosity lets notes through with --verbose and holds warnings back with
// --quiet.
func (r *runner) setVerbosity(c *cli.Context) {
	switch {
	case c.Bool("verbose"):
		r.log.SetLevel(logrus.InfoLevel)
	case c.Bool("quiet"):
		r.log.SetLevel(logrus.ErrorLevel)
	}
}

// failOn is what makes the exit code other than 0.
type failOn string

// parseFailOn reads --fail-on.
func parseFailOn(s string) (failOn, error) {
	return failOn(s), oneOf("--fail-on", s, []string{"error", "warning", "never"})
}

// exit is the exit code that results call for, nil for 0. A file that could
// not be judged is never 0.
func (f failOn) exit(results []rules.Result) error {
	code := ExitClean
	for _, result := range results {
		for _, finding := range result.Findings {
			code = max(code, f.code(finding))
		}
	}
	if code == ExitClean {
		return nil
	}
	return exitCode(code)
}

// code is the exit code that one finding calls for.
func (f failOn) code(finding rules.Finding) int {
	switch {
	case finding.Unjudged:
		return ExitFailed
	case f == "never":
		return ExitClean
	case finding.Severity == rules.Error:
		return ExitFailed
	case f == "error":
		return ExitClean
	}
	return ExitWarnings
}
