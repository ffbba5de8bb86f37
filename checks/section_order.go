package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/rules"
)

// sectionOrder reports a section that follows one with a higher number: one
// finding for each step back, however many sections were moved.
var sectionOrder = rules.NewCheck(func(p *sectionsParams, pass *rules.Pass) {
	previous := 0
	p.known(pass, func(s *rules.Section) {
		if s.Number < previous {
			pass.Report(rules.Report{At: s.Span, Values: rules.Values{
				"number": strconv.Itoa(s.Number),
				"before": strconv.Itoa(previous),
			}})
		}
		previous = s.Number
	})
})
