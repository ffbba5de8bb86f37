package checks

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// atxHeading matches a heading of level 2 on its own line; its group is the
// text. Changing the level of another heading would change what is under it.
var atxHeading = regexp.MustCompile(`^##[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$`)

// addFix adds the edit that makes a heading the section's, if the heading
// cannot be meant for another section, and no other heading for this one.
func (p *missingSectionsParams) addFix(r *rules.Report, t sectionTitle, pass *rules.Pass) {
	body := pass.Doc.Body
	h := p.onlyHeading(t, body)
	if r.Variant != "heading" || h == nil || h.Level != 2 || h.Span != r.At || isTrailing(body, h.Span) {
		return
	}
	at := atxHeading.FindStringSubmatchIndex(pass.Doc.Source.Slice(h.Span))
	if at == nil {
		return
	}
	span := rules.Span{Start: h.Span.Start + at[2], End: h.Span.Start + at[3]}
	if right, ok := t.corrected(plainHeading(pass.Doc.Source.Slice(span)), p.Misspelling); ok {
		r.Values["heading"] = "## " + right
		r.Fix = []rules.Replacement{{At: span, NewText: right}}
	}
}

// onlyHeading returns the one heading that may be a section's, nil if there are
// several or it may be another section's too.
func (p *missingSectionsParams) onlyHeading(t sectionTitle, body *rules.Body) *document.Heading {
	var only *document.Heading
	for i := range body.Headings {
		h := &body.Headings[i]
		if !t.resembles(h.Text) {
			continue
		}
		if only != nil {
			return nil
		}
		only = h
	}
	for _, other := range p.Sections {
		if only != nil && other.Number != t.Number && other.resembles(only.Text) {
			return nil
		}
	}
	return only
}

// numberedTitle splits a heading's text: its number, the sign after it, and the
// rest, which does not begin with a digit.
var numberedTitle = regexp.MustCompile(`^(?:(\d{1,2})[ \t]*([.):–—-]?)[ \t]*)?([^\d\s].*)$`)

// corrected returns the text that a heading should have, and whether it is
// certain:
//
//   - the title is right and there is no number, or the right one in another
//     form, or a wrong one that is clearly a section's: "3 Output Artifacts"
//     may be three of them
//   - the number is right and the title is misspelt or cut short
func (t sectionTitle) corrected(heading string, m rules.Misspelling) (string, bool) {
	part := numberedTitle.FindStringSubmatch(heading)
	if part == nil {
		return "", false
	}
	number, mark, title := part[1], part[2], part[3]
	n, _ := strconv.Atoi(number) // two digits, or none
	prefix := strconv.Itoa(t.Number) + ". "
	switch {
	case t.titled(title) && (number == "" || n == t.Number || mark != ""):
		return prefix + title, true
	case n == t.Number && (m.Nearest(strings.TrimSpace(title), []string{t.Title, t.Starts}) != "" || t.shortened(title)):
		return prefix + t.Title, true
	}
	return "", false
}
