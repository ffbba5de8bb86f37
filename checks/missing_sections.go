package checks

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

type sectionsParams struct {
	Sections []sectionTitle `json:"sections"`
}

type missingSectionsParams struct {
	sectionsParams
	Misspelling rules.Misspelling `json:"misspelling"`
}

// missingSections reports each wanted section without a heading, and says so
// where something stands in the file that was meant to be one.
var missingSections = rules.NewCheck(func(p *missingSectionsParams, pass *rules.Pass) {
	body := pass.Doc.Body
	if body == nil {
		return
	}
	for _, t := range p.Sections {
		if t.find(body) == nil {
			r := t.missing(pass, body)
			p.addFix(&r, t, pass)
			pass.Report(r)
		}
	}
})

func (t sectionTitle) missing(pass *rules.Pass, body *rules.Body) rules.Report {
	end := body.Span.Start + len(strings.TrimRight(pass.Doc.Source.Slice(body.Span), " \t\r\n"))
	r := rules.Report{
		At:     rules.Span{Start: end, End: end},
		Values: rules.Values{"number": strconv.Itoa(t.Number), "title": t.Title},
	}
	for _, h := range body.Hidden {
		if t.matches(h.Number, h.Title) {
			r.At, r.Variant = h.Span, "hidden"
			r.Values["line"] = strconv.Itoa(pass.Line(h.Opening))
			return r
		}
	}
	for _, h := range body.Headings {
		if t.resembles(h.Text) {
			r.At, r.Variant = h.Span, "heading"
			r.Values["found"] = rules.Quote(strings.Repeat("#", h.Level) + " " + h.Text)
			return r
		}
	}
	return r
}

var headingNumber = regexp.MustCompile(`^\s*\d+\s*[.):-]?\s*`)

// resembles says whether a heading of any level has this section's title under
// another number, or the beginning of it without one, or its number and the
// title's first word.
func (t sectionTitle) resembles(heading string) bool {
	title := headingNumber.ReplaceAllString(heading, "")
	if t.titled(title) || t.shortened(heading) {
		return true
	}
	first, _, _ := strings.Cut(t.Starts, " ")
	number := strings.TrimSpace(headingNumber.FindString(heading))
	return strings.TrimRight(number, ".):- ") == strconv.Itoa(t.Number) &&
		strings.HasPrefix(strings.ToLower(title), strings.ToLower(first))
}

// shortened says whether a heading is the title's first words and nothing
// else: "Concerns".
func (t sectionTitle) shortened(heading string) bool {
	words := strings.TrimSpace(strings.ToLower(heading))
	return words != "" && strings.HasPrefix(strings.ToLower(t.Title), words+" ")
}
