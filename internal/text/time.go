package text

import (
	"strings"
	"time"
)

// Moment is a time in a handoff. Without a zone it is read as UTC.
type Moment struct {
	At time.Time
	// Zoned is set for a time with a zone, Day for only a date, which is its midnight.
	Zoned, Day bool
}

// ParseMoment parses a date and time of RFC 3339, also without zone or seconds, or only a date.
func ParseMoment(s string) (m Moment, ok bool) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", time.DateOnly} {
		at, err := time.Parse(layout, s)
		if err == nil {
			return Moment{At: at, Zoned: layout == time.RFC3339, Day: layout == time.DateOnly}, true
		}
	}
	return Moment{}, false
}
