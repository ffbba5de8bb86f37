package dispatch

import "strconv"

// Own says whether a name in a session's folder is that of a claim, and on which
// number.
func Own(name string) (number int, own bool) {
	m := claimed.FindStringSubmatch(name)
	if m == nil {
		return 0, false
	}
	number, _ = strconv.Atoi(m[1]) // nine digits always fit
	return number, true
}

// Number is the number of a report by its file's name, 0 where that is no
// report's.
func Number(name string) int {
	m := reported.FindStringSubmatch(name)
	if m == nil {
		return 0
	}
	number, _ := strconv.Atoi(m[1]) // nine digits always fit
	return number
}
