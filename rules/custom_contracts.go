package rules

import (
	"sync"

	"github.com/handofflint/handofflint/internal/constraint"
)

// CustomContracts returns the contracts of a team's rules and formats, for the
// editor's schema. An error is a bug in handofflint.
//
// Internal: it serves the commands of handofflint.
func CustomContracts() (rule, format *constraint.Checker, err error) {
	c, err := customContracts()
	if err != nil {
		return nil, nil, err
	}
	return c.rule, c.format, nil
}

var customContracts = sync.OnceValues(func() (*contracts, error) {
	c := &contracts{}
	return c, c.load()
})
