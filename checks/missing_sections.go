package checks

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type missingSectionsParams struct {
	sectionsParams
	Misspelling rules.Misspelling `json:"misspelling"`
}

// missingSections reports each required section without a heading, and mentions
// a line that was probably meant to be it.
func missingSections(p *missingSectionsParams, pass *rules.Pass) {
	body := pass.Doc.Body
	if body == nil {
		return
	}
	for _, t := range p.Sections {
		if t.find(pass) == nil {
			pass.Report(p.missing(t, pass))
		}
	}
}

func (p *missingSectionsParams) missing(t sectionTitle, pass *rules.Pass) rules.Report {
	body := pass.Doc.Body
	r := rules.Report{Values: rules.Values{"number": strconv.Itoa(t.Number), "title": t.Title}}
	for _, h := range body.Hidden {
		if t.matches(h.Number, h.Title) {
			r.At, r.Variant = h.Span, "hidden"
			r.Values["line"] = strconv.Itoa(pass.Line(h.Opening))
			return r
		}
	}
	unlike := func(h document.Heading) bool { return !t.resembles(h.Text) }
	if similar := slices.DeleteFunc(slices.Clone(body.Headings), unlike); len(similar) > 0 {
		h := similar[0]
		r.At, r.Variant = h.Span, "heading"
		r.Values["found"] = rules.Quote(strings.Repeat("#", h.Level) + " " + h.Text)
		if len(similar) == 1 {
			p.addFix(&r, t, h, pass)
		}
		return r
	}
	if i := slices.IndexFunc(body.Almost, func(h document.Heading) bool { return !unlike(h) }); i >= 0 {
		r.At, r.Variant = body.Almost[i].Span, "heading"
		r.Values["found"] = rules.Quote(pass.Doc.Source.Slice(r.At)) // its form is what is wrong
		return r
	}
	// It belongs before the next one that exists, the end marker, or the end.
	r.At = textEnd(pass, body)
	if len(body.EndMarkers) > 0 {
		r.At = text.At(body.EndMarkers[0].Start)
	}
	for _, next := range p.Sections {
		if s := next.find(pass); s != nil && next.Number > t.Number {
			r.At = text.At(s.Span.Start)
			break
		}
	}
	return r
}

// textEnd returns the position after the last character of a body.
func textEnd(pass *rules.Pass, body *rules.Body) rules.Span {
	return text.At(body.Span.Start + len(strings.TrimRight(pass.Doc.Source.Slice(body.Span), " \t\r\n")))
}

// plainHeading returns a heading's text without emphasis, with "and" for "&", and
// without a word such as "Section" before its number.
func plainHeading(heading string) string {
	plain := strings.Trim(emphasis.Replace(heading), "*_~ \t")
	return sectionWord.ReplaceAllString(plain, "$1")
}

var (
	emphasis    = strings.NewReplacer("**", "", "__", "", "`", "", " & ", " and ", " &amp; ", " and ")
	sectionWord = text.MustCompile(`^(?i:section|part|step|§)\s*(\d)`)
)

var (
	headingNumber = text.MustCompile(`^\s*\d+\s*[.):–—-]?\s*`)
	digits        = text.MustCompile(`^\d+`)
)

// resembles reports whether a heading of any level has this section's title with
// another number, its beginning without one, or its number and the title's first
// word.
func (t sectionTitle) resembles(heading string) bool {
	heading = plainHeading(heading)
	title := headingNumber.ReplaceAllString(heading, "")
	if t.titled(title) || t.shortened(heading) {
		return true
	}
	first, _, _ := strings.Cut(t.Starts, " ")
	return digits.FindString(heading) == strconv.Itoa(t.Number) && strings.HasPrefix(strings.ToLower(title), strings.ToLower(first))
}

// shortened reports whether a heading is the title's first words: "Concerns".
func (t sectionTitle) shortened(heading string) bool {
	words := strings.TrimSpace(strings.ToLower(heading))
	return words != "" && strings.HasPrefix(strings.ToLower(t.Title), words+" ")
}

// atxHeading matches a heading of level 2 on its own line; its group is the
// text. Changing the level of another heading would change what is under it.
var atxHeading = text.MustCompile(`^##[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$`)

// addFix adds the edit that makes the only similar heading the section's, if the
// heading cannot be meant for another section.
func (p *missingSectionsParams) addFix(r *rules.Report, t sectionTitle, h document.Heading, pass *rules.Pass) {
	other := func(o sectionTitle) bool { return o.Number != t.Number && o.resembles(h.Text) }
	at := atxHeading.FindStringSubmatchIndex(pass.Doc.Source.Slice(h.Span))
	if at == nil || h.Level != 2 || isTrailing(pass.Doc.Body, h.Span) || slices.ContainsFunc(p.Sections, other) {
		return
	}
	span := rules.Span{Start: h.Span.Start + at[2], End: h.Span.Start + at[3]}
	if right := t.corrected(plainHeading(pass.Doc.Source.Slice(span)), p.Misspelling); right != "" {
		r.Values["heading"] = "## " + right
		r.Fix = []rules.Replacement{{At: span, NewText: right}}
	}
}

// corrected returns the text that a heading should have, "" if nobody can be
// certain. Its title has to be right ("3 Output Artifacts" may be three of them), or
// its number, and the title misspelt or cut short.
func (t sectionTitle) corrected(heading string, m rules.Misspelling) string {
	title := strings.TrimSpace(headingNumber.ReplaceAllString(heading, ""))
	prefix, number := strconv.Itoa(t.Number)+". ", digits.FindString(heading)
	same := number == strconv.Itoa(t.Number)
	switch marked := strings.ContainsAny(headingNumber.FindString(heading), ".):–—-"); {
	case digits.MatchString(title): // 2.1
	case t.titled(title) && (number == "" || same || marked):
		return prefix + title
	case same && (t.shortened(title) || m.Nearest(title, []string{t.Title, t.Starts}) != ""):
		return prefix + t.Title
	}
	return ""
}
