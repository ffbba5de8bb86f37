package handoff

import (
	"fmt"
	"strconv"
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

const day = 24 * time.Hour

// age matches an age up to 9999 weeks, which fits into a time.Duration. An age of 0 would include files that
// are being written.
var age = text.MustCompile(`^([1-9]\d{0,3})([wdhm])$`)

// ParseAge parses an age: a number and a unit, such as 2w, 7d, 12h or 90m.
func ParseAge(s string) (time.Duration, error) {
	m := age.FindStringSubmatch(s)
	if m == nil {
		return 0, fmt.Errorf("an age is a number from 1 to 9999 and w, d, h or m, such as 7d or 12h, not %q", s)
	}
	n, _ := strconv.Atoi(m[1]) // four digits always fit
	return time.Duration(n) * map[string]time.Duration{"w": 7 * day, "d": day, "h": time.Hour, "m": time.Minute}[m[2]], nil
}
