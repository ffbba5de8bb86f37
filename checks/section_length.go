package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/rules"
)

type sectionLengthParams struct {
	sectionsParams
	Min map[string]int `json:"min"`
}

// sectionLength reports each section with fewer characters than the minimum for
// its number. Only the first of duplicate sections is measured.
var sectionLength = rules.NewCheck(func(p *sectionLengthParams, pass *rules.Pass) {
	for _, t := range p.Sections {
		least := p.Min[strconv.Itoa(t.Number)]
		s := t.find(pass)
		if s == nil || s.Characters >= least {
			continue
		}
		pass.Report(rules.Report{At: s.Span, Scope: whole(s), Values: rules.Values{
			"number":     strconv.Itoa(t.Number),
			"title":      t.Title,
			"characters": strconv.Itoa(s.Characters),
			"unit":       unit(s.Characters, "character"),
			"min":        strconv.Itoa(least),
		}})
	}
})
