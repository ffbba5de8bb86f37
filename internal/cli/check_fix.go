package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// fixCounts is what --fix has done, or --diff would do.
type fixCounts struct {
	findings, files int
	// left is how many findings have a fix that does not help.
	left int
	// failed is set if a file should have been written and was not.
	failed bool
}

// triesFixes reports whether fixes are applied, or printed as a diff.
func (o *checkOptions) triesFixes() bool { return o.fix || o.diff }

// areUnstaged reports whether the index still has the text without the fixes.
func (counts fixCounts) areUnstaged(o *checkOptions) bool {
	return o.staged && o.fix && counts.files > 0
}

// completeFixes decides what --fix and --diff do and print. If standard output is for the diff, or for the fixed
// text of standard input, findings that do not go to files go nowhere with --diff, else to stderr.
func (r *runner) completeFixes(o *checkOptions) error {
	o.fix = o.fix && !o.diff
	takesStdout := o.diff || o.fix && o.stdin
	if !takesStdout {
		return nil
	}
	for i, out := range o.outputs {
		if out.path == "" && r.isGiven("format") {
			return fmt.Errorf("standard output is for what --fix and --diff print, not for findings as well: give these a file, -f %s=FILE", out.name)
		}
		o.outputs[i].stderr = out.path == ""
	}
	if o.diff {
		o.outputs = slices.DeleteFunc(o.outputs, func(out output) bool { return out.stderr })
	}
	return nil
}

// fixFiles applies the fixes of files and checks them again, or prints a diff.
func (r *runner) fixFiles(c *cli.Context, o *checkOptions, linter *lint.Linter, found lint.Found, changes *lint.Changes, run *checkRun) error {
	fixed, err := linter.Fix(c.Context, found, run.results)
	if err != nil {
		return err
	}
	write := func(change lint.Change) error {
		name := filepath.FromSlash(change.Path)
		if changes.Apart(name) {
			return errors.New("what is staged of it is not what the work tree has; stage all of it, or put the rest away with `git stash --keep-index`")
		}
		return files.Reason(files.Swap(name, change.Before, change.Data, files.WriteOptions{NoLinks: true}))
	}
	for _, change := range fixed {
		if err := r.applyFixes(o, change, write, &run.fixed); err != nil {
			return err
		}
	}
	if o.fix {
		if run.fixed.files > 0 {
			run.results, err = linter.Run(c.Context, found)
			if err != nil {
				return err
			}
		}
		withoutFixes(run.results...)
	}
	return nil
}

// applyFixes writes a fixed text, or prints the diff.
func (r *runner) applyFixes(o *checkOptions, change lint.Change, write func(lint.Change) error, counts *fixCounts) error {
	counts.left += len(change.Left)
	if len(change.Fixed) == 0 {
		return nil
	}
	if o.diff {
		// Lines around a change may have credentials.
		diff := lint.Diff(text.Escape(secret.Mask(change.Path)), change.Before, change.Data)
		if err := r.printContent(secret.RedactorOf(string(change.Before)).Redact(string(diff))); err != nil {
			return err
		}
	} else if err := write(change); err != nil {
		counts.failed = true
		r.log.Errorf("%s is not fixed: %s", change.Path, err)
		return nil
	}
	counts.files++
	counts.findings += len(change.Fixed) + change.Gone
	for _, finding := range change.Fixed {
		r.log.Infof("%s:%d: %s [%s]", finding.Path, finding.Range.Start.Line, finding.Fix.Message, finding.Rule)
	}
	return nil
}

// withoutFixes removes the fixes that were tried and did not help.
func withoutFixes(results ...rules.Result) {
	for _, result := range results {
		for i := range result.Findings {
			result.Findings[i].Fix = nil
		}
	}
}

// printFixed prints to stderr what was fixed.
func (r *runner) printFixed(o *checkOptions, counts fixCounts) {
	verb := "fixed"
	if o.diff {
		verb = "would fix"
	}
	if counts.findings > 0 {
		r.note("%s %s in %s", verb, text.Count(counts.findings, "finding"), text.Count(counts.files, "file"))
	} else if o.diff {
		r.note("would fix nothing")
	}
	if counts.left > 0 {
		r.note("left %s alone, whose fix would lead to another finding", text.Count(counts.left, "finding"))
	}
	if counts.areUnstaged(o) {
		r.log.Warnf("what was fixed is not staged: --fix leaves git's index alone, `git add` the files")
	}
}
