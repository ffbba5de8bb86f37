package cli

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// judgeOptions are the options of every command that judges a file, read and
// checked.
type judgeOptions struct {
	// config is the configuration, nil for none; engines judge by it, engine
	// what none of its overrides names.
	config  *config.Config
	engines *config.Engines
	engine  *rules.Engine
	as      document.Format
	now     time.Time
	// outputs are none if findings go to stderr.
	outputs []output
	failOn  failOn
	// disabled is what files of the checked tree keep from being reported.
	disabled []report.Disabled
}

// judgeOptions reads the options that a verdict depends on; noInline ignores what
// files suppress.
func (r *runner) judgeOptions(c *cli.Context, noInline bool) (o judgeOptions, err error) {
	r.setVerbosity(c)
	o.now, o.as = nowOf(c), document.Format(c.String("as"))
	options := rules.Options{Strict: c.Bool("strict"), NoInline: noInline, Now: o.now, Select: c.StringSlice("select")}
	if here, err := os.Getwd(); err == nil {
		options.Root = filepath.ToSlash(files.Root(here))
	}
	for _, s := range c.StringSlice("rule") {
		override, err := rules.ParseOverride(s)
		if err != nil {
			return o, fmt.Errorf("--rule %w", err)
		}
		options.Overrides = append(options.Overrides, override)
	}
	for _, pattern := range c.StringSlice("ignore") {
		options.Overrides = append(options.Overrides, rules.Override{Pattern: pattern, Severity: rules.Off})
	}
	if o.config, err = r.config(c); err != nil {
		return o, err
	}
	if o.engines, err = enginesFor(o.config, options); err != nil {
		return o, err
	}
	o.engine = o.engines.Base()
	if o.as != "" && !slices.Contains(o.engine.Formats(), string(o.as)) {
		return o, noSuchFormat(string(o.as), o.engine.Formats())
	}
	return o, nil
}

// reportOptions reads the options of a command that prints findings of one handoff.
// Suppressions in it are ignored: who reads it relies on the verdict.
func (r *runner) reportOptions(c *cli.Context) (o judgeOptions, err error) {
	if o, err = r.judgeOptions(c, true); err != nil {
		return o, err
	}
	o.disabled = o.config.Disabled(false)
	o.failOn = failOn(rules.Warning)
	o.outputs, err = outputsOf(c)
	return o, err
}

// formatFor is the format that a file has to be of, Unknown to find it out:
// that of --as, else the one that the configuration gives it.
func (o judgeOptions) formatFor(path string) document.Format {
	return cmp.Or(o.as, formatAt(o.config, o.engine, path))
}

// judged is a handoff, parsed, and the verdict on it. Of one that could not be
// read there is no doc.
type judged struct {
	doc    *document.Document
	result rules.Result
	// fault is what kept it from being read, nil if nothing did.
	fault *document.Fault
}

// passes reports whether nothing blocks the handoff.
func (j judged) passes() bool { return j.doc != nil && len(j.result.Failures()) == 0 }

// status is the handoff's own word for how far it is, "" without one.
func (j judged) status() string {
	if j.doc == nil {
		return ""
	}
	return j.doc.Data().Field("status").Str()
}

// What a command does to the findings of the file that it is about.
type weigh func([]rules.Finding) []rules.Finding

func asFound(findings []rules.Finding) []rules.Finding { return findings }

// asReader gives findings the weight that they have for whoever takes the handoff
// over: what says that a report is not complete, or not what was sealed, is an
// error then.
func asReader(findings []rules.Finding) []rules.Finding {
	for i, f := range findings {
		findings[i].Severity = cmp.Or(f.Consumer, f.Severity)
	}
	return findings
}

// beforeSealing leaves out what sealing sees to.
func beforeSealing(findings []rules.Finding) []rules.Finding {
	return slices.DeleteFunc(findings, func(f rules.Finding) bool { return f.Sealing })
}

// judge reads and judges the file at an input's path, or stdin for "-", and prints
// nothing. An error means that no verdict could be reached.
func judge(engines *config.Engines, stdin io.Reader, file document.Input, weigh weigh) (j judged, err error) {
	engine, err := engines.For(file.Path)
	if err != nil {
		return j, err
	}
	var in document.Input
	if file.Path == "-" {
		in, j.fault = document.Stdin(stdin, "", engine.Limits().Bytes)
	} else {
		in, j.fault = document.Read(files.Named, file.Path, engine.Limits().Bytes)
	}
	in.As, in.Named = file.As, file.Named
	if j.fault != nil {
		j.result, err = engine.CheckFault(in, *j.fault)
	} else {
		j.doc = engine.Parse(in)
		j.result, err = engine.Check(j.doc)
	}
	j.result.Findings = weigh(j.result.Findings)
	return j, err
}

// judgeFile judges the file that a command is about, prints the findings and logs the
// file if it fails. want is the format that it must have, Unknown for any.
func (r *runner) judgeFile(c *cli.Context, o judgeOptions, path string, want document.Format, weigh weigh) (judged, error) {
	j, err := judge(o.engines, r.streams.In, document.Input{Path: path, As: cmp.Or(want, o.formatFor(path)), Named: true}, weigh)
	if err != nil {
		return j, err
	}
	if want != document.Unknown && j.doc != nil {
		in := j.doc.Input
		in.As = document.Unknown
		if is := o.engine.Parse(in).Format; is != document.Unknown && is != want {
			return j, fmt.Errorf("%s is of the format %s, %s takes a %s", path, is, c.Command.Name, want)
		}
	}
	return j, r.report(c, o, []rules.Result{j.result})
}

// judgeReport reads the options of a command about one report, and judges the
// report that its argument names.
func (r *runner) judgeReport(c *cli.Context, weigh weigh) (o judgeOptions, path string, j judged, err error) {
	if o, err = r.reportOptions(c); err != nil {
		return o, path, j, err
	}
	if path, err = oneArgument(c, "the report"); err != nil {
		return o, path, j, err
	}
	j, err = r.judgeFile(c, o, path, document.Report, weigh)
	return o, path, j, err
}

// report prints results and logs those that failed.
func (r *runner) report(c *cli.Context, o judgeOptions, results []rules.Result) error {
	var err error
	if len(o.outputs) == 0 {
		err = r.tell(c, results)
	} else {
		run := r.reportRun(c, results)
		run.Disabled = o.disabled
		err = r.print(c, o.outputs, run)
	}
	if err == nil {
		r.logFailures(c, o.now, results)
	}
	return err
}

// failOn is the lowest severity that makes the exit code non-zero, or never.
type failOn string

// failOnOf is --fail-on, else what a configuration or a part of a run says of it.
func failOnOf(c *cli.Context, said string) (failOn, error) {
	if c.IsSet("fail-on") || said == "" {
		said = c.String("fail-on")
	}
	return failOn(said), oneOf("--fail-on", said, []string{"error", "warning", "never"})
}

// exit is the exit code that results call for, nil for 0. A file that could
// not be judged is never 0.
func (f failOn) exit(results []rules.Result) error {
	code := ExitClean
	for _, result := range results {
		for _, finding := range result.Findings {
			switch {
			case finding.Unjudged || finding.Severity == rules.Error && f != "never":
				code = ExitFailed
			case f == failOn(rules.Warning):
				code = max(code, ExitWarnings)
			}
		}
	}
	if code == ExitClean {
		return nil
	}
	return exitCode(code)
}

// logFailures appends what failed to the failure log, under the name of the
// command. A log that cannot be written is said once and changes no verdict.
func (r *runner) logFailures(c *cli.Context, now time.Time, results []rules.Result) {
	if c.Bool("no-failure-log") {
		return
	}
	at, err := r.logLocation(c)
	if err != nil {
		r.log.Warnf("the failure log was not written: %s", err)
	} else if warning := at.Append(now, "handofflint "+version(), c.Command.Name, results); warning != "" {
		r.log.Warn(warning)
	}
}

// logLocation says where the log is. The configuration is only looked for if it has
// a say.
func (r *runner) logLocation(c *cli.Context) (failurelog.Location, error) {
	at := failurelog.Location{Option: c.String("failure-log"), Getenv: r.streams.Getenv}
	if at.Named() {
		return at, nil
	}
	settings, err := r.config(c)
	if err == nil {
		at.Config, at.Off = settings.FailureLog()
	}
	return at, err
}

// noSuchFormat says which formats there are.
func noSuchFormat(name string, names []string) error {
	return fmt.Errorf("unknown format %q%s: use %s", name, near.DidYouMeanOne(name, names), orList(names))
}

// skeleton is the text of the skeleton of one of the four formats, by profile if
// there are several.
func skeleton(format document.Format, profile string) (string, error) {
	if format == document.Report {
		return handoff.Skeleton(rules.BuiltIn(), "")
	}
	file := map[document.Format]string{
		document.Metadata: "metadata-" + profile + ".md", document.Context: "context.json", document.Task: "task.json",
	}[format]
	text, err := fs.ReadFile(schema.Skeletons, "skeletons/"+file)
	return string(text), err
}
