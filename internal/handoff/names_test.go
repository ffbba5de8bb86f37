package handoff

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/protocol"
)

func TestIDWords(t *testing.T) {
	for summary, want := range map[string]string{
		"Fix auth race":                     "fix-auth-race",
		"Don't  retry / twice!":             "dont-retry-twice",
		"one two three four five six seven": "one-two-three-four-five-six",
		"Two logins at once leave two unfinishable sessions behind": "two-logins-at-once-leave-two",
		strings.Repeat("a", 60):                                 strings.Repeat("a", 48),
		"short " + strings.Repeat("b", 60):                      "short",
		strings.Repeat("a", 23) + " " + strings.Repeat("b", 24): strings.Repeat("a", 23) + "-" + strings.Repeat("b", 24),
		strings.Repeat("a", 23) + " " + strings.Repeat("b", 25): strings.Repeat("a", 23),
		"重试 批处理":                                                "重试-批处理",
		strings.Repeat("重", 30):                                 strings.Repeat("重", 16),
		"Größe ändern":                                          "größe-ändern",
		"../../etc/passwd":                                      "etc-passwd",
		"?!":                                                    "task",
		"":                                                      "task",
		"a\x00b\xff":                                            "a-b",
		"\u0301x":                                               "x",
	} {
		if got := IDWords(summary); got != want {
			t.Errorf("IDWords(%q) = %q, want %q", summary, got, want)
		}
	}
}

// FuzzWords holds that for any summary the time in the id can be parsed.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"Fix auth race", "", "\u0301", "..", "İstanbul ẞ", "a\u200db", strings.Repeat("क्षि ", 40), "ǅ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, summary string) {
		words := IDWords(summary)
		if err := CheckIDWords(words); err != nil || len(words) > slugBytes {
			t.Fatalf("IDWords(%q) = %q: %v", summary, words, err)
		}
		id := fmt.Sprintf("%d-%s", begun.Unix(), words)
		if !protocol.TimeOf(id).Equal(begun) {
			t.Fatalf("%q has another time", id)
		}
	})
}

func TestCheckWords(t *testing.T) {
	for _, s := range []string{"a", "fix-auth_race.2", "重试", "2-x", strings.Repeat("a", 100)} {
		if err := CheckIDWords(s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range []string{"", "a b", "-a", ".a", "a/b", `a\b`, "..", "a.", "a\x00", "a\n", "a:b", "\xff", strings.Repeat("a", 101)} {
		if CheckIDWords(s) == nil {
			t.Errorf("%q is taken", s)
		}
	}
}

func TestParseAge(t *testing.T) {
	for s, want := range map[string]time.Duration{
		"7d": 168 * time.Hour, "2w": 336 * time.Hour, "12h": 12 * time.Hour, "90m": 90 * time.Minute, "1m": time.Minute, "9999m": 9999 * time.Minute,
	} {
		if got, err := ParseAge(s); err != nil || got != want {
			t.Errorf("ParseAge(%s) = %v, %v; want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "7", "d", "-7d", "+7d", "7 d", "7D", "1.5h", "0d", "0m", "1h30m", "7s", "10000m", "999999999w", "99999999999d", "٧d"} {
		if got, err := ParseAge(s); err == nil {
			t.Errorf("ParseAge(%q) = %v, want an error", s, got)
		}
	}
}

func FuzzParseAge(f *testing.F) {
	for _, s := range []string{"7d", "15250w", "153722867m", "0h", "1x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if age, err := ParseAge(s); err == nil && age < time.Minute {
			t.Fatalf("ParseAge(%q) = %v", s, age)
		}
	})
}

func TestAgeWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "under a minute", 59 * time.Second: "under a minute", time.Minute: "1 minute", time.Hour: "1 hour", 119 * time.Minute: "1 hour",
		2 * time.Hour: "2 hours", 47 * time.Hour: "1 day", 12 * 24 * time.Hour: "12 days",
	} {
		if got := AgeWords(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}
