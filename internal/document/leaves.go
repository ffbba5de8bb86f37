package document

import (
	"slices"

	"github.com/handofflint/handofflint/internal/text"
)

// LeafKind says what a leaf is.
type LeafKind uint8

// The kinds of leaves.
const (
	Paragraph LeafKind = iota
	ListItem
	TableCell
	HeadingText
)

// Leaf is a piece of text that is alone: a paragraph, the text of a list
// item, a table cell, a heading. Code, HTML comments and quotations are none.
// Text is the Markdown source, with one space for each run of white space.
type Leaf struct {
	Kind LeafKind
	Text string
	Span text.Span
	// Cell is where a table cell is.
	Cell Cell
	// Level is that of a heading, from 1.
	Level int
	// Label is set for a text that labels what follows, in a paragraph or an item:
	// see text.IsLabel.
	Label bool
	// Open is set for a task whose box is not ticked.
	Open bool
	// Under is what the leaf is under, never nil. Leaves under the same share it.
	Under *Under
}

// Under is what a leaf is under, up to the next thing of its kind.
type Under struct {
	// Headings are those above, each of a lower level than the one before. A heading is
	// not under itself.
	Headings []Heading
	// Labels are those since the last heading: the last one, and before it those that
	// are nested less deep. They hold until the next label, as far as the text goes on.
	Labels []string
	// Row is the row of a table cell, Head the header of its table. Both are empty for
	// any other leaf.
	Row, Head text.Span
}

// Cell is the place of a table cell: the offset of its table, its row, 0 for the header,
// and its column from 0.
type Cell struct{ Table, Row, Column int }

// LeavesOf returns the pieces of a text in Markdown that is the value of a field,
// and the source that their spans are of.
func LeavesOf(value string) (src *text.Source, leaves []Leaf) {
	src = text.NewSource([]byte(value))
	reader := leafReader{src: src}
	for _, p := range splitMarkdown(src, text.Span{End: len(value)}) {
		comments, _ := scanInline(src, p)
		if leaf, ok := reader.read(p, comments); ok {
			leaves = append(leaves, leaf)
		}
	}
	return src, leaves
}

// leafReader makes leaves of pieces in the file's order.
type leafReader struct {
	src      *text.Source
	headings []Heading
	labels   []string
	depths   []int // of the labels: how many lists each is in
	// under is what the next leaf is under if nothing has changed, nil if something has.
	under *Under
}

// read returns the leaf that a piece with some comments is, if it is one.
func (r *leafReader) read(p piece, comments []text.Span) (leaf Leaf, ok bool) {
	leaf = Leaf{Kind: Paragraph, Span: p.span}
	switch {
	case p.inQuote || p.kind == fencePiece || p.kind == rawPiece:
		return leaf, false
	case p.kind == headingPiece:
		leaf.Kind, leaf.Span, leaf.Level = HeadingText, p.title, p.level
	case p.kind == cellPiece:
		leaf.Kind, leaf.Cell = TableCell, p.cell
	case p.depth > 0:
		leaf.Kind = ListItem
		data := r.src.Bytes()[p.span.Start:p.span.End]
		if box := checkbox.FindIndex(data); box != nil {
			leaf.Open = data[1] == ' '
			leaf.Span = strip(r.src, text.Span{Start: p.span.Start + box[1], End: p.span.End})
		}
	}
	leaf.Text = text.Fold(without(r.src, leaf.Span, comments))
	if leaf.Text == "" {
		return leaf, false
	}
	r.place(&leaf, p)
	return leaf, true
}

// place finds what a leaf is under, and makes it what the next ones are under if it is a
// heading or a label.
func (r *leafReader) place(leaf *Leaf, p piece) {
	switch leaf.Kind {
	case HeadingText:
		above := len(r.headings)
		for above > 0 && r.headings[above-1].Level >= leaf.Level {
			above--
		}
		r.headings = slices.Clip(r.headings[:above])
		r.labels, r.depths, r.under = nil, nil, nil
		leaf.Under = r.now(piece{})
		r.headings = append(r.headings, Heading{leaf.Level, leaf.Text, p.span})
		r.under = nil
		return
	case TableCell:
		leaf.Under = r.now(p)
		return
	}
	leaf.Under = r.now(piece{})
	leaf.Label = text.IsLabel(leaf.Text)
	if leaf.Label {
		above := len(r.labels)
		for above > 0 && r.depths[above-1] >= p.depth {
			above--
		}
		r.labels = append(slices.Clip(r.labels[:above]), leaf.Text)
		r.depths = append(slices.Clip(r.depths[:above]), p.depth)
		r.under = nil
	}
}

// now returns what a leaf in a row of a table, or in none, is under.
func (r *leafReader) now(p piece) *Under {
	if r.under != nil && r.under.Row == p.row {
		return r.under
	}
	r.under = &Under{Headings: r.headings, Labels: r.labels, Row: p.row, Head: p.head}
	return r.under
}

// checkbox is that of a task list, which says something of the item but is not a
// part of its text.
var checkbox = text.MustCompile(`^\[[ xX]\][\s\v]`)
