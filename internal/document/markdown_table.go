package document

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"

	"github.com/handofflint/handofflint/internal/text"
)

// table is a GFM table in goldmark's tree: its lines, the delimiter row among
// them as the second.
type table struct{ leaf }

// definitions are the link reference definitions that a paragraph began with.
type definitions struct{ leaf }

// leaf is a block of lines that goldmark need not look into.
type leaf struct{ ast.BaseBlock }

var (
	kindTable       = ast.NewNodeKind("Table")
	kindDefinitions = ast.NewNodeKind("Definitions")
)

func (*leaf) IsRaw() bool { return true }

// Kind implements goldmark's ast.Node.
func (*table) Kind() ast.NodeKind { return kindTable }

// Kind implements goldmark's ast.Node.
func (*definitions) Kind() ast.NodeKind { return kindDefinitions }

// Dump implements goldmark's ast.Node.
func (n *table) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// Dump implements goldmark's ast.Node.
func (n *definitions) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// paragraphs takes tables and link reference definitions out of paragraphs,
// while goldmark reads: a line of dashes under them is then no underline that
// makes a heading of them.
//
// It stands in for goldmark's own two transformers. For n definitions in one
// paragraph theirs copies the rest n times, and for n columns and m rows it
// makes n times m cells, empty ones too: a megabyte of either is fatal.
type paragraphs struct{}

// Transform implements goldmark's parser.ParagraphTransformer.
func (paragraphs) Transform(n *ast.Paragraph, reader gtext.Reader, _ parser.Context) {
	source, parent := reader.Source(), n.Parent()
	lines := n.Lines().Sliced(0, n.Lines().Len())
	defs := countDefinitions(lines, source)
	head := tableHead(lines[defs:], source) + defs
	if defs == 0 && head == len(lines) {
		return
	}
	insert := func(node ast.Node, lines []gtext.Segment) {
		if len(lines) > 0 {
			node.SetLines(segments(lines))
			parent.InsertBefore(parent, n, node)
		}
	}
	insert(&definitions{}, lines[:defs])
	if defs < head && head == len(lines) {
		n.SetLines(segments(lines[defs:]))
		return
	}
	// The paragraph goes even where text is above the table: what is left
	// of one would be made a heading by dashes under the table.
	insert(ast.NewParagraph(), lines[defs:head])
	insert(&table{}, lines[head:])
	parent.RemoveChild(parent, n)
}

func segments(lines []gtext.Segment) *gtext.Segments {
	s := gtext.NewSegments()
	s.AppendAll(lines)
	return s
}

// countDefinitions counts the lines at the head of a paragraph that define a
// link reference: `[name]: destination`, and perhaps a title. Definitions over
// several lines are left as text.
func countDefinitions(lines []gtext.Segment, source []byte) int {
	for i, line := range lines {
		if !isDefinition(bytes.Trim(source[line.Start:line.Stop], blank)) {
			return i
		}
	}
	return len(lines)
}

func isDefinition(line []byte) bool {
	if len(line) == 0 || line[0] != '[' {
		return false
	}
	label, rest, ok := bytes.Cut(line[1:], []byte("]:"))
	footnote := len(label) > 0 && label[0] == '^'
	if !ok || footnote || len(bytes.Trim(label, blank)) == 0 || bytes.ContainsAny(label, "[]") {
		return false
	}
	rest = bytes.Trim(rest, blank)
	end := bytes.IndexAny(rest, blank)
	if end < 0 {
		return len(rest) > 0
	}
	title := bytes.TrimLeft(rest[end:], blank)
	last := title[len(title)-1]
	return len(title) > 1 && (title[0] == last && (last == '"' || last == '\'') || title[0] == '(' && last == ')')
}

// tableHead is the index of a table's first line: the first whose next is a
// delimiter row with as many cells. It is the number of lines if there is
// no table.
func tableHead(lines []gtext.Segment, source []byte) int {
	for i := 1; i < len(lines); i++ {
		row := bytes.Trim(source[lines[i].Start:lines[i].Stop], blank)
		columns, ok := delimiterRow(row)
		if !ok {
			continue
		}
		if len(splitRow(source, lines[i-1].Start, lines[i-1].Stop)) == columns {
			return i - 1
		}
	}
	return len(lines)
}

// delimiterRow counts the cells of a delimiter row, `|---|:-:|`. GFM wants a
// bar in it, or else every underlined heading were a table.
func delimiterRow(row []byte) (columns int, ok bool) {
	if bytes.IndexByte(row, '|') < 0 || len(bytes.Trim(row, "|:- \t")) > 0 {
		return 0, false
	}
	cells := splitRow(row, 0, len(row))
	for _, c := range cells {
		dashes := bytes.TrimSuffix(bytes.TrimPrefix(row[c.Start:c.End], []byte(":")), []byte(":"))
		if len(dashes) == 0 || len(bytes.Trim(dashes, "-")) > 0 {
			return 0, false
		}
	}
	return len(cells), true
}

// splitRow cuts a table's row at its bars, except at `\|`. The spans have no
// white space at their ends.
func splitRow(source []byte, start, stop int) []text.Span {
	s := splitter{flat: source, end: len(source)}
	row := s.trimmed(start, stop)
	if row.Len() > 0 && source[row.Start] == '|' {
		row.Start++
	}
	var cells []text.Span
	from := row.Start
	for i := row.Start; i < row.End; i++ {
		switch source[i] {
		case '\\':
			i++
		case '|':
			cells = append(cells, s.trimmed(from, i))
			from = i + 1
		}
	}
	if from < row.End {
		cells = append(cells, s.trimmed(from, row.End))
	}
	return cells
}

// table files a table's cells. The delimiter row says nothing.
func (s *splitter) table(n *table, in piece) {
	for i, line := range n.Lines().Sliced(0, n.Lines().Len()) {
		if i == 1 {
			continue
		}
		for _, cell := range splitRow(s.flat, line.Start, line.Stop) {
			s.add(in, cellPiece, text.Span{Start: s.base + cell.Start, End: s.base + cell.End})
		}
	}
}
