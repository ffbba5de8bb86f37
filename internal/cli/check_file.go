package cli

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// checkedFile is a file that a command is about, parsed and checked.
type checkedFile struct {
	doc    *document.Document // nil if it could not be read
	result rules.Result
	// fault is what kept it from being read, nil if nothing did.
	fault *document.Fault
}

// passes reports whether the file was read and has no error.
func (f checkedFile) passes() bool { return f.doc != nil && len(f.result.Failures()) == 0 }

// status returns the status that the handoff states, or "" for none.
func (f checkedFile) status() string {
	if f.doc == nil {
		return ""
	}
	return f.doc.Data().Field("status").Str()
}

// checkFile reads and checks the file at an input's path, or stdin for "-".
func checkFile(engines *config.Engines, stdin io.Reader, file document.Input) (f checkedFile, err error) {
	engine, err := engines.For(file.Path)
	if err != nil {
		return f, err
	}
	var in document.Input
	if file.Path == "-" {
		in, f.fault = document.Stdin(stdin, "", engine.Limits().Bytes)
	} else {
		in, f.fault = document.Read(files.Named, file.Path, engine.Limits().Bytes)
	}
	in.As, in.Named = file.As, file.Named
	lint.Locate(&in, engine)
	if f.fault != nil {
		f.result, err = engine.CheckFault(in, *f.fault)
		return f, err
	}
	trees := worktree.NewTrees()
	lint.NewCommits(trees).IgnoreTime(&in)
	if reasons := trees.Incomplete.Reasons(); len(reasons) > 0 {
		return f, fmt.Errorf("%s: %s", file.Path, reasons[0])
	}
	f.doc = engine.Parse(in)
	f.result, err = engine.Check(f.doc, nil)
	return f, err
}

// forReader gives findings the severity that they have for the reader of a handoff:
// for an incomplete report, or one that has changed since it was sealed, it is an error.
func forReader(findings []rules.Finding) []rules.Finding {
	for i, f := range findings {
		findings[i].Severity = cmp.Or(f.Consumer, f.Severity)
	}
	return findings
}

// beforeSealing removes the findings that sealing corrects.
func beforeSealing(findings []rules.Finding) []rules.Finding {
	return slices.DeleteFunc(findings, func(f rules.Finding) bool { return f.Sealing })
}

// checkAndReport checks the file that a command is about, prints the findings and logs a
// failure. It is checked as the format want, Unknown for that which it has; adjust, which
// may be nil, changes the findings.
func (r *runner) checkAndReport(k checker, path string, want document.Format, adjust func([]rules.Finding) []rules.Finding) (checkedFile, error) {
	f, err := checkFile(k.engines, r.streams.In, document.Input{Path: path, As: cmp.Or(want, k.formatFor(path)), Named: true})
	if err != nil {
		return f, err
	}
	if want != document.Unknown && f.doc != nil {
		in := f.doc.Input
		in.As = document.Unknown
		// Its findings as another format would order to write that format instead.
		if is := k.engines.Base().Parse(in).Format; is != document.Unknown && is != want {
			return f, fmt.Errorf("%s is of the format %s, %s takes a %s", path, is, r.command, want)
		}
	}
	if adjust != nil {
		f.result.Findings = adjust(f.result.Findings)
	}
	if want == handoff.Report && f.passes() && len(f.result.Findings) > 0 && !r.options.formatsGiven && !r.options.outputGiven {
		k.outputs = nil
	}
	return f, r.report(k, f.result)
}

// checkReport checks the report that is the only argument of a command. Suppressions in it
// are ignored: its reader relies on the verdict. Warnings alone go to stderr, unless an
// option says otherwise: the command succeeds all the same.
func (r *runner) checkReport(c *cli.Context, o *reportOptions, adjust func([]rules.Finding) []rules.Finding) (path string, f checkedFile, err error) {
	o.noInline = true
	k, err := r.checker(&o.ruleOptions)
	if err == nil {
		path, err = oneArgument(c, "the report")
	}
	path = filepath.ToSlash(path) // as findings show it
	if err == nil {
		f, err = r.checkAndReport(k, path, handoff.Report, adjust)
	}
	return path, f, err
}

// report prints results and logs those that failed.
func (r *runner) report(k checker, results ...rules.Result) error {
	run := r.reportOf(results)
	run.Disabled = k.config.Disabled(false)
	outputs := k.outputs
	if outputs == nil {
		outputs, run.Quiet = onStderr, true
	}
	if err := r.print(outputs, run); err != nil {
		return err
	}
	r.logFailures(k.now, results)
	return nil
}

// exitFor returns the exit code of a run as an error, nil for 0. failOn is the lowest
// severity that makes it non-zero, or "never". A file that could not be checked is
// never 0.
func exitFor(failOn string, results []rules.Result) error {
	code := ExitClean
	for _, result := range results {
		for _, finding := range result.Findings {
			switch {
			case finding.Unjudged || finding.Severity == rules.Error && failOn != "never":
				code = ExitFailed
			case failOn == string(rules.Warning):
				code = max(code, ExitWarnings)
			}
		}
	}
	if code == ExitClean {
		return nil
	}
	return exitCode(code)
}

// logFailures appends what failed to the failure log, under the name of the command.
// A log that cannot be written is a warning and changes no verdict.
func (r *runner) logFailures(now time.Time, results []rules.Result) {
	if r.general.noFailureLog {
		return
	}
	at, err := r.logLocation()
	if err != nil {
		r.log.Warnf("the failure log was not written: %s", err)
	} else if warning := at.Append(now, "handofflint "+version(), r.source(), results); warning != "" {
		r.log.Warn(warning)
	}
}

// source returns where failures come from: the command, and if an agent has run check in
// its own shell, that.
func (r *runner) source() string {
	session, err := handoff.SessionFrom(r.streams.Getenv)
	if r.command == "check" && (session != "" || err != nil) {
		return failurelog.AgentCheck
	}
	return r.command
}

// logLocation returns where the log is. The configuration is only read if nothing else names
// the log.
func (r *runner) logLocation() (failurelog.Location, error) {
	at := failurelog.Location{Option: r.general.failureLog, Getenv: r.streams.Getenv}
	if at.Named() {
		return at, nil
	}
	settings, err := r.config()
	if err == nil {
		at.Config, at.Off = settings.FailureLog()
	}
	return at, err
}
