package claims

import (
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/rules"
)

// factsOf returns what the claims of a handoff are checked against. A part that the rule
// `needs` is there.
func factsOf(pass *rules.Pass) *evidence.Facts {
	facts, _ := pass.Evidence().(*evidence.Facts)
	return facts
}
