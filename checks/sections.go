package checks

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// sectionTitle is a required section of a report: its number, how its title
// starts, the full title, and whether an empty answer is enough.
type sectionTitle struct {
	Number int    `json:"number"`
	Starts string `json:"starts"`
	Title  string `json:"title"`
	Empty  bool   `json:"empty"`
}

// matches reports whether a heading's number and title are this section's.
func (t sectionTitle) matches(number int, title string) bool {
	return number == t.Number && t.titled(title)
}

// titled reports whether a title starts as this section's does, ignoring case.
func (t sectionTitle) titled(title string) bool {
	title = strings.TrimSpace(title)
	return len(title) >= len(t.Starts) && strings.EqualFold(title[:len(t.Starts)], t.Starts)
}

// find returns the first section with this number and title.
func (t sectionTitle) find(pass *rules.Pass) *document.Section {
	return pass.Doc.Body.Section(func(s *document.Section) bool { return t.matches(s.Number, s.Title) })
}

// sectionsParams are the sections of a report.
type sectionsParams struct {
	Sections []sectionTitle `json:"sections"`
}

// numbered returns the first section that is the one of a number.
func (p *sectionsParams) numbered(pass *rules.Pass, number int) *document.Section {
	return pass.Doc.Body.Section(func(s *document.Section) bool {
		return s.Number == number && slices.ContainsFunc(p.Sections, func(t sectionTitle) bool { return t.matches(s.Number, s.Title) })
	})
}

// isEmptyAnswer reports whether a section is exactly one of some empty answers, and
// may be.
func (p *sectionsParams) isEmptyAnswer(pass *rules.Pass, s *document.Section, empty wordSet) bool {
	mayBe := slices.ContainsFunc(p.Sections, func(t sectionTitle) bool { return t.Empty && t.matches(s.Number, s.Title) })
	return mayBe && len(s.Leaves) == 1 && empty[unwrapped(text.Bare(s.Leaves[0].Text))] && !saysMore(pass.Doc.Source, s)
}

// known calls each for the sections of a document that are among the wanted
// ones, in the file's order. Those after the end marker are skipped: they are
// reported as trailing text.
func (p *sectionsParams) known(pass *rules.Pass, each func(*document.Section)) {
	if pass.Doc.Body == nil {
		return
	}
	for i := range pass.Doc.Body.Sections {
		s := &pass.Doc.Body.Sections[i]
		if pass.Doc.Body.IsTrailing(s.Span) {
			return
		}
		if slices.ContainsFunc(p.Sections, func(t sectionTitle) bool { return t.matches(s.Number, s.Title) }) {
			each(s)
		}
	}
}

// duplicateSections reports every section whose number and title occurred
// before.
func duplicateSections(p *sectionsParams, pass *rules.Pass) {
	first := map[int]*document.Section{}
	p.known(pass, func(s *document.Section) {
		earlier, seen := first[s.Number]
		if !seen {
			first[s.Number] = s
			return
		}
		pass.Report(rules.Report{
			At:      s.Span,
			Values:  rules.Values{"number": strconv.Itoa(s.Number), "line": strconv.Itoa(pass.Line(earlier.Span))},
			Related: []document.Related{{Span: earlier.Span}},
		})
	})
}

// sectionOrder reports a section that follows one with a higher number: one
// finding for each step back, however many sections were moved.
func sectionOrder(p *sectionsParams, pass *rules.Pass) {
	previous := 0
	p.known(pass, func(s *document.Section) {
		if s.Number < previous {
			values := rules.Values{"number": strconv.Itoa(s.Number), "before": strconv.Itoa(previous)}
			pass.Report(rules.Report{At: s.Span, Values: values})
		}
		previous = s.Number
	})
}

type sectionLengthParams struct {
	sectionsParams
	Min   map[string]int `json:"min"`
	Empty wordSet        `json:"empty"`
}

// sectionLength reports each section with fewer characters than the minimum for
// its number, unless it may be an empty answer and is one. Only the first of
// duplicate sections is measured.
func sectionLength(p *sectionLengthParams, pass *rules.Pass) {
	for _, t := range p.Sections {
		least := p.Min[strconv.Itoa(t.Number)]
		s := t.find(pass)
		if s == nil || s.Characters >= least || p.isEmptyAnswer(pass, s, p.Empty) {
			continue
		}
		pass.Report(rules.Report{At: s.Span, Scope: s.Whole(), Values: rules.Values{
			"number":     strconv.Itoa(t.Number),
			"title":      t.Title,
			"characters": strconv.Itoa(s.Characters),
			"unit":       text.Plural(s.Characters, "character"),
			"min":        strconv.Itoa(least),
		}})
	}
}
