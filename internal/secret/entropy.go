package secret

import (
	"math"
	"slices"
)

// entropy returns the Shannon entropy of a text in bits per character.
func entropy(s string) float64 {
	var counts [256]float64
	for i := range len(s) {
		counts[s[i]]++
	}
	bits := 0.0
	for _, n := range counts {
		if n > 0 {
			bits -= n / float64(len(s)) * math.Log2(n/float64(len(s)))
		}
	}
	return bits
}

// changes returns the share of neighbouring characters of different kinds; see _secretForm. It is 0 for a
// value with fewer than least kinds, such as a hash or a word.
func changes(s string, least int) float64 {
	seen := map[int]bool{}
	changed := 0
	for i := range len(s) {
		kind := kindOf(s[i])
		seen[kind] = true
		if i > 0 && kind != kindOf(s[i-1]) {
			changed++
		}
	}
	delete(seen, otherKind)
	if len(seen) < least {
		return 0
	}
	return float64(changed) / float64(max(1, len(s)-1))
}

// kinds are the kinds of letters and digits.
var kinds = []*[256]bool{charsOf("a-z"), charsOf("A-Z"), charsOf("0-9")}

// otherKind is the kind of all other characters.
const otherKind = -1

func kindOf(c byte) int {
	return slices.IndexFunc(kinds, func(chars *[256]bool) bool { return chars[c] })
}
