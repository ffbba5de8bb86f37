package text

import (
	"bytes"
	"unicode/utf8"
)

// Cursor counts the lines and columns of a text that comes in pieces, cut
// anywhere, as a Source counts those of a whole one. The zero Cursor stands at
// the start.
type Cursor struct {
	offset int
	// lines is how many line ends have come, points how many code points since
	// the last one, without those of tail.
	lines, points int
	// tail is the start of a code point that the next piece may complete.
	tail []byte
}

// Pos is the place behind all that has come.
func (c *Cursor) Pos() Pos {
	return Pos{Offset: c.offset, Line: c.lines + 1, Column: c.points + utf8.RuneCount(c.tail) + 1}
}

// SkipBOM moves over a byte order mark, which takes no column. Whether it
// opens the text is for the caller to know.
func (c *Cursor) SkipBOM() { c.offset += len(BOM) }

// Advance moves over the next piece of the text.
func (c *Cursor) Advance(piece []byte) {
	c.offset += len(piece)
	if end := bytes.LastIndexByte(piece, '\n'); end >= 0 {
		c.lines += bytes.Count(piece[:end+1], []byte{'\n'})
		c.points, c.tail = 0, c.tail[:0]
		piece = piece[end+1:]
	}
	piece = c.complete(piece)
	whole := len(piece) - unfinished(piece)
	c.points += utf8.RuneCount(piece[:whole])
	c.tail = append(c.tail, piece[whole:]...)
}

// complete counts the code point that the tail begins, or the bytes of it that
// are none, and returns the rest of the piece. A tail that stays unfinished has
// taken all of it.
func (c *Cursor) complete(piece []byte) []byte {
	tail := len(c.tail)
	if tail == 0 {
		return piece
	}
	joined := append(c.tail, piece[:min(len(piece), utf8.UTFMax)]...)
	done := 0
	for done < tail && utf8.FullRune(joined[done:]) {
		_, size := utf8.DecodeRune(joined[done:])
		done += size
		c.points++
	}
	if done < tail {
		c.tail = append(c.tail[:0], joined[done:]...)
		return nil
	}
	c.tail = c.tail[:0]
	return piece[done-tail:]
}

// unfinished is how many bytes at the end of a piece begin a code point that
// ends behind it.
func unfinished(piece []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(piece); n++ {
		if end := piece[len(piece)-n:]; utf8.RuneStart(end[0]) {
			if utf8.FullRune(end) {
				return 0
			}
			return n
		}
	}
	return 0
}
