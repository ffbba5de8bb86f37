package constraint

import "time"

// Patterns for what Go's time.Parse, and so CUE's time.Time, accepts: more than
// RFC 3339 (an hour of one digit, a comma before the fraction, a zone of up to
// 24:60), but no leap seconds. A month has its own number of days, and February
// 29 only exists in leap years. See Go's package time, format.go, go1.26; for
// the hour of one digit https://go.dev/issue/54580.
const (
	yearDigits = `[0-9]{4}`
	leapYear   = `(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`
	datePart   = `(?:` +
		yearDigits + `-(?:` +
		`(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|` +
		`(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|` +
		`02-(?:0[1-9]|1[0-9]|2[0-8]))|` +
		leapYear + `-02-29)`
	clockPart = `(?:[01]?[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.,][0-9]+)?`
	zonePart  = `(?:Z|[+-](?:[01][0-9]|2[0-4]):(?:[0-5][0-9]|60))`
)

// ecma returns the pattern for texts of a layout, "" for an unknown one.
func (t *moment) ecma() string {
	switch t.layout {
	case time.RFC3339, time.RFC3339Nano:
		return `^` + datePart + `T` + clockPart + zonePart + `$`
	case time.DateOnly:
		return `^` + datePart + `$`
	}
	return ""
}
