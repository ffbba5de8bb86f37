package checks

import (
	"strings"

	"github.com/handofflint/handofflint/rules"
)

type misspeltFieldsParams struct {
	Distance int `json:"distance"`
	Letters  int `json:"letters"`
}

// misspeltFields reports a field that the schema does not have but that is
// like one which it has and the handoff lacks. Where that one is required, its
// absence has been told of with the misspelling.
var misspeltFields = prepare(func(p *misspeltFieldsParams, pass *rules.Pass) {
	for _, u := range pass.UnknownFields() {
		parent := u.Pointer[:strings.LastIndexByte(u.Pointer, '/')]
		near := p.near(u.Node.Name, u.Known)
		if near == "" || pass.Failed(parent+"/"+near) {
			continue
		}
		pass.Report(rules.Report{
			At:      u.Node.Key,
			Pointer: u.Pointer,
			Values:  rules.Values{"field": rules.Quote(u.Node.Name), "near": rules.Quote(near)},
		})
	}
})

// near is the known name that a name is a misspelling of, "" if none.
func (p *misspeltFieldsParams) near(name string, known []string) string {
	best, least := "", p.Distance+1
	for _, k := range known {
		if min(len(name), len(k)) < p.Letters {
			continue
		}
		if d := rules.Distance(name, k); d < least {
			best, least = k, d
		}
	}
	return best
}
