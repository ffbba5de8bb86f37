package report

import "strings"

// nearest is the candidate that a misspelt name was probably meant to be, ""
// where none is near: at most two slips away, and fewer slips than the
// candidate has letters left to tell it by.
func nearest(name string, candidates []string) string {
	best, fewest := "", 3
	for _, c := range candidates {
		if abs(len(c)-len(name)) > 2 {
			continue
		}
		if d := slips(strings.ToLower(name), c); d < fewest && 2*d < len(c) {
			best, fewest = c, d
		}
	}
	return best
}

// slips counts the typing slips between two names: a letter left out, added,
// replaced, or swapped with its neighbour (optimal string alignment). Names
// are compared byte by byte.
func slips(a, b string) int {
	var before []int // the row before last
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+differ(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

func differ(x, y byte) int {
	if x == y {
		return 0
	}
	return 1
}

func abs(n int) int { return max(n, -n) }
