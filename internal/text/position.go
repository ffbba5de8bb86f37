package text

import (
	"slices"
	"sort"
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
	// marks are places in long lines, so that nothing is counted from the start of a
	// line of a megabyte.
	marks []lineMark
}

// A lineMark is an offset and its character in the line. In a long line there is one
// about every markEvery bytes.
type lineMark struct{ offset, character int }

// next is the place after the character at a place.
func (m lineMark) next(data []byte) lineMark {
	if data[m.offset] < utf8.RuneSelf { // most are, and this is the hot loop of a long line
		return lineMark{m.offset + 1, m.character + 1}
	}
	r, size := utf8.DecodeRune(data[m.offset:])
	return lineMark{m.offset + size, m.character + units(r)}
}

// NewPositions indexes data, which must not be changed afterwards.
func NewPositions(data []byte) *Positions {
	p := &Positions{data: data, lines: []int{0}}
	for i, b := range data {
		if b == '\n' || b == '\r' && (i+1 == len(data) || data[i+1] != '\n') {
			p.lines = append(p.lines, i+1)
		}
	}
	for line := range p.lines {
		p.markLine(line)
	}
	return p
}

// markLine adds the marks of a line.
func (p *Positions) markLine(line int) {
	last, end := lineMark{offset: p.lines[line]}, p.lineEnd(line)
	for at := last; end-last.offset > markEvery; {
		if at = at.next(p.data); at.offset-last.offset >= markEvery {
			p.marks, last = append(p.marks, at), at
		}
	}
}

// from returns the last place of a line to count from that is not after what is looked
// for: its start or one of its marks.
func (p *Positions) from(line int, after func(lineMark) bool) lineMark {
	first := sort.Search(len(p.marks), func(i int) bool { return p.marks[i].offset > p.lines[line] })
	marks, end := p.marks[first:], p.lineEnd(line)
	n := sort.Search(len(marks), func(i int) bool { return marks[i].offset > end || after(marks[i]) })
	if n == 0 {
		return lineMark{offset: p.lines[line]}
	}
	return marks[n-1]
}

// Bytes is the text.
func (p *Positions) Bytes() []byte { return p.data }

// At returns the position of an offset. One outside of the text is taken for the nearest
// inside.
func (p *Positions) At(offset int) Position {
	offset = min(max(offset, 0), len(p.data))
	line, _ := slices.BinarySearch(p.lines, offset+1)
	line--
	at := p.from(line, func(m lineMark) bool { return m.offset > offset })
	for at.offset < offset {
		at = at.next(p.data)
	}
	return Position{line, at.character}
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
	m, end := p.from(at.Line, func(m lineMark) bool { return m.character > at.Character }), p.lineEnd(at.Line)
	for next := m; next.offset < end; {
		if next = next.next(p.data); next.character > at.Character {
			break
		}
		m = next
	}
	return m.offset
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
