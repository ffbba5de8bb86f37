// Package text handles positions in a file: byte spans, and the lines and columns that people and editors
// count. It also analyses texts: words, sentences, labels, code fences, times.
//
// The rest of the program uses byte spans, which are cheap and exact, and asks a Source for lines and columns
// only when something is reported.
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
	ruler
	lines []int // offset of the first byte of each line
	// origin is where data begins in the whole text.
	origin Pos
}

// ruler counts the characters between offsets without reading everything in between: a line may be a
// megabyte.
type ruler struct {
	data  []byte
	count func([]byte) int
	// marks are about every markEvery bytes. Each is before the first byte of a code point, so that counts of
	// both sides add up even if bytes are not UTF-8.
	marks []mark
}

// mark is the number of characters before an offset.
type mark struct{ offset, characters int }

const markEvery = 1024

func newRuler(data []byte, count func([]byte) int) ruler {
	r := ruler{data, count, make([]mark, 1, 1+len(data)/markEvery)}
	last := mark{}
	for next := markEvery; next < len(data); next += markEvery {
		for i := 1; i < utf8.UTFMax && next < len(data) && !utf8.RuneStart(data[next]); i++ {
			next++
		}
		last = mark{next, last.characters + count(data[last.offset:next])}
		r.marks = append(r.marks, last)
	}
	return r
}

// before returns the number of characters before an offset.
func (r ruler) before(offset int) int {
	m := r.marks[sort.Search(len(r.marks), func(i int) bool { return r.marks[i].offset > offset })-1]
	return m.characters + r.count(r.data[m.offset:offset])
}

func (r ruler) between(start, end int) int {
	if end-start <= markEvery {
		return r.count(r.data[start:end])
	}
	return r.before(end) - r.before(start)
}

// NewSource indexes data, which must not change afterwards. A line ends with LF or CRLF; a lone CR is an
// ordinary character.
func NewSource(data []byte) *Source { return NewSourceAt(data, Pos{}) }

// NewSourceAt is NewSource for a part of a longer text that begins at origin; the zero Pos is the start of a
// text. Spans are offsets into data; lines, columns and the offset of a Pos refer to the whole text.
func NewSourceAt(data []byte, origin Pos) *Source {
	if origin == (Pos{}) {
		origin = Pos{Line: 1, Column: 1}
	}
	s := &Source{newRuler(data, utf8.RuneCount), append(make([]int, 0, 1+bytes.Count(data, []byte{'\n'})), 0), origin}
	if bytes.HasPrefix(data, []byte(BOM)) {
		s.lines[0] = len(BOM)
	}
	at := 0
	for line := range bytes.Lines(data) {
		at += len(line)
		if line[len(line)-1] == '\n' {
			s.lines = append(s.lines, at)
		}
	}
	return s
}

// Bytes returns the whole file, including a BOM, or the part of a longer text.
func (s *Source) Bytes() []byte { return s.data }

// Start returns the offset of the first byte of text: 0, or 3 after a BOM.
func (s *Source) Start() int { return s.lines[0] }

// FirstLine returns the number of the first line: 1, unless this is a part of a
// longer text.
func (s *Source) FirstLine() int { return s.origin.Line }

// Lines returns the number of the last line, which is the number of lines in a whole text. A file that ends
// in a line end has an empty last line, so that every offset is on a line.
func (s *Source) Lines() int { return s.origin.Line + len(s.lines) - 1 }

// Origin returns the position of the part in the whole text; line 1 and column 1 for a whole text.
func (s *Source) Origin() Pos { return s.origin }

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
	line := sort.SearchInts(s.lines, offset+1) - 1
	column := 1 + s.between(s.lines[line], offset)
	if line == 0 {
		column += s.origin.Column - 1
	}
	return Pos{Offset: s.origin.Offset + offset, Line: s.origin.Line + line, Column: column}
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
	start, end := s.lines[line-1], len(s.data)
	if line < len(s.lines) {
		end = s.lines[line] - 1
		if end > start && s.data[end-1] == '\r' {
			end--
		}
	}
	return Span{start, end}
}

// Line returns the text of a line, numbered as by Pos, without its line end.
func (s *Source) Line(line int) string { return s.Slice(s.LineSpan(line)) }
