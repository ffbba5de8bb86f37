package payload

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/table"
)

func TestFailureInAnOutput(t *testing.T) {
	long := strings.Repeat("é", 400)
	for output, want := range map[string][2]string{
		"[CF-RESULT: failure] tests-failed":                                     {"tests-failed", "The output says no more than its result signal: [CF-RESULT: failure] tests-failed"},
		"[CF-RESULT: failure tests-failed]":                                     {"tests-failed", "The output says no more than its result signal: [CF-RESULT: failure tests-failed]"},
		"[CF-RESULT: failure] compile-error: auth.go:4":                         {"compile-error", "auth.go:4"},
		"[CF-RESULT: failure] tests-failed - 3 of 4":                            {"tests-failed", "3 of 4"},
		"[CF-RESULT: failure] tests-failed2":                                    {"", "tests-failed2"},
		"[CF-RESULT: failure] Tests-Failed":                                     {"", "Tests-Failed"},
		"[CF-RESULT: failure] it hangs":                                         {"", "it hangs"},
		"[CF-RESULT: failure]":                                                  {"", "The output says no more than its result signal: [CF-RESULT: failure]"},
		"## Result\n\n- TestLogin hangs\n```\n[CF-RESULT: failure] x\n":         {"empty-output", "The output ended in a result signal that was only quoted: [CF-RESULT: failure] x"},
		"- TestLogin hangs\r\n\r\n---\r\n[CF-RESULT: failure] tests-failed\r\n": {"tests-failed", "The output ended with: - TestLogin hangs"},
		"## **Broken:** 2 of 4\n[CF-RESULT: failure]":                           {"", "The output ended with: ## **Broken:** 2 of 4"},
		"\x1b[31;1mFAIL\x1b[0m auth\n[CF-RESULT: failure]":                      {"", "The output ended with: FAIL auth"},
		"exit:\n137\n[CF-RESULT: failure]":                                      {"", "The output ended with: 137"},
		"Done.\n[CF-RESULT: failure]":                                           {"", "The output ended with: Done."},
		long + "\n[CF-RESULT: failure] tests-failed":                            {"tests-failed", "The output ended with: " + strings.Repeat("é", 300) + "…"},
		"":                               {"empty-output", "The output was empty."},
		"I am still at":                  {"empty-output", "The output ended without a result signal. Its last line was: I am still at"},
		"[CF-RESULT: maybe]":             {"empty-output", "The output ended in a result signal of no known form: [CF-RESULT: maybe]"},
		"[CF-RESULT: success]\nand more": {"empty-output", "The output ended without a result signal. Its last line was: and more"},
	} {
		reason, summary := ParseSignal([]byte(output)).Failure([]byte(output), knownReasons)
		if reason != want[0] || summary != want[1] {
			t.Errorf("%q: got %q, %q, want %q", output, reason, summary, want)
		}
	}
}

// knownReasons are the context format's reasons.
var knownReasons = []string{"tests-failed", "compile-error", "empty-output"}

// FuzzFailureInAnOutput holds that the reason of any output is a known one or "", and its summary is text.
func FuzzFailureInAnOutput(f *testing.F) {
	for _, s := range []string{"", "a\n[CF-RESULT: failure] tests-failed: \xff", "\x00[CF-RESULT: failure]", "[CF-RESULT: failure] [CF-RESULT: failure]", "é\n\n\n[CF-RESULT: x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, output string) {
		s := ParseSignal([]byte(output))
		if s.Outcome == Success {
			return
		}
		reason, summary := s.Failure([]byte(output), knownReasons)
		if reason != "" && !slices.Contains(knownReasons, reason) {
			t.Fatalf("%q: the reason %q", output, reason)
		}
		if !utf8.ValidString(summary) || utf8.RuneCountInString(summary) > 9000 {
			t.Fatalf("%q: the summary %q", output, summary)
		}
	})
}

// TestFaultsHaveSummaries checks that the table has all faults.
func TestFaultsHaveSummaries(t *testing.T) {
	words := table.Load[summaries]("retry").Unsignalled
	faults := []Fault{Blank, Absent, Malformed, Quoted}
	for _, fault := range faults {
		if words[string(fault)] == "" {
			t.Errorf("there are no words for the fault %s", fault)
		}
	}
	if len(words) != len(faults) {
		t.Errorf("there are words for %d faults, of %d", len(words), len(faults))
	}
}
