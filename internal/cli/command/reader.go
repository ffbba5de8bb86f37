package command

import "github.com/handofflint/handofflint/rules"

// AsReader gives findings the weight that they have for whoever takes the handoff
// over: what says that a report is not complete, or not what was sealed, is an
// error then.
func AsReader(findings []rules.Finding) {
	for i, f := range findings {
		if f.Consumer != "" {
			findings[i].Severity = f.Consumer
		}
	}
}
