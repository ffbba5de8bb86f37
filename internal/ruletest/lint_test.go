package ruletest

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// lintPaths lints files and folders like the program when started in folder.
func lintPaths(t *testing.T, folder string, as document.Format, paths ...string) []rules.Result {
	t.Helper()
	t.Chdir(folder)
	engine, err := rules.NewEngine(claims.Add(checks.All()), rules.Options{Now: standardTime})
	if err != nil {
		t.Fatal(err)
	}
	found, err := lint.Walk(context.Background(), paths, lint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	linter := &lint.Linter{Engine: engine, As: as, Jobs: 2}
	results, err := linter.Run(context.Background(), found)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// lintTree lints a copy of a folder, with the same time for all files. The case can compare the findings with
// the golden next to the folder.
func lintTree(t *testing.T, folder string) (*testCase, []rules.Result) {
	t.Helper()
	path, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	c := &testCase{name: filepath.Base(path), path: path, folder: true, directives: directives{now: standardTime, paths: []string{"."}}}
	return c, c.lint(t, &rules.Rule{Severity: rules.Error}, engines{})
}

// judged returns the results of files that are handoffs.
func judged(results []rules.Result) []rules.Result {
	var out []rules.Result
	for _, r := range results {
		if r.Skipped == "" {
			out = append(out, r)
		}
	}
	return out
}

// folderOrSkip returns the path of a folder that not every checkout has next to it.
func folderOrSkip(t *testing.T, folder string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.FromSlash(folder))
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		t.Skipf("there is no folder %s here: it holds documents of the upstream projects, which are not ours to keep", folder)
	}
	return path
}

// brief returns a finding's line, rule and pointer.
func brief(f rules.Finding) string {
	return strings.TrimSpace(strconv.Itoa(f.Range.Start.Line) + " " + f.Rule + " " + f.Pointer)
}
