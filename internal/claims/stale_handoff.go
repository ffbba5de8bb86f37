package claims

import (
	"time"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type staleHandoffParams struct {
	Commits int `json:"commits"`
}

// staleHandoff reports a handoff that nobody has changed while many commits were made.
func staleHandoff(p *staleHandoffParams, pass *rules.Pass) {
	count, last, known := factsOf(pass).Tree.CommitsSince(pass.Doc.Input.Path)
	if known && count >= p.Commits {
		pass.Report(rules.Report{Values: rules.Values{"count": text.Count(count, "commit"), "date": last.Time.Format(time.DateOnly)}})
	}
}
