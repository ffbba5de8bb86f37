package checks

import (
	"bytes"
	"slices"
	"strings"

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
	source, leaves := m.source, m.leaves
	isClaimless := r.isClaimless
	counts := func(s string) bool { return r.counts == nil || r.counts(s) }
	data := source.Bytes()
	var parts []text.Span
	var apart [7]bool // headings by their levels
	var row text.Span
	inRow, inHead, inLabel, rowCounts := false, false, false, true
	for i, leaf := range leaves {
		before := "" // on the line of a heading or an item
		if leaf.Kind == document.HeadingText || leaf.Kind == document.ListItem {
			before = string(data[lineStart(data, leaf.Span.Start):leaf.Span.Start])
		}
		skipped := inLabel || slices.Contains(apart[:], true)
		switch {
		case leaf.Kind == document.HeadingText:
			level := headingLevel(before)
			clear(apart[level:])
			skipped = slices.Contains(apart[:], true)
			apart[level] = !(r.own && i == 0) && r.isApart(leaf.Text)
			inLabel = false
		case leaf.Kind == document.TableCell:
			if leaf.Span.Start < row.Start || leaf.Span.End > row.End { // many are on one line
				row = text.Span{Start: lineStart(data, leaf.Span.Start), End: lineEnd(data, leaf.Span.End)}
				inRow, rowCounts = isClaimless(source.Slice(row)), counts(source.Slice(row))
			}
			if i == 0 || leaves[i-1].Kind != document.TableCell || bytes.Contains(data[leaves[i-1].Span.End:leaf.Span.Start], []byte("\n\n")) {
				inHead = inRow
			}
			skipped = skipped || inRow || inHead || !rowCounts
		case isTitle(leaf.Text) || strings.HasSuffix(leaf.Text, ":"):
			// Of an item of a list the labels before it are still labels.
			inLabel = isClaimless(leaf.Text) || inLabel && leaf.Kind == document.ListItem
		}
		if skipped || isOpenTask(before, len(before)) {
			continue
		}
		for _, part := range m.parts[i] {
			s := source.Slice(part)
			if leaf.Kind == document.TableCell || counts(s) && !isClaimless(s) {
				parts = append(parts, part)
			}
		}
	}
	return parts
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

func lineStart(data []byte, at int) int { return bytes.LastIndexByte(data[:at], '\n') + 1 }

func lineEnd(data []byte, at int) int {
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(data)
}
