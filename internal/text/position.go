package text

import (
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// Position is a position in the Language Server Protocol: both count from 0, and
// characters are UTF-16 units, which every client supports.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Positions converts between offsets into a text and an editor's positions. Unlike in a Source, a lone CR
// ends a line and a byte order mark is a character, as in the protocol. It is read-only and safe for
// concurrent use.
type Positions struct {
	ruler
	lines []int // offset of the first byte of each line
}

// NewPositions indexes data, which must not be changed afterwards.
func NewPositions(data []byte) *Positions {
	p := &Positions{newRuler(data, utf16Length), []int{0}}
	for i, b := range data {
		if b == '\n' || b == '\r' && (i+1 == len(data) || data[i+1] != '\n') {
			p.lines = append(p.lines, i+1)
		}
	}
	return p
}

// utf16Length returns the number of UTF-16 units of a text.
func utf16Length(data []byte) (n int) {
	for i := 0; i < len(data); {
		size, units := character(data[i:])
		i, n = i+size, n+units
	}
	return n
}

// character returns the numbers of bytes and UTF-16 units of the first character of a text.
func character(data []byte) (size, units int) {
	if data[0] < utf8.RuneSelf { // the common case, in the hot loop of a long line
		return 1, 1
	}
	r, size := utf8.DecodeRune(data)
	return size, utf16.RuneLen(r)
}

// Bytes returns the text.
func (p *Positions) Bytes() []byte { return p.data }

// At returns the position of an offset. An offset outside of the text is clamped.
func (p *Positions) At(offset int) Position {
	offset = min(max(offset, 0), len(p.data))
	next, _ := slices.BinarySearch(p.lines, offset+1)
	return Position{next - 1, p.between(p.lines[next-1], offset)}
}

// Offset returns the offset of a position. Positions after the end of a line mean its end, before the line
// break; within a character they mean its start.
func (p *Positions) Offset(at Position) int {
	if at.Line < 0 {
		return 0
	}
	if at.Line >= len(p.lines) {
		return len(p.data)
	}
	offset, end := p.lines[at.Line], p.lineEnd(at.Line)
	for left := at.Character; offset < end; {
		size, units := character(p.data[offset:])
		left -= units
		if left < 0 {
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
