package secret

import "math"

// entropy returns the bits a character of a text, by how often each occurs.
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

// changes returns the share of neighbours of different kinds; see _secretForm. A
// value of fewer kinds than some has none: hashes and words are such.
func changes(s string, least int) float64 {
	kind := func(c byte) int {
		if 'a' <= c && c <= 'z' {
			return 0
		}
		if 'A' <= c && c <= 'Z' {
			return 1
		}
		if '0' <= c && c <= '9' {
			return 2
		}
		return 3
	}
	var kinds [4]int
	changed := 0
	for i := range len(s) {
		kinds[kind(s[i])]++
		if i > 0 && kind(s[i]) != kind(s[i-1]) {
			changed++
		}
	}
	for _, n := range kinds[:3] {
		least -= min(n, 1)
	}
	if least > 0 {
		return 0
	}
	return float64(changed) / float64(max(1, len(s)-1))
}
