package rules

import (
	"fmt"

	"github.com/handofflint/handofflint/internal/near"
)

// NearName returns the choice that a typed name was probably meant to be, "" if
// none is near: the first of those with the fewest wrong letters, else the only
// one with that prefix. A value that disables a check is suggested for a plain
// slip only. rules/near.cue has the numbers.
//
// Internal: it serves the commands of handofflint.
func NearName(name string, choices []string) string { return near.Name(name, choices) }

// NearFirst returns the choices with the one that was probably meant first.
//
// Internal: it serves the commands of handofflint.
func NearFirst(name string, choices []string) []string { return near.First(name, choices) }

// DidYouMean returns a suggestion, `did you mean "a" or "b"?`, "" if there are
// no names or they are empty.
//
// Internal: it serves the commands of handofflint.
func DidYouMean(names ...string) string { return near.DidYouMean(names...) }

// DidYouMeanOne returns a suggestion in parentheses for the choice near to a
// name, ` (did you mean "a"?)`, "" if none is near.
//
// Internal: it serves the commands of handofflint.
func DidYouMeanOne(name string, choices []string) string { return near.DidYouMeanOne(name, choices) }

// Distance returns the optimal string alignment distance of two words, ignoring
// case: the number of code points to add, remove, change or swap with a
// neighbour. Only the first 64 letters of each word are compared.
//
// Internal: it serves the commands of handofflint.
func Distance(a, b string) int { return near.Distance(a, b) }

// Near returns the rules that a typed name was probably meant to be, all of the
// nearest. It also finds a rule without its group or with another one, and a
// group by its name alone, as the pattern group/*.
func (c *Catalogue) Near(name string) []string {
	names := make([]string, len(c.Rules))
	for i, r := range c.Rules {
		names[i] = r.Name
	}
	return near.Rules(name, names)
}

// UnknownRule returns the message for an unknown rule, with a suggestion.
//
// Internal: it serves the commands of handofflint.
func (c *Catalogue) UnknownRule(name string) string {
	if question := DidYouMean(c.Near(name)...); question != "" {
		return fmt.Sprintf("unknown rule %q: %s `handofflint rules` lists them", name, question)
	}
	return fmt.Sprintf("unknown rule %q; `handofflint rules` lists them", name)
}
