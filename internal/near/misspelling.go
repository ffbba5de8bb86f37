package near

import (
	"slices"
	"unicode/utf8"
)

// Misspelling says when a field of a handoff is a misspelling of another. It holds the parameters of rules
// about misspellings; rules/facts/near.cue has those for names that a user types.
type Misspelling struct {
	// Distance is the maximum number of letters that differ.
	Distance int `json:"distance"`
	// Each is the minimum length of the shorter name for each letter that differs.
	Each int `json:"each"`
	// Letters is the minimum length of the longer name.
	Letters int `json:"letters"`
}

// Nearest returns the other name that this is a misspelling of, or "".
func (m Misspelling) Nearest(name string, others []string) string {
	best, least := "", m.Distance+1
	length := utf8.RuneCountInString(name)
	for _, other := range others {
		size := utf8.RuneCountInString(other)
		shorter := min(length, size)
		if max(length, size) < m.Letters {
			continue
		}
		if d := Distance(name, other, m.Distance); d < least && d*m.Each <= shorter {
			best, least = other, d
		}
	}
	return best
}

// Near returns all other names that this may be a misspelling of, in their order.
func (m Misspelling) Near(name string, others []string) []string {
	isFar := func(other string) bool { return m.Nearest(name, []string{other}) == "" }
	return slices.DeleteFunc(slices.Clone(others), isFar)
}
