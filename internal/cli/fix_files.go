package cli

import (
	"context"
	"path"
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/fix"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// run judges what was found, mends it, and judges what it has become.
func (f *fixer) run(ctx context.Context, linter *lint.Linter, found discover.Found) ([]rules.Result, error) {
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
	outcome fix.Outcome
}

// changes are those of all files, in the order of their paths.
func (f *fixer) changes(ctx context.Context, linter *lint.Linter, found discover.Found, results []rules.Result) ([]change, error) {
	files := map[string]discover.File{}
	for _, file := range found.Files {
		files[file.Path] = file
	}
	var changes []change
	for _, result := range results {
		file, isFile := files[result.Path]
		if !isFile || !fixable(result) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		// A file that can no longer be read is told of when it is judged again.
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
func (f *fixer) withoutWorse(ctx context.Context, linter *lint.Linter, found discover.Found, changes []change) ([]change, error) {
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
		worse[session.Folders[0].Path] = fix.Brings(before, after)
	}
	return slices.DeleteFunc(changes, func(c change) bool {
		if !worse[path.Dir(c.path)] {
			return false
		}
		f.counts.left += len(c.outcome.Fixed) + len(c.outcome.Gone)
		return true
	}), nil
}

// sessionsWith are the sessions in which a file gets another text, each with
// the files in it.
func sessionsWith(found discover.Found, texts map[string][]byte) []discover.Found {
	files := map[string][]discover.File{}
	for name := range texts {
		files[path.Dir(name)] = nil
	}
	for _, file := range found.Files {
		if _, changed := files[path.Dir(file.Path)]; changed {
			files[path.Dir(file.Path)] = append(files[path.Dir(file.Path)], file)
		}
	}
	var sessions []discover.Found
	for _, folder := range found.Folders {
		if in, changed := files[folder.Path]; changed {
			sessions = append(sessions, discover.Found{Folders: []discover.Folder{folder}, Files: in})
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
		return 0, f.print(fix.Diff(text.Escape(c.path), c.before, c.outcome.Data))
	}
	if f.apart != nil && f.apart(filepath.FromSlash(c.path)) {
		f.failed = true
		f.runner.log.Errorf("%s is not fixed: what is staged of it is not what the work tree has; stage all of it, or put the rest away with `git stash --keep-index`", c.path)
		return 0, nil
	}
	if err := fix.Replace(filepath.FromSlash(c.path), c.before, c.outcome.Data); err != nil {
		f.failed = true
		f.runner.log.Errorf("%s is not fixed: %s", c.path, err)
		return 0, nil
	}
	f.count(c.outcome)
	return 1, nil
}

// fixable says whether a finding of a result has a fix.
func fixable(result rules.Result) bool {
	for _, f := range result.Findings {
		if f.Fix != nil {
			return true
		}
	}
	return false
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
