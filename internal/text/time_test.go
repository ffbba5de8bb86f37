package text

import (
	"testing"
	"time"
)

func TestParseMoment(t *testing.T) {
	at := time.Date(2026, 5, 31, 17, 42, 0, 0, time.UTC)
	for s, want := range map[string]Moment{
		"2026-05-31T17:42:00Z":        {At: at, Zoned: true},
		" 2026-05-31T19:42:00+02:00 ": {At: at, Zoned: true},
		"2026-05-31T17:42:00":         {At: at},
		"2026-05-31T17:42:00.000":     {At: at},
		"2026-05-31 17:42:00":         {At: at},
		"2026-05-31T17:42":            {At: at},
		"2026-05-31":                  {At: at.Truncate(24 * time.Hour), Day: true},
	} {
		got, ok := ParseMoment(s)
		if !ok || !got.At.Equal(want.At) || got.Zoned != want.Zoned || got.Day != want.Day {
			t.Errorf("%q is %+v, want %+v", s, got, want)
		}
	}
	for _, s := range []string{"", "today", "2026-02-30", "2026-05-31T25:00:00Z", "17:42"} {
		if got, ok := ParseMoment(s); ok {
			t.Errorf("%q is read as %+v", s, got)
		}
	}
}
