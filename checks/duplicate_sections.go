package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// duplicateSections reports every section whose number and title occurred
// before.
var duplicateSections = rules.NewCheck(func(p *sectionsParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	first := map[int]*rules.Section{}
	known(p.Sections, pass.Doc.Body, func(t sectionTitle, s *rules.Section) {
		earlier, seen := first[t.Number]
		if !seen {
			first[t.Number] = s
			return
		}
		pass.Report(rules.Report{
			At:      s.Span,
			Values:  rules.Values{"number": strconv.Itoa(t.Number), "line": strconv.Itoa(pass.Line(earlier.Span))},
			Related: []document.Related{{Span: earlier.Span}},
		})
	})
})
