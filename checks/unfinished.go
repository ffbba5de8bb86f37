package checks

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// unfinishedParams are the texts that mean that a section was never written.
type unfinishedParams struct {
	Unfinished wordSet    `json:"unfinished"`
	Patterns   wholeTexts `json:"patterns"`
}

// unfinishedSections reports each section whose texts are all placeholders, titles of columns aside, and that has no
// code, quotation or the like; it also reports headings and values that are from a template, and placeholders between
// tags. Checkboxes are content, and so is a table whose cells differ.
func unfinishedSections(p *unfinishedParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	report := func(at text.Span, variant, name, what string) {
		pass.Report(rules.Report{At: at, Variant: variant, Values: rules.Values{"section": name, "text": secret.Quote(what)}})
	}
	for _, field := range pass.Doc.Data().Fields() {
		if p.isTemplate(field.Str(), pass.Steps()) {
			report(field.Value, "value", field.Name, field.Text)
		}
	}
	for _, h := range pass.Doc.Body.Headings {
		if p.isTemplate(h.Text, pass.Steps()) {
			report(h.Span, "heading", "", h.Text)
		}
	}
	p.reportTagged(pass, report)
	isText := func(leaf document.Leaf) bool { return leaf.Kind != document.TableCell || leaf.Cell.Row > 0 }
	for i := range pass.Doc.Body.Sections {
		s := &pass.Doc.Body.Sections[i]
		at := slices.IndexFunc(s.Leaves, isText)
		if at < 0 {
			continue
		}
		first := s.Leaves[at]
		isContent := func(leaf document.Leaf) bool {
			isOther := leaf.Kind == document.TableCell && leaf.Text != first.Text
			return isText(leaf) && (leaf.Open || isOther || !p.isUnfinished(leaf.Text, pass.Steps()))
		}
		if slices.ContainsFunc(s.Leaves, isContent) || saysMore(pass.Doc.Source, s) {
			continue
		}
		report(first.Span, "", secret.Quote(strings.Trim(s.Text, "*_: ")), first.Text)
	}
}

// tagged matches a line of text between tags on separate lines, which are sections in some files.
var tagged = text.MustCompile(`(?m)^<(\w+)>\s*\n([^<\r\n]+)\s*\n</\w+>\r?$`)

// reportTagged reports the placeholders between tags.
func (p *unfinishedParams) reportTagged(pass *rules.Pass, report func(at text.Span, variant, name, what string)) {
	source := pass.Doc.Source.Bytes()
	for _, m := range tagged.FindAllSubmatchIndex(source, -1) {
		name, at := string(source[m[2]:m[3]]), text.Span{Start: m[4], End: m[5]}
		if p.isUnfinished(pass.Doc.Source.Slice(at), pass.Steps()) {
			report(at, "", secret.Quote(name), pass.Doc.Source.Slice(at))
		}
	}
}

// isUnfinished reports whether a whole text is a placeholder, or a labelled placeholder: "TODO: fill in".
func (p *unfinishedParams) isUnfinished(s string, steps *text.Steps) bool {
	bare := unwrapped(text.Bare(s))
	label, rest, _ := strings.Cut(bare, ": ")
	return p.Unfinished[bare] || p.Unfinished[label] && p.Unfinished[rest] || p.isTemplate(s, steps)
}

// isTemplate reports whether a whole text is from a template.
func (p *unfinishedParams) isTemplate(s string, steps *text.Steps) bool {
	return p.Patterns.match(text.Bare(s), steps)
}
