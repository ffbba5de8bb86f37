package audit

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// sessionOf returns a session whose tests have a state after a run of a command.
func sessionOf(id, title string, state timeline.State, command string) *Session {
	run := &Run{Command: Command{Path: id + ".jsonl", Line: 4, Command: command}}
	changed := []Change{{File: "a.go", Path: id + ".jsonl", Line: 6}}
	return &Session{
		ID: id, Path: id + ".jsonl", Title: title, Began: time.Date(2026, 5, 31, 9, 0, 0, 0, time.UTC), Ended: time.Date(2026, 5, 31, 10, 0, 0, 0, time.UTC),
		Facts: Facts{Changed: changed, Standings: []Standing{{Kind: runner.Tests, State: state, Run: run, Changed: changed, ChangedCount: 1}}},
	}
}

// TestLines has the worst session first, a false claim before what is not proved, says of each what to do,
// and counts those of which nothing is open.
func TestLines(t *testing.T) {
	sessions := []*Session{
		sessionOf("a", "", timeline.Passed, "go test ./..."), sessionOf("b", "", timeline.Changed, "go test ./..."),
		sessionOf("c", "Add a quota", timeline.Failed, "go test ./..."), sessionOf("d", "", timeline.Part, "go test ./a"),
		{ID: "e"}, sessionOf("f", "", timeline.Passed, "go test ./..."), sessionOf("g", "", timeline.Changed, `git commit -am "Fix the build"`),
	}
	sessions[6].Facts.Standings[0].Run.commit = `the tests in the hooks of the commit "Fix the build"`
	sessions[2].Claims = []*Claim{{Path: "c.jsonl", Line: 9, Text: "All tests pass", Verdict: verdict.False, Evidence: &Command{Path: "c.jsonl", Line: 4}}}
	const reason = "the last push failed"
	for _, said := range []string{"Pushed to main", "Everything is pushed", "The branch is pushed", "CI has it"} {
		sessions[5].Claims = append(sessions[5].Claims, &Claim{Path: "f.jsonl", Line: 9, Text: said, Verdict: verdict.False, Kind: runner.Push, Why: reason})
	}
	got := (&Text{Unread: 1}).Sessions(sessions)
	want := `7 sessions since 2026-05-31: 6 changed code, 4 left something open

c         05-31 10:00  tests failed  Add a quota
  "go test ./..." failed
  1 false claim: "All tests pass"
  = Fix what failed in "go test ./...", and run it again. Do not rely on its message.
f         05-31 10:00  claim false, tests passed
  4 false claims: "Pushed to main", "Everything is pushed", "The branch is pushed", and 1 more, but the last push failed
  = Check whether the push went through. Nothing to run again: "go test ./..." passed after the last change. Do not rely on its message.
b         05-31 10:00  tests changed
  1 file changed after "go test ./..." passed
  = Run "go test ./..." again.
g         05-31 10:00  tests changed
  1 file changed after the tests in the hooks of the commit "Fix the build" passed
  = Run the tests in the hooks of the commit "Fix the build" again.

Not listed without -v: 1 with tests passed, 1 with a part of the tests passed
1 transcript could not be read
Look at one: handofflint audit --show c
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestOrder has the sessions first that need their reader most, and of those that are alike the latest.
func TestOrder(t *testing.T) {
	with := func(id string, state timeline.State, change func(*Session)) *Session {
		s := sessionOf(id, "", state, "go test ./...")
		change(s)
		return s
	}
	says := func(stops bool) func(*Session) {
		return func(s *Session) { s.Claims = []*Claim{{Verdict: verdict.False, WouldStop: stops}} }
	}
	want := []*Session{
		with("failed, would stop", timeline.Failed, says(true)), with("failed", timeline.Failed, func(*Session) {}),
		with("would stop", timeline.Changed, says(true)), with("false", timeline.Changed, says(false)),
		with("not pushed", timeline.Changed, func(s *Session) {
			s.Facts.Commits = []Run{{Command: Command{Command: "git push"}, Outcome: timeline.Broken}}
		}),
		with("later", timeline.Changed, func(s *Session) { s.Ended = s.Ended.Add(time.Hour) }),
		with("changed", timeline.Changed, func(*Session) {}), with("none", timeline.None, func(*Session) {}),
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortStableFunc(got, urgency)
	for i, s := range got {
		if s != want[i] {
			t.Errorf("%d: %s, want %s", i, s.ID, want[i].ID)
		}
	}
}

// TestWidth breaks lines between words, with wide characters, and cuts off a title.
func TestWidth(t *testing.T) {
	s := sessionOf("a0af77b8-1", "修复测试的标题很长很长很长很长很长很长很长很长", timeline.Failed, "go test ./internal/a ./internal/b")
	s.Claims = []*Claim{{Path: "s.jsonl", Line: 9, Text: "The refunds are done and all tests pass on this branch", Verdict: verdict.False, Evidence: &Command{Path: s.Path, Line: 4}}}
	want := `a0af77b8  05-31 10:00  tests failed  修复测试的标题很长很长很长很长很长很长很长…
  "go test ./internal/a ./internal/b" failed
  1 false claim: "The refunds are done and all tests pass on this branch"
  = Fix what failed in "go test ./internal/a ./internal/b", and run it again. Do
    not rely on its message.
`
	shown := &Text{Screen: terminal.Screen{Columns: 80}, Quiet: true}
	if diff := cmp.Diff(want, shown.Sessions([]*Session{s})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	shown.Screen.Color = true
	colored := shown.Sessions([]*Session{s})
	if without := strings.NewReplacer("\x1b[1m", "", "\x1b[1;31m", "", "\x1b[32m", "", "\x1b[0m", "").Replace(colored); without != want {
		t.Errorf("with colours: %q", colored)
	}
	if got := shown.Tally([]*Session{s}); !strings.HasPrefix(got, "\x1b[1;31m1 false claim\x1b[0m, 0 outdated, ") {
		t.Errorf("what does not hold has a colour: %q", got)
	}
}

// TestOneSession prints once what checks of one run have in common, and a terminal has the transcript in a heading.
func TestOneSession(t *testing.T) {
	s := sessionOf("a", "", timeline.Failed, "make check")
	s.Facts.Standings[0].Run.output = strings.Repeat("ok\n", maxOutput) + "FAIL a"
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
` + strings.Repeat("   | ok\n", maxOutput-1) + `   | FAIL a
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
	s.Facts.Standings[0].Run.output = strings.Repeat("x", 100)
	if got := shown.Sessions([]*Session{s}); !strings.Contains(got, "\n   | "+strings.Repeat("x", 74)+"…\n") {
		t.Errorf("a long line of output: %s", got)
	}
	here := Text{Screen: terminal.Screen{Columns: 80}, heading: "a.jsonl"}
	if got := here.at("a.jsonl", 3) + ", " + here.at("b.jsonl", 3); got != "line 3, b.jsonl:3" {
		t.Errorf("below the heading of a.jsonl: %s", got)
	}
	proved := sessionOf("c", "", timeline.Passed, "go test ./...")
	for _, verbose := range []bool{true, false} {
		if all := (&Text{Verbose: verbose}).Sessions([]*Session{proved, s}); strings.Contains(all, "\nc ") != verbose {
			t.Errorf("verbose %t: %s", verbose, all)
		}
	}
}

// sessionOfActs returns the session of an agent that did some things.
func sessionOfActs(acts ...string) *Session {
	t := timelinetest.Acts(acts...)
	t.Agent.Transcript = "s.jsonl"
	s := &Session{ID: "s", Path: "s.jsonl", Facts: factsOf(t)}
	s.addTurns(t, nil)
	return s
}

// TestSessionsOfActs tells of each session what it leaves open and what it says of that, and counts one
// that leaves nothing open.
func TestSessionsOfActs(t *testing.T) {
	const (
		failed = "1 go test ./... -> --- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s"
		passed = "0 go test ./... -> ok  \ta\t0.1s"
		lint   = "0 golangci-lint run -> 0 issues."
		says   = "says All tests pass."
	)
	for name, tt := range map[string]struct {
		acts     []string
		isListed bool
		// want is the state, and what follows below it.
		want, last string
	}{
		"failed": {[]string{"edit a.go", failed, says}, true, `tests failed
  "go test ./..." failed: --- FAIL: TestA (0.00s)
  1 false claim: "All tests pass"
  = Fix what failed in "go test ./...", and run it again. Do not rely on its message.`, "1 false claim, 0 outdated, 0 holding, 0 unknown; read in 1 of 1 final message"},
		"passed": {[]string{"edit a.go", passed, says}, false, `tests passed
  "go test ./..." passed: ok a 0.1s`, "0 false claims, 0 outdated, 1 holding, 0 unknown; read in 1 of 1 final message"},
		"changed": {[]string{"edit a.go", passed, "edit a.go", "edit b.go", says}, true, `tests changed
  2 files changed after "go test ./..." passed
  1 outdated claim: "All tests pass"
  = Run "go test ./..." again.`, "0 false claims, 1 outdated, 0 holding, 0 unknown; read in 1 of 1 final message"},
		"later": {[]string{"edit a.go", passed, says, "edit a.go", "says Done."}, true, `tests changed
  1 file changed after "go test ./..." passed
  = Run "go test ./..." again.`, "0 false claims, 0 outdated, 1 holding, 0 unknown; read in 1 of 2 final messages"},
		"mended": {[]string{"edit a.go", failed, says, "edit a.go", passed, "says Done."}, true, `claim false, tests passed
  1 false claim: "All tests pass", but the last test run, "go test ./..." on line 2, failed: "--- FAIL: TestA (0.00s)"
  = Nothing to run again: "go test ./..." passed after the last change. Do not rely on its message.`, "1 false claim, 0 outdated"},
		"none": {[]string{"show a_test.go", "edit a.go"}, true, `tests none
  1 file changed, no test run
  = Run the tests.`, "\n  = Run the tests.\n\nLook at one: "},
		"running": {[]string{"edit a.go", "running go test ./..."}, true, `tests running
  "go test ./..." has not ended
  = Find out how "go test ./..." ended.`, ""},
		"part": {[]string{"edit a.go", "edit b/b.go", "0 go test ./b -> ok  \tx/b\t0.1s"}, false, `tests part
  only "go test ./b" passed, of 2 files changed`, ""},
		"unknown": {[]string{"edit a.go", failed, "0 ./ci.sh -> done", says}, false, `tests unknown
  "./ci.sh" may have run the same checks again`, "0 false claims, 0 outdated, 0 holding, 1 unknown; read in 1 of 1 final message"},
		"outdated, then unknown": {[]string{"edit a.go", passed, "edit a.go", says, "0 ./ci.sh -> done"}, true, `claim outdated, tests unknown
  "./ci.sh" may have run the same checks again
  1 outdated claim: "All tests pass", but "a.go" was changed on line 3, after the last test run, "go test ./..." on line 2
  = Run the tests again: this transcript does not show how they ended.`, ""},
		"outdated, then run again": {[]string{"edit a.go", lint, "edit a.go", "says Lint is clean.", lint}, true, `claim outdated
  1 outdated claim: "Lint is clean", but "a.go" was changed on line 3, after the last lint run, "golangci-lint run" on line 2`, ""},
		"no tests, but lint": {[]string{"show a_test.go", "edit a.go", lint}, true, `tests none, build passed, lint passed
  1 file changed, no test run
  = Run the tests.`, ""},
		"lint failed": {[]string{"edit a.go", passed, "1 golangci-lint run -> 1 issues:"}, true, `lint failed, tests passed
  "golangci-lint run" failed: 1 issues:
  = Fix what failed in "golangci-lint run", and run it again.`, ""},
		"two reasons": {[]string{"edit a.go", "says All tests pass. Lint is clean."}, true, `claim false
  1 false claim: "All tests pass", but the transcript shows no test run
  1 false claim: "Lint is clean", but the transcript shows no lint run
  = Do not rely on its message.`, ""},
		"committed, not pushed": {[]string{"edit a.go", passed, "1 git push -> error: failed to push some refs to 'x'", "0 git commit -m x -> [main 1a2b3c4] x"}, true, `tests passed
  The last push did not go through
  = Nothing to run again: "go test ./..." passed after the last change. Push again.`, ""},
		"pushed": {[]string{"edit a.go", passed, "1 git push -> error: failed to push some refs to 'x'"}, true, `tests passed
  The last push did not go through
  = Nothing to run again: "go test ./..." passed after the last change. Push again.`, ""},
		"a claim": {[]string{"edit a.go", passed, "1 git push -> error: failed to push some refs to 'x'", "says Pushed."}, true, `claim false, tests passed
  The last push did not go through
  1 false claim: "Pushed", but "git push" on line 3 failed: "error: failed to push some refs to 'x'", and no other one succeeded
  = Nothing to run again: "go test ./..." passed after the last change. Push again. Do not rely on its message.`, ""},
		"pushed, then changed": {[]string{"edit a.go", passed, "0 git push -> main -> main", "edit a.go", "says Pushed."}, true, `tests changed
  1 file changed after "go test ./..." passed
  = Run "go test ./..." again.`, "1 holding"},
		"another check": {[]string{"edit a.go", failed, says, "edit a.go", passed, "1 golangci-lint run -> 1 issues:"}, true, `lint failed, tests passed
  "golangci-lint run" failed: 1 issues:
  1 false claim: "All tests pass", but the last test run, "go test ./..." on line 2, failed: "--- FAIL: TestA (0.00s)"
  = Fix what failed in "golangci-lint run", and run it again. Do not rely on its message.`, ""},
		"again": {[]string{"edit a.go", passed, "1 git push -> error: failed to push some refs to 'x'", "0 git push -> main -> main"}, false, `tests passed
  "go test ./..." passed: ok a 0.1s`, ""},
		"nothing": {[]string{"edit README.md", "says Done."}, false, "", "0 false claims, 0 outdated, 0 holding, 0 unknown; read in 0 of 1 final message"},
	} {
		s := sessionOfActs(tt.acts...)
		alone := &Text{}
		if block := strings.TrimLeft(strings.TrimPrefix(alone.block(s), "s"), " "); block != tt.want+"\n" {
			t.Errorf("%s: got\n%s\nwant\n%s", name, block, tt.want)
		}
		list := (&Text{}).Sessions([]*Session{s})
		if isListed := strings.Contains(list, "\ns "); isListed != tt.isListed || !strings.Contains(list, tt.last) || !strings.HasPrefix(list, "1 session: ") {
			t.Errorf("%s: listed %t:\n%s", name, isListed, list)
		}
	}
}

// TestTally counts the claims and messages of all sessions.
func TestTally(t *testing.T) {
	const failed, says = "1 go test ./... -> --- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s", "says All tests pass."
	sessions := []*Session{sessionOfActs("edit a.go", failed, says), sessionOfActs("edit a.go", failed, "says Done.", says)}
	if got, want := (&Text{}).Tally(sessions), "2 false claims, 0 outdated, 0 holding, 0 unknown; read in 2 of 3 final messages"; strings.TrimSpace(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestShow prints what a session changed, each run with its end and the edits after it, and each claim
// with the line that dismisses it.
func TestShow(t *testing.T) {
	s := sessionOfActs("edit a.go", "0 go test ./... -> ok  \ta\t0.1s", "edit a.go", "edit b.go", "0 git commit -m x -> [main 1a2b3c4] x", "1 git push -> ", "says All tests pass.")
	want := `s
s.jsonl

What to do: Run "go test ./..." again. Push again.

s.jsonl:7: outdated: "All tests pass"
   = "b.go" was changed on line 4, after the last test run, "go test ./..." on line 2
   If this is wrong: handofflint audit --dismiss ` + s.Claims[0].ID + `

2 files of source changed
   a.go  s.jsonl:3
   b.go  s.jsonl:4

tests changed: 2 files changed after "go test ./..." passed
build changed: 2 files changed after "go test ./..." passed
   s.jsonl:2: "go test ./..." passed (exit 0)
   | ok    a  0.1s
   2 files changed that no passing run has checked (listed above)

s.jsonl:5: "git commit -m x" passed (exit 0)
s.jsonl:6: "git push" failed (exit 1)
`
	if diff := cmp.Diff(want, (&Text{One: true}).Sessions([]*Session{s})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	s.Claims = append(s.Claims, &Claim{Path: s.Path, Line: 1, Verdict: verdict.False}, &Claim{Path: "agent.jsonl", Line: 2, Verdict: verdict.False})
	s.Facts.Standings = append(s.Facts.Standings, Standing{Kind: runner.Lint, State: timeline.None})
	if Count([]*Session{s})[verdict.Outdated] != 1 || s.Claims[0].changed == nil || s.Claims[0].changed.File != "b.go" {
		t.Errorf("%+v", s.Claims)
	}
	var found []string
	for _, r := range Results([]*Session{s}) {
		for _, f := range r.Findings {
			found = append(found, fmt.Sprintf("%s:%d %d", r.Path, f.Range.Start.Line, len(f.Related)))
			if !strings.HasPrefix(f.Help, "Run \"go test ./...\" again.") {
				t.Errorf("what to do: %q", f.Help)
			}
		}
	}
	if got := strings.Join(found, ", "); got != "s.jsonl:1 0, s.jsonl:7 1, agent.jsonl:2 0" {
		t.Errorf("%s", got)
	}
	failed := sessionOfActs("edit a.go", "1 go test ./... -> FAIL\ta\t0.1s", "says All tests pass.")
	at, evidence := text.Pos{Line: 3, Column: 1}, text.Pos{Line: 2, Column: 1}
	wantFinding := rules.Finding{
		Rule: "evidence/contradicted", Severity: rules.Error, Path: "s.jsonl", Range: text.Range{Start: at, End: at},
		Message: `"All tests pass": by the transcript, the last test run, "go test ./..." on line 2, failed: "FAIL\ta\t0.1s"`,
		Help:    `Fix what failed in "go test ./...", and run it again. Do not rely on its message.`, URL: rules.BuiltIn().Rule("evidence/contradicted").URL(),
		Related: []rules.Related{{Path: "s.jsonl", Range: text.Range{Start: evidence, End: evidence}, Message: `"go test ./..."`}},
		Excerpt: rules.Excerpt{Text: "All tests pass.", Column: 1}, Needs: rules.KindActions, ErrorType: "evidence/contradicted",
	}
	if got := Results([]*Session{failed})[0].Findings; len(got) != 1 || !reflect.DeepEqual(got[0], wantFinding) {
		t.Errorf("got %+v, want %+v", got, wantFinding)
	}
	held := sessionOfActs("edit a.go", "0 go test ./... -> ok  \ta\t0.1s", "says All tests pass.")
	if results := Results([]*Session{held}); len(results) > 0 && len(results[0].Findings) > 0 {
		t.Errorf("a claim that holds is a finding: %+v", results)
	}
}

// TestShowRuns prints each run once, with what it decides: the checks at the end of the session, or a claim
// before it.
func TestShowRuns(t *testing.T) {
	const (
		failed = "1 go test ./... -> --- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s"
		passed = "0 go test ./... -> ok  \ta\t0.1s"
		lint   = "0 golangci-lint run -> 0 issues."
	)
	for name, tt := range map[string]struct {
		acts       []string
		want, none string
	}{
		"nothing to do": {[]string{"edit a.go", passed}, `s.jsonl

1 file of source changed
   a.go  s.jsonl:1

tests passed: ok a 0.1s
build passed: ok a 0.1s
   s.jsonl:2: "go test ./..." passed (exit 0)
   | ok    a  0.1s
`, "no passing run"},
		"a deleted file": {[]string{"edit a.go", "delete b.go"}, `s.jsonl

2 files of source changed
   a.go  s.jsonl:1
   b.go (deleted)  s.jsonl:2
`, "passed"},
		"two runs": {[]string{"edit a.go", failed, lint}, `tests failed: --- FAIL: TestA (0.00s)
   s.jsonl:2: "go test ./..." failed (exit 1)
   | --- FAIL: TestA (0.00s)
   | FAIL  a  0.1s
   1 file changed that no passing run has checked (listed above)

build passed: 0 issues.
lint passed: 0 issues.
   s.jsonl:3: "golangci-lint run" passed (exit 0)
`, "What was false"},
		"two runs of one command line": {[]string{"edit a.go", "1 go vet ./... && go test ./... -> --- FAIL: TestA (0.00s)"}, `   s.jsonl:2: "go test ./..." failed
`, "(exit 1)"},
		"no run": {[]string{"show a_test.go", "edit a.go"}, `
tests none: 1 file changed, no test run
`, "no passing run"},
		"a part": {[]string{"edit a.go", "edit b/b.go", "0 go test ./b -> ok  \tx/b\t0.1s"}, `
tests part: only "go test ./b" passed, of 2 files changed
`, "no passing run"},
		"a claim before": {[]string{"edit a.go", failed, "says All tests pass.", "edit a.go", passed}, `   = the last test run, "go test ./..." on line 2, failed: "--- FAIL: TestA (0.00s)"
   s.jsonl:2: "go test ./..." failed (exit 1)
   | --- FAIL: TestA (0.00s)
   | FAIL  a  0.1s
   If this is wrong:`, "no passing run"},
		"one of two files": {[]string{"edit b.go", passed, "edit a.go", "edit b.go", "0 go test ./a -> ok  \tx/a\t0.1s", "edit b.go"}, `   2 files changed that no passing run has checked (listed above)
`, "   1 file changed"},
		"a file before": {[]string{"edit b.go", "edit a.go", passed, "edit b.go"}, `   1 file changed that no passing run has checked:
      b.go  s.jsonl:4
`, "listed above"},
		"a commit that its hooks refused": {[]string{"edit a.ts", "1 git commit -m x -> > eslint .\n> vitest run\n      Tests  10 passed (10)\nhusky - pre-commit script failed (code 1)"}, `tests passed: Tests 10 passed (10)
lint passed: > eslint .
   s.jsonl:2: "git commit -m x" failed
`, `"git commit -m x" passed`},
		"a check before a refused commit": {[]string{"edit a.ts", "1 npx vitest run && git commit -m x ->       Tests  10 passed (10)\nhusky - pre-commit script failed (code 1)"}, `   s.jsonl:2: "npx vitest run" passed
   |       Tests  10 passed (10)
   | husky - pre-commit script failed (code 1)

s.jsonl:2: "git commit -m x" failed
`, `"npx vitest run" failed`},
	} {
		got := (&Text{One: true}).Sessions([]*Session{sessionOfActs(tt.acts...)})
		if !strings.Contains(got, tt.want) || strings.Contains(got, tt.none) {
			t.Errorf("%s: got\n%s\nwant\n%s\nwithout %q", name, got, tt.want, tt.none)
		}
	}
	s := sessionOf("a", "", timeline.Failed, "make")
	s.Missing = "a gap"
	s.Claims = []*Claim{{ID: "5a46597d4614", Path: s.Path, Line: 9, Text: "Pushed", Verdict: verdict.False, Why: "no push"}}
	s.Facts.Standings = append(s.Facts.Standings, Standing{Kind: runner.Lint, State: timeline.None})
	// Of many commits, the last are shown.
	s.Facts.Commits = slices.Repeat([]Run{{Command: Command{Path: "agent.jsonl", Line: 2, Command: "git push"}}}, maxShown)
	s.Facts.Commits = append(s.Facts.Commits, *s.Facts.Standings[0].Run, Run{Command: Command{Path: "agent.jsonl", Line: 4, Command: "make"}})
	s.Facts.Standings[0].ChangedCount = 0
	for i := range maxShown {
		s.Facts.Changed = append(s.Facts.Changed, Change{File: fmt.Sprintf("b%d.go", i), Path: s.Path, Line: i})
	}
	for got, lines := (&Text{One: true}).Sessions([]*Session{s}), []string{"   and 1 more\n", "a gap", "   = no push\n   If this is wrong:", "\nagent.jsonl:4: \"make\""}; len(lines) > 0; lines = lines[1:] {
		if !strings.Contains(got, lines[0]) || strings.Contains(got, "no passing run") {
			t.Errorf("no %q, or unchanged files, in\n%s", lines[0], got)
		}
	}
	s.Facts.Standings[0].ChangedCount = maxShown
	if got := (&Text{One: true}).Sessions([]*Session{s}); !strings.Contains(got, "      and 19 more\n") {
		t.Errorf("not how many more files no passing run has checked:\n%s", got)
	}
}

// TestVerbose lists all sessions and claims, the worst claim first, under the transcript that they are in.
func TestVerbose(t *testing.T) {
	s := sessionOf("a", "", timeline.Passed, "go test ./...")
	s.Claims = []*Claim{
		{Path: "a.jsonl", Line: 9, Text: "Tests pass", Verdict: verdict.Holds, Why: "they do"},
		{Path: "a.jsonl", Line: 7, Text: "Pushed", Verdict: verdict.False, Why: "it was not", WouldStop: true},
		{Path: "a.jsonl", Line: 8, Text: "Lint is clean", Verdict: verdict.Outdated},
	}
	s.held = []*Claim{{Path: "b.jsonl", Line: 3, Text: "Done", Verdict: verdict.Unknown, Why: "who knows", isHeld: true}}
	got := (&Text{Screen: terminal.Screen{Columns: 80}, Verbose: true, Quiet: true}).claims([]*Session{s})
	want := `a.jsonl
line 7: false (a hook would have stopped it): "Pushed"
   = it was not
line 8: outdated: "Lint is clean"

b.jsonl
line 3: unknown (the turn did not end with it): "Done"
   = who knows

a.jsonl
line 9: holds: "Tests pass"
   = they do
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if all := (&Text{Verbose: true, Quiet: true}).Sessions([]*Session{s}); !strings.Contains(all, `a.jsonl:7: false`) {
		t.Errorf("quiet: %s", all)
	}
	if piped := (&Text{Verbose: true}).claims([]*Session{s}); !strings.HasPrefix(piped, "a.jsonl:7: false") || strings.Contains(piped, "\n\n") {
		t.Errorf("piped: %s", piped)
	}
}

// TestSince says since when the sessions are: the time that was asked for, else the first of them.
func TestSince(t *testing.T) {
	early, late := sessionOf("a", "", timeline.Passed, "make"), sessionOf("b", "", timeline.Passed, "make")
	early.Began = early.Began.AddDate(0, 0, -2)
	for want, since := range map[string]time.Time{"since 2026-05-29:": {}, "since 2026-05-30:": time.Date(2026, 5, 30, 0, 0, 0, 0, time.UTC), "since 2026-01-02:": time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)} {
		for _, sessions := range [][]*Session{{early, late, {}}, {late, {}, early}} {
			if got := (&Text{Since: since}).first(sessions); !strings.Contains(got, want) {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}

// TestByReason lists claims together if the same run decides about them in the same way, or if nothing decides
// and the reason is the same.
func TestByReason(t *testing.T) {
	one, two := &Command{Path: "a.jsonl", Line: 4}, &Command{Path: "a.jsonl", Line: 5}
	var got []string
	for _, group := range grouped([]*Claim{
		{Text: "a", Case: "failed", Evidence: one}, {Text: "b", Case: "failed", Evidence: two}, {Text: "c", Case: "outdated", Evidence: one}, {Text: "d", Case: "failed", Evidence: &Command{Path: "a.jsonl", Line: 4}},
		{Text: "e", Case: "failed", Why: "no test run"}, {Text: "f", Why: "no lint run"}, {Text: "g", Why: "no test run"},
		{Text: "h", Why: "no test run", Verdict: verdict.Outdated}, {Text: "i", Case: "failed", Evidence: &Command{Path: "b.jsonl", Line: 4}},
	}, (*Claim).hasReasonOf) {
		texts := ""
		for _, c := range group {
			texts += c.Text
		}
		got = append(got, texts)
	}
	if want := []string{"ad", "b", "c", "eg", "f", "h", "i"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestIsAbout: a record of another transcript on the same line is another run.
func TestIsAbout(t *testing.T) {
	standing := sessionOf("a", "", timeline.Failed, "make").Facts.Standings[0]
	for command, want := range map[Command]bool{{Path: "a.jsonl", Line: 4}: true, {Path: "agent.jsonl", Line: 4}: false, {Path: "a.jsonl", Line: 5}: false} {
		if got := (&Claim{Evidence: &command}).isAbout(standing); got != want {
			t.Errorf("%+v: %t", command, got)
		}
	}
}

// TestByID finds a session by the beginning of its id, if no other one begins so.
func TestByID(t *testing.T) {
	sessions := []*Session{{ID: "a0af77b8-1"}, {ID: "a0bf77b8-2"}, {ID: "ses_c1"}}
	for id, want := range map[string]string{"a0a": "a0af77b8-1", "a0bf77b8-2": "a0bf77b8-2", "c1": "ses_c1", "ses_c": "ses_c1"} {
		if found, err := ByID(sessions, id, nil); err != nil || len(found) != 1 || found[0].ID != want {
			t.Errorf("%s: %v, %v", id, found, err)
		}
	}
	for id, want := range map[string]string{"a0af77b8-1": "a0af77b8", "ses_c1": "c1", "a0af77b8-3": "a0af77b8-3"} {
		if got := shortID(&Session{ID: id}, sessions); got != want {
			t.Errorf("the short id of %s: %s, want %s", id, got, want)
		}
	}
	for _, id := range []string{"a0", "d"} {
		found, err := ByID(sessions, id, nil)
		isNone := err != nil && strings.Contains(err.Error(), "no session")
		if err == nil || isNone != (id == "d") {
			t.Errorf("%s: %v, %v", id, found, err)
		}
	}
}
