package rules

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Misspelling says when a field of a handoff is taken for a misspelling of
// another. It is the parameters of the rules that look for one; of names that a
// person types, rules/near.cue says it.
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
	length := utf8.RuneCountInString(name)
	for _, other := range others {
		size := utf8.RuneCountInString(other)
		if (!isASCII(name) || !isASCII(other)) && plainForm(name) == plainForm(other) {
			return other
		}
		shorter := min(length, size)
		if max(length, size) < m.Letters {
			continue
		}
		if d := Distance(name, other); d < least && d*m.Each <= shorter {
			best, least = other, d
		}
	}
	return best
}

// OtherCharacters reports whether a name that is taken for another one differs
// from it in characters that look alike: in another normal form of Unicode, in
// ones that nobody sees, or in letters of another alphabet.
func OtherCharacters(name, other string) bool {
	return name != other && (plainForm(name) == plainForm(other) || !isASCII(name) && isASCII(other))
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// plainForm is a name in its normal form of compatible characters, without those
// that nobody sees.
func plainForm(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, norm.NFKC.String(s))
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
