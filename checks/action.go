package checks

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// actionParams sets its own phrases only in a team's rule.
type actionParams struct {
	Section int      `json:"section"`
	Hollow  []string `json:"hollow"`
	Orders  []string `json:"orders"`

	hollow, orders text.Phrases
}

// Hollow are the built-in phrases that name nothing to do, and those of them that are orders where a clause
// begins. They are sorted like text.Phrases.
type Hollow struct{ Phrases, Orders []string }

// Prepare splits the rule's own phrases into words, or uses the built-in ones.
func (p *actionParams) Prepare() error {
	p.hollow, p.orders = hollow.Phrases, hollow.Orders
	if len(p.Hollow) > 0 {
		p.hollow, p.orders = text.PhrasesOf(p.Hollow), text.PhrasesOf(p.Orders)
	}
	return nil
}

// action reports a section without anything to act on: it consists of empty phrases, and has no code,
// quotation or the like.
func action(p *actionParams, pass *rules.Pass) {
	s := sectionNumbered(pass, p.Section)
	if s == nil || len(s.Leaves) == 0 || saysMore(pass.Doc.Source, s) {
		return
	}
	if slices.ContainsFunc(s.Leaves, func(leaf document.Leaf) bool { return !p.isHollow(leaf.Text) }) {
		return
	}
	first := slices.IndexFunc(s.Leaves, func(leaf document.Leaf) bool { return leaf.Kind != document.HeadingText })
	pass.Report(rules.Report{At: s.Span, Scope: s.Whole(), Values: rules.Values{
		"number": strconv.Itoa(s.Number),
		"text":   secret.Quote(s.Leaves[max(first, 0)].Text), // or the first of headings alone
	}})
}

// saysMore reports whether a section has a letter outside of its leaves and comments: in code, a quotation or
// HTML.
func saysMore(source *text.Source, s *document.Section) bool {
	var between strings.Builder
	at := s.Content.Start
	for _, leaf := range s.Leaves {
		between.WriteString(source.Slice(text.Span{Start: at, End: max(at, leaf.Span.Start)}))
		at = max(at, leaf.Span.End)
	}
	between.WriteString(source.Slice(text.Span{Start: at, End: max(at, s.Content.End)}))
	return strings.ContainsFunc(htmlComment.ReplaceAllString(between.String(), ""), unicode.IsLetter)
}

// isHollow reports whether a text consists of empty phrases: each clause does, and none begins with an order.
func (p *actionParams) isHollow(s string) bool {
	hasCode := strings.Contains(s, "`")
	return !hasCode && !slices.ContainsFunc(strings.FieldsFunc(s, endsClause), p.saysSomething)
}

// saysSomething reports whether a clause begins with an order, or has words besides empty phrases.
func (p *actionParams) saysSomething(clause string) bool {
	words := text.PlainWords(clause)
	for i := 0; i < len(words); {
		phrase := p.hollow.At(words[i:])
		if phrase == nil || i == 0 && p.orders.Has(phrase) {
			return true
		}
		i += len(phrase)
	}
	return false
}

func endsClause(r rune) bool {
	return strings.ContainsRune(".!?;:,|()—–。！？；：，、…\n", r)
}
