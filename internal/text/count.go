package text

import "strconv"

// Count is a number with its noun, as a sentence has it: "1 file", "2 files".
// The noun is one that takes an s.
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
