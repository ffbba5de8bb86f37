package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// checkedFile is the file that a command is about, after it was checked.
type checkedFile struct {
	lint.Checked
	// fault is why it could not be read, or nil.
	fault *document.Fault
}

// passes reports whether the file was read and has no error.
func (f checkedFile) passes() bool { return f.Doc != nil && len(f.Result.Failures()) == 0 }

// status returns the status that the handoff states, or "" for none.
func (f checkedFile) status() string {
	if f.Doc == nil {
		return ""
	}
	return f.Doc.Data().Field("status").Str()
}

// What a file that is named may be.
const (
	anyFile  = false
	aHandoff = true
)

// checkFile reads a file and checks it as a format or, with Unknown, as the format that is detected. With mustBe, a file
// that is no handoff is a finding.
func (k checker) checkFile(path string, as document.Format, mustBe bool) (f checkedFile, err error) {
	trees := worktree.NewTrees()
	linter := k.linter()
	linter.As = as
	linter.Commits = lint.NewCommits(trees)
	in, fault := document.Read(files.Named, path, linter.Engine.Limits().Bytes)
	f.fault = fault
	in.Named = mustBe
	f.Checked, err = linter.CheckInput(in, fault)
	if reasons := trees.Incomplete.Reasons(); err == nil && len(reasons) > 0 {
		return f, fmt.Errorf("%s: %s", path, reasons[0])
	}
	return f, err
}

// forReader gives findings the severity that they have for the reader of a handoff: an incomplete report, or one that
// has changed since it was sealed, is then an error.
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

// checkAndReport checks the file that a command is about as the format want, prints the findings and logs a
// failure. adjust changes the findings before that. Warnings alone of a report go to stderr, unless an option says
// otherwise: the command succeeds all the same.
func (r *runner) checkAndReport(k checker, path string, want document.Format, adjust func([]rules.Finding) []rules.Finding) (checkedFile, error) {
	f, err := k.checkFile(path, want, aHandoff)
	if err != nil {
		return f, err
	}
	if f.Doc != nil {
		in := f.Doc.Input
		in.As = document.Unknown
		// The findings of a file of another format would only say to write this one instead.
		if is := k.engines.Base().Parse(in).Format; is != document.Unknown && is != want {
			return f, fmt.Errorf("%s is of the format %s, %s takes a %s", path, is, r.command, want)
		}
	}
	f.Result.Findings = adjust(f.Result.Findings)
	hasOnlyWarnings := f.passes() && len(f.Result.Findings) > 0
	isOutputGiven := r.isGiven("format") || r.isGiven("output")
	if want == handoff.Report && hasOnlyWarnings && !isOutputGiven {
		k.outputs = nil
	}
	return f, r.report(k, f.Result)
}

// checkReport checks the report that is the only argument of a command. Suppressions in it
// are ignored: its reader relies on the verdict.
func (r *runner) checkReport(c *cli.Context, adjust func([]rules.Finding) []rules.Finding) (path string, f checkedFile, err error) {
	k, err := r.checker(&ruleOptions{noInline: true})
	if err != nil {
		return "", f, err
	}
	path, err = oneArgument(c, "the report")
	if err != nil {
		return "", f, err
	}
	path = filepath.ToSlash(path) // as findings show it
	f, err = r.checkAndReport(k, path, handoff.Report, adjust)
	return path, f, err
}

// report prints results and logs those that failed.
func (r *runner) report(k checker, results ...rules.Result) error {
	run := r.reportOf(results)
	const failOn = false // only check goes by it
	run.Disabled = k.config.Disabled(failOn)
	outputs := k.outputs
	if outputs == nil {
		outputs = onStderr
		run.Quiet = true
	}
	if err := r.print(outputs, run); err != nil {
		return err
	}
	r.logFailures(results)
	return nil
}

// exitFor returns the exit code of a run as an error, nil for 0. failOn is the lowest severity that makes it
// non-zero, or "never". If a file could not be checked, the code is never 0.
func exitFor(failOn string, results []rules.Result) error {
	code := ExitClean
	for _, result := range results {
		for _, finding := range result.Findings {
			if finding.Unjudged || finding.Severity == rules.Error && failOn != "never" {
				code = ExitFailed
			} else if failOn == string(rules.Warning) {
				code = max(code, ExitWarnings)
			}
		}
	}
	if code == ExitClean {
		return nil
	}
	return exitCode(code)
}

// logFailures appends what failed to the failure log, under the name of the command. If the log cannot be written, that
// is only a warning.
func (r *runner) logFailures(results []rules.Result) {
	if r.general.noFailureLog {
		return
	}
	at, err := r.logLocation()
	if err != nil {
		r.log.Warnf("the failure log was not written: %s", err)
		return
	}
	if warning := at.Append(r.now(), "handofflint "+version(), r.command, results); warning != "" {
		r.log.Warn(warning)
	}
}

// logLocation returns where the log is. It reads the configuration only if nothing else names the log.
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
