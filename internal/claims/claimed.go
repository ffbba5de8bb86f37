package claims

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// claimRules say what a text claims nothing beside.
type claimRules struct {
	// isClaimless reports whether a sentence, an item, a row or a label has a word of a
	// text that claims nothing.
	isClaimless func(string) bool
	// isApart reports whether nothing is claimed under a heading, a label or the head of a table,
	// isNamed that a heading has its name by the format, and is not asked about.
	isApart func(string) bool
	isNamed func(document.Heading) bool
	// counts reports whether a sentence, an item or a row may claim something; nil for all.
	counts func(string) bool
	// isDisclaimed reports whether a sentence, an item or a row says that a file in it is not there;
	// nil for none. It is asked about those that name one, and the sentences that continue them.
	isDisclaimed func(string) bool
	// continues reports whether a sentence goes on about what is in the one before it; nil for none.
	continues func(string) bool
	// isUnfinished reports whether a row of a table says that its work is not done; nil for none.
	isUnfinished func(tableRow) bool
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
	isApart := func(h document.Heading) bool {
		isNamed := r.isNamed != nil && r.isNamed(h)
		return !isNamed && r.isApart(h.Text)
	}
	isApartLabel := func(label string) bool { return r.isClaimless(label) || r.isApart(label) }
	headings, labels := answers[document.Heading]{ask: isApart}, answers[string]{ask: isApartLabel}
	heads := answers[text.Span]{ask: func(head text.Span) bool { return isApartLabel(m.source.Slice(head)) }}
	var parts []text.Span
	var under *document.Under // of the last leaf: many are under the same
	skipped := false
	for i, leaf := range m.leaves {
		if leaf.Under != under {
			under = leaf.Under
			skipped = headings.anyOf(under.Headings) || labels.anyOf(under.Labels)
			if under.Row.Len() > 0 && !skipped {
				row := m.source.Slice(under.Row)
				skipped = heads.anyOf([]text.Span{under.Head}) || r.isClaimless(row) || !counts(row) ||
					r.isDisclaimed != nil && mayName(row) && r.isDisclaimed(row) ||
					r.isUnfinished != nil && r.isUnfinished(rowOf(m.source, under))
			}
		}
		if skipped || leaf.Open {
			continue
		}
		parts = append(parts, r.plainParts(m.source, leaf.Kind, m.parts[i])...)
	}
	return parts
}

// plainParts returns the parts of a leaf that may claim something. A sentence does not if the one
// that continues it does not.
func (r *claimRules) plainParts(source *text.Source, kind document.LeafKind, all []text.Span) []text.Span {
	if kind == document.TableCell {
		return all // its row was asked about
	}
	var parts []text.Span
	names := r.naming(source, all)
	isTakenBack := false
	for i, part := range slices.Backward(all) {
		s := source.Slice(part)
		isClaimless := isTakenBack || r.isClaimless(s) || names[i] && r.isDisclaimed != nil && r.isDisclaimed(s)
		if !isClaimless && (r.counts == nil || r.counts(s)) {
			parts = append(parts, part)
		}
		isTakenBack = isClaimless && i > 0 && names[i-1] && r.goesOn(s)
	}
	slices.Reverse(parts)
	return parts
}

// naming returns of each part of a leaf whether it may name a file, or goes on about one that does.
func (r *claimRules) naming(source *text.Source, all []text.Span) []bool {
	names := make([]bool, len(all))
	for i, part := range all {
		s := source.Slice(part)
		names[i] = mayName(s) || i > 0 && names[i-1] && r.goesOn(s)
	}
	return names
}

func (r *claimRules) goesOn(s string) bool { return r.continues != nil && r.continues(s) }

// mayName reports whether a text has code or a link.
func mayName(s string) bool { return strings.Contains(s, "`") || strings.Contains(s, "](") }

// partsOf returns the sentences of a paragraph; of anything else, all of it. What follows a
// semicolon is about what is before it.
func partsOf(source *text.Source, leaf document.Leaf) []text.Span {
	if leaf.Kind != document.Paragraph {
		return []text.Span{leaf.Span}
	}
	var spans []text.Span
	masked := claim.Masked(source.Slice(leaf.Span))
	start := 0
	for _, s := range text.Sentences(masked) {
		stop := masked[s.Stop:s.End]
		if s.End < len(masked) && (strings.HasPrefix(stop, ";") || strings.HasPrefix(stop, "；")) {
			continue
		}
		spans = append(spans, text.Span{Start: leaf.Span.Start + start, End: leaf.Span.Start + s.End})
		start = s.End
	}
	return spans
}

// answers are those to a question about each of some titles. They are kept as long as the
// titles are the same: a long one may be above thousands of rows.
type answers[T comparable] struct {
	ask    func(T) bool
	titles []T
	known  []bool
}

// anyOf reports whether the answer is yes for any of the titles.
func (a *answers[T]) anyOf(titles []T) bool {
	same := 0
	for same < min(len(titles), len(a.titles)) && titles[same] == a.titles[same] {
		same++
	}
	a.titles, a.known = titles, a.known[:same]
	for _, title := range titles[same:] {
		a.known = append(a.known, a.ask(title))
	}
	return slices.Contains(a.known, true)
}
