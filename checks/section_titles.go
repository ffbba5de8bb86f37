package checks

import (
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// titledSections are the sections that a format of a team's own asks for.
type titledSections struct {
	Sections []titledSection `json:"sections"`
	// Level is the level of their headings, 2 where it is not said.
	Level int `json:"level"`
}

// titledSection is a section by the title of its heading.
type titledSection struct {
	Title      string `json:"title"`
	Characters *int   `json:"characters"`
	Words      *int   `json:"words"`
	Optional   bool   `json:"optional"`
}

// heading is a section's heading as it should stand in the file.
func (p *titledSections) heading(t titledSection) string {
	level := p.Level
	if level == 0 {
		level = 2
	}
	return strings.Repeat("#", level) + " " + t.Title
}

// titled says whether a heading's text is the section's title, ignoring case,
// a number before it and a colon behind it.
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

// sectionTitles reports each section that has to be there and has no heading,
// and says so where a heading of another level has its title.
var sectionTitles = prepare(func(p *titledSections, pass *rules.Pass) {
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

// sectionSizes reports each section with less under its heading than it needs;
// one that says nothing of sizes needs a character.
var sectionSizes = prepare(func(p *titledSections, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	for _, t := range p.Sections {
		if s := t.find(pass.Doc.Body); s != nil {
			t.measure(pass, s)
		}
	}
})

func (t titledSection) measure(pass *rules.Pass, s *rules.Section) {
	least := 1
	if t.Characters != nil {
		least = *t.Characters
	}
	switch {
	case s.Characters == 0 && (least > 0 || t.Words != nil && *t.Words > 0):
		t.report(pass, s, "blank", 0, least, "character")
	case s.Characters < least:
		t.report(pass, s, "", s.Characters, least, "character")
	case t.Words != nil && s.Words < *t.Words:
		t.report(pass, s, "", s.Words, *t.Words, "word")
	}
}

func (t titledSection) report(pass *rules.Pass, s *rules.Section, variant string, count, least int, unit string) {
	if count != 1 {
		unit += "s"
	}
	pass.Report(rules.Report{At: s.Span, Scope: whole(s), Variant: variant, Values: rules.Values{
		"title": rules.Quote(t.Title),
		"count": strconv.Itoa(count),
		"min":   strconv.Itoa(least),
		"unit":  unit,
	}})
}
