package rules

import "encoding/json"

// Misspelling says when a name is taken for a misspelling of another. It is the
// parameters of the rules that look for one.
type Misspelling struct {
	// Distance is how many letters may differ at most.
	Distance int `json:"distance"`
	// Each is how many letters the shorter name has to have for each that
	// differs.
	Each int `json:"each"`
	// Letters is how many the longer name has at least.
	Letters int `json:"letters"`
}

// Nearest is the name among others that one is a misspelling of, "" if none.
func (m Misspelling) Nearest(name string, others []string) string {
	best, least := "", m.Distance+1
	for _, other := range others {
		shorter := min(len(name), len(other))
		if max(len(name), len(other)) < m.Letters {
			continue
		}
		if d := Distance(name, other); d < least && d*m.Each <= shorter {
			best, least = other, d
		}
	}
	return best
}

// Near are all names among others that one may be a misspelling of, in their
// order.
func (m Misspelling) Near(name string, others []string) []string {
	var near []string
	for _, other := range others {
		if m.Nearest(name, []string{other}) != "" {
			near = append(near, other)
		}
	}
	return near
}

// misspellingOf reads the parameters of a rule, none for a rule without.
func misspellingOf(rule *Rule) (m Misspelling, err error) {
	if rule == nil || rule.Params == nil {
		return m, nil
	}
	return m, json.Unmarshal(rule.Params, &m)
}
