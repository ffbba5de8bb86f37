package text

import (
	"slices"
	"unicode/utf8"
)

// Position is a position in the Language Server Protocol: both count from 0, and
// characters are UTF-16 units, which every client supports.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Positions converts between offsets into a text and an editor's positions. Other than
// for a Source, a lone CR ends a line and a byte order mark is a character: so the
// protocol has it. It is read-only and may be shared between goroutines.
type Positions struct {
	data  []byte
	lines []int // offset of the first byte of each line
}

// NewPositions indexes data, which must not be changed afterwards.
func NewPositions(data []byte) *Positions {
	p := &Positions{data: data, lines: []int{0}}
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
	line, _ := slices.BinarySearch(p.lines, offset+1)
	line--
	characters := 0
	for at := p.lines[line]; at < offset; {
		r, size := utf8.DecodeRune(p.data[at:])
		characters += units(r)
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
		if left -= units(r); left < 0 {
			break
		}
		offset += size
	}
	return offset
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

// units returns how many UTF-16 units a character has.
func units(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}
