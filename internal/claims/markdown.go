package claims

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// bodyOf returns the Markdown of a document, empty if it has none.
func bodyOf(pass *rules.Pass) *document.Body { return cmp.Or(pass.Doc.Body, &document.Body{}) }

// bodyLeaves returns the pieces of text in a document's Markdown, shared by several rules.
func bodyLeaves(pass *rules.Pass) []document.Leaf {
	return pass.Memo("leaves", func() any { return pass.Doc.Leaves() }).([]document.Leaf)
}

// handedOver returns those of a document's leaves that are before its end marker or its last block: what follows is
// not handed over.
func handedOver(pass *rules.Pass, leaves []document.Leaf) []document.Leaf {
	trailing := bodyOf(pass).Trailing
	if trailing.Len() == 0 {
		return leaves
	}
	return leaves[:leafAt(leaves, trailing.Start)]
}

// leafAt returns the index of the first leaf at or after an offset.
func leafAt(leaves []document.Leaf, offset int) int {
	return sort.Search(len(leaves), func(i int) bool { return leaves[i].Span.Start >= offset })
}

// said is a claim of a handoff with its position.
type said struct {
	claim.Claim
	at      text.Span
	pointer string
}

// saidIn returns the claims of a handoff's Markdown and fields, shared by several rules.
func saidIn(pass *rules.Pass) []said {
	read := func() any {
		leaves := slices.Concat(bodyLeaves(pass), bodyOf(pass).Code)
		slices.SortStableFunc(leaves, func(a, b document.Leaf) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		var all []said
		for _, c := range claim.Read(claim.Statements(pass.Doc.Source, handedOver(pass, leaves))) {
			all = append(all, said{c, c.Statement.Span, ""})
		}
		for _, field := range claimedTexts(pass, schema.ClaimsText) {
			for _, c := range claim.Of(field.Text) {
				all = append(all, said{c, field.at, field.pointer})
			}
		}
		return all
	}
	return pass.Memo("said", read).([]said)
}

// placeOf returns the span of words in the claim's text, or of the whole claim unless they occur exactly
// once.
func (s *said) placeOf(pass *rules.Pass, words string) text.Span {
	at, _ := placeOf(pass, s.at, words)
	return at
}

// placeOf returns the span of words within a larger span, which it returns unless they occur exactly once.
func placeOf(pass *rules.Pass, within text.Span, words string) (at text.Span, isOnce bool) {
	source := pass.Doc.Source.Slice(within)
	if strings.Count(source, words) != 1 {
		return within, false
	}
	start := within.Start + strings.Index(source, words)
	return text.Span{Start: start, End: start + len(words)}, true
}

func matchesAny(patterns []*text.Pattern, s string, steps *text.Steps) bool {
	return slices.ContainsFunc(patterns, func(p *text.Pattern) bool { return p.Match(s, steps) })
}
