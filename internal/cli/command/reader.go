package command

import (
	"slices"

	"github.com/handofflint/handofflint/rules"
)

// SealedBy are the rules that sealing itself sees to.
var SealedBy = []string{"report/missing-done-marker", "report/stale-done-marker"}

// unsealedBy are the rules that say that a report is not complete, or not what
// was sealed. Who reads the report takes them for errors.
var unsealedBy = append([]string{"report/status-not-written"}, SealedBy...)

// AsReader makes errors of what says that a report is not complete.
func AsReader(findings []rules.Finding) {
	for i, f := range findings {
		if slices.Contains(unsealedBy, f.Rule) {
			findings[i].Severity = rules.Error
		}
	}
}
