package payload

import "github.com/handofflint/handofflint/internal/text"

// maxNested is how many fences within each other are kept apart. What is
// nested deeper is text of the innermost one.
const maxNested = 16

// fences are the code fences that are open in an output.
//
// CommonMark knows no fence in a fence, but agents write them: a block marked
// markdown that holds a block marked json, all with three backticks. Read by
// the letter, inside and outside change places from there on, and a real
// signal would count as quoted. So a fence with a word after it opens another
// one, and only a bare fence closes.
//
// They also quote output in which a line only looks like a fence. So if all is
// closed by CommonMark, and a blank line follows, the text is outside as well.
type fences struct {
	// lengths are those of the open fences, from the outermost to the innermost,
	// and opened is the line of the first.
	char    byte
	lengths []int
	opened  int

	// plainLength is that of the fence that is open by CommonMark, 0 for none.
	// closed reports whether the last line has closed one, outside whether a
	// blank line has followed.
	plainChar       byte
	plainLength     int
	closed, outside bool
}

// add takes the next line that is not blank, and reports whether it is inside of a
// fence, a fence's own line included. after reports whether it follows a blank line.
func (f *fences) add(line []byte, number int, after bool) (inside bool) {
	char, length, info, ok := text.Fence(line)
	f.outside = f.outside || f.closed && after
	f.closed = false
	if !ok {
		return len(f.lengths) > 0 && !f.outside
	}
	bare := len(info) == 0
	switch {
	case f.plainLength == 0:
		f.plainChar, f.plainLength, f.outside = char, length, false
	case bare && char == f.plainChar && length >= f.plainLength:
		f.plainLength, f.closed = 0, true
	}
	n := len(f.lengths)
	switch {
	case n == 0:
		f.char, f.lengths, f.opened = char, []int{length}, number
	case char == f.char && bare:
		for n > 0 && f.lengths[n-1] > length {
			n--
		}
		if n > 0 {
			f.lengths = f.lengths[:n-1]
		}
	case char == f.char && length >= f.lengths[n-1] && n < maxNested:
		f.lengths = append(f.lengths, length)
	}
	return !f.outside
}
