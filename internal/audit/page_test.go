package audit

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/verdict"
)

// hostile is a text that means to be more than text.
const hostile = "</p><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\x1b[31m{{.}}"

// TestPageIsText holds that nothing of a transcript becomes a tag, and that the page runs no
// script.
func TestPageIsText(t *testing.T) {
	claim := Claim{
		Path: hostile, Line: 3, Text: hostile, Sentence: hostile, Verdict: verdict.False, Why: hostile, WouldStop: true,
	}
	unknown := claim
	unknown.Verdict = verdict.Unknown
	page, err := Page([]*Session{{Path: hostile, Claims: []Claim{claim, unknown}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(page, -1) {
		if strings.Contains(tag, "alert") || strings.Contains(tag, "script") || strings.Contains(tag, "src=") {
			t.Errorf("a tag of the transcript's: %s", tag)
		}
	}
	if strings.ContainsAny(page, "\x1b\u202e") || strings.Contains(page, "script-src") {
		t.Error("a control character, or a policy that allows a script")
	}
}

// TestPage has the worst first, and folds what cannot be known.
func TestPage(t *testing.T) {
	day := time.Date(2026, 5, 31, 10, 0, 0, 0, time.UTC)
	var claims []Claim
	for _, v := range []verdict.Verdict{verdict.Holds, verdict.Unknown, verdict.Outdated, verdict.False} {
		claims = append(claims, Claim{Path: "s.jsonl", Line: 7, Text: "All tests pass", Sentence: "It " + string(v) + ".", Verdict: v})
	}
	page, err := Page([]*Session{{Path: "s.jsonl", Began: day, Ended: day.AddDate(0, 0, 2), Claims: claims}})
	if err != nil {
		t.Fatal(err)
	}
	rest := page
	for _, want := range []string{
		"1 session, 4 claims: 1 hold, 1 false, 1 outdated, 1 cannot be known; 2026-05-31 to 2026-06-02",
		"<h2>False</h2>", "“It false.”", "s.jsonl:7", "“It outdated.”", "<details><summary>1 claim</summary>", "“It unknown.”",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("no %q after what is before it in %s", want, page)
		}
		rest = after
	}
	if strings.Contains(page, "It holds.") || strings.Contains(page, "would have stopped") {
		t.Error("what holds is listed, or held")
	}
	if page, err := Page(nil); err != nil || !strings.Contains(page, "0 sessions") {
		t.Errorf("no session: %v, %s", err, page)
	}
}
