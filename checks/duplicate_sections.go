package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/rules"
)

// duplicateSections reports every section whose number and title occurred
// before.
var duplicateSections = rules.NewCheck(func(p *sectionsParams, pass *rules.Pass) {
	first := map[int]*rules.Section{}
	p.known(pass, func(s *rules.Section) {
		earlier, seen := first[s.Number]
		if !seen {
			first[s.Number] = s
			return
		}
		pass.Report(rules.Report{
			At:      s.Span,
			Values:  rules.Values{"number": strconv.Itoa(s.Number), "line": strconv.Itoa(pass.Line(earlier.Span))},
			Related: []rules.Place{{Span: earlier.Span}},
		})
	})
})
