package checks

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type actionParams struct {
	Section int      `json:"section"`
	Hollow  []string `json:"hollow"`
	Orders  []string `json:"orders"`

	hollow phrases
	orders map[string]bool
}

// phrases are sequences of words, by the first of them; the longest come first.
type phrases map[string][][]string

// Prepare splits the phrases into words.
func (p *actionParams) Prepare() error {
	p.hollow = phrasesOf(p.Hollow)
	p.orders = map[string]bool{}
	for _, order := range p.Orders {
		p.orders[strings.Join(plainWords(order), " ")] = true
	}
	return nil
}

// phrasesOf splits texts into words.
func phrasesOf(texts []string) phrases {
	p := phrases{}
	for _, phrase := range texts {
		if words := plainWords(phrase); len(words) > 0 {
			p[words[0]] = append(p[words[0]], words)
		}
	}
	for _, same := range p {
		slices.SortStableFunc(same, func(a, b []string) int { return len(b) - len(a) })
	}
	return p
}

// action reports a section in which nothing can be acted on: it consists of empty
// phrases, and has no code, quotation or the like.
func action(p *actionParams, pass *rules.Pass) {
	s := numbered(pass, p.Section)
	if s == nil || len(s.Leaves) == 0 || saysMore(pass.Doc.Source, s) {
		return
	}
	isHollow := func(leaf document.Leaf) bool { return p.isHollow(leaf.Text) }
	if s.Words == 0 || slices.ContainsFunc(s.Leaves, func(leaf document.Leaf) bool { return !isHollow(leaf) }) {
		return
	}
	first := slices.IndexFunc(s.Leaves, func(leaf document.Leaf) bool { return leaf.Kind != document.HeadingText })
	pass.Report(rules.Report{At: s.Span, Scope: s.Whole(), Values: rules.Values{
		"number": strconv.Itoa(s.Number),
		"text":   secret.Quote(s.Leaves[max(first, 0)].Text),
	}})
}

// saysMore reports whether a section has a letter outside of its leaves and comments:
// in code, a quotation, HTML.
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

// isHollow reports whether a text consists of empty phrases: each of its clauses does,
// and none begins with an order.
func (p *actionParams) isHollow(s string) bool {
	if strings.Contains(s, "`") {
		return false
	}
	for clause := range strings.FieldsFuncSeq(s, endsClause) {
		if !p.isEmptyPhrase(plainWords(clause)) {
			return false
		}
	}
	return true
}

func (p *actionParams) isEmptyPhrase(words []string) bool {
	for i := 0; i < len(words); {
		phrase := p.hollow.at(words[i:])
		if phrase == nil || i == 0 && p.orders[strings.Join(phrase, " ")] {
			return false
		}
		i += len(phrase)
	}
	return true
}

// at returns the longest phrase that some words begin with, nil if there is none.
func (p phrases) at(words []string) []string {
	for _, phrase := range p[words[0]] {
		if len(phrase) <= len(words) && slices.Equal(phrase, words[:len(phrase)]) {
			return phrase
		}
	}
	return nil
}

func endsClause(r rune) bool {
	return strings.ContainsRune(".!?;:,|()—–。！？；：，、…\n", r)
}

// plainWords returns the words of a text in lower case, with plain apostrophes.
func plainWords(s string) []string {
	plain := strings.ReplaceAll(norm.NFKC.String(text.Visible(s)), "’", "'")
	return slices.Collect(text.Words(strings.ToLower(plain)))
}
