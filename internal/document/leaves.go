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
// Text is the Markdown source, with one space for each run of white space; it may be a view
// of the source.
type Leaf struct {
	Kind LeafKind
	// Label is set for a text that labels what follows, in a paragraph or an item:
	// see text.IsLabel.
	Label bool
	// Open is set for a task whose box is not ticked, and for what is in the list below it.
	Open bool
	Text string
	Span text.Span
	// Cell is where a table cell is.
	Cell Cell
	// Under is what the leaf is under, never nil. Leaves under the same share it.
	Under *Under
}

// Under is what a leaf is under, up to the next thing of its kind.
type Under struct {
	// Headings are those above, from the highest level down. A heading is not under itself.
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
	return src, leavesIn(src, text.Span{End: len(value)})
}

// Leaves returns the pieces of text in the document's Markdown, or nil if it has none.
func (d *Document) Leaves() []Leaf {
	if d.Body == nil {
		return nil
	}
	if d.Body.Blocks != nil {
		// nothing else needs its text
		return leavesIn(d.Source, d.Body.Span)
	}
	return d.Body.Leaves
}

func leavesIn(src *text.Source, span text.Span) []Leaf {
	var leaves []Leaf
	reader := leafReader{src: src}
	for _, p := range splitMarkdown(src, span) {
		comments, _ := scanInline(src, p)
		if leaf, ok := reader.read(&p, comments); ok {
			leaves = append(leaves, leaf)
		}
	}
	return leaves
}

// leafReader makes leaves of pieces in the file's order.
type leafReader struct {
	src      *text.Source
	headings []Heading
	unders   []*Under  // what each of the headings is under
	path     []Heading // a copy of the headings that leaves share, or nil if there is none yet
	labels   []string
	depths   []int8 // of the labels: how many lists each is in
	isFilled bool   // the last label is an item that has a list below it
	open     int8   // how many lists the last open task is in, or 0 for none
	// under is what the last leaf was under, nil if that has changed since. cell is the
	// place of the last one in a table.
	under *Under
	cell  Cell
}

// read returns the leaf that a piece with some comments is, if it is one.
func (r *leafReader) read(p *piece, comments []text.Span) (leaf Leaf, ok bool) {
	leaf = Leaf{Kind: Paragraph, Span: p.span}
	if p.depth <= r.open {
		r.open = 0
	}
	switch {
	case p.inQuote || p.kind == fencePiece || p.kind == rawPiece:
		return leaf, false
	case p.kind == headingPiece:
		leaf.Kind, leaf.Span = HeadingText, p.title
	case p.kind == cellPiece:
		leaf.Kind, leaf.Cell = TableCell, p.cell
	case p.depth > 0:
		leaf.Kind, leaf.Open = ListItem, r.open > 0
		data := r.src.Bytes()[p.span.Start:p.span.End]
		if box := checkbox.FindIndex(data); box != nil {
			leaf.Open = data[1] != 'x' && data[1] != 'X'
			if leaf.Open && r.open == 0 {
				r.open = p.depth
			}
			leaf.Span = strip(r.src, text.Span{Start: p.span.Start + box[1], End: p.span.End})
		}
	}
	leaf.Text = text.Fold(without(r.src, leaf.Span, comments))
	if leaf.Text == "" {
		return leaf, false
	}
	switch leaf.Kind {
	case HeadingText:
		leaf.Under = r.addHeading(Heading{p.level, leaf.Text, p.span})
	case TableCell:
		leaf.Under = r.inRow(leaf.Cell, leaf.Span)
	default:
		r.endLabels(p.depth)
		leaf.Under = r.inText()
		leaf.Label = text.IsLabel(leaf.Text)
		if leaf.Label {
			r.addLabel(leaf.Text, p.depth)
		}
	}
	return leaf, true
}

// addHeading returns what a heading is under, and makes it what the next leaves are under.
func (r *leafReader) addHeading(h Heading) *Under {
	above := len(r.headings)
	for above > 0 && r.headings[above-1].Level >= h.Level {
		above--
	}
	var under *Under
	if above < len(r.headings) {
		under = r.unders[above] // as the heading that it follows
	} else {
		under = &Under{Headings: r.sharedPath()}
	}
	r.headings = append(r.headings[:above], h)
	r.unders = append(r.unders[:above], under)
	r.path = nil
	r.labels = nil
	r.depths = nil
	r.under = nil
	r.isFilled = false
	return under
}

func (r *leafReader) sharedPath() []Heading {
	if r.path == nil {
		r.path = slices.Clone(r.headings)
	}
	return r.path
}

// addLabel makes a label what the next leaves are under.
func (r *leafReader) addLabel(label string, depth int8) {
	above := len(r.labels)
	for above > 0 && r.depths[above-1] >= depth {
		above--
	}
	r.labels = append(slices.Clip(r.labels[:above]), label)
	r.depths = append(slices.Clip(r.depths[:above]), depth)
	r.isFilled = false
	r.under = nil
}

// endLabels ends the labels of items that have a list of their own below them, at a piece
// that is not in it.
func (r *leafReader) endLabels(depth int8) {
	last := len(r.labels) - 1
	if last < 0 || r.depths[last] == 0 {
		return
	}
	if depth > r.depths[last] {
		r.isFilled = true
		return
	}
	if r.isFilled {
		for last >= 0 && r.depths[last] >= max(depth, 1) {
			last--
		}
		r.labels, r.depths = slices.Clip(r.labels[:last+1]), slices.Clip(r.depths[:last+1])
		r.under = nil
		r.isFilled = last >= 0
	}
}

// inText returns what a leaf is under that is not in a table.
func (r *leafReader) inText() *Under {
	if r.under == nil || r.under.Row.Len() > 0 {
		r.under = &Under{Headings: r.sharedPath(), Labels: r.labels}
	}
	return r.under
}

// inRow returns what a cell of a table is under.
func (r *leafReader) inRow(cell Cell, at text.Span) *Under {
	isSameRow := cell.Table == r.cell.Table && cell.Row == r.cell.Row
	if r.under == nil || r.under.Row.Len() == 0 || !isSameRow {
		r.under = &Under{Headings: r.sharedPath(), Labels: r.labels, Row: r.lineOf(at.Start), Head: r.lineOf(cell.Table)}
	}
	r.cell = cell
	return r.under
}

func (r *leafReader) lineOf(offset int) text.Span { return r.src.LineSpan(r.src.Pos(offset).Line) }

// checkbox is that of a task list, which says something of the item but is not a
// part of its text.
var checkbox = text.MustCompile(`^\[[ xX~/>-]\][\s\v]`)
