// Package text handles positions in a file: byte spans, and the lines and columns that people and editors
// count. It also analyses texts: words, sentences, labels, code fences, times.
//
// The rest of the program uses byte spans, which are cheap and exact, and asks a Source for lines and columns
// only when something is reported. Begin with Source.
package text

import (
	"bytes"
	"sort"
	"unicode/utf8"
	"unsafe"
)

// BOM is the UTF-8 byte order mark. It may open a file and is not part of its text: it takes no column.
const BOM = "\uFEFF"

// Span is a half-open range of bytes in a file: Start is the offset of its first byte, End the offset after
// its last. An empty span marks a position.
type Span struct{ Start, End int }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// At returns the empty span at an offset.
func At(offset int) Span { return Span{offset, offset} }

// Pos is a position in a file. Line and Column count from 1, columns in Unicode code points; Offset counts
// bytes from 0 and includes a BOM.
type Pos struct{ Offset, Line, Column int }

// Range is a half-open range of text: End is the position after its last code point.
type Range struct{ Start, End Pos }

// Source is a file's bytes with an index of its lines. It is read-only and safe for concurrent use.
type Source struct {
	index
	// origin is where data begins in the whole text.
	origin Pos
}

// index has the lines of a text. It counts the characters between offsets without reading everything in
// between: a line may be a megabyte.
type index struct {
	data  []byte
	lines []int // offset of the first byte of each line
	count func([]byte) int
	// marks are about every markEvery bytes. Each is before the first byte of a code point, so that counts of
	// both sides add up even if bytes are not UTF-8.
	marks []mark
}

// mark is the number of characters before an offset.
type mark struct{ offset, characters int }

const markEvery = 1024

func newIndex(data []byte, lines []int, count func([]byte) int) index {
	x := index{data, lines, count, make([]mark, 1, 1+len(data)/markEvery)}
	last := mark{}
	for next := markEvery; next < len(data); next += markEvery {
		for i := 1; i < utf8.UTFMax && next < len(data) && !utf8.RuneStart(data[next]); i++ {
			next++
		}
		last = mark{next, last.characters + count(data[last.offset:next])}
		x.marks = append(x.marks, last)
	}
	return x
}

// before returns the number of characters before an offset.
func (x *index) before(offset int) int {
	m := x.marks[sort.Search(len(x.marks), func(i int) bool { return x.marks[i].offset > offset })-1]
	return m.characters + x.count(x.data[m.offset:offset])
}

// locate returns the index of the line with an offset, and the number of characters before it on the line.
func (x *index) locate(offset int) (line, before int) {
	line = sort.SearchInts(x.lines, offset+1) - 1
	return line, x.before(offset) - x.before(x.lines[line])
}

// lineSpan returns the span of a line, by its index, without its line end.
func (x *index) lineSpan(line int) Span {
	start := x.lines[line]
	if line+1 == len(x.lines) {
		return Span{start, len(x.data)}
	}
	content := bytes.TrimSuffix(x.data[start:x.lines[line+1]], []byte("\n"))
	return Span{start, start + len(bytes.TrimSuffix(content, []byte("\r")))}
}

// Bytes returns the whole text, including a BOM, or the part of a longer text.
func (x *index) Bytes() []byte { return x.data }

// NewSource indexes data, which must not change afterwards. A line ends with LF or CRLF; a lone CR is an
// ordinary character.
func NewSource(data []byte) *Source { return NewSourceAt(data, Pos{}) }

// NewSourceAt is NewSource for a part of a longer text that begins at origin; the zero Pos is the start of a
// text. Spans are offsets into data; lines, columns and the offset of a Pos refer to the whole text.
func NewSourceAt(data []byte, origin Pos) *Source {
	if origin == (Pos{}) {
		origin = Pos{Line: 1, Column: 1}
	}
	lines := append(make([]int, 0, 1+bytes.Count(data, []byte{'\n'})), 0)
	if bytes.HasPrefix(data, []byte(BOM)) {
		lines[0] = len(BOM)
	}
	at := 0
	for line := range bytes.Lines(data) {
		at += len(line)
		if line[len(line)-1] == '\n' {
			lines = append(lines, at)
		}
	}
	return &Source{newIndex(data, lines, utf8.RuneCount), origin}
}

// Start returns the offset of the first byte of text: 0, or 3 after a BOM.
func (s *Source) Start() int { return s.lines[0] }

// FirstLine returns the number of the first line: 1, unless this is a part of a
// longer text.
func (s *Source) FirstLine() int { return s.origin.Line }

// Lines returns the number of the last line, which is the number of lines in a whole text. A file that ends
// in a line end has an empty last line, so that every offset is on a line.
func (s *Source) Lines() int { return s.origin.Line + len(s.lines) - 1 }

// Slice returns the text of a span.
func (s *Source) Slice(span Span) string { return string(s.data[span.Start:span.End]) }

// View returns s.Slice without a copy, for a text that lives no longer than the Source: it keeps the whole
// file in memory.
func View(s *Source, span Span) string {
	return unsafe.String(unsafe.SliceData(s.data), len(s.data))[span.Start:span.End]
}

// Pos returns the line and column of an offset. An offset outside of the file is clamped.
func (s *Source) Pos(offset int) Pos {
	offset = min(max(offset, s.lines[0]), len(s.data))
	line, before := s.locate(offset)
	if line == 0 {
		before += s.origin.Column - 1
	}
	return Pos{Offset: s.origin.Offset + offset, Line: s.origin.Line + line, Column: 1 + before}
}

// Range returns the lines and columns of both ends of a span.
func (s *Source) Range(span Span) Range {
	return Range{Start: s.Pos(span.Start), End: s.Pos(max(span.Start, span.End))}
}

// LineSpan returns the span of a line, numbered as by Pos, without its line end. It is empty for a missing
// line.
func (s *Source) LineSpan(line int) Span {
	line -= s.origin.Line - 1
	if line < 1 || line > len(s.lines) {
		return At(len(s.data))
	}
	return s.lineSpan(line - 1)
}
