package checks

import (
	"strconv"
	"strings"

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
	Least      int  `json:"least"`
	Characters noun `json:"characters"`
	Words      noun `json:"words"`
}

// titledSection is a section by the title of its heading, with its minimum
// characters and words.
type titledSection struct {
	Title      string `json:"title"`
	Characters *int   `json:"characters"`
	Words      int    `json:"words"`
	Optional   bool   `json:"optional"`
}

// noun is the singular and plural of what is counted.
type noun [2]string

func (n noun) of(count int) string {
	if count == 1 {
		return n[0]
	}
	return n[1]
}

// heading returns a section's heading as it should be written.
func (p *titledSections) heading(t titledSection) string {
	return strings.Repeat("#", p.Level) + " " + t.Title
}

// titled reports whether a heading's text is the section's title, ignoring
// case, a number before it and a colon after it.
func (t titledSection) titled(heading string) bool {
	plain := headingNumber.ReplaceAllString(heading, "")
	return t.is(heading) || t.is(plain)
}

func (t titledSection) is(text string) bool {
	return strings.EqualFold(strings.TrimRight(strings.TrimSpace(text), ": "), strings.TrimRight(t.Title, ": "))
}

func (t titledSection) find(body *rules.Body) *rules.Section {
	for i := range body.Sections {
		if s := &body.Sections[i]; t.is(s.Title) || t.titled(s.Text) {
			return s
		}
	}
	return nil
}

// sectionTitles reports each required section without a heading, and mentions a
// heading of another level with its title.
var sectionTitles = rules.NewCheck(func(p *titledSections, pass *rules.Pass) {
	body := pass.Doc.Body
	if body == nil {
		return
	}
	for _, t := range p.Sections {
		if !t.Optional && t.find(body) == nil {
			pass.Report(p.missing(t, pass, body))
		}
	}
})

func (p *titledSections) missing(t titledSection, pass *rules.Pass, body *rules.Body) rules.Report {
	end := body.Span.Start + len(strings.TrimRight(pass.Doc.Source.Slice(body.Span), " \t\r\n"))
	r := rules.Report{
		At:     rules.Span{Start: end, End: end},
		Values: rules.Values{"title": rules.Quote(t.Title), "heading": p.heading(t)},
	}
	for _, h := range body.Headings {
		if t.titled(h.Text) {
			r.At, r.Variant = h.Span, "level"
			r.Values["found"] = rules.Quote(strings.Repeat("#", h.Level) + " " + h.Text)
			break
		}
	}
	return r
}

// sectionSizes reports each section below its minimum size.
var sectionSizes = rules.NewCheck(func(p *sizedSections, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	for _, t := range p.Sections {
		if s := t.find(pass.Doc.Body); s != nil {
			p.measure(pass, t, s)
		}
	}
})

func (p *sizedSections) measure(pass *rules.Pass, t titledSection, s *rules.Section) {
	least := p.Least
	if t.Characters != nil {
		least = *t.Characters
	}
	switch {
	case s.Characters == 0 && (least > 0 || t.Words > 0):
		t.report(pass, s, "blank", 0, least, p.Characters)
	case s.Characters < least:
		t.report(pass, s, "", s.Characters, least, p.Characters)
	case s.Words < t.Words:
		t.report(pass, s, "", s.Words, t.Words, p.Words)
	}
}

func (t titledSection) report(pass *rules.Pass, s *rules.Section, variant string, count, least int, unit noun) {
	pass.Report(rules.Report{At: s.Span, Scope: whole(s), Variant: variant, Values: rules.Values{
		"title": rules.Quote(t.Title),
		"count": strconv.Itoa(count),
		"min":   strconv.Itoa(least),
		"unit":  unit.of(count),
	}})
}
