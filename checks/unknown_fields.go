package checks

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/rules"
)

// misspeltFields reports an unknown field that is similar to a missing known field whose type its value has.
// If the known field is required, the finding about its absence mentions the misspelling.
func misspeltFields(p *near.Misspelling, pass *rules.Pass) {
	for _, u := range pass.UnknownFields() {
		parent := document.ParentPointer(u.Pointer)
		near := pass.Misspelt(*p, u)
		if near == "" || pass.Failed(parent+"/"+near) {
			continue
		}
		variant := ""
		if pass.Doc.Data().At(parent+"/"+near) != nil {
			variant = "beside"
		}
		pass.Report(rules.Report{
			At:      u.Node.Key,
			Pointer: u.Pointer,
			Variant: variant,
			Values: rules.Values{
				"field": secret.Quote(u.Node.Name), "near": secret.Quote(near),
				"name": u.Node.Name, "known": near,
			},
		})
	}
}

// unknownFields reports every field that is not in the format's schema.
func unknownFields(_ *struct{}, pass *rules.Pass) {
	for _, u := range pass.UnknownFields() {
		pass.Report(rules.Report{
			At:      u.Node.Key,
			Pointer: u.Pointer,
			Values:  rules.Values{"field": secret.Quote(u.Node.Name)},
		})
	}
}
