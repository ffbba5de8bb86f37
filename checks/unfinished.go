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
	// Unknown are those that say of a single line or value that nobody wrote it. Told matches the labels of values that
	// whoever did the work knows, Pending the headings and labels of what may be unknown still.
	Unknown wordSet       `json:"unknown"`
	Told    *text.Pattern `json:"told"`
	Pending *text.Pattern `json:"pending"`
}

// unfinishedSections reports each section whose texts are all placeholders, titles of columns aside, and that has no
// code, quotation or the like; it also reports headings and values that are from a template, placeholders between
// tags, and lines, values and rows about files that nobody wrote. Checkboxes are content, and so is a table whose cells
// differ.
func unfinishedSections(p *unfinishedParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	report := func(at text.Span, variant, name, what string) {
		pass.Report(rules.Report{At: at, Variant: variant, Values: rules.Values{"section": name, "text": secret.Quote(what)}})
	}
	for _, field := range pass.Doc.Data().Fields() {
		if p.isTemplate(field.Str(), pass.Steps()) || p.isUnknown(field.Str()) && p.isTold(field.Name, pass.Steps()) {
			report(field.Value, "value", field.Name, field.Text)
		}
	}
	for _, h := range pass.Doc.Body.Headings {
		if p.isTemplate(h.Text, pass.Steps()) {
			report(h.Span, "heading", "", h.Text)
		}
	}
	found := p.reportTagged(pass, report)
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
		for _, leaf := range s.Leaves {
			found[leaf.Span.Start] = true
		}
	}
	p.reportLines(pass, func(at text.Span, variant, name, what string) {
		if !found[at.Start] {
			report(at, variant, name, what)
		}
	})
}

// reportLines reports the lines that nobody wrote, and the values after a label, in a table, too, or beside a file.
func (p *unfinishedParams) reportLines(pass *rules.Pass, report func(at text.Span, variant, name, what string)) {
	leaves := pass.Doc.Leaves()
	for i := 0; i < len(leaves); i++ {
		leaf := &leaves[i]
		switch {
		case leaf.Open, p.isPending(leaf.Under, pass.Steps()):
		case leaf.Kind == document.TableCell:
			row := rowAt(leaves[i:])
			isValue := fileName.MatchString(leaf.Text) || len(row) == 2 && p.isTold(leaf.Text, pass.Steps())
			isOther := func(cell document.Leaf) bool { return !p.isUnknown(cell.Text) }
			if isValue && len(row) > 1 && !slices.ContainsFunc(row[1:], isOther) {
				report(row[1].Span, "value", secret.Quote(leaf.Text), row[1].Text)
			}
			i += len(row) - 1
		case leaf.Kind != document.CodeBlock:
			p.reportText(pass, leaf.Span, report)
		}
	}
}

// fileName matches the path or name of a file that is all of a cell.
var fileName = text.MustCompile("^[`*]*[\\pL\\d_.@/-]*(?:/[\\pL\\d_.@-]+|[\\pL\\d_-]\\.[A-Za-z][A-Za-z0-9]{0,9})[`*]*$")

// rowAt returns the cells of the row of the first of some leaves.
func rowAt(leaves []document.Leaf) []document.Leaf {
	first := leaves[0].Cell
	end := slices.IndexFunc(leaves, func(l document.Leaf) bool {
		return l.Kind != document.TableCell || l.Cell.Table != first.Table || l.Cell.Row != first.Row
	})
	if end < 0 {
		return leaves
	}
	return leaves[:end]
}

// reportText reports the lines of a paragraph or item that nobody wrote, and the values after a label.
func (p *unfinishedParams) reportText(pass *rules.Pass, at text.Span, report func(at text.Span, variant, name, what string)) {
	start := at.Start
	for line := range strings.Lines(pass.Doc.Source.Slice(at)) {
		said := strings.TrimSpace(line)
		from := start + strings.Index(line, said)
		here := text.Span{Start: from, End: from + len(said)}
		start += len(line)
		label, value, _ := strings.Cut(strings.Replace(said, "：", ":", 1), ":")
		switch {
		case p.isUnknown(said):
			report(here, "line", "", said)
		case p.isUnknown(value) && p.isTold(label, pass.Steps()):
			report(here, "value", secret.Quote(strings.Trim(text.WithoutMarks(label), text.Around)), strings.Trim(value, text.Around))
		}
	}
}

// maxLabel bounds the words before the colon of a value: a longer text is a sentence.
const maxLabel = 4

// isTold reports whether a label is of a value that whoever did the work knows.
func (p *unfinishedParams) isTold(label string, steps *text.Steps) bool {
	return len(strings.Fields(label)) <= maxLabel && p.Told.Match(label, steps) && !p.Pending.Match(label, steps)
}

// isPending reports whether a heading or a label above a text says that it is about what is open.
func (p *unfinishedParams) isPending(under *document.Under, steps *text.Steps) bool {
	isPending := func(title string) bool { return p.Pending.Match(title, steps) }
	isOfPending := func(h document.Heading) bool { return isPending(h.Text) }
	return slices.ContainsFunc(under.Headings, isOfPending) || slices.ContainsFunc(under.Labels, isPending)
}

// isUnknown reports whether a whole text says that nobody wrote it.
func (p *unfinishedParams) isUnknown(s string) bool {
	return p.Unknown[unwrapped(text.Bare(withoutTicks(s)))]
}

// withoutTicks returns a text that is one piece of code without its backticks.
func withoutTicks(s string) string { return strings.Trim(strings.TrimSpace(s), "`") }

// tagged matches a line of text between tags on separate lines, which are sections in some files.
var tagged = text.MustCompile(`(?m)^<(\w+)>\s*\n([^<\r\n]+)\s*\n</\w+>\r?$`)

// reportTagged reports the placeholders between tags, and returns the offsets of their starts.
func (p *unfinishedParams) reportTagged(pass *rules.Pass, report func(at text.Span, variant, name, what string)) map[int]bool {
	found := map[int]bool{}
	source := pass.Doc.Source.Bytes()
	for _, m := range tagged.FindAllSubmatchIndex(source, -1) {
		name, at := string(source[m[2]:m[3]]), text.Span{Start: m[4], End: m[5]}
		if p.isUnfinished(pass.Doc.Source.Slice(at), pass.Steps()) {
			report(at, "", secret.Quote(name), pass.Doc.Source.Slice(at))
			found[at.Start] = true
		}
	}
	return found
}

// isUnfinished reports whether a whole text is a placeholder, or a labelled placeholder: "TODO: fill in".
func (p *unfinishedParams) isUnfinished(s string, steps *text.Steps) bool {
	bare := unwrapped(text.Bare(withoutTicks(s)))
	label, rest, _ := strings.Cut(bare, ": ")
	return p.Unfinished[bare] || p.Unfinished[label] && p.Unfinished[rest] || p.isTemplate(s, steps)
}

// isTemplate reports whether a whole text is from a template.
func (p *unfinishedParams) isTemplate(s string, steps *text.Steps) bool {
	return p.Patterns.match(text.Bare(s), steps)
}
