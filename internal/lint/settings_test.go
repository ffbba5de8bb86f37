package lint_test

import (
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// A file has the engine and the format that a team's configuration gives it, and its session's findings keep
// the severity of their own engine.
func TestEngineAndFormatForAFile(t *testing.T) {
	session := "agent-handoffs/20260601-000000-00000000"
	t.Chdir(writeTree(t, map[string]string{"a.txt": "no block", "strict/context/1717500000-x.json": lateContext, session + "/notes.txt": "x"}))
	lenient, strict := engineWith(t, rules.Options{}), engineWith(t, rules.Options{Strict: true})
	l := &lint.Linter{
		Engine: strict,
		EngineFor: func(path string) (*rules.Engine, error) {
			if path == session {
				return lenient, nil
			}
			return strict, nil
		},
		FormatFor: func(path string) document.Format {
			if path == "a.txt" {
				return "metadata"
			}
			return document.Unknown
		},
	}
	found, err := lint.Walk(t.Context(), []string{"a.txt", "strict", session}, lint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	results, err := l.Run(t.Context(), found)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"a.txt":                            "error metadata/missing-block",
		"strict/context/1717500000-x.json": "error context/no-schema-version",
		session:                            "warning session/empty",
	}
	for _, r := range results {
		got := ""
		if len(r.Findings) == 1 {
			got = string(r.Findings[0].Severity) + " " + r.Findings[0].Rule
		}
		if w, ok := want[r.Path]; ok && got != w {
			t.Errorf("%s: %v, want %s", r.Path, r.Findings, w)
		}
		delete(want, r.Path)
	}
	for path := range want {
		t.Errorf("nothing is said of %s", path)
	}
}

// lateContext is a context file without its schema version, which is a warning.
const lateContext = `{"task_id": "1717500000-x", "task_summary": "The login fails", "relevant_files": ["a.go"], "key_findings": ["The handler assumes a session"]}`

func engineWith(t *testing.T, options rules.Options) *rules.Engine {
	t.Helper()
	e, err := rules.NewEngine(checks.All(), options)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
