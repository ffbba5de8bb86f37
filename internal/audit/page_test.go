package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/verdict"
)

// hostile is a text that means to be more than text.
const hostile = "</p></style></title><script>alert(1)</script><img src=x onerror=alert(1)>\"'><a href=\"javascript:alert(1)\">\u202e\x1b[31m{{.}}<!--"

// TestPageIsText holds that nothing of a transcript becomes a tag or a link, and that the page
// loads nothing and runs nothing.
func TestPageIsText(t *testing.T) {
	s := sessionOf(hostile, hostile, timeline.Failed, hostile)
	s.Path, s.Client, s.Model, s.Repository, s.Branch, s.Missing = hostile, hostile, hostile, "javascript:"+hostile, hostile, hostile
	run := &s.Facts.Standings[0]
	run.Run.Path, run.Run.Printed, run.Run.output = hostile, hostile, hostile
	s.Facts.Changed[0] = Change{File: hostile, Path: hostile, Line: 6}
	s.Claims = []*Claim{{
		Path: hostile, Line: 3, Text: hostile, Sentence: hostile, Verdict: verdict.False, Why: hostile, WouldStop: true,
		run: run.Run, changed: &Change{File: hostile, Path: hostile, Line: 6},
	}}
	page, err := (&Text{}).Page([]*Session{s})
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(page, -1) {
		if strings.Contains(tag, "alert") || strings.Contains(tag, "script") || strings.Contains(tag, "src=") || strings.Contains(tag, "href=") {
			t.Errorf("a tag of the transcript's: %s", tag)
		}
	}
	if n := strings.Count(page, "</style>"); n != 1 {
		t.Errorf("%d ends of styles", n)
	}
	if strings.ContainsAny(page, "\x1b\u202e") || strings.Contains(page, "script-src") || strings.Contains(page, "<script") {
		t.Error("a control character, or a script")
	}
}

// TestPage has the weeks first, then what is open, the worst first, with the records that show it,
// and then totals.
func TestPage(t *testing.T) {
	failed := sessionOf("logs/f-1", "add a quota", timeline.Failed, "go test ./...")
	failed.Repository, failed.Branch, failed.Model, failed.Client = "https://example.com/shop.git", "quota", "m-1", "codex"
	failed.Facts.Standings[0].Run.output = "--- FAIL: TestQuota\nFAIL\n"
	lint, build := failed.Facts.Standings[0], Standing{Kind: runner.Build, State: timeline.Part, Run: &Run{Command: Command{Command: "go build ./a"}}}
	lint.Kind = runner.Lint
	failed.Facts.Standings = append([]Standing{build}, failed.Facts.Standings[0], lint)
	failed.Missing = "the start"
	passed := sessionOf("p-1", "", timeline.Passed, "go test ./...")
	passed.Path, passed.Ended = "logs/p-1.jsonl", passed.Ended.AddDate(0, 0, 14)
	passed.Repository, passed.Client = "other", "claude"
	passed.Claims = []*Claim{
		{
			Path: "logs/p-1.jsonl", Line: 7, Sentence: "**All** `tests` pass", Verdict: verdict.Outdated, changed: &Change{File: "b.go", Path: "logs/p-1.jsonl", Line: 5},
			run: &Run{Command: Command{Path: "logs/agent-1.jsonl", Line: 3, Command: "go test ./..."}},
		},
		{Path: "p-1.jsonl", Line: 8, Sentence: "It holds.", Verdict: verdict.Holds},
	}
	page, err := (&Text{}).Page([]*Session{passed, failed, {ID: "e", Ended: failed.Ended}})
	if err != nil {
		t.Fatal(err)
	}
	rest := page
	for _, want := range []string{
		"3 sessions since 2026-05-31: 2 changed code, 2 left something open",
		`<th scope="row">2026-06-08`, `<th scope="row">2026-05-25 <small>failed 1</small>`,
		"logs/f-1 add a quota", "<details><summary>", "tests failed, lint failed", "&#34;go test ./...&#34; failed",
		"command", "<code>f-1.jsonl:4", "go test ./...", "--- FAIL: TestQuota\nFAIL", "1 file changed that no passing run has checked", "a.go <code>f-1.jsonl:6",
		"go build ./a", "Fix what failed in &#34;go test ./...&#34;, and run it again.",
		"2026-05-31 10:00 · example.com/shop · quota · codex · m-1 · ",
		`<span class="claim outdated">outdated</span> “All tests pass”`, "<code>p-1.jsonl:7", "<code>logs/agent-1.jsonl:3", "b.go <code>p-1.jsonl:5", `Nothing to run again: &#34;go test ./...&#34; passed after the last change.`,
		"2026-06-14 10:00 · other · claude · <code>logs/p-1.jsonl",
		"By repository", "example.com/shop", "other", "By branch", "By host", "By model",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("no %q after what is before it in %s", want, page)
		}
		rest = after
	}
	for _, want := range []string{" · not known: the start", `<th scope="col">repository</th>`, "<small>" + said().Meanings["failed"] + "</small>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	for _, none := range []string{"It holds.", "would have stopped", "hooks install", " more; ", "<b>tests passed</b>", "nothing 1", "0 files"} {
		if strings.Contains(page, none) {
			t.Errorf("%q in %s", none, page)
		}
	}
	if n := strings.Count(page, "<article"); n != 2 {
		t.Errorf("%d sessions leave something open", n)
	}
	if page, err := (&Text{}).Page(nil); err != nil || !strings.Contains(page, "<p>0 sessions</p>") {
		t.Errorf("no session: %v, %s", err, page)
	}
}

// TestTotalOfClaims counts the claims of a session that changed no code.
func TestTotalOfClaims(t *testing.T) {
	s := &Session{Claims: []*Claim{{Verdict: verdict.False}, {Verdict: verdict.Outdated}, {Verdict: verdict.Outdated}}}
	totals := count([]*Session{s}, (*Session).repository)
	if len(totals) != 1 || !slices.Equal(totals[0].Numbers, []int{0, 0, 1, 2}) {
		t.Errorf("%+v", totals)
	}
}

// TestPageOfFalseClaims counts a session by its false claim before the checks that passed, and has no table of
// one row.
func TestPageOfFalseClaims(t *testing.T) {
	s := sessionOf("a", "", timeline.Passed, "go test ./...")
	s.Claims = []*Claim{{Path: s.Path, Line: 7, Sentence: "Pushed.", Verdict: verdict.False, WouldStop: true}}
	other := sessionOf("b", "", timeline.Passed, "go test ./...")
	other.Model = "m-1"
	failed := sessionOf("c", "", timeline.Failed, "go test ./...")
	failed.Claims = s.Claims
	page, err := (&Text{Unread: 1}).Page([]*Session{s, other, failed})
	if err != nil {
		t.Fatal(err)
	}
	for want, count := range map[string]int{
		"failed 1, claim false 1, passed 1": 1, "<h2>By": 1, `data-of="open">2<`: 1, `data-of="open">0<`: 1, "A hook would have stopped it.": 2, "hooks install": 1, "1 transcript could not be read": 1, "1 with tests passed": 1, `<rect class="f1" x`: 2,
	} {
		if n := strings.Count(page, want); n != count {
			t.Errorf("%d of %q, want %d", n, want, count)
		}
	}
}

// TestPageOfOneSession shows a session that was asked for although it leaves nothing open, without weeks.
func TestPageOfOneSession(t *testing.T) {
	s := sessionOf("a", "", timeline.Passed, "go test ./...")
	if page, err := (&Text{One: true}).Page([]*Session{s}); err != nil || strings.Count(page, "<article") != 1 || strings.Contains(page, "week") {
		t.Errorf("%v, %s", err, page)
	}
}

// TestPageOfChecks has a finding for each run that leaves a check open, and for a push that was refused. A
// session without times is in no week.
func TestPageOfChecks(t *testing.T) {
	s := sessionOf("a", "", timeline.Failed, "make check")
	s.Ended = time.Time{}
	again := s.Facts.Standings[0]
	again.Kind = runner.Lint
	again.Run = &Run{Command: Command{Path: s.Path, Line: 5, Command: "make check"}}
	unknown := Standing{Kind: runner.Build, State: timeline.Unknown, Doubt: "make may have built", Changed: s.Facts.Changed, ChangedCount: 1}
	types := again
	types.Kind, types.State = runner.Types, timeline.Changed
	s.Facts.Standings = append(s.Facts.Standings, unknown, again, types)
	s.Facts.Commits = []Run{{Command: Command{Path: s.Path, Line: 9, Command: "git push"}, Outcome: timeline.Broken}}
	s.Claims = []*Claim{{Path: s.Path, Line: 7, Sentence: "All tests pass.", Verdict: verdict.False, WouldStop: true}}
	page, err := (&Text{}).Page([]*Session{s, sessionOf("b", "", timeline.Changed, "go test ./...")})
	if err != nil {
		t.Fatal(err)
	}
	for want, count := range map[string]int{
		"tests failed": 1, "a.jsonl:4": 1, "lint failed": 1, "a.jsonl:5": 2, "build unknown": 1, "1 file changed after &#34;make check&#34; passed": 1, "a.jsonl:6": 3, "The last push did not go through": 1, "a.jsonl:9": 1,
		"handofflint hooks install": 1, "failed 1": 0, "<small>changed 1</small>": 1, "0001-01-01": 0,
	} {
		if n := strings.Count(page, want); n != count {
			t.Errorf("%d of %q, want %d", n, want, count)
		}
	}
}

// TestPageIsBounded says what it leaves out.
func TestPageIsBounded(t *testing.T) {
	var sessions []*Session
	for i := range 2 * maxSessions {
		s := sessionOf(fmt.Sprintf("%08d", i), "", timeline.None, "")
		s.Ended = s.Ended.Add(time.Duration(i) * 24 * time.Hour)
		s.Model = s.ID
		s.Facts.Standings = []Standing{{Kind: runner.Tests, State: timeline.None}}
		for range 3 * maxFiles {
			s.Facts.Standings[0].Changed = append(s.Facts.Standings[0].Changed, Change{File: "a.go", Path: s.Path, Line: 6})
		}
		s.Facts.Standings[0].ChangedCount = 1000
		for range 2 * maxFindings {
			s.Claims = append(s.Claims, &Claim{Sentence: strings.Repeat("x", maxText), Verdict: verdict.False})
		}
		sessions = append(sessions, s)
	}
	page, err := (&Text{}).Page(sessions)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"sessions left out: 200; -f json has all", "and 13 more; -f json has all", "and 990 more; -f json has all", "and 18 more; -f json has all", "and 360 more; -f json has all"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if n := strings.Count(page, "<article"); n != maxSessions || len(page) > 4<<20 {
		t.Errorf("%d sessions, %d bytes", n, len(page))
	}
}
