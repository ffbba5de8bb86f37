package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// nearFile says when a typed name is taken for another.
const nearFile = "near.cue"

// nearness says when a name that a person has typed is taken for an existing
// one. near.cue explains each value.
type nearness struct {
	Distance, Each, First, Letters, Beginning, Most int
	Off                                             struct {
		Values   []string
		Distance int
	}
}

// loadedNearness is read once, and only when a name is unknown.
var loadedNearness = sync.OnceValue(func() nearness {
	n, err := loadNearness()
	if err != nil {
		panic(err) // the sources are broken; a test would have found that
	}
	return n
})

func loadNearness() (n nearness, err error) {
	value, err := loadSources(func(name string) bool { return name != nearFile })
	if err != nil {
		return n, err
	}
	if err := lookup(value, "near").Decode(&n); err != nil {
		return n, fmt.Errorf("%s: %w", nearFile, err)
	}
	return n, nil
}

// NearName returns the choice that a typed name was probably meant to be, "" if
// none is near: the first of those with the fewest wrong letters, else the only
// one with that prefix. A value that disables a check is suggested for a plain
// slip only. rules/near.cue has the numbers.
//
// Internal: it serves the commands of handofflint.
func NearName(name string, choices []string) string {
	n := loadedNearness()
	best, least := "", n.Distance+1
	for _, choice := range choices {
		if d, near := n.distance(name, choice); near && d < least {
			best, least = choice, d
		}
	}
	if best != "" {
		return best
	}
	if begun := slices.DeleteFunc(slices.Clone(choices), func(c string) bool { return n.isOff(c) || !n.isPrefix(name, c) }); len(begun) == 1 {
		return begun[0]
	}
	return ""
}

// NearFirst returns the choices with the one that was probably meant first.
//
// Internal: it serves the commands of handofflint.
func NearFirst(name string, choices []string) []string {
	near := NearName(name, choices)
	if near == "" {
		return choices
	}
	rest := slices.DeleteFunc(slices.Clone(choices), func(c string) bool { return c == near })
	return append([]string{near}, rest...)
}

// distance returns the distance of two names, and whether they are near.
func (n nearness) distance(name, choice string) (d int, near bool) {
	a, b := utf8.RuneCountInString(name), utf8.RuneCountInString(choice)
	if min(a, b) < n.Letters {
		return 0, false
	}
	d = Distance(name, choice)
	if n.isOff(choice) && d > n.Off.Distance {
		return d, false
	}
	if d >= n.First && !sameFirst(name, choice) {
		return d, false
	}
	return d, d <= n.Distance && d*n.Each <= max(a, b)
}

// sameFirst reports whether two names begin with the same letter, ignoring
// case.
func sameFirst(a, b string) bool {
	first, _ := utf8.DecodeRuneInString(a)
	other, _ := utf8.DecodeRuneInString(b)
	return unicode.ToLower(first) == unicode.ToLower(other)
}

func (n nearness) isOff(choice string) bool { return slices.Contains(n.Off.Values, choice) }

// isPrefix reports whether a name is a prefix of another and long enough.
func (n nearness) isPrefix(name, choice string) bool {
	return utf8.RuneCountInString(name) >= n.Beginning && len(name) <= len(choice) && strings.EqualFold(choice[:len(name)], name)
}

// DidYouMean returns a suggestion, `did you mean "a" or "b"?`, "" if there are
// no names or they are empty.
//
// Internal: it serves the commands of handofflint.
func DidYouMean(near ...string) string {
	var quoted []string
	for _, name := range near {
		if name != "" {
			quoted = append(quoted, strconv.Quote(name))
		}
	}
	last := len(quoted) - 1
	switch {
	case last < 0:
		return ""
	case last == 0:
		return "did you mean " + quoted[0] + "?"
	}
	return "did you mean " + strings.Join(quoted[:last], ", ") + " or " + quoted[last] + "?"
}

// DidYouMeanOne returns a suggestion in parentheses for the choice near to a
// name, ` (did you mean "a"?)`, "" if none is near.
//
// Internal: it serves the commands of handofflint.
func DidYouMeanOne(name string, choices []string) string {
	if question := DidYouMean(NearName(name, choices)); question != "" {
		return " (" + question + ")"
	}
	return ""
}

// didYouMeanSuffix returns a suggestion to append to a message, "" if there is
// none.
func didYouMeanSuffix(near ...string) string {
	if question := DidYouMean(near...); question != "" {
		return ": " + question
	}
	return ""
}
