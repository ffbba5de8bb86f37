package audit

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/verdict"
)

// sessionOf returns a session whose tests have a state after a run of a command.
func sessionOf(id, title string, state timeline.State, command string) *Session {
	run := &Run{Command: Command{Path: id + ".jsonl", Line: 4, Command: command}}
	changed := []Change{{"a.go", id + ".jsonl", 6}}
	return &Session{
		ID: id, Path: id + ".jsonl", Title: title, Began: time.Date(2026, 5, 31, 9, 0, 0, 0, time.UTC), Ended: time.Date(2026, 5, 31, 10, 0, 0, 0, time.UTC),
		Facts: Facts{Changed: changed, Standings: []Standing{{Kind: runner.Tests, State: state, Run: run, Changed: changed, ChangedCount: 1}}},
	}
}

// TestLines has the worst session first, a false claim before what is not proved, counts those of which
// nothing is open, and leaves out an empty column of titles.
func TestLines(t *testing.T) {
	sessions := []*Session{
		sessionOf("a", "", timeline.Passed, "go test ./..."), sessionOf("b", "", timeline.Changed, "go test ./..."),
		sessionOf("c", "", timeline.Failed, "go test ./..."), sessionOf("d", "", timeline.Part, "go test ./a"),
		{ID: "e"}, sessionOf("f", "", timeline.Passed, "go test ./..."),
	}
	sessions[2].Claims = []Claim{{Path: "c.jsonl", Line: 9, Text: "All tests pass", Verdict: verdict.False, Evidence: &Command{Path: "c.jsonl", Line: 4}}}
	sessions[5].Claims = []Claim{{Path: "f.jsonl", Line: 9, Text: "Pushed to main", Verdict: verdict.False, Why: "the last push failed"}}
	got := (&Text{}).Sessions(sessions)
	want := `6 sessions since 2026-05-31, 5 changed code

c         05-31 10:00  tests failed   "go test ./..." failed. It says "All tests pass".
f         05-31 10:00  claim false    It said "Pushed to main", which was false: the last push failed
b         05-31 10:00  tests changed  1 file changed after "go test ./..." passed

Not listed: 1 with tests passed, 1 with a part of the tests passed (-v lists them)

Look at one: handofflint audit --show c
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWidth breaks lines between words, with wide characters. The last column is below the others on a
// narrow terminal.
func TestWidth(t *testing.T) {
	s := sessionOf("a0af77b8-1", "修复测试的标题很长很长很长很长很长", timeline.Failed, "go test ./internal/a ./internal/b")
	s.Claims = []Claim{{Path: "s.jsonl", Line: 9, Text: "The refunds are done and all tests pass on this branch", Verdict: verdict.False, Evidence: &Command{Path: s.Path, Line: 4}}}
	for _, tt := range []struct {
		columns int
		want    string
	}{
		{80, `a0af77b8  05-31 10:00  修复测试的标题很长很长很长…   tests failed
          "go test ./internal/a ./internal/b" failed. It says "The refunds are
          done and all tests pass on this branch".
`},
		{130, `a0af77b8  05-31 10:00  修复测试的标题很长很长很长…   tests failed  "go test ./internal/a ./internal/b" failed. It says "The
                                                                   refunds are done and all tests pass on this branch".
`},
	} {
		shown := &Text{Screen: terminal.Screen{Columns: tt.columns}, Quiet: true}
		if diff := cmp.Diff(tt.want, shown.Sessions([]*Session{s})); diff != "" {
			t.Errorf("%d columns (-want +got):\n%s", tt.columns, diff)
		}
		shown.Screen.Color = true
		colored := shown.Sessions([]*Session{s})
		if without := strings.NewReplacer("\x1b[1m", "", "\x1b[1;31m", "", "\x1b[0m", "").Replace(colored); without != tt.want {
			t.Errorf("with colours: %q", colored)
		}
	}
}

// TestOneSession prints once what checks of one run have in common, and a terminal has the transcript in a heading.
func TestOneSession(t *testing.T) {
	s := sessionOf("a", "", timeline.Failed, "make check")
	s.Facts.Standings[0].Run.output = "FAIL a"
	s.Facts.Standings[0].Run.Outcome = timeline.Broken
	lint := s.Facts.Standings[0]
	lint.Kind = runner.Lint
	s.Facts.Standings = append(s.Facts.Standings, lint)
	want := `a  05-31 10:00
a.jsonl

What to do: Fix what failed in "make check", and run it again.

1 file of source changed
   a.go  line 6

tests failed
lint failed
   line 4: "make check" failed
   | FAIL a
   1 file changed that no passing run has checked (listed above)
`
	shown := &Text{Screen: terminal.Screen{Columns: 80}, One: true}
	if diff := cmp.Diff(want, shown.Sessions([]*Session{s})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	piped := (&Text{One: true}).Sessions([]*Session{s})
	if want := strings.ReplaceAll(want, "line ", "a.jsonl:"); piped != want {
		t.Errorf("piped: %s", piped)
	}
}
