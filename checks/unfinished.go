package checks

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// unfinishedParams are the texts that mean that a section was never written.
type unfinishedParams struct {
	Unfinished wordSet      `json:"unfinished"`
	Patterns   []*wholeText `json:"patterns"`
}

// unfinishedSections reports each section all of whose texts are placeholders, and that has
// no code, quotation or the like. Headings, boxes to tick and tables are content.
func unfinishedSections(p *unfinishedParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	isContent := func(leaf document.Leaf) bool {
		isText := leaf.Kind == document.Paragraph || leaf.Kind == document.ListItem && !leaf.Open
		return !isText || !p.isUnfinished(leaf.Text, pass.Steps())
	}
	for i := range pass.Doc.Body.Sections {
		s := &pass.Doc.Body.Sections[i]
		if len(s.Leaves) == 0 || slices.ContainsFunc(s.Leaves, isContent) || saysMore(pass.Doc.Source, s) {
			continue
		}
		pass.Report(rules.Report{At: s.Leaves[0].Span, Scope: s.Whole(), Values: rules.Values{
			"section": sectionName(s),
			"text":    secret.Quote(s.Leaves[0].Text),
		}})
	}
}

// isUnfinished reports whether a whole text is a placeholder.
func (p *unfinishedParams) isUnfinished(s string, steps *text.Steps) bool {
	plain := text.Bare(s)
	matches := func(t *wholeText) bool { return t.Match(plain, steps) }
	return p.Unfinished[unwrapped(plain)] || slices.ContainsFunc(p.Patterns, matches)
}
