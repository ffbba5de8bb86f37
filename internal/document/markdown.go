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

// pieceKind is what a piece of a Markdown file is.
type pieceKind uint8

const (
	headingPiece pieceKind = iota
	textPiece              // a paragraph, or HTML that is not a comment
	cellPiece              // a table's cell
	fencePiece             // the lines of a fenced code block
	rawPiece               // other code, and HTML that is not text
	commentPiece           // a block that begins with an HTML comment
)

// piece is a block of a Markdown file that has no blocks in it. Pieces are in
// the file's order and do not overlap.
type piece struct {
	kind pieceKind
	// span is the piece's text in the file, with what is at the head of
	// its further lines ("> ", indentation).
	span text.Span
	// opening is the line of a code fence, or the first characters of a
	// comment.
	opening text.Span
	level   int       // of a heading
	title   text.Span // of a heading: its text
	// inItem and inQuote say in what the piece stands, top that it is in
	// neither.
	inItem, inQuote, top bool
}

// blockParser reads Markdown's block structure and nothing inside a line: what
// is in a paragraph is text for the rules, and inline markup is where
// hostile input costs most. It also does without goldmark's link references
// and tables, whose time or memory grows with the square of the input; see
// paragraphs.
//
// A goldmark parser may be used by several goroutines at once.
var blockParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithParagraphTransformers(util.Prioritized(paragraphs{}, 100)),
	)
})

// splitMarkdown lists the pieces of a span of Markdown.
func splitMarkdown(src *text.Source, span text.Span) []piece {
	flat := flatten(src.Bytes()[span.Start:span.End])
	root := blockParser().Parse(gtext.NewReader(flat))
	s := splitter{flat: flat, base: span.Start, end: span.End}
	s.pieces = make([]piece, 0, countLeaves(root))
	s.walk(root, piece{top: true})
	return s.pieces
}

// countLeaves is about how many pieces a tree has, tables aside: a file of
// half a million one-letter blocks takes a third of the memory when the room
// for them is made at once.
func countLeaves(n ast.Node) int {
	count := 0
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		switch child.Kind() {
		case ast.KindList, ast.KindListItem, ast.KindBlockquote:
			count += countLeaves(child)
		default:
			count++
		}
	}
	return count
}

// splitter turns goldmark's tree into pieces.
type splitter struct {
	flat      []byte
	base, end int // of the span in the file
	pieces    []piece
}

// walk visits the blocks in a block. Flatten has bounded how deep they nest.
func (s *splitter) walk(n ast.Node, in piece) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		s.visit(child, in)
	}
}

func (s *splitter) visit(n ast.Node, in piece) {
	switch n := n.(type) {
	case *ast.List:
		s.walk(n, in)
	case *ast.ListItem:
		s.walk(n, piece{inItem: true, inQuote: in.inQuote})
	case *ast.Blockquote:
		s.walk(n, piece{inQuote: true})
	case *ast.Heading:
		s.heading(n, in)
	case *ast.Paragraph, *ast.TextBlock:
		s.add(in, textPiece, s.lines(n))
	case *ast.FencedCodeBlock:
		s.fence(n, in)
	case *ast.HTMLBlock:
		s.html(n, in)
	case *ast.CodeBlock, *definitions:
		s.add(in, rawPiece, s.lines(n))
	case *table:
		s.table(n, in)
	}
}

// add files a piece under its kind; one without text is none.
func (s *splitter) add(p piece, kind pieceKind, span text.Span) {
	if span.Len() > 0 {
		p.kind, p.span = kind, span
		s.pieces = append(s.pieces, p)
	}
}

// lines is the span of a block's lines, white space trimmed off.
func (s *splitter) lines(n ast.Node) text.Span {
	lines := n.Lines()
	if lines.Len() == 0 {
		return text.At(s.base)
	}
	return s.trimmed(lines.At(0).Start, lines.At(lines.Len()-1).Stop)
}

// trimmed is the span in the file of an offset range in the flattened text.
func (s *splitter) trimmed(start, stop int) text.Span {
	stop = min(stop, len(s.flat))
	for start < stop && isBlank(s.flat[start]) {
		start++
	}
	for stop > start && isBlank(s.flat[stop-1]) {
		stop--
	}
	return text.Span{Start: min(s.base+start, s.end), End: min(s.base+stop, s.end)}
}

// lineEnd is the offset of the line end at or after an offset in the flattened
// text.
func (s *splitter) lineEnd(offset int) int {
	for offset < len(s.flat) && s.flat[offset] != '\n' {
		offset++
	}
	return offset
}

// heading takes in the `#`s around a heading's text, or the line under it. One
// without text in a list or quotation is left out: where a tab is before
// it, goldmark does not say where it is.
func (s *splitter) heading(n *ast.Heading, in piece) {
	in.level, in.title = n.Level, s.lines(n)
	lines := n.Lines()
	if lines.Len() == 0 {
		if in.top {
			s.add(in, headingPiece, s.trimmed(n.Pos(), s.lineEnd(n.Pos())))
		}
		return
	}
	start, end := lines.At(0).Start, s.lineEnd(lines.At(lines.Len()-1).Stop-1)
	hashes := s.hashesBefore(start)
	if hashes == start { // underlined
		end = s.lineEnd(min(end+1, len(s.flat)))
	}
	s.add(in, headingPiece, s.trimmed(hashes, end))
}

// hashesBefore is the offset of the `#`s before a heading's text, or of the
// text itself if there are none and a line under it makes it a heading.
func (s *splitter) hashesBefore(start int) int {
	i := start
	for i > 0 && isBlank(s.flat[i-1]) && s.flat[i-1] != '\n' {
		i--
	}
	hashes := i
	for hashes > 0 && s.flat[hashes-1] == '#' {
		hashes--
	}
	if hashes == i {
		return start
	}
	return hashes
}

// fence looks for the fence on its line: goldmark counts a tab before it as the
// spaces that it stands for.
func (s *splitter) fence(n *ast.FencedCodeBlock, in piece) {
	line := bytes.LastIndexByte(s.flat[:n.Pos()], '\n') + 1
	end := s.lineEnd(n.Pos())
	start := line + max(bytes.IndexAny(s.flat[line:end], "`~"), 0)
	in.opening = s.trimmed(start, end)
	s.add(in, fencePiece, s.lines(n))
}

// html tells comments, which say nothing to a reader, and code from HTML that
// may hold text. `<describe the change>` on a line of its own is HTML too, as
// CommonMark sees it.
func (s *splitter) html(n *ast.HTMLBlock, in piece) {
	span := s.lines(n)
	if n.HasClosure() {
		span = s.trimmed(n.Lines().At(0).Start, n.ClosureLine.Stop)
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

func isBlank(b byte) bool {
	return b == ' ' || b >= '\t' && b <= '\r'
}
