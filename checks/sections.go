package checks

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// sectionTitle is a required section of a report: its number, how its title
// starts, and the full title.
type sectionTitle struct {
	Number int    `json:"number"`
	Starts string `json:"starts"`
	Title  string `json:"title"`
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
func (t sectionTitle) find(pass *rules.Pass) *rules.Section {
	return firstSection(pass, func(s *rules.Section) bool { return t.matches(s.Number, s.Title) })
}

// firstSection returns the first section of a document that matches, nil if
// there is none.
func firstSection(pass *rules.Pass, matches func(*rules.Section) bool) *rules.Section {
	if pass.Doc.Body == nil {
		return nil
	}
	for i := range pass.Doc.Body.Sections {
		if s := &pass.Doc.Body.Sections[i]; matches(s) {
			return s
		}
	}
	return nil
}

// sectionsParams are the sections of a report.
type sectionsParams struct {
	Sections []sectionTitle `json:"sections"`
}

// numbered returns the first section that is the one of a number.
func (p *sectionsParams) numbered(pass *rules.Pass, number int) *rules.Section {
	return firstSection(pass, func(s *rules.Section) bool {
		return s.Number == number && slices.ContainsFunc(p.Sections, func(t sectionTitle) bool { return t.matches(s.Number, s.Title) })
	})
}

// unit returns a noun in the number for a count: a character, two characters.
func unit(count int, noun string) string {
	if count == 1 {
		return noun
	}
	return noun + "s"
}

// whole returns the span of a section with its heading.
func whole(s *rules.Section) rules.Span {
	return rules.Span{Start: s.Span.Start, End: max(s.Span.End, s.Content.End)}
}

// known calls each for the sections of a document that are among the wanted
// ones, in the file's order. Those after the end marker are skipped: they are
// reported as trailing text.
func (p *sectionsParams) known(pass *rules.Pass, each func(*rules.Section)) {
	if pass.Doc.Body == nil {
		return
	}
	for i := range pass.Doc.Body.Sections {
		s := &pass.Doc.Body.Sections[i]
		if isTrailing(pass.Doc.Body, s.Span) {
			return
		}
		if slices.ContainsFunc(p.Sections, func(t sectionTitle) bool { return t.matches(s.Number, s.Title) }) {
			each(s)
		}
	}
}

// isTrailing reports whether a span is after the end marker.
func isTrailing(body *rules.Body, at rules.Span) bool {
	return body.Trailing.Len() > 0 && at.Start >= body.Trailing.Start
}
