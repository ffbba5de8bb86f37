package cli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
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
	// apart says of a file that what is judged is not what the disk has; nil
	// where that is the same.
	apart func(path string) bool
}

// fixer reads --fix and --diff and refuses what does not go with them. The
// outputs are those of the findings; what is left of them comes back.
func (r *runner) fixer(c *cli.Context, outputs []output, color bool) (*fixer, []output, error) {
	f := &fixer{runner: r, write: c.Bool("fix"), diff: c.Bool("diff"), color: color}
	if !f.on() {
		return f, outputs, nil
	}
	paths, stdin, err := splitStdin(c)
	switch {
	case err != nil:
		return f, nil, err
	case f.write && f.diff:
		return f, nil, errors.New("--fix and --diff do not go together: --diff prints what --fix would write")
	case f.write && stdin && len(paths) > 0:
		return f, nil, errors.New("--fix prints standard input fixed, which does not go together with files: fix them in a run of their own")
	case f.write && !stdin:
		return f, outputs, nil
	}
	outputs, err = f.makeRoom(c, outputs)
	return f, outputs, err
}

// on reports whether anything is to be fixed or shown.
func (f *fixer) on() bool { return f.write || f.diff }

// makeRoom leaves stdout to the diff, or to the text that came from stdin.
func (f *fixer) makeRoom(c *cli.Context, outputs []output) ([]output, error) {
	what := map[bool]string{true: "--diff prints a diff", false: "--fix prints the fixed text"}[f.diff]
	var kept []output
	for _, out := range outputs {
		if out.path == "" && c.IsSet("format") {
			return nil, fmt.Errorf("%s on standard output, and so does -f %s with findings: give these a file, -f %s=FILE", what, out.name, out.name)
		}
		if out.path == "" {
			if f.diff {
				continue
			}
			out.stderr = true
		}
		kept = append(kept, out)
	}
	return kept, nil
}

// stdin fixes standard input and prints it, or how it would be fixed. Text
// that cannot be judged is printed as it came, for who reads on has no other.
func (f *fixer) stdin(linter *lint.Linter, in document.Input, fault *document.Fault) (rules.Result, error) {
	result, err := linter.CheckInput(in, fault)
	if err != nil || !f.on() {
		return result, err
	}
	f.found = append(f.found, result)
	if fault != nil {
		return result, nil
	}
	outcome, err := f.text(linter, in)
	if err != nil {
		return result, err
	}
	f.count(outcome)
	if f.diff {
		return result, f.print(lint.Diff(text.Escape(in.Path), in.Data, outcome.Data))
	}
	if err := f.print(outcome.Data); err != nil {
		return result, err
	}
	in.Data = outcome.Data
	result, err = linter.CheckInput(in, nil)
	return unfixable([]rules.Result{result})[0], err
}

// text fixes a text as if it were the file's. One that does not settle stays as
// it is.
func (f *fixer) text(linter *lint.Linter, in document.Input) (lint.FixOutcome, error) {
	outcome, err := lint.FixText(in.Data, func(data []byte) (rules.Result, error) {
		in.Data = data
		return linter.CheckInput(in, nil)
	}, f.vetoes...)
	if errors.Is(err, lint.ErrFixesConflict) {
		f.runner.log.Warnf("%s is not fixed: %s", in.Path, err)
		return outcome, nil
	}
	f.counts.left += len(outcome.Left)
	return outcome, err
}

func (f *fixer) count(outcome lint.FixOutcome) {
	if len(outcome.Fixed) == 0 {
		return
	}
	f.counts.files++
	f.counts.findings += len(outcome.Fixed)
	f.counts.gone += outcome.Gone
	for _, finding := range outcome.Fixed {
		f.runner.log.Infof("%s:%d: %s [%s]", finding.Path, finding.Range.Start.Line, finding.Fix.Message, finding.Rule)
	}
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
		paint := diffColors[line[:1]]
		if paint == "" {
			b.WriteString(line)
			continue
		}
		body, ended := strings.CutSuffix(line, "\n")
		b.WriteString(paint + body + "\x1b[0m")
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

var diffColors = map[string]string{"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m"}

// tell says on stderr what was done. It fails where a file should have been
// fixed and was not.
func (f *fixer) tell(c *cli.Context, staged bool) error {
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

// wrote reports whether files were fixed.
func (f *fixer) wrote() bool { return f.write && f.counts.files > 0 }

// asFound are the results before anything was fixed: what the log of failures
// counts are faults that agents made.
func (f *fixer) asFound(results []rules.Result) []rules.Result {
	if f.on() && len(f.found) > 0 {
		return f.found
	}
	return results
}

// run judges what was found, fixes it, and judges what it has become.
func (f *fixer) run(ctx context.Context, linter *lint.Linter, found lint.Found) ([]rules.Result, error) {
	results, err := linter.Run(ctx, found)
	if err != nil || !f.on() {
		return results, err
	}
	f.found = slices.Clone(results)
	changes, err := f.changes(ctx, linter, found, results)
	if err != nil {
		return nil, err
	}
	written := 0
	for _, c := range changes {
		done, err := f.carryOut(c)
		if err != nil {
			return nil, err
		}
		written += done
	}
	if f.diff {
		return results, nil
	}
	if written > 0 {
		results, err = linter.Run(ctx, found)
	}
	return unfixable(results), err
}

// change is what is to become of a file.
type change struct {
	path    string
	before  []byte
	outcome lint.FixOutcome
}

// changes are those of all files, in the order of their paths.
func (f *fixer) changes(ctx context.Context, linter *lint.Linter, found lint.Found, results []rules.Result) ([]change, error) {
	files := map[string]lint.File{}
	for _, file := range found.Files {
		files[file.Path] = file
	}
	var changes []change
	for _, result := range results {
		file, isFile := files[result.Path]
		hasFix := slices.ContainsFunc(result.Findings, func(f rules.Finding) bool { return f.Fix != nil })
		if !isFile || !hasFix {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		// A file that can no longer be read is reported when it is judged again.
		in, fault := file.Read(linter.Engine.Limits().Bytes)
		if fault != nil {
			continue
		}
		outcome, err := f.text(linter, in)
		if err != nil {
			return nil, err
		}
		if len(outcome.Fixed) > 0 {
			changes = append(changes, change{in.Path, in.Data, outcome})
		}
	}
	return f.withoutWorse(ctx, linter, found, changes)
}

// withoutWorse leaves out the changes in sessions that would have a finding
// then which they do not have now. What is wrong with one report alone has been
// seen to; this is about what it says of the others.
func (f *fixer) withoutWorse(ctx context.Context, linter *lint.Linter, found lint.Found, changes []change) ([]change, error) {
	texts := map[string][]byte{}
	for _, c := range changes {
		texts[c.path] = c.outcome.Data
	}
	now, then := *linter, *linter
	now.Progress, then.Progress, then.Texts = nil, nil, texts
	worse := map[string]bool{}
	for _, session := range sessionsWith(found, texts) {
		before, err := findingsOf(now.Run(ctx, session))
		if err != nil {
			return nil, err
		}
		after, err := findingsOf(then.Run(ctx, session))
		if err != nil {
			return nil, err
		}
		worse[session.Folders[0].Path] = lint.Brings(before, after)
	}
	return slices.DeleteFunc(changes, func(c change) bool {
		if !worse[path.Dir(c.path)] {
			return false
		}
		f.counts.left += len(c.outcome.Fixed) + c.outcome.Gone
		return true
	}), nil
}

// sessionsWith are the sessions in which a file gets another text, each with
// the files in it.
func sessionsWith(found lint.Found, texts map[string][]byte) []lint.Found {
	files := map[string][]lint.File{}
	for name := range texts {
		files[path.Dir(name)] = nil
	}
	for _, file := range found.Files {
		if _, changed := files[path.Dir(file.Path)]; changed {
			files[path.Dir(file.Path)] = append(files[path.Dir(file.Path)], file)
		}
	}
	var sessions []lint.Found
	for _, folder := range found.Folders {
		if in, changed := files[folder.Path]; changed {
			sessions = append(sessions, lint.Found{Folders: []lint.Folder{folder}, Files: in})
		}
	}
	return sessions
}

func findingsOf(results []rules.Result, err error) ([]rules.Finding, error) {
	var findings []rules.Finding
	for _, r := range results {
		findings = append(findings, r.Findings...)
	}
	return findings, err
}

// carryOut writes a change, or shows it, and says how many files were written.
func (f *fixer) carryOut(c change) (int, error) {
	if f.diff {
		f.count(c.outcome)
		return 0, f.print(lint.Diff(text.Escape(c.path), c.before, c.outcome.Data))
	}
	if f.apart != nil && f.apart(filepath.FromSlash(c.path)) {
		f.failed = true
		f.runner.log.Errorf("%s is not fixed: what is staged of it is not what the work tree has; stage all of it, or put the rest away with `git stash --keep-index`", c.path)
		return 0, nil
	}
	if err := files.Reason(files.Swap(filepath.FromSlash(c.path), c.before, c.outcome.Data, files.WriteOptions{NoLinks: true})); err != nil {
		f.failed = true
		f.runner.log.Errorf("%s is not fixed: %s", c.path, err)
		return 0, nil
	}
	f.count(c.outcome)
	return 1, nil
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
