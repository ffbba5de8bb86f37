package report

import "github.com/handofflint/handofflint/rules"

// maxSlips is how many letters a misspelt name may differ by.
const maxSlips = 2

// nearest is the candidate that a misspelt name was probably meant to be, ""
// where none is near.
func nearest(name string, candidates []string) string {
	best, fewest := "", maxSlips+1
	for _, c := range candidates {
		if d := rules.Distance(name, c); d < fewest && 2*d <= len(c) {
			best, fewest = c, d
		}
	}
	return best
}
