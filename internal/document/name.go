package document

import (
	"path"
	"strconv"
)

// SequenceInName is the number that a report's file name starts with, and
// false if it is no {seq}-{role}-report.md.
func SequenceInName(p string) (int, bool) {
	m := reportName.FindStringSubmatch(path.Base(slashed(p)))
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil
}
