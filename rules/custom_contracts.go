package rules

import (
	"sync"

	"github.com/handofflint/handofflint/internal/constraint"
)

// CustomContracts are what is asked of a rule and of a format of a team's own,
// for who describes a source of them to an editor. An error is a fault of the
// program.
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
