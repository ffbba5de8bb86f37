package text

import (
	"slices"
	"sort"
	"unicode/utf8"
)

// Encoding is the unit in which an editor counts the characters of a line.
type Encoding int

// The encodings of the Language Server Protocol. UTF16 is what every client knows.
const (
	UTF16 Encoding = iota
	UTF8
	UTF32
)

// Position is a place as an editor has it: line and character count from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Positions converts between offsets into a text and an editor's positions. Other than
// for a Source, a lone CR ends a line and a byte order mark is a character: so the
// protocol has it. It is read-only and may be shared between goroutines.
type Positions struct {
	data     []byte
	encoding Encoding
	lines    []int // offset of the first byte of each line
}

// NewPositions indexes data, which must not be changed afterwards.
func NewPositions(data []byte, encoding Encoding) *Positions {
	p := &Positions{data: data, encoding: encoding, lines: []int{0}}
	for i, b := range data {
		if b == '\n' || b == '\r' && (i+1 == len(data) || data[i+1] != '\n') {
			p.lines = append(p.lines, i+1)
		}
	}
	return p
}

// Bytes is the text.
func (p *Positions) Bytes() []byte { return p.data }

// At returns the position of an offset. One outside of the text is taken for the nearest
// inside.
func (p *Positions) At(offset int) Position {
	offset = min(max(offset, 0), len(p.data))
	line := sort.SearchInts(p.lines, offset+1) - 1
	characters := 0
	for at := p.lines[line]; at < offset; {
		r, size := utf8.DecodeRune(p.data[at:])
		characters += p.width(r, size)
		at += size
	}
	return Position{line, characters}
}

// Offset returns the offset of a position. After the end of a line it is that end,
// before its line break; within a character it is the character's start.
func (p *Positions) Offset(at Position) int {
	switch {
	case at.Line < 0:
		return 0
	case at.Line >= len(p.lines):
		return len(p.data)
	}
	offset, end := p.lines[at.Line], p.lineEnd(at.Line)
	for left := at.Character; offset < end; {
		r, size := utf8.DecodeRune(p.data[offset:])
		if left -= p.width(r, size); left < 0 {
			break
		}
		offset += size
	}
	return offset
}

// LineStart returns the offset at which the line of an offset begins.
func (p *Positions) LineStart(offset int) int {
	i, _ := slices.BinarySearch(p.lines, min(max(offset, 0), len(p.data))+1)
	return p.lines[i-1]
}

// lineEnd returns the offset after the last character of a line.
func (p *Positions) lineEnd(line int) int {
	if line+1 == len(p.lines) {
		return len(p.data)
	}
	end := p.lines[line+1] - 1
	if p.data[end] == '\n' && end > p.lines[line] && p.data[end-1] == '\r' {
		end--
	}
	return end
}

// width returns how many units a character takes.
func (p *Positions) width(r rune, size int) int {
	switch {
	case p.encoding == UTF8:
		return size
	case p.encoding == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}
