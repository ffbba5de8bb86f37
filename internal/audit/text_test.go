package audit

import (
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/handofflint/handofflint/internal/runner"
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

// TestLines has the worst session first, counts those of which nothing is open, and leaves out an
// empty column of titles.
func TestLines(t *testing.T) {
	sessions := []*Session{
		sessionOf("a", "", timeline.Passed, "go test ./..."), sessionOf("b", "", timeline.Changed, "go test ./..."),
		sessionOf("c", "", timeline.Failed, "go test ./..."), sessionOf("d", "", timeline.Part, "go test ./a"),
		{ID: "e"},
	}
	sessions[2].Claims = []Claim{{Path: "c.jsonl", Line: 9, Text: "All tests pass", Verdict: verdict.False, Evidence: &Command{Path: "c.jsonl", Line: 4}}}
	got := (&Text{}).Sessions(sessions)
	want := `5 sessions since 2026-05-31, 4 changed code

c         05-31 10:00  tests failed   "go test ./..." failed. It says "All tests pass".
b         05-31 10:00  tests changed  1 file changed after "go test ./..." passed
1 ended with tests passed, 1 with a part (-v lists them)

Look at one: handofflint audit --show c
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWidth holds lines to the columns of a terminal, with wide characters, and leaves colour codes
// whole.
func TestWidth(t *testing.T) {
	s := sessionOf("a0af77b8-1", "修复测试的标题很长很长很长很长很长", timeline.Failed, "bun test 测试测试测试测试测试测试测试测试测试测试测试测试测试")
	for _, width := range []int{80, 160} {
		plain := (&Text{Width: width, Quiet: true}).Sessions([]*Session{s})
		if got := runewidth.StringWidth(strings.TrimSuffix(plain, "\n")); got > width {
			t.Errorf("%d columns of %d: %s", got, width, plain)
		}
		colored := (&Text{Width: width, Quiet: true, Color: true}).Sessions([]*Session{s})
		if without := strings.NewReplacer("\x1b[1;31m", "", "\x1b[0m", "").Replace(colored); without != plain {
			t.Errorf("with colours: %q, without: %q", colored, plain)
		}
	}
}
