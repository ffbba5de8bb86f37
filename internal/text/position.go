package text

import (
	"bytes"
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
type Positions struct{ index }

// NewPositions indexes data, which must not be changed afterwards.
func NewPositions(data []byte) *Positions {
	lines := []int{0}
	for i, b := range data {
		isLoneCR := b == '\r' && !bytes.HasPrefix(data[i+1:], []byte("\n"))
		if b == '\n' || isLoneCR {
			lines = append(lines, i+1)
		}
	}
	return &Positions{newIndex(data, lines, utf16Length)}
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

// At returns the position of an offset. An offset outside of the text is clamped.
func (p *Positions) At(offset int) Position {
	offset = min(max(offset, 0), len(p.data))
	line, before := p.locate(offset)
	return Position{line, before}
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
	line := p.lineSpan(at.Line)
	for left := at.Character; line.Len() > 0; {
		size, units := character(p.data[line.Start:])
		left -= units
		if left < 0 {
			break
		}
		line.Start += size
	}
	return line.Start
}
