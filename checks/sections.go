package checks

import (
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

// find returns the first section of a body with this number and title.
func (t sectionTitle) find(body *rules.Body) *rules.Section {
	for i := range body.Sections {
		if s := &body.Sections[i]; t.matches(s.Number, s.Title) {
			return s
		}
	}
	return nil
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

// known calls each for the sections of a body that are among the wanted ones,
// in the file's order. Those after the end marker are skipped: they are
// reported as trailing text.
func known(wanted []sectionTitle, body *rules.Body, each func(sectionTitle, *rules.Section)) {
	for i := range body.Sections {
		s := &body.Sections[i]
		if body.Trailing.Len() > 0 && s.Span.Start >= body.Trailing.Start {
			return
		}
		for _, t := range wanted {
			if t.matches(s.Number, s.Title) {
				each(t, s)
			}
		}
	}
}
