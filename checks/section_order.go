package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/rules"
)

// sectionOrder reports a section that stands behind one with a higher number.
var sectionOrder = prepare(func(p *sectionsParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	highest := 0
	known(p.Sections, pass.Doc.Body, func(t sectionTitle, s *rules.Section) {
		if t.Number < highest {
			pass.Report(rules.Report{At: s.Span, Values: rules.Values{
				"number": strconv.Itoa(t.Number),
				"before": strconv.Itoa(highest),
			}})
		}
		highest = max(highest, t.Number)
	})
})
