// Package near finds the existing name that a user probably meant by another, for "did you mean ...?". It has
// no list of names. Start with Name.
package near

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// nearness says when a typed name means an existing one; rules/facts/near.cue explains each value.
type nearness struct{ Distance, Each, First, Letters, Beginning, Most int }

// loaded is read once, and only when a name is unknown.
var loaded = sync.OnceValue(func() nearness { return table.Load[nearness]("near") })

// Name returns the choice that a typed name was probably meant to be, or "": the first one with the fewest
// wrong letters, else the only one with that prefix.
func Name(name string, choices []string) string {
	n := loaded()
	best, least := "", n.Distance+1
	for _, choice := range choices {
		if d, near := n.wrongLetters(name, choice); near && d < least {
			best, least = choice, d
		}
	}
	if best != "" {
		return best
	}
	if begun := slices.DeleteFunc(slices.Clone(choices), func(c string) bool { return !n.isPrefix(name, c) }); len(begun) == 1 {
		return begun[0]
	}
	return ""
}

// wrongLetters returns the number of wrong letters of a name for a choice, and whether these are few enough.
func (n nearness) wrongLetters(name, choice string) (d int, near bool) {
	a := utf8.RuneCountInString(name)
	b := utf8.RuneCountInString(choice)
	if min(a, b) < n.Letters {
		return 0, false
	}
	most := min(n.Distance, max(a, b)/n.Each)
	first, _ := utf8.DecodeRuneInString(name)
	isSameFirst := strings.HasPrefix(strings.ToLower(choice), string(unicode.ToLower(first)))
	if !isSameFirst { // from n.First wrong letters on, the first has to match
		most = min(most, n.First-1)
	}
	d = Distance(name, choice, most)
	return d, d <= most
}

// isPrefix reports whether a name is a long enough prefix of another.
func (n nearness) isPrefix(name, choice string) bool {
	return utf8.RuneCountInString(name) >= n.Beginning && len(name) <= len(choice) && strings.EqualFold(choice[:len(name)], name)
}

// compared is the number of letters of a word that are compared: nobody misspells longer names.
const compared = 64

// Distance returns the number of letters to add, remove, change or swap with a neighbour to turn one word
// into the other, ignoring case. It returns most+1 if there are more than most. Only the first 64 letters of
// each word are compared.
func Distance(a, b string, most int) int {
	x, y := letters(a), letters(b)
	if max(len(x)-len(y), len(y)-len(x)) > most {
		return most + 1
	}
	// a row has the distances of a prefix of x to all prefixes of y
	var rows [3][compared + 1]int
	before := &rows[0]
	above := &rows[1]
	row := &rows[2]
	for j := range y {
		row[j+1] = j + 1
	}
	for i := range x {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range y {
			d := above[j]
			if x[i] != y[j] {
				d++
			}
			d = min(d, above[j+1]+1, row[j]+1)
			isSwapped := i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j]
			if isSwapped {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
		}
	}
	return min(row[len(y)], most+1)
}

// letters returns the letters of a word that are compared, in lower case.
func letters(word string) []rune {
	found := []rune(strings.ToLower(word[:min(len(word), compared*utf8.UTFMax)]))
	return found[:min(len(found), compared)]
}

// DidYouMean returns a suggestion, `did you mean "a" or "b"?`, or "" if there are no non-empty names.
func DidYouMean(near ...string) string {
	names := text.NonEmpty(slices.Clone(near)...)
	if len(names) == 0 {
		return ""
	}
	for i, name := range names {
		names[i] = strconv.Quote(name)
	}
	return "did you mean " + text.OrList(names) + "?"
}

// DidYouMeanOne returns a suggestion in parentheses for the choice nearest to a name, ` (did you mean "a"?)`,
// or "".
func DidYouMeanOne(name string, choices []string) string {
	if question := DidYouMean(Name(name, choices)); question != "" {
		return " (" + question + ")"
	}
	return ""
}

// Suffix returns a suggestion to append to a message, or "".
func Suffix(near ...string) string {
	if question := DidYouMean(near...); question != "" {
		return ": " + question
	}
	return ""
}
