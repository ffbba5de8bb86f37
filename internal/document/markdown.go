package document

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"

	"github.com/handofflint/handofflint/internal/text"
)

// pieceKind is what a piece of a Markdown file is.
type pieceKind uint8

const (
	headingPiece pieceKind = iota
	textPiece              // a paragraph, or HTML that is not a comment
	cellPiece              // a table's cell
	fencePiece             // the lines of a fenced code block
	rawPiece               // other code, HTML that is not text
	commentPiece           // a block that begins with an HTML comment
)

// piece is a block of a Markdown file that has no blocks in it. Pieces are in
// the file's order and do not overlap.
type piece struct {
	// span is the piece's text in the file, with what is at the head of
	// its further lines ("> ", indentation).
	span text.Span
	// opening is the line of a code fence, or the first characters of a
	// comment.
	opening text.Span
	level   int       // of a heading
	title   text.Span // of a heading: its text
	// inItem and inQuote say what the piece is in, top that it is in neither.
	inItem, inQuote, top bool
	kind                 pieceKind
}

// blockParser reads Markdown's block structure and nothing inside a line: what
// is in a paragraph is text for the rules, and inline markup is where
// hostile input costs most. It also does without goldmark's link references
// and tables: for n definitions in one paragraph goldmark copies the rest n times,
// and for n columns and m rows it makes n times m cells, so that a megabyte of
// either is fatal.
//
// A goldmark parser may be used by several goroutines at once.
var blockParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
})

// splitMarkdown lists the pieces of a span of Markdown.
func splitMarkdown(src *text.Source, span text.Span) []piece {
	s := splitter{src: src, flat: flatten(src.Bytes()[span.Start:span.End]), base: span.Start, end: span.End}
	s.pieces = make([]piece, 0, bytes.Count(s.flat, []byte("\n"))/2) // about as many as there are, for memory's sake
	s.walk(blockParser().Parse(gtext.NewReader(s.flat)), piece{top: true})
	return s.pieces
}

// splitter turns goldmark's tree into pieces.
type splitter struct {
	src       *text.Source
	flat      []byte
	base, end int // of the span in the file
	pieces    []piece
}

// walk reads the blocks in a block. Flatten has bounded how deep they nest.
func (s *splitter) walk(parent ast.Node, in piece) {
	for child := parent.FirstChild(); child != nil; child = child.NextSibling() {
		switch n := child.(type) {
		case *ast.List:
			s.walk(n, in)
		case *ast.ListItem:
			s.walk(n, piece{inItem: true, inQuote: in.inQuote})
		case *ast.Blockquote:
			s.walk(n, piece{inQuote: true})
		case *ast.Heading:
			s.heading(n, in)
		case *ast.Paragraph, *ast.TextBlock:
			s.paragraph(n, in)
		case *ast.FencedCodeBlock:
			// goldmark counts a tab before a fence as the spaces that it means.
			line := bytes.LastIndexByte(s.flat[:n.Pos()], '\n') + 1
			opening := text.Span{Start: line + max(bytes.IndexAny(s.flat[line:s.lineEnd(n.Pos())], "`~"), 0), End: s.lineEnd(n.Pos())}
			fence := in
			fence.opening = s.inFile(opening)
			s.add(fence, fencePiece, s.lines(segments(n)))
		case *ast.HTMLBlock:
			s.html(n, in)
		case *ast.CodeBlock:
			s.add(in, rawPiece, s.lines(segments(n)))
		}
	}
}

// add appends a piece of a kind; one without text is none.
func (s *splitter) add(p piece, kind pieceKind, span text.Span) {
	if span.Len() > 0 {
		p.kind, p.span = kind, span
		s.pieces = append(s.pieces, p)
	}
}

func segments(n ast.Node) []gtext.Segment { return n.Lines().Sliced(0, n.Lines().Len()) }

// lines is the span of some lines, white space trimmed off.
func (s *splitter) lines(lines []gtext.Segment) text.Span {
	if len(lines) == 0 {
		return text.At(s.base)
	}
	return s.inFile(text.Span{Start: lines[0].Start, End: lines[len(lines)-1].Stop})
}

// inFile is the span in the file of one in the flattened text, white space
// trimmed off.
func (s *splitter) inFile(span text.Span) text.Span {
	start := min(s.base+span.Start, s.end)
	return strip(s.src, text.Span{Start: start, End: max(start, min(s.base+span.End, s.end))})
}

// lineEnd is the offset of the line end at or after one in the flattened text.
func (s *splitter) lineEnd(offset int) int {
	if i := bytes.IndexByte(s.flat[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(s.flat)
}

// hashes are what is before the text of a heading that is not underlined.
var hashes = text.MustCompile(`#+[ \t\r\f\v]*$`)

// heading takes in the `#`s before a heading's text, or the line under it. One
// without text in a list or quotation is left out: if a tab is before it,
// goldmark does not say where it is.
func (s *splitter) heading(n *ast.Heading, in piece) {
	in.level = n.Level
	lines := segments(n)
	if len(lines) == 0 {
		if in.top {
			s.add(in, headingPiece, s.inFile(text.Span{Start: n.Pos(), End: s.lineEnd(n.Pos())}))
		}
		return
	}
	start := lines[0].Start
	line := bytes.LastIndexByte(s.flat[:start], '\n') + 1
	at := hashes.FindIndex(s.flat[line:start])
	if at == nil {
		s.paragraph(n, in)
		return
	}
	in.title = s.lines(lines)
	s.add(in, headingPiece, s.inFile(text.Span{Start: line + at[0], End: s.lineEnd(start)}))
}

// paragraph adds a paragraph's text, and the cells of the table that it ends with.
// Text with a line of dashes under it is a heading, of the level of the piece; a table
// or a link definition with one is not.
func (s *splitter) paragraph(n ast.Node, in piece) {
	lines := segments(n)
	table := s.tableHead(lines)
	if body := s.lines(lines); in.level > 0 && table == len(lines) && !definition.Match(s.flat[lines[table-1].Start:]) {
		in.title = body
		under := s.lineEnd(min(s.lineEnd(lines[table-1].Stop-1)+1, len(s.flat)))
		s.add(in, headingPiece, s.inFile(text.Span{Start: lines[0].Start, End: under}))
		return
	}
	s.add(in, textPiece, s.lines(lines[:table]))
	for i, line := range lines[table:] {
		if i == 1 {
			continue // the delimiter row says nothing
		}
		for _, cell := range s.cells(line) {
			s.add(in, cellPiece, cell)
		}
	}
}

// definition is the beginning of a link definition, `[name]: destination`.
var definition = text.MustCompile(`^[ \t]*\[[^\[\]\n]+\]:[ \t]*\S`)

// html distinguishes comments, which say nothing to a reader, and code from HTML
// that may hold text. `<describe the change>` on a line of its own is HTML too, as
// CommonMark sees it.
func (s *splitter) html(n *ast.HTMLBlock, in piece) {
	span := s.lines(segments(n))
	if n.HasClosure() {
		span = s.inFile(text.Span{Start: n.Lines().At(0).Start, End: n.ClosureLine.Stop})
	}
	switch n.HTMLBlockType {
	case ast.HTMLBlockType2:
		in.opening = text.Span{Start: span.Start, End: min(span.Start+len(commentOpen), span.End)}
		s.add(in, commentPiece, span)
	case ast.HTMLBlockType6, ast.HTMLBlockType7:
		s.add(in, textPiece, span)
	default:
		s.add(in, rawPiece, span)
	}
}

// tableHead is the index of a table's first line: the first whose next is a
// delimiter row with as many cells. It is the number of lines if there is
// no table.
func (s *splitter) tableHead(lines []gtext.Segment) int {
	for i := 1; i < len(lines); i++ {
		span := s.lines(lines[i : i+1])
		row := s.src.Bytes()[span.Start:span.End]
		if bytes.IndexByte(row, '|') >= 0 && delimiterRow.Match(row) && len(s.cells(lines[i])) == len(s.cells(lines[i-1])) {
			return i - 1
		}
	}
	return len(lines)
}

// delimiterRow is `|---|:-:|`. GFM wants a bar in it, or else every underlined
// heading were a table.
var delimiterRow = text.MustCompile(`^[\s\v]*\|?([\s\v]*:?-+:?[\s\v]*\|)*([\s\v]*:?-+:?)?[\s\v]*$`)

// cells cuts a table's row at its bars, except at `\|`. The spans have no
// white space at their ends.
func (s *splitter) cells(line gtext.Segment) []text.Span {
	row := s.lines([]gtext.Segment{line})
	data := s.src.Bytes()
	if row.Len() > 0 && data[row.Start] == '|' {
		row.Start++
	}
	var cells []text.Span
	from := row.Start
	for i := row.Start; i < row.End; i++ {
		switch data[i] {
		case '\\':
			i++
		case '|':
			cells = append(cells, strip(s.src, text.Span{Start: from, End: i}))
			from = i + 1
		}
	}
	if from < row.End {
		cells = append(cells, strip(s.src, text.Span{Start: from, End: row.End}))
	}
	return cells
}
