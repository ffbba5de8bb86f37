package checks

import "github.com/handofflint/handofflint/rules"

// unknownFields reports every field that the format's schema does not have.
var unknownFields = plain(func(pass *rules.Pass) {
	for _, u := range pass.UnknownFields() {
		pass.Report(rules.Report{
			At:      u.Node.Key,
			Pointer: u.Pointer,
			Values:  rules.Values{"field": rules.Quote(u.Node.Name)},
		})
	}
})
