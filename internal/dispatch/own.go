package dispatch

import "strconv"

// Own says whether a name in a session's folder is that of a file which this
// package keeps there, the lock or a claim, and for a claim on which number;
// the lock's is 0.
func Own(name string) (number int, own bool) {
	if name == lockName {
		return 0, true
	}
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
