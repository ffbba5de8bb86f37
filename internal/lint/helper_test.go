package lint_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func newEngine(t testing.TB) *rules.Engine {
	t.Helper()
	e, err := rules.NewEngine(checks.All(), rules.Options{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// report returns a report of a session, with edits: pairs of a text and its replacement.
func report(session string, sequence int, role string, edits ...string) string {
	text := fmt.Sprintf(`---
agent_role: "%s"
task_id: "task-7"
session_id: "%s"
sequence: %d
status: "written"
created: "2026-05-31T12:21:29Z"
handoff_type: "full"
summary: "Chose a nil check for the expired session"
---

## 1. What Was Done

%s
## 2. Output Artifacts

src/auth/login.go and its tests in login_test.go

## 3. Decisions and Trade-offs

Chose a nil check in the handler over a redirect in the middleware.

## 4. Concerns and Caveats

The staging server was not tried with this build.

## 5. Next Agent Actions

Run the login tests with an expired cookie, then review the handler.

<!-- handoff-end -->
`, role, session, sequence, fmt.Sprintf("The %s wrote report %d.\n", role, sequence)+testkit.Steps(0, 29))
	return strings.NewReplacer(edits...).Replace(text)
}

// writeTree writes files, and a marker next to each report, all with the same time.
func writeTree(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, noon, noon); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// run checks folders and files under a root; paths in the results are relative to it.
func run(t testing.TB, root string, jobs int, names ...string) []rules.Result {
	t.Helper()
	var paths []string
	for _, name := range names {
		paths = append(paths, filepath.Join(root, filepath.FromSlash(name)))
	}
	found, err := lint.Walk(context.Background(), paths, lint.Options{NoIgnoreFiles: true})
	if err != nil {
		t.Fatal(err)
	}
	linter := &lint.Linter{Engine: newEngine(t), Jobs: jobs}
	results, err := linter.Run(context.Background(), found)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// lines returns the findings of results, one per line, without positions.
func lines(root string, results []rules.Result) string {
	var b strings.Builder
	slashed := filepath.ToSlash(root) + "/"
	for _, r := range results {
		for _, f := range r.Findings {
			fmt.Fprintf(&b, "%s: %s %s: %s\n", strings.TrimPrefix(f.Path, slashed), f.Severity, f.Rule, strings.ReplaceAll(f.Message, slashed, ""))
		}
	}
	return b.String()
}
