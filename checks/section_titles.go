package checks

import (
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// titledSections are the sections that a team's format requires.
type titledSections struct {
	Sections []titledSection `json:"sections"`
	// Level is the level of their headings.
	Level int `json:"level"`
}

// sizedSections are titledSections with minimum sizes.
type sizedSections struct {
	titledSections
	// Least are the characters of a section that does not say how many it needs.
	Least int `json:"least"`
}

// titledSection is a section by the title of its heading, with its minimum
// characters and words.
type titledSection struct {
	Title      string `json:"title"`
	Characters *int   `json:"characters"`
	Words      int    `json:"words"`
	Optional   bool   `json:"optional"`
}

// titled reports whether a heading's text is the section's title, ignoring
// case, a number before it and a colon after it.
func (t titledSection) titled(heading string) bool {
	return t.is(heading) || t.is(headingNumber.ReplaceAllString(heading, ""))
}

func (t titledSection) is(text string) bool { return document.SameTitle(text, t.Title) }

func (t titledSection) find(pass *rules.Pass) *document.Section {
	return pass.Doc.Body.Section(func(s *document.Section) bool { return t.is(s.Title) || t.titled(s.Text) })
}

// sectionTitles reports each required section without a heading, and mentions a
// heading of another level with its title.
func sectionTitles(p *titledSections, pass *rules.Pass) {
	body := pass.Doc.Body
	if body == nil {
		return
	}
	for _, t := range p.Sections {
		if t.Optional || t.find(pass) != nil {
			continue
		}
		heading := strings.Repeat("#", p.Level) + " " + t.Title
		r := rules.Report{At: textEnd(pass, body), Values: rules.Values{"title": secret.Quote(t.Title), "heading": heading}}
		for _, h := range body.Headings {
			if t.titled(h.Text) {
				r.At, r.Variant = h.Span, "level"
				r.Values["found"] = secret.Quote(strings.Repeat("#", h.Level) + " " + h.Text)
				break
			}
		}
		pass.Report(r)
	}
}

// sectionSizes reports each section below its minimum size.
func sectionSizes(p *sizedSections, pass *rules.Pass) {
	for _, t := range p.Sections {
		s, least := t.find(pass), p.Least
		if t.Characters != nil {
			least = *t.Characters
		}
		if s == nil || s.Characters >= least && s.Words >= t.Words {
			continue
		}
		variant, count, noun := "", s.Characters, "character"
		switch {
		case s.Characters == 0:
			variant = "blank"
		case s.Characters >= least:
			count, least, noun = s.Words, t.Words, "word"
		}
		pass.Report(rules.Report{At: s.Span, Scope: s.Whole(), Variant: variant, Values: rules.Values{
			"title": secret.Quote(t.Title),
			"count": strconv.Itoa(count),
			"min":   strconv.Itoa(least),
			"unit":  text.Plural(count, noun),
		}})
	}
}
