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

// nearFile says when a typed name is taken for another one.
const nearFile = "near.cue"

// nearness is when a name that a person has typed is taken for one that there
// is. The comments of near.cue say what each value means.
type nearness struct {
	Distance, Each, First, Letters, Beginning, Most int
	Off                                             struct {
		Values   []string
		Distance int
	}
}

// loadedNearness is that of the sources, read once and only where something is wrong.
var loadedNearness = sync.OnceValue(func() nearness {
	n, err := loadNearness()
	if err != nil {
		panic(err) // the sources are broken, which a test would have found
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

// NearName is the one of the choices that a typed name was probably meant to
// be, "" where none is near: one with few letters wrong, of equals the first,
// else the only one that begins so. A value that switches a judgement off is
// only ever a plain slip of the name. rules/near.cue has the numbers.
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

// NearFirst are the choices with the one that a typed name was probably meant to
// be in front, otherwise in their order.
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

// distance is how far two names are from each other, and whether that is near.
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

// sameFirst says whether two names begin with one letter, ignoring case.
func sameFirst(a, b string) bool {
	first, _ := utf8.DecodeRuneInString(a)
	other, _ := utf8.DecodeRuneInString(b)
	return unicode.ToLower(first) == unicode.ToLower(other)
}

func (n nearness) isOff(choice string) bool { return slices.Contains(n.Off.Values, choice) }

// isPrefix says whether a name is enough of the beginning of another.
func (n nearness) isPrefix(name, choice string) bool {
	return utf8.RuneCountInString(name) >= n.Beginning && len(name) <= len(choice) && strings.EqualFold(choice[:len(name)], name)
}

// DidYouMean asks for the names that were probably meant, `did you mean "a" or
// "b"?`. It is "" where there are none, or they are empty.
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

// DidYouMeanOne asks in brackets for the choice that a name was probably meant to be,
// ` (did you mean "a"?)`. It is "" where none is near.
//
// Internal: it serves the commands of handofflint.
func DidYouMeanOne(name string, choices []string) string {
	if question := DidYouMean(NearName(name, choices)); question != "" {
		return " (" + question + ")"
	}
	return ""
}

// didYouMeanSuffix is a question behind what is wrong, "" where there is none to ask.
func didYouMeanSuffix(near ...string) string {
	if question := DidYouMean(near...); question != "" {
		return ": " + question
	}
	return ""
}
