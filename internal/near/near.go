// Package near finds the existing name that a person probably meant by another:
// the words of "did you mean ...?".
package near

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/table"
)

// nearness says when a typed name is taken for an existing one; rules/near.cue
// explains each value.
type nearness struct {
	Distance, Each, First, Letters, Beginning, Most int
	Off                                             struct {
		Values   []string
		Distance int
	}
}

// loaded is read once, and only when a name is unknown.
var loaded = sync.OnceValue(func() nearness { return table.Load[nearness]("near") })

// Name returns the choice that a typed name was probably meant to be, "" if
// none is near: the first of those with the fewest wrong letters, else the only
// one with that prefix. A value that disables a check is suggested for a plain
// slip only. rules/near.cue has the numbers.
func Name(name string, choices []string) string {
	n := loaded()
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

// First returns the choices with the one that was probably meant first.
func First(name string, choices []string) []string {
	near := Name(name, choices)
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
func DidYouMeanOne(name string, choices []string) string {
	if question := DidYouMean(Name(name, choices)); question != "" {
		return " (" + question + ")"
	}
	return ""
}

// Suffix returns a suggestion to append to a message, "" if there is
// none.
func Suffix(near ...string) string {
	if question := DidYouMean(near...); question != "" {
		return ": " + question
	}
	return ""
}
