package rules

import "github.com/handofflint/handofflint/internal/constraint"

// CustomRuleContract returns the contract of a team's rule. An error is a bug in
// handofflint.
//
// Internal: it serves the commands of handofflint.
func CustomRuleContract() (*constraint.Checker, error) {
	c := &contracts{}
	err := c.load()
	return c.rule, err
}
