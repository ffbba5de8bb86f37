package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

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
	color  bool

	// vetoes are what speaks against a fix beside the file's own findings.
	vetoes []lint.Veto

	found  []rules.Result // what was found before anything was fixed
	counts struct{ findings, files, gone, left int }
	failed bool // a file that should have been written was not
	// apart reports of a file that what is checked is not what the disk has; nil if
	// that is the same.
	apart func(path string) bool
}

// fixer reads --fix and --diff and refuses what does not go with them. The outputs
// are those of the findings; what is left of them comes back: stdout is for the diff,
// or for the text that came from stdin.
func (r *runner) fixer(c *cli.Context, outputs []output, color bool) (*fixer, []output, error) {
	f := &fixer{runner: r, write: c.Bool("fix"), diff: c.Bool("diff"), color: color}
	if !f.on() {
		return f, outputs, nil
	}
	paths, stdin, err := splitStdin(c)
	what := "--fix prints the fixed text"
	switch {
	case err != nil:
		return f, nil, err
	case f.write && f.diff:
		return f, nil, errors.New("--fix and --diff do not go together: --diff prints what --fix would write")
	case f.write && stdin && len(paths) > 0:
		return f, nil, errors.New("--fix prints standard input fixed, which does not go together with files: fix them in a run of their own")
	case f.write && !stdin:
		return f, outputs, nil
	case f.diff:
		what = "--diff prints a diff"
	}
	var kept []output
	for _, out := range outputs {
		if out.path == "" && c.IsSet("format") {
			return f, nil, fmt.Errorf("%s on standard output, and so does -f %s with findings: give these a file, -f %s=FILE", what, out.name, out.name)
		}
		out.stderr = out.path == ""
		if !out.stderr || !f.diff {
			kept = append(kept, out)
		}
	}
	return f, kept, nil
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
	if err := f.print(change.Data); err != nil {
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
	if len(c.Fixed) == 0 {
		f.counts.left += c.Gone
	}
	return len(c.Fixed) > 0
}

// count notes what was fixed in a file.
func (f *fixer) count(c lint.Change) {
	f.counts.files++
	f.counts.findings += len(c.Fixed)
	f.counts.gone += c.Gone
	for _, finding := range c.Fixed {
		f.runner.log.Infof("%s:%d: %s [%s]", finding.Path, finding.Range.Start.Line, finding.Fix.Message, finding.Rule)
	}
}

// printDiff writes what a fix changes. Lines around it may have credentials, which
// are masked.
func (f *fixer) printDiff(path string, before, after []byte) error {
	diff := lint.Diff(text.Escape(path), before, after)
	return f.print([]byte(secret.RedactorOf(string(before)).Redact(string(diff))))
}

// print writes a fixed text or a diff to stdout, a diff in colours where those
// are wanted.
func (f *fixer) print(content []byte) error {
	if f.diff && f.color && isTerminal(f.runner.streams.Out) {
		return f.runner.printText(painted(string(content)))
	}
	return f.runner.printContent(string(content))
}

// painted is a diff for a terminal, its lines in their colours.
func painted(diff string) string {
	var b strings.Builder
	for line := range strings.Lines(text.EscapeLines(diff)) {
		if paint := diffColors[line[:1]]; paint != "" {
			line = paint + strings.TrimSuffix(line, "\n") + "\x1b[0m\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

var diffColors = map[string]string{"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m"}

// summarize says on stderr what was done. It fails if a file should have been
// fixed and was not.
func (f *fixer) summarize(c *cli.Context, staged bool) error {
	if !f.on() {
		return nil
	}
	verb := map[bool]string{true: "would fix", false: "fixed"}[f.diff]
	switch {
	case f.counts.findings > 0:
		with := ""
		if f.counts.gone > 0 {
			with = ", and with them " + plural(f.counts.gone, "finding") + " more"
		}
		f.runner.say(c, "%s %s in %s%s", verb, plural(f.counts.findings, "finding"), plural(f.counts.files, "file"), with)
	case f.diff:
		f.runner.say(c, "would fix nothing")
	}
	if f.counts.left > 0 {
		f.runner.say(c, "left %s alone whose fix does not help", plural(f.counts.left, "finding"))
	}
	if staged && f.wrote() {
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
