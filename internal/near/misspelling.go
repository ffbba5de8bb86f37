package near

import "unicode/utf8"

// Misspelling says when a field of a handoff is taken for a misspelling of
// another. It holds the parameters of the rules that look for one; for names
// that a person types see rules/facts/near.cue.
type Misspelling struct {
	// Distance is the maximum number of letters that differ.
	Distance int `json:"distance"`
	// Each is the length that the shorter name must have for each letter that
	// differs.
	Each int `json:"each"`
	// Letters is the minimum length of the longer name.
	Letters int `json:"letters"`
}

// Nearest returns the other name of which this is a misspelling, or "" if none.
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

// Near returns all other names of which this may be a misspelling, in their
// order.
func (m Misspelling) Near(name string, others []string) []string {
	var found []string
	for _, other := range others {
		if m.Nearest(name, []string{other}) != "" {
			found = append(found, other)
		}
	}
	return found
}
