package handoff

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// units are those of an age, the largest first.
var units = []struct {
	letter, name string
	length       time.Duration
}{{"w", "week", week}, {"d", "day", day}, {"h", "hour", time.Hour}, {"m", "minute", time.Minute}}

var age = regexp.MustCompile(`^(\d{1,9})([wdhm])$`)

// ParseAge reads an age: a number and a unit, 2w, 7d, 12h or 90m. An age of
// nothing is refused: it would take in what is being written.
func ParseAge(s string) (time.Duration, error) {
	m := age.FindStringSubmatch(s)
	if m == nil {
		return 0, fmt.Errorf("an age is a number and w, d, h or m, such as 7d or 12h, not %q", s)
	}
	n, _ := strconv.ParseInt(m[1], 10, 64) // nine digits always fit
	for _, unit := range units {
		if unit.letter != m[2] {
			continue
		}
		if n < 1 || n > math.MaxInt64/int64(unit.length) {
			return 0, fmt.Errorf("the age %s is out of range: 1m at least, %d years at most", s, math.MaxInt64/int64(365*day))
		}
		return time.Duration(n) * unit.length, nil
	}
	return 0, fmt.Errorf("there is no unit %s", m[2])
}

// AgeWords is an age as people say it, in its largest whole unit from days
// down: "12 days", "1 hour". Less than a minute is "under a minute".
func AgeWords(d time.Duration) string {
	for _, unit := range units[1:] {
		if n := d / unit.length; n > 0 {
			return text.Count(int(n), unit.name)
		}
	}
	return "under a minute"
}
