package rules_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func catalogue(t testing.TB) *rules.Catalogue {
	t.Helper()
	c, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// engine returns an engine with overrides in the user's notation.
func engine(t testing.TB, overrides ...string) *rules.Engine {
	t.Helper()
	options := rules.Options{Now: noon}
	for _, s := range overrides {
		o, err := rules.ParseOverride(s)
		if err != nil {
			t.Fatal(err)
		}
		options.Overrides = append(options.Overrides, o)
	}
	e, err := rules.NewEngine(checks.All(), options)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// check checks a file that a user named.
func check(t testing.TB, overrides []string, path, text string) rules.Result {
	t.Helper()
	return checkInput(t, engine(t, overrides...), rules.Input{Path: path, Data: []byte(text), Named: true})
}

func checkInput(t testing.TB, e *rules.Engine, in rules.Input) rules.Result {
	t.Helper()
	result, err := e.CheckInput(in)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func checkFault(t testing.TB, overrides []string, variant string) rules.Result {
	t.Helper()
	fault := document.Fault{Rule: "file/unreadable", Variant: variant}
	result, err := engine(t, overrides...).CheckFault(rules.Input{Path: "a.md", Named: true}, fault)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// want compares findings with "severity rule" or "severity rule pointer", in any order.
func want(t testing.TB, name string, result rules.Result, wanted ...string) {
	t.Helper()
	left := slices.Clone(result.Findings)
	for _, w := range wanted {
		fits := func(f rules.Finding) bool {
			short := string(f.Severity) + " " + f.Rule
			return w == short || w == short+" "+f.Pointer
		}
		i := slices.IndexFunc(left, fits)
		if i < 0 {
			t.Errorf("%s: no finding %q", name, w)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	for _, f := range left {
		t.Errorf("%s: unexpected: %s %s %s: %s", name, f.Severity, f.Rule, f.Pointer, f.Message)
	}
}

// find returns the only finding of a rule.
func find(t testing.TB, result rules.Result, rule string) rules.Finding {
	t.Helper()
	var found []rules.Finding
	for _, f := range result.Findings {
		if f.Rule == rule {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d findings of %s in %v", len(found), rule, result.Findings)
	}
	return found[0]
}

// edit returns a text with one part of it, which must exist, replaced.
func edit(t testing.TB, text, from, to string) string {
	t.Helper()
	if !strings.Contains(text, from) {
		t.Fatalf("no %q to replace", from)
	}
	return strings.Replace(text, from, to, 1)
}

// The following handoffs have no findings.
const (
	validBase = `{
  "agent": "tester",
  "output_type": "test-report",
  "timestamp": "2026-05-31T12:21:29Z",
  "feature_directory": "docs/features/import",
  "skills_invoked": ["testing"],
  "library_skills_read": [],
  "source_files_verified": ["src/import.go:10-80"],
  "status": "complete"
}
`
	validPhased = `{
  "agent": "tester",
  "output_type": "test-report",
  "timestamp": "2026-05-31T12:21:29Z",
  "feature_directory": "docs/features/import",
  "skills_invoked": ["testing"],
  "library_skills_read": [],
  "source_files_verified": ["src/import.go:10-80"],
  "status": "complete",
  "phase": "testing",
  "summary": "All 18 tests of the importer pass",
  "handoff": {"next_phase": "review", "next_agent": "reviewer", "context": "Two tests are slow: import and export."}
}
`
	validContext = `{
  "schema_version": 1,
  "task_id": "1717500000-fix-auth-race",
  "task_summary": "Fix the race in the login handler",
  "relevant_files": ["src/auth/login.go"],
  "key_findings": ["The lock is released before the session is stored"],
  "constraints": ["The public API must not change"],
  "suggested_approach": "Hold the lock until the session is stored",
  "previous_failure": null,
  "tdd": true
}
`
	validTask = `{
  "version": 1,
  "summary": "Login fails with status 500 once the session cookie has expired",
  "detail": "The handler assumes a session that is no longer there.",
  "data": {"line": "142", "file": "src/auth/login.go"}
}
`
)

// validReport is a report without findings at the path that it states. Its role requires 200 words.
var validReport = `---
agent_role: "architect"
task_id: "task-7"
session_id: "s-1"
sequence: 1
status: "written"
created: "2026-05-31T12:21:29Z"
handoff_type: "full"
summary: "Chose a nil check for the expired session"
---

## 1. What Was Done

` + testkit.Steps(0, 30) + `
## 2. Output Artifacts

src/auth/login.go and its tests in login_test.go

## 3. Decisions and Trade-offs

Chose a nil check in the handler over a redirect in the middleware.

## 4. Concerns and Caveats

The staging server was not tried with this build.

## 5. Next Agent Actions

Run the login tests with an expired cookie, then review the handler.

<!-- handoff-end -->
`

const validReportPath = ".claude/agent-handoffs/s-1/01-architect-report.md"

// sealed is the file information of a report that was sealed in time.
var sealed = &document.Info{ModTime: noon, Done: noon}
