package checks

import (
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/rules"
)

type sectionTextParams struct {
	Sections []sectionTitle   `json:"sections"`
	Section  int              `json:"section"`
	Patterns []*rules.Pattern `json:"patterns"`
}

// sectionText reports a section that matches none of the patterns.
var sectionText = rules.NewCheck(func(p *sectionTextParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	for _, t := range p.Sections {
		s := t.find(pass.Doc.Body)
		if t.Number != p.Section || s == nil {
			continue
		}
		content := htmlComment.ReplaceAllString(pass.Doc.Source.Slice(s.Content), "")
		if slices.ContainsFunc(p.Patterns, func(re *rules.Pattern) bool { return re.Match(content, pass.Steps()) }) {
			continue
		}
		pass.Report(rules.Report{At: s.Span, Scope: whole(s), Values: rules.Values{"number": strconv.Itoa(t.Number)}})
	}
})
