package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// fixer fixes files on their way through `check`, or only says how it would.
// The zero value does neither.
type fixer struct {
	runner *runner
	write  bool // --fix
	diff   bool // --diff

	// vetoes are what speaks against a fix beside the file's own findings.
	vetoes []lint.Veto

	found  []rules.Result // what was found before anything was fixed
	counts struct{ findings, files, left int }
	failed bool // a file that should have been written was not
	// apart reports of a file that what is checked is not what the disk has; nil if
	// that is the same.
	apart func(path string) bool
}

// fixer reads --fix and --diff and refuses what does not go with them. It takes from
// the outputs of findings what no longer goes to stdout, which is for the diff, or for
// the text that came from stdin.
func (r *runner) fixer(c *cli.Context, o *checkOptions) (*fixer, error) {
	f := &fixer{runner: r, write: c.Bool("fix"), diff: c.Bool("diff")}
	switch {
	case !f.write && !f.diff:
		return f, nil
	case f.write && f.diff:
		return f, errors.New("--fix and --diff do not go together: --diff prints what --fix would write")
	case f.write && o.stdin && len(o.paths) > 0:
		return f, errors.New("--fix prints standard input fixed, which does not go together with files: fix them in a run of their own")
	}
	// An update of the baseline makes a finding known again that a fix has changed.
	if o.baseline != "" && !c.Bool("update-baseline") {
		vetoes, err := baselineVetoes(o.baseline)
		if err != nil {
			return f, err
		}
		f.vetoes = vetoes
	}
	if f.write && !o.stdin {
		return f, nil
	}
	var kept []output
	for _, out := range o.outputs {
		if out.path == "" && c.IsSet("format") {
			return f, fmt.Errorf("standard output is for what --fix and --diff print, not for findings as well: give these a file, -f %s=FILE", out.name)
		}
		out.stderr = out.path == ""
		if !out.stderr || !f.diff {
			kept = append(kept, out)
		}
	}
	o.outputs = kept
	return f, nil
}

// on reports whether anything is to be fixed or shown.
func (f *fixer) on() bool { return f.write || f.diff }

// wrote reports whether files were fixed.
func (f *fixer) wrote() bool { return f.write && f.counts.files > 0 }

// stdin fixes standard input and prints it, or how it would be fixed. Text
// that cannot be checked is printed as it came, for who reads on has no other.
func (f *fixer) stdin(linter *lint.Linter, in document.Input, fault *document.Fault) (rules.Result, error) {
	result, err := linter.CheckInput(in, fault)
	if err != nil || !f.on() {
		return result, err
	}
	f.found = append(f.found, result)
	if fault != nil {
		return result, nil
	}
	change, err := linter.FixInput(in, f.vetoes...)
	if err != nil {
		return result, err
	}
	if f.helps(change) {
		f.count(change)
	}
	if f.diff {
		return result, f.printDiff(in.Path, in.Data, change.Data)
	}
	if err := f.runner.printContent(string(change.Data)); err != nil {
		return result, err
	}
	in.Data = change.Data
	result, err = linter.CheckInput(in, nil)
	return unfixable([]rules.Result{result})[0], err
}

// run checks what was found, fixes it, and checks what it has become.
func (f *fixer) run(ctx context.Context, linter *lint.Linter, found lint.Found) ([]rules.Result, error) {
	results, err := linter.Run(ctx, found)
	if err != nil || !f.on() {
		return results, err
	}
	f.found = slices.Clone(results)
	changes, err := linter.Fix(ctx, found, results, f.vetoes...)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		if f.helps(c) {
			if err := f.apply(c); err != nil {
				return nil, err
			}
		}
	}
	if f.diff {
		return results, nil
	}
	if f.wrote() {
		results, err = linter.Run(ctx, found)
	}
	return unfixable(results), err
}

// apply writes a change, or shows it.
func (f *fixer) apply(c lint.Change) error {
	name, problem := filepath.FromSlash(c.Path), error(nil)
	switch {
	case f.diff:
		f.count(c)
		return f.printDiff(c.Path, c.Before, c.Data)
	case f.apart != nil && f.apart(name):
		problem = errors.New("what is staged of it is not what the work tree has; stage all of it, or put the rest away with `git stash --keep-index`")
	default:
		problem = files.Reason(files.Swap(name, c.Before, c.Data, files.WriteOptions{NoLinks: true}))
	}
	if problem != nil {
		f.failed = true
		f.runner.log.Errorf("%s is not fixed: %s", c.Path, problem)
	} else {
		f.count(c)
	}
	return nil
}

// helps reports whether a change fixes anything, and notes what it leaves.
func (f *fixer) helps(c lint.Change) bool {
	if c.Err != nil {
		f.runner.log.Warnf("%s is not fixed: %s", c.Path, c.Err)
	}
	f.counts.left += len(c.Left)
	return len(c.Fixed) > 0
}

// count notes what was fixed in a file.
func (f *fixer) count(c lint.Change) {
	f.counts.files++
	f.counts.findings += len(c.Fixed) + c.Gone
	for _, finding := range c.Fixed {
		f.runner.log.Infof("%s:%d: %s [%s]", finding.Path, finding.Range.Start.Line, finding.Fix.Message, finding.Rule)
	}
}

// printDiff writes what a fix changes. Lines around it may have credentials, which
// are masked.
func (f *fixer) printDiff(path string, before, after []byte) error {
	diff := lint.Diff(text.Escape(path), before, after)
	return f.runner.printContent(secret.RedactorOf(string(before)).Redact(string(diff)))
}

// summarize says on stderr what was done. It fails if a file should have been
// fixed and was not.
func (f *fixer) summarize(c *cli.Context) error {
	if !f.on() {
		return nil
	}
	switch {
	case f.counts.findings > 0:
		verb := map[bool]string{true: "would fix", false: "fixed"}[f.diff]
		f.runner.say(c, "%s %s in %s", verb, plural(f.counts.findings, "finding"), plural(f.counts.files, "file"))
	case f.diff:
		f.runner.say(c, "would fix nothing")
	}
	if f.counts.left > 0 {
		f.runner.say(c, "left %s alone whose fix does not help", plural(f.counts.left, "finding"))
	}
	if c.Bool("staged") && f.wrote() {
		f.runner.log.Warnf("what was fixed is not staged: --fix leaves git's index alone, `git add` the files")
	}
	if f.failed {
		return exitCode(ExitFailed)
	}
	return nil
}

// unfixable are results without the fixes that were tried and did not help.
func unfixable(results []rules.Result) []rules.Result {
	for i := range results {
		for j := range results[i].Findings {
			results[i].Findings[j].Fix = nil
		}
	}
	return results
}
