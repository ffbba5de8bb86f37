package command

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

// NowOf is the time to measure ages from.
func NowOf(c *cli.Context) time.Time {
	if t := c.Timestamp("now"); t != nil {
		return *t
	}
	return time.Now()
}

// JudgeOptions are the options of every command that judges a file, read and
// checked.
type JudgeOptions struct {
	// Config is the configuration, nil for none; Engines judge by it, Engine
	// what none of its overrides names.
	Config  *config.Config
	Engines *config.Engines
	Engine  *rules.Engine
	As      document.Format
	Now     time.Time
	Color   bool
}

// ReportOptions are the options of every command that prints findings, read and
// checked.
type ReportOptions struct {
	JudgeOptions
	Outputs []Output
	FailOn  FailOn
	// Disabled is what files of the checked tree keep from being reported.
	Disabled []report.Disabled
}

// JudgeOptions reads what the flags of JudgeFlags say; noInline ignores what files
// suppress.
func (r *Runner) JudgeOptions(c *cli.Context, noInline bool) (o JudgeOptions, err error) {
	if err = checkLog(c); err != nil {
		return o, err
	}
	if o.Color, err = r.UseColor(c); err != nil {
		return o, err
	}
	options := rules.Options{Strict: c.Bool("strict"), NoInline: noInline, Now: NowOf(c), Root: pathRoot()}
	o.Now = options.Now
	if options.Overrides, err = OverridesOf(c); err != nil {
		return o, err
	}
	if o.Config, err = r.Config(c); err != nil {
		return o, err
	}
	if o.Engines, err = EnginesFor(o.Config, options); err != nil {
		return o, err
	}
	o.Engine = o.Engines.Base()
	o.As, err = formatIn(c.String("as"), o.Engine.Formats())
	return o, err
}

// OverridesOf reads --rule.
func OverridesOf(c *cli.Context) (overrides []rules.Override, err error) {
	for _, s := range c.StringSlice("rule") {
		override, err := rules.ParseOverride(s)
		if err != nil {
			return nil, fmt.Errorf("--rule %w", err)
		}
		overrides = append(overrides, override)
	}
	return overrides, nil
}

// EngineFor is the engine that judges a file.
func (o JudgeOptions) EngineFor(path string) (*rules.Engine, error) { return o.Engines.For(path) }

// EngineForOutput is the engine that will judge what is written to a path, ""
// for standard output.
func (o JudgeOptions) EngineForOutput(path string) (*rules.Engine, error) {
	if path == "" {
		return o.Engine, nil
	}
	return o.EngineFor(path)
}

// FormatFor is the format that a file has to be of, Unknown to find it out:
// that of --as, else the one that the configuration gives it.
func (o JudgeOptions) FormatFor(path string) document.Format {
	if o.As != document.Unknown {
		return o.As
	}
	return FormatAt(o.Config, o.Engine, path)
}

// ParseFormat reads a format's name, "" for none.
func ParseFormat(name string) (document.Format, error) {
	return formatIn(name, document.FormatNames)
}

// SetVerbosity lets notes through with --verbose and holds warnings back with
// --quiet.
func (r *Runner) SetVerbosity(c *cli.Context) {
	switch {
	case c.Bool("verbose"):
		r.Log.SetLevel(logrus.InfoLevel)
	case c.Bool("quiet"):
		r.Log.SetLevel(logrus.ErrorLevel)
	}
}

// FailOn is what makes the exit code other than 0.
type FailOn string

// ParseFailOn reads --fail-on.
func ParseFailOn(s string) (FailOn, error) {
	return FailOn(s), OneOf("--fail-on", s, []string{"error", "warning", "never"})
}

// Exit is the exit code that results call for, nil for 0. A file that could
// not be judged is never 0.
func (f FailOn) Exit(results []rules.Result) error {
	code := ExitClean
	for _, result := range results {
		for _, finding := range result.Findings {
			code = max(code, f.Code(finding))
		}
	}
	if code == ExitClean {
		return nil
	}
	return ExitCode(code)
}

// Code is the exit code that one finding calls for.
func (f FailOn) Code(finding rules.Finding) int {
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
