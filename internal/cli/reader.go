package cli

import "github.com/handofflint/handofflint/rules"

// asReader gives findings the weight that they have for whoever takes the handoff
// over: what says that a report is not complete, or not what was sealed, is an
// error then.
func asReader(findings []rules.Finding) {
	for i, f := range findings {
		if f.Consumer != "" {
			findings[i].Severity = f.Consumer
		}
	}
}
