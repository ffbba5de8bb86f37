package cli

import (
	"strings"
	"testing"
	"time"
)

var failuresNoon = time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)

func TestParseSince(t *testing.T) {
	for s, want := range map[string]time.Time{
		"":                          {},
		"7d":                        failuresNoon.AddDate(0, 0, -7),
		"12h":                       failuresNoon.Add(-12 * time.Hour),
		"90m":                       failuresNoon.Add(-90 * time.Minute),
		"2026-05-01":                time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC),
		"2026-05-01T08:00:00Z":      time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC),
		"2026-05-01T10:00:00+02:00": time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC),
	} {
		got, err := parseSince(s, failuresNoon)
		if err != nil || !got.Equal(want) {
			t.Errorf("%q: %v, %v, want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"d", "-1d", "1.5d", "99999999d", "-12h", "7", "yesterday", "2026-02-30", "2026-05-01 08:00"} {
		if got, err := parseSince(s, failuresNoon); err == nil {
			t.Errorf("%q is taken for %v", s, got)
		}
	}
}

func FuzzParseSince(f *testing.F) {
	for _, s := range []string{"7d", "12h", "2026-05-01", "2026-05-01T08:00:00Z", "65536d", "-0s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := parseSince(s, failuresNoon)
		age := !strings.Contains(s, "T") && (strings.HasSuffix(s, "d") || strings.HasSuffix(s, "h"))
		if err == nil && age && got.After(failuresNoon) {
			t.Errorf("%q is in the future: %v", s, got)
		}
	})
}
