package document

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/handofflint/handofflint/internal/text"
)

// pieceKind is the kind of a piece of a Markdown file.
type pieceKind uint8

const (
	headingPiece  pieceKind = iota
	textPiece               // a paragraph, or HTML that is not a comment
	cellPiece               // a table's cell
	fencePiece              // the lines of a fenced code block
	indentedPiece           // indented code
	htmlPiece               // HTML that is neither text nor a comment
	commentPiece            // a block that begins with an HTML comment
)

// piece is a block of a Markdown file without blocks in it. Pieces are in the file's order and do not
// overlap.
type piece struct {
	// span is the piece's text in the file, including the prefixes of its further lines ("> ", indentation).
	span text.Span
	// opening is the line of a code fence, or the first characters of a comment.
	opening text.Span
	level   int       // of a heading
	title   text.Span // of a heading: its text
	// depth is the number of list items around the piece, in a quotation only of those in it. inQuote is set in a
	// quotation, top outside of both.
	depth        int8 // at most maxColumn
	inQuote, top bool
	kind         pieceKind
	cell         Cell // of a table's cell
}

func (p piece) isCode() bool { return p.kind == fencePiece || p.kind == indentedPiece }

// blockParser parses only Markdown's block structure: the text of a paragraph is for the rules, and inline
// markup is where hostile input costs most. It also does without goldmark's link references and tables: for n
// definitions in one paragraph goldmark copies the rest n times, and for n columns and m rows it makes n
// times m cells, so that a megabyte of either is fatal.
//
// A goldmark parser is safe for concurrent use.
var blockParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(util.Prioritized(unreadText{}, 0)),
	)
})

// unreadText is the inline parser: it makes one node of all the lines of a block without reading them.
// Without an inline parser, goldmark visits each character and makes a node of each line.
type unreadText struct{}

// Trigger returns the characters that a block may begin with. A space means anything that is not punctuation.
func (unreadText) Trigger() []byte { return []byte(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") }

func (unreadText) Parse(_ ast.Node, block gtext.Reader, _ parser.Context) ast.Node {
	for line, _ := block.PeekLine(); line != nil; line, _ = block.PeekLine() {
		block.AdvanceLine()
	}
	return ast.NewText()
}

// splitMarkdown lists the pieces of a span of Markdown.
func splitMarkdown(src *text.Source, span text.Span) []piece {
	s := splitter{src: src, flat: flatten(src.Bytes()[span.Start:span.End]), base: span.Start, end: span.End}
	s.pieces = make([]piece, 0, bytes.Count(s.flat, []byte("\n"))/2) // an estimate, to save memory
	s.walk(blockParser().Parse(gtext.NewReader(s.flat)), piece{top: true})
	return s.pieces
}

// Bounds on the markers of lists and quotations of a line: the last column, in bytes, and the number of
// markers. People nest lists three or four levels deep, for which 40 columns are enough, and begin two or
// three of them on one line.
const (
	maxColumn  = 40
	maxMarkers = 6
)

// flatten copies Markdown for the parser so that offsets stay the same, and neither line ends nor hostile
// nesting reach it:
//
//   - CR before LF becomes a space, and the last line gets a line end, so that line ends do not change the
//     result.
//   - A run of blank lines becomes one long blank line. It means the same, and goldmark visits every open
//     block for each blank line.
//   - A marker of a list or quotation beyond maxColumn or maxMarkers becomes a letter, which ends the line's
//     run of markers. Each level of nesting takes at least a byte, so this bounds the depth of the tree, and
//     thus goldmark's time (for each level it scans the rest of the line) and memory.
//
// The copy is only for the block structure; text is read from the file itself.
func flatten(data []byte) []byte {
	flat := bytes.ReplaceAll(data, []byte("\r\n"), []byte(" \n"))
	if last := len(flat) - 1; last >= 0 && flat[last] != '\n' {
		if flat[last] == '\r' {
			flat[last] = ' '
		}
		flat = append(flat, '\n')
	}
	var before []byte // the previous line, if it is blank
	for line := range bytes.Lines(flat) {
		if len(bytes.Trim(line, " \t\n")) == 0 {
			if before != nil {
				before[len(before)-1] = ' '
			}
			before = line
			continue
		}
		before = nil
		if at := surplusMarker(line); at >= 0 && !thematicBreak.Match(line) {
			line[at] = 'x'
		}
	}
	return flat
}

// surplusMarker returns the offset of the first marker of a list or quotation in a line that is beyond the
// bounds, or of the number at its start; -1 if there is none. The line has its line end.
func surplusMarker(line []byte) int {
	markers := 0
	for i, c := range line {
		isMarker := false
		switch c {
		case '>':
			isMarker = true
		case '-', '+', '*', '.', ')':
			isMarker = line[i+1] == ' ' || line[i+1] == '\t'
		case ' ', '\t':
			continue
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9': // of an ordered list's marker
		default:
			return -1
		}
		if isMarker {
			markers++
		}
		if i >= maxColumn || markers > maxMarkers {
			return i
		}
	}
	return -1
}

// thematicBreak matches a line such as `- - -`.
var thematicBreak = text.MustCompile(`^[ \t]*(?:[-\t ]+|[*\t ]+)\n$`)

// splitter splits goldmark's tree into pieces.
type splitter struct {
	src       *text.Source
	flat      []byte
	base, end int // of the span in the file
	pieces    []piece
}

// walk reads the blocks in a block. flatten has bounded the depth.
func (s *splitter) walk(parent ast.Node, in piece) {
	for child := parent.FirstChild(); child != nil; child = child.NextSibling() {
		switch n := child.(type) {
		case *ast.List:
			s.walk(n, in)
		case *ast.ListItem:
			s.walk(n, piece{depth: in.depth + 1, inQuote: in.inQuote})
		case *ast.Blockquote:
			s.walk(n, piece{inQuote: true})
		case *ast.Heading:
			s.heading(n, in)
		case *ast.Paragraph, *ast.TextBlock:
			s.paragraph(segments(n), in)
		case *ast.FencedCodeBlock:
			fence := in
			fence.opening = s.fenceLine(n.Pos())
			s.add(fence, fencePiece, s.lines(segments(n)))
		case *ast.HTMLBlock:
			s.html(n, in)
		case *ast.CodeBlock:
			s.add(in, indentedPiece, s.lines(segments(n)))
		}
	}
}

// fenceLine returns the line at an offset from its fence on: goldmark may have expanded a tab before the fence.
func (s *splitter) fenceLine(offset int) text.Span {
	line := bytes.LastIndexByte(s.flat[:offset], '\n') + 1
	end := s.lineEnd(offset)
	fence := line + max(bytes.IndexAny(s.flat[line:end], "`~"), 0)
	return s.inFile(fence, end)
}

// add appends a piece of a kind, unless it is empty.
func (s *splitter) add(p piece, kind pieceKind, span text.Span) {
	if span.Len() > 0 {
		p.kind, p.span = kind, span
		s.pieces = append(s.pieces, p)
	}
}

func segments(n ast.Node) []gtext.Segment { return n.Lines().Sliced(0, n.Lines().Len()) }

// lines returns the trimmed span of lines.
func (s *splitter) lines(lines []gtext.Segment) text.Span {
	if len(lines) == 0 {
		return text.At(s.base)
	}
	return s.inFile(lines[0].Start, lines[len(lines)-1].Stop)
}

// inFile converts a span of the flattened text to a trimmed span of the file.
func (s *splitter) inFile(start, end int) text.Span {
	start = min(s.base+start, s.end)
	return strip(s.src, text.Span{Start: start, End: max(start, min(s.base+end, s.end))})
}

// lineEnd returns the offset of the next line end in the flattened text, which ends with one.
func (s *splitter) lineEnd(offset int) int { return offset + bytes.IndexByte(s.flat[offset:], '\n') }

var (
	// hashes matches the text before a heading's text, unless the heading is underlined.
	hashes = text.MustCompile(`#+[ \t\r\f\v]*$`)
	// definition matches the beginning of a link definition, `[name]: destination`.
	definition = text.MustCompile(`^[ \t]*\[[^\[\]\n]+\]:[ \t]*\S`)
)

// heading adds a heading with its `#`s or the line under it. It skips one without text. Dashes under a table
// or a link definition do not make it a heading.
func (s *splitter) heading(n *ast.Heading, in piece) {
	lines := segments(n)
	if len(lines) == 0 {
		return
	}
	start := lines[0].Start
	last := lines[len(lines)-1]
	line := bytes.LastIndexByte(s.flat[:start], '\n') + 1
	end := s.lineEnd(start)
	if at := hashes.FindIndex(s.flat[line:start]); at != nil {
		start = line + at[0]
	} else if s.table(lines) < len(lines) || definition.Match(s.flat[last.Start:]) {
		s.paragraph(lines, in)
		return
	} else {
		end = s.lineEnd(min(s.lineEnd(last.Stop-1)+1, len(s.flat)))
	}
	in.level, in.title = n.Level, s.lines(lines)
	s.add(in, headingPiece, s.inFile(start, end))
}

// paragraph adds a paragraph's text, and the cells of the table at its end.
func (s *splitter) paragraph(lines []gtext.Segment, in piece) {
	table := s.table(lines)
	s.add(in, textPiece, s.lines(lines[:table]))
	for i, line := range lines[table:] {
		if i == 1 {
			continue // skip the delimiter row
		}
		for column, cell := range s.cells(line) {
			in.cell = Cell{Table: s.base + lines[table].Start, Row: max(i-1, 0), Column: column}
			s.add(in, cellPiece, strip(s.src, cell))
		}
	}
}

// table returns the index of a table's first line: the first one followed by a delimiter row with as many
// cells. It is len(lines) if there is no table.
func (s *splitter) table(lines []gtext.Segment) int {
	for i := 1; i < len(lines); i++ {
		row := s.src.Bytes()[lines[i].Start+s.base : min(lines[i].Stop+s.base, s.end)]
		if bytes.IndexByte(row, '|') >= 0 && delimiterRow.Match(row) && len(s.cells(lines[i])) == len(s.cells(lines[i-1])) {
			return i - 1
		}
	}
	return len(lines)
}

// delimiterRow matches `|---|:-:|`. The caller requires a bar, as GFM does; otherwise every underlined
// heading would be a table.
var delimiterRow = text.MustCompile(`^[\s\v]*\|?([\s\v]*:?-+:?[\s\v]*\|)*([\s\v]*:?-+:?)?[\s\v]*$`)

// cells returns the spans between the bars of a table's row. A bar after a backslash is text.
func (s *splitter) cells(line gtext.Segment) (cells []text.Span) {
	row := s.lines([]gtext.Segment{line})
	data := s.src.Bytes()
	from := row.Start
	for i := row.Start; i < row.End; i++ {
		switch data[i] {
		case '\\':
			i++
		case '|':
			if i > row.Start {
				cells = append(cells, text.Span{Start: from, End: i})
			}
			from = i + 1
		}
	}
	if from < row.End {
		cells = append(cells, text.Span{Start: from, End: row.End})
	}
	return cells
}

// html adds a block of HTML: a comment, which a reader does not see, text, or code. `<describe the change>`
// on its own line is also HTML in CommonMark.
func (s *splitter) html(n *ast.HTMLBlock, in piece) {
	span := s.lines(segments(n))
	if n.HasClosure() {
		span = s.inFile(n.Lines().At(0).Start, n.ClosureLine.Stop)
	}
	switch n.HTMLBlockType {
	case ast.HTMLBlockType2:
		in.opening = text.Span{Start: span.Start, End: min(span.Start+len(commentOpen), span.End)}
		s.add(in, commentPiece, span)
	case ast.HTMLBlockType6, ast.HTMLBlockType7:
		s.add(in, textPiece, span)
	default:
		s.add(in, htmlPiece, span)
	}
}
