package document

import (
	"bytes"
	"sort"

	"github.com/handofflint/handofflint/internal/text"
)

// commentOpen and commentClose are around an HTML comment.
const (
	commentOpen  = "<!--"
	commentClose = "-->"
)

// inline is what can be reported the text of one piece: where its comments and
// code spans are. Code is looked for only to tell what is not a comment.
type inline struct {
	comments, code []text.Span
}

// scanInline reads a piece's text once from left to right, where the first to
// open wins: a comment in a code span is code, a backtick in a comment is part
// of it. A comment must close in its piece, since no inline markup reaches
// beyond a block; only one that opens a block of HTML may not close at all.
func scanInline(src *text.Source, p piece) inline {
	data := src.Bytes()[p.span.Start:p.span.End]
	if p.kind == fencePiece || p.kind == rawPiece || !bytes.Contains(data, []byte(commentOpen)) {
		return inline{}
	}
	s := inlineScanner{data: data, base: p.span.Start, html: p.kind == commentPiece}
	for s.at < len(data) {
		s.step()
	}
	return s.inline
}

type inlineScanner struct {
	inline
	data []byte
	base int
	at   int
	html bool // in a block of HTML neither backticks nor backslashes count
	// ticks are the offsets of the runs of backticks, by their length.
	ticks map[int][]int
	// open says that no comment closes from here on.
	open bool
}

func (s *inlineScanner) step() {
	switch c := s.data[s.at]; {
	case c == '\\' && !s.html:
		s.at += 2
	case c == '`' && !s.html:
		s.codeSpan()
	case c == '<' && bytes.HasPrefix(s.data[s.at:], []byte(commentOpen)):
		s.comment()
	default:
		s.at++
	}
}

// codeSpan skips a run of backticks, and all up to the next run of the same
// length if there is one.
func (s *inlineScanner) codeSpan() {
	if s.ticks == nil {
		s.ticks = backtickRuns(s.data)
	}
	start, length := s.at, runLength(s.data[s.at:])
	s.at += length
	runs := s.ticks[length]
	if i := sort.SearchInts(runs, s.at); i < len(runs) {
		s.at = runs[i] + length
		s.code = append(s.code, s.span(start, s.at))
	}
}

// comment skips a comment. `<!-->` and `<!--->` are whole ones, by CommonMark
// 0.31.
func (s *inlineScanner) comment() {
	start := s.at
	s.at += len(commentOpen)
	end := -1
	if !s.open {
		end = bytes.Index(s.data[start+2:], []byte(commentClose))
	}
	switch {
	case end >= 0:
		s.at = start + 2 + end + len(commentClose)
	case start == 0 && s.html:
		s.at = len(s.data)
	default:
		s.open = true
		return
	}
	s.comments = append(s.comments, s.span(start, s.at))
}

func (s *inlineScanner) span(start, end int) text.Span {
	return text.Span{Start: s.base + start, End: s.base + end}
}

// backtickRuns lists the offsets of all runs of backticks by their length, so
// that the closing one is found without reading ahead: text may hold a run of
// every length and close none.
func backtickRuns(data []byte) map[int][]int {
	runs := map[int][]int{}
	for i := 0; i < len(data); {
		if data[i] != '`' {
			i++
			continue
		}
		n := runLength(data[i:])
		runs[n] = append(runs[n], i)
		i += n
	}
	return runs
}

// runLength is the number of backticks at the start of b.
func runLength(b []byte) int {
	n := 0
	for n < len(b) && b[n] == '`' {
		n++
	}
	return n
}
