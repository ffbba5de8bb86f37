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

// A file that is too large to be read is a finding if the user named it or it is at the place of a format.
func TestTooLarge(t *testing.T) {
	l := &lint.Linter{Engine: newEngine(t)}
	for _, tt := range []struct {
		path            string
		isNamed, isTold bool
	}{
		{"docs/summary.md", false, false}, {"docs/summary.md", true, true}, {"HANDOFF.md", false, true}, {"data.json", true, false},
	} {
		c, err := l.CheckInput(document.Input{Path: tt.path, Named: tt.isNamed}, document.TooLargeBy(11, 10))
		if err != nil || (len(c.Result.Findings) == 1) != tt.isTold || (c.Result.Skipped == "") != tt.isTold {
			t.Errorf("%s: %+v, %v", tt.path, c.Result, err)
		}
	}
}

// The text of an editor is checked in place of the file's, which need not exist, within the same limit.
func TestTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	l := &lint.Linter{Engine: engineWith(t, rules.Options{Limits: rules.Limits{Bytes: 1024}}), Texts: map[string][]byte{"a.md": make([]byte, 1024), "b.md": make([]byte, 1025)}}
	if in, fault := l.Read(lint.File{Path: "a.md"}); fault != nil || len(in.Data) != 1024 || in.Path != "a.md" {
		t.Errorf("%+v, %v", in, fault)
	}
	for _, path := range []string{"b.md", "c.md"} {
		if _, fault := l.Read(lint.File{Path: path}); fault == nil || (fault.Rule == document.RuleTooLarge) != (path == "b.md") {
			t.Errorf("%s: %+v", path, fault)
		}
	}
}

// The format that a team gives a file goes before that of its place.
func TestFormatAt(t *testing.T) {
	l := &lint.Linter{Engine: newEngine(t)}
	in := document.Input{Path: "handoffs/x.md"}
	if got := l.FormatAt(in); got != "handover" {
		t.Errorf("by its place: %q", got)
	}
	l.FormatFor = func(string) document.Format { return "metadata" }
	if got := l.FormatAt(in); got != "metadata" {
		t.Errorf("by the team: %q", got)
	}
	l.As = "report"
	if got := l.FormatAt(in); got != "report" {
		t.Errorf("by the command: %q", got)
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
