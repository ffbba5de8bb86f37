package lint_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/rules"
)

const folder = "agent-handoffs/s-1/"

// session returns a folder of reports with one fault of each kind that only shows in the folder as a whole.
func session() map[string]string {
	return map[string]string{
		folder + "01-architect-report.md":      report("s-1", 1, "architect"),
		folder + "01-architect-report.md.done": "",
		folder + "02-designer-report.md":       report("s-1", 2, "designer"),
		folder + "02-designer-report.md.done":  "",
		folder + "02-planner-report.md":        report("s-1", 2, "planner"),
		folder + "02-planner-report.md.done":   "",
		folder + "05-painter-report.md":        report("s-2", 5, "painter"),
		folder + "05-painter-report.md.done":   "",
		folder + "06-writer-report.md.done":    "",
		folder + "notes.json":                  "{}\n",
		"agent-handoffs/s-3/notes.txt":         "Nothing yet.",
		"surveys/02-market-report.md":          "# The market\n",
		"elsewhere/01-a-report.md":             report("s-4", 1, "a"),
		"elsewhere/01-a-report.md.done":        "",
		"elsewhere/03-b-report.md":             report("s-4", 3, "b"),
		"elsewhere/03-b-report.md.done":        "",
		"README.md":                            "# A project\n",
	}
}

func TestRunJudgesSessions(t *testing.T) {
	root := writeTree(t, session())
	results := run(t, root, 2, ".")
	got := map[string][]string{}
	for _, r := range results {
		for _, f := range r.Findings {
			name := filepath.Base(f.Path)
			got[name] = append(got[name], f.Rule)
		}
	}
	want := map[string][]string{
		"02-planner-report.md":     {"session/duplicate-sequence"},
		"05-painter-report.md":     {"session/task-mismatch", "session/sequence-gap"},
		"06-writer-report.md.done": {"session/orphan-done"},
		"s-3":                      {"session/empty"},
		"03-b-report.md":           {"session/sequence-gap"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
	if !slices.IsSortedFunc(results, func(a, b rules.Result) int { return strings.Compare(a.Path, b.Path) }) {
		t.Error("the results are not sorted by path")
	}
}

// A report that is not checked leaves no gap in the numbers of its session, and one that is only reserved is
// not a second report with its number.
func TestOtherReportsOfASession(t *testing.T) {
	reserved := strings.NewReplacer("<your role, such as implementer>", "c", "<the id of your task>", "task-7", `"<your number in the session, without quotes: 1 for the first report>"`, "3",
		"<the id of your session: the folder that this file is in>", "s-1", "<the date and time, such as 2026-05-31T12:21:29Z>", "2026-05-31T12:21:29Z").Replace(skeleton.Report())
	root := writeTree(t, map[string]string{
		folder + "01-a-report.md": report("s-1", 1, "a"),
		folder + "02-b-report.md": "Ignored.",
		folder + "03-c-report.md": reserved,
		folder + "03-d-report.md": report("s-1", 3, "d"),
		lint.IgnoreFile:           "02-*\n",
	})
	found, err := lint.Walk(t.Context(), []string{root}, lint.Options{Base: root})
	if err != nil {
		t.Fatal(err)
	}
	linter := &lint.Linter{Engine: newEngine(t), Jobs: 1}
	sessions, err := linter.Sessions(t.Context(), found)
	if got := lines(root, sessions); err != nil || got != "" {
		t.Errorf("%s%v", got, err)
	}
}

// The outcome does not depend on the number of files that are checked at once.
func TestRunIsDeterministic(t *testing.T) {
	files := session()
	for _, role := range []string{"a", "b", "c", "d", "e", "f"} {
		files["agent-handoffs/s-9/01-"+role+"-report.md"] = report("s-9", 1, role, "nil check", "TBD", "Run the", "The")
	}
	root := writeTree(t, files)
	first := run(t, root, 1, ".")
	for _, jobs := range []int{2, 8, 100} {
		if got := run(t, root, jobs, "."); !reflect.DeepEqual(got, first) {
			t.Errorf("%d jobs:\n%s\nwant:\n%s", jobs, lines(root, got), lines(root, first))
		}
	}
}

// What a walk cannot read is a finding.
func TestRunReportsWhatWasNotSeen(t *testing.T) {
	root := t.TempDir()
	if err := os.Symlink(t.TempDir(), filepath.Join(root, "agent-handoffs")); err != nil {
		t.Skip(err) // Windows, without the right to make one
	}
	results := run(t, root, 1, ".")
	if len(results) != 1 || len(results[0].Findings) != 1 {
		t.Fatalf("%v", results)
	}
	if f := results[0].Findings[0]; f.Rule != "file/unreadable" || !strings.Contains(f.Message, "a link that leads out") || !f.Unjudged || f.Severity != rules.Error {
		t.Errorf("%+v", f)
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	linter := &lint.Linter{Engine: newEngine(t), Jobs: 2}
	found := lint.Found{Files: []lint.File{{Path: "a.md"}, {Path: "b.md"}}}
	if _, err := linter.Run(ctx, found); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A check that panics is an error that names the file, never a pass.
func TestPanicIsAnError(t *testing.T) {
	broken := func(rules.Params) (rules.Run, error) { return func(*rules.Pass) { panic("out of luck") }, nil }
	all := checks.All()
	for name := range all {
		all[name] = broken
	}
	engine, err := rules.NewEngine(all, rules.Options{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	linter := &lint.Linter{Engine: engine, Jobs: 1}
	in := document.Input{Path: "a.json", Data: []byte(`{"summary": "a", "version": 1}`), Named: true}
	if _, err := linter.CheckInput(in, nil); err == nil || !strings.Contains(err.Error(), "a.json") || !strings.Contains(err.Error(), "out of luck") {
		t.Errorf("error %v", err)
	}
}
