package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/rules"
)

// sectionOrder reports a section that follows one with a higher number: one
// finding for each step back, however many sections were moved.
var sectionOrder = rules.NewCheck(func(p *sectionsParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	previous := 0
	known(p.Sections, pass.Doc.Body, func(t sectionTitle, s *rules.Section) {
		if t.Number < previous {
			pass.Report(rules.Report{At: s.Span, Values: rules.Values{
				"number": strconv.Itoa(t.Number),
				"before": strconv.Itoa(previous),
			}})
		}
		previous = t.Number
	})
})
