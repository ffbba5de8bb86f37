package checks

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type missingSectionsParams struct {
	Misspelling near.Misspelling `json:"misspelling"`
}

// missingSections reports each required section without a heading, and mentions a heading that was probably
// meant to be it.
func missingSections(p *missingSectionsParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	for _, section := range pass.Sections() {
		if !section.Optional && pass.Section(&section) == nil {
			r := p.missing(&section, pass)
			r.Values["amount"] = amountOf(pass, section)
			pass.Report(r)
		}
	}
}

// amountOf says how much text the rules about length require in a section of this document.
func amountOf(pass *rules.Pass, wanted schema.Section) string {
	var length sectionLengthParams
	var words sectionWordsParams
	// The rules' own checks have decoded the same. The minimums of a rule that is off are zero.
	_ = pass.ParamsOf(string(pass.Doc.Format) + "/section-too-short").Decode(&length)
	_ = pass.ParamsOf("report/too-few-words").Decode(&words)
	if wanted.Number > 0 && wanted.Number == words.Section {
		wanted.Words, _ = words.wanted(pass)
	}
	if wanted.Words > 0 {
		return text.Count(wanted.Words, "word")
	}
	amount := "a line"
	if least := length.least(&wanted); least > 1 {
		amount = text.Count(least, "character")
	}
	if wanted.Empty {
		amount += ` or "None"`
	}
	return amount
}

// missing returns the finding for a missing section: at a heading in code or a comment, at a similar heading, or
// where the section belongs.
func (p *missingSectionsParams) missing(wanted *schema.Section, pass *rules.Pass) rules.Report {
	body := pass.Doc.Body
	r := rules.Report{Values: rules.Values{"section": wanted.Name(), "title": secret.Quote(wanted.Title), "heading": "## " + wanted.Heading(), "headings": headingsOf(wanted)}}
	isWanted := func(h document.Hidden) bool { return h.Number == wanted.Number && wanted.Titled(h.Title) }
	if i := slices.IndexFunc(body.Hidden, isWanted); i >= 0 {
		h := body.Hidden[i]
		r.At = h.Span
		r.Variant = "hidden"
		r.Values["line"] = strconv.Itoa(pass.Line(h.Opening))
		return r
	}
	isSimilar := func(h document.Heading) bool { return p.resembles(wanted, h.Text) }
	if i := slices.IndexFunc(body.Headings, isSimilar); i >= 0 {
		h := body.Headings[i]
		r.At = h.Span
		r.Variant = "heading"
		r.Values["found"] = secret.Quote(strings.Repeat("#", h.Level) + " " + h.Text)
		if !slices.ContainsFunc(body.Headings[i+1:], isSimilar) {
			p.addFix(&r, wanted, h, pass)
		}
		return r
	}
	r.At = placeOf(wanted, pass)
	return r
}

// headingsOf returns the heading of a section and its alternatives, in quotes.
func headingsOf(wanted *schema.Section) string {
	quoted := []string{secret.Quote("## " + wanted.Heading())}
	for _, other := range wanted.Also {
		quoted = append(quoted, secret.Quote(other))
	}
	return strings.Join(quoted, " or ")
}

// placeOf returns where a missing section belongs: before the next section that exists, before the end
// marker, or at the end.
func placeOf(wanted *schema.Section, pass *rules.Pass) text.Span {
	body := pass.Doc.Body
	sections := pass.Sections()
	isWanted := func(s schema.Section) bool { return s.Heading() == wanted.Heading() }
	for _, next := range sections[slices.IndexFunc(sections, isWanted)+1:] {
		if s := pass.Section(&next); s != nil {
			return text.At(s.Span.Start)
		}
	}
	if len(body.EndMarkers) > 0 {
		return text.At(body.EndMarkers[0].Start)
	}
	return textEnd(pass, body)
}

// textEnd returns the position after the last character of a body.
func textEnd(pass *rules.Pass, body *document.Body) text.Span {
	return text.At(body.Span.Start + len(strings.TrimRight(pass.Doc.Source.Slice(body.Span), " \t\r\n")))
}

// plainHeading returns a heading's text without emphasis, with "and" for "&", and without a word such as
// "Section" before its number.
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

// resembles reports whether a heading may be meant for a section. For a section without a number it is a misspelt
// title; for a numbered one its title with another number, the beginning of the title without a number, or the
// number and the first word of the title.
func (p *missingSectionsParams) resembles(wanted *schema.Section, heading string) bool {
	heading = plainHeading(heading)
	title := headingNumber.ReplaceAllString(heading, "")
	if wanted.Number == 0 {
		return p.Misspelling.Nearest(title, append(slices.Clone(wanted.Also), wanted.Title)) != ""
	}
	if wanted.Titled(title) || isTitleStart(heading, wanted) {
		return true
	}
	first, _, _ := strings.Cut(wanted.Title, " ")
	return digits.FindString(heading) == strconv.Itoa(wanted.Number) && strings.HasPrefix(strings.ToLower(title), strings.ToLower(first))
}

// isTitleStart reports whether a heading consists of the title's first words, such as "Concerns".
func isTitleStart(heading string, wanted *schema.Section) bool {
	words := strings.TrimSpace(strings.ToLower(heading))
	return words != "" && strings.HasPrefix(strings.ToLower(wanted.Title), words+" ")
}

// atxHeading matches a heading of level 2 on its own line; its group is the text. Changing the level of
// another heading would change what is below it.
var atxHeading = text.MustCompile(`^##[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$`)

// addFix adds the edit that corrects a numbered section's only similar heading, and the heading that it writes, if the
// heading is of level 2 and before the end marker.
func (p *missingSectionsParams) addFix(r *rules.Report, wanted *schema.Section, h document.Heading, pass *rules.Pass) {
	at := atxHeading.FindStringSubmatchIndex(pass.Doc.Source.Slice(h.Span))
	if at == nil || wanted.Number == 0 || pass.Doc.Body.IsTrailing(h.Span) {
		return
	}
	span := text.Span{Start: h.Span.Start + at[2], End: h.Span.Start + at[3]}
	if right := p.corrected(plainHeading(pass.Doc.Source.Slice(span)), wanted); right != "" {
		r.Values["heading"] = "## " + right
		r.Fix = []rules.Replacement{{At: span, NewText: right}}
	}
}

// corrected returns the corrected text of a heading, or "" if it is not certain. Either the title must be
// right ("3 Output Artifacts" may be three of them), or the number, with the title misspelt or shortened.
func (p *missingSectionsParams) corrected(heading string, wanted *schema.Section) string {
	title := strings.TrimSpace(headingNumber.ReplaceAllString(heading, ""))
	prefix := strconv.Itoa(wanted.Number) + ". "
	number := digits.FindString(heading)
	isRight := number == strconv.Itoa(wanted.Number)
	isSectionNumber := number == "" || isRight || strings.ContainsAny(headingNumber.FindString(heading), ".):–—-")
	switch {
	case digits.MatchString(title): // the heading of a subsection, such as 2.1
	case wanted.Titled(title) && isSectionNumber:
		return prefix + title
	case isRight && (isTitleStart(title, wanted) || p.Misspelling.Nearest(title, []string{wanted.Title, wanted.Starts}) != ""):
		return prefix + wanted.Title
	}
	return ""
}
