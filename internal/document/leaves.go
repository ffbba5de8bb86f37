package document

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// LeafKind is the kind of a leaf.
type LeafKind uint8

// The kinds of leaves.
const (
	Paragraph LeafKind = iota
	ListItem
	TableCell
	HeadingText
	// CodeBlock is a fenced block that names no language: of LeavesOf and Body.Code alone.
	CodeBlock
)

// Leaf is a separate piece of text: a paragraph, the text of a list item, a table cell or a heading. Code,
// HTML comments and quotations are not leaves. Text is the Markdown source, with each run of white space as
// one space; it may be a view of the source.
type Leaf struct {
	Kind LeafKind
	// Label is set for a text that labels the text after it, in a paragraph or item: see text.IsLabel.
	Label bool
	// Open is set for an unticked task, and for the list below it.
	Open bool
	// Ticked is set for a ticked task.
	Ticked bool
	Text   string
	Span   text.Span
	// Cell is the position of a table cell.
	Cell Cell
	// Under is the context of the leaf, never nil. Leaves with the same context share it.
	Under *Under
}

// Under is the context of a leaf: the headings and labels above it, and its table row.
type Under struct {
	// Headings are the enclosing headings, from the highest level down. A heading does not include itself.
	Headings []Heading
	// Labels are the labels since the last heading: the last label, and before it the less deeply nested
	// ones. A label holds until the next label, the end of its list, or a tag on a line of its own.
	Labels []string
	// Row is the row of a table cell, Head the header of its table. Both are empty for any other leaf.
	Row, Head text.Span
}

// Cell is the position of a table cell: the offset of its table, its row (0 for the header), and its column
// from 0.
type Cell struct{ Table, Row, Column int }

// LeavesOf returns the leaves of a field's value in Markdown, and the source that their spans refer to. withCode
// adds the code blocks that name no language.
func LeavesOf(value string, withCode bool) (src *text.Source, leaves []Leaf) {
	src = text.NewSource([]byte(value))
	return src, parseLeaves(src, text.Span{End: len(value)}, withCode)
}

// Leaves returns the leaves of the document's Markdown, or nil if it has none.
func (d *Document) Leaves() []Leaf {
	if d.Body == nil {
		return nil
	}
	if d.Body.Blocks != nil {
		// nothing else needs its text
		return parseLeaves(d.Source, d.Body.Span, false)
	}
	return d.Body.Leaves
}

// Code is a code block: where its fence begins, or its first line if it is indented, and the span of its text.
type Code struct {
	At      int
	Content text.Span
}

// CodeBlocksIn returns the code blocks in a span of Markdown that are not quoted, in their order. A block that is not
// closed may have more below it, and is left out.
func CodeBlocksIn(src *text.Source, span text.Span) (blocks []Code) {
	for _, p := range splitMarkdown(src, span) {
		switch {
		case p.inQuote:
		case p.kind == fencePiece:
			after := strings.TrimLeft(text.View(src, text.Span{Start: p.span.End, End: span.End}), " \t\r\n")
			isClosed := strings.HasPrefix(after, "```") || strings.HasPrefix(after, "~~~")
			if isClosed {
				blocks = append(blocks, Code{p.opening.Start, p.span})
			}
		case p.kind == indentedPiece:
			blocks = append(blocks, Code{p.span.Start, p.span})
		}
	}
	return blocks
}

// parseLeaves returns the texts of the Markdown in a span.
func parseLeaves(src *text.Source, span text.Span, withCode bool) []Leaf {
	var leaves []Leaf
	reader := leafReader{src: src, withCode: withCode}
	for _, p := range splitMarkdown(src, span) {
		if leaf, ok := reader.read(&p, commentsIn(src, p)); ok {
			leaves = append(leaves, leaf)
		}
	}
	return leaves
}

// leafReader makes leaves of pieces, in the file's order.
type leafReader struct {
	src      *text.Source
	withCode bool
	headings []Heading
	labels   []string
	depths   []int8 // list depths of the labels
	hasList  bool   // the last label is an item that has a list below it
	openTask int8   // list depth of the last open task, or 0
	// under is the context of the last leaf, or nil if it has changed since. cell is the position of the last
	// table cell.
	under *Under
	cell  Cell
}

// read returns the leaf for a piece with comments, if it is a leaf.
func (r *leafReader) read(p *piece, comments []text.Span) (leaf Leaf, ok bool) {
	leaf = Leaf{Kind: Paragraph, Span: p.span}
	if p.inQuote { // it has no depth of its own, and ends nothing
		return leaf, false
	}
	if p.depth <= r.openTask { // p is not in the list below the task
		r.openTask = 0
	}
	switch p.kind {
	case indentedPiece, htmlPiece:
		return leaf, false
	case fencePiece:
		leaf.Kind, leaf.Under = CodeBlock, r.inText()
		leaf.Text = text.View(r.src, p.span)
		namesNoLanguage := strings.Trim(text.View(r.src, p.opening), "`~ \t\r\n") == ""
		return leaf, r.withCode && namesNoLanguage
	case headingPiece:
		leaf.Kind, leaf.Span = HeadingText, p.title
	case cellPiece:
		leaf.Kind, leaf.Cell = TableCell, p.cell
	default:
		if p.depth > 0 {
			r.readItem(&leaf, p)
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
		if tagLine.MatchString(leaf.Text) {
			r.dropLabels(0)
		}
		r.leaveItems(p.depth)
		leaf.Under = r.inText()
		leaf.Label = text.IsLabel(leaf.Text)
		if leaf.Label {
			r.addLabel(leaf.Text, p.depth)
		}
	}
	return leaf, true
}

// readItem makes a leaf a list item, and leaves out the box of a task.
func (r *leafReader) readItem(leaf *Leaf, p *piece) {
	leaf.Kind = ListItem
	leaf.Open = r.openTask > 0
	data := r.src.Bytes()[p.span.Start:p.span.End]
	box := checkbox.FindIndex(data)
	if box == nil {
		return
	}
	leaf.Ticked = strings.IndexByte("xX", data[1]) >= 0
	leaf.Open = !leaf.Ticked
	if leaf.Open && r.openTask == 0 {
		r.openTask = p.depth
	}
	leaf.Span = strip(r.src, text.Span{Start: p.span.Start + box[1], End: p.span.End})
}

// addHeading returns the context of a heading, and adds it to the context of the next leaves.
func (r *leafReader) addHeading(h Heading) *Under {
	above := len(r.headings)
	for above > 0 && r.headings[above-1].Level >= h.Level {
		above--
	}
	under := &Under{Headings: slices.Clip(r.headings[:above])}
	r.headings = append(under.Headings, h)
	r.labels = nil
	r.depths = nil
	r.under = nil
	return under
}

// addLabel adds a label to the context of the next leaves.
func (r *leafReader) addLabel(label string, depth int8) {
	r.dropLabels(depth)
	r.labels = append(r.labels, label)
	r.depths = append(r.depths, depth)
	r.hasList = false
}

// dropLabels drops the labels at a depth or deeper. Contexts of earlier leaves keep them.
func (r *leafReader) dropLabels(depth int8) {
	above := len(r.labels)
	for above > 0 && r.depths[above-1] >= depth {
		above--
	}
	r.labels = slices.Clip(r.labels[:above])
	r.depths = slices.Clip(r.depths[:above])
	r.under = nil
}

// leaveItems ends the labels of the items whose lists a piece at a depth is not in. An item that has no list
// below it labels what follows it. Labels outside of lists, at depth 0, end at the next of them or a heading.
func (r *leafReader) leaveItems(depth int8) {
	last := len(r.labels) - 1
	if last < 0 || r.depths[last] == 0 {
		return
	}
	if depth > r.depths[last] {
		r.hasList = true
		return
	}
	if r.hasList {
		r.dropLabels(max(depth, 1))
	}
}

// inText returns the context of a leaf outside of tables.
func (r *leafReader) inText() *Under {
	if r.under == nil || r.under.Row.Len() > 0 {
		r.under = &Under{Headings: r.headings, Labels: r.labels}
	}
	return r.under
}

// inRow returns the context of a table cell.
func (r *leafReader) inRow(cell Cell, at text.Span) *Under {
	isSameRow := cell.Table == r.cell.Table && cell.Row == r.cell.Row
	if r.under == nil || !isSameRow {
		r.under = &Under{Headings: r.headings, Labels: r.labels, Row: r.lineOf(at.Start), Head: r.lineOf(cell.Table)}
	}
	r.cell = cell
	return r.under
}

func (r *leafReader) lineOf(offset int) text.Span { return r.src.LineSpan(r.src.Pos(offset).Line) }

// tagLine matches a tag that is all of a paragraph. Such tags enclose sections in some files; Markdown takes those with
// an underscore for text.
var tagLine = text.MustCompile(`^</?\w+>$`)

// checkbox matches the box of a task list item, which is not part of its text.
var checkbox = text.MustCompile(`^\[[ xX~/>-]\][\s\v]`)
