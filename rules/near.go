package rules

import (
	"fmt"

	"github.com/handofflint/handofflint/internal/near"
)

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
	if question := near.DidYouMean(c.Near(name)...); question != "" {
		return fmt.Sprintf("unknown rule %q: %s `handofflint rules` lists them", name, question)
	}
	return fmt.Sprintf("unknown rule %q; `handofflint rules` lists them", name)
}
