package claims

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// claimRules say what a text claims nothing beside.
type claimRules struct {
	// isClaimless reports whether a sentence, an item, a row or a label has a word of a
	// text that claims nothing.
	isClaimless func(string) bool
	// isApart reports whether nothing is claimed under a heading. If own is set, the first
	// heading is the format's and is not asked about.
	isApart func(string) bool
	own     bool
	// counts reports whether a sentence, an item or a row may claim something; nil for all.
	counts func(string) bool
}

// markdownText is a text in Markdown with its leaves and the parts of each. Rules that
// read one text share it.
type markdownText struct {
	source *text.Source
	leaves []document.Leaf
	parts  [][]text.Span // by leaf
}

func readMarkdown(s string) *markdownText {
	m := &markdownText{}
	m.source, m.leaves = document.LeavesOf(s)
	for _, leaf := range m.leaves {
		m.parts = append(m.parts, partsOf(m.source, leaf))
	}
	return m
}

// claimed returns the parts of a text that may claim something: sentences, items of lists
// and cells of tables. It skips those that are claimless, cells in a row that is, and what
// follows a label or the head of a table that is. Words of a heading count for its own line
// alone.
func claimed(m *markdownText, r claimRules) []text.Span {
	counts := func(s string) bool { return r.counts == nil || r.counts(s) }
	var parts []text.Span
	var under *document.Under // of the last leaf: many are under the same
	skipped := false
	known := map[string]bool{}
	for i, leaf := range m.leaves {
		if leaf.Under != under {
			under = leaf.Under
			skipped = r.isApartUnder(under, known) || under.Row.Len() > 0 && (r.isClaimless(m.source.Slice(under.Row)) ||
				r.isClaimless(m.source.Slice(under.Head)) || !counts(m.source.Slice(under.Row)))
		}
		if skipped || leaf.Open {
			continue
		}
		for _, part := range m.parts[i] {
			s := m.source.Slice(part)
			if leaf.Kind == document.TableCell || counts(s) && !r.isClaimless(s) {
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// isApartUnder reports whether nothing is claimed under a heading or a label that a text is
// under. known has the answers for those that were asked about.
func (r *claimRules) isApartUnder(under *document.Under, known map[string]bool) bool {
	isApart := func(kind, title string, ask func(string) bool) bool {
		answer, asked := known[kind+title]
		if !asked {
			answer = ask(title)
			known[kind+title] = answer
		}
		return answer
	}
	for _, h := range under.Headings {
		isOwn := r.own && h.Span.Start == 0
		if !isOwn && isApart("heading ", h.Text, r.isApart) {
			return true
		}
	}
	return slices.ContainsFunc(under.Labels, func(label string) bool { return isApart("label ", label, r.isClaimless) })
}

// partsOf returns the sentences of a paragraph; of anything else, all of it.
func partsOf(source *text.Source, leaf document.Leaf) []text.Span {
	if leaf.Kind != document.Paragraph {
		return []text.Span{leaf.Span}
	}
	var spans []text.Span
	for _, s := range text.Sentences(masked(source.Slice(leaf.Span))) {
		spans = append(spans, text.Span{Start: leaf.Span.Start + s.Start, End: leaf.Span.Start + s.End})
	}
	return spans
}
