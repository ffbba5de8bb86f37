package payload

import "github.com/handofflint/handofflint/internal/text"

// maxNested is how many fences within each other are kept apart. What is
// nested deeper is text of the innermost one.
const maxNested = 16

// fences are the code fences that are open, from the outermost to the
// innermost.
//
// CommonMark knows no fence in a fence, but agents write them: a block marked
// markdown that holds a block marked json, all with three backticks. Read by
// the letter, inside and outside change places from there on, and a real
// signal would count as quoted. So a fence with a word after it opens another
// one, and only a bare fence closes.
//
// They also quote output in which a line only looks like a fence. So where all is
// closed by CommonMark, and a blank line follows, the text is outside as well.
type fences struct {
	char    byte
	lengths []int
	// opened is the line of the outermost one.
	opened int
	plain  plainFence
}

// add takes the next line that is not blank, and reports whether it is inside of a
// fence, a fence's own line included. after says that it follows a blank line.
func (f *fences) add(line []byte, number int, after bool) (inside bool) {
	char, length, info, ok := text.Fence(line)
	bare := len(info) == 0
	f.plain.add(char, length, bare, ok, after)
	return f.nested(char, length, bare, ok, number) && !f.plain.outside
}

func (f *fences) nested(char byte, length int, bare, ok bool, number int) (inside bool) {
	switch {
	case !ok:
		return len(f.lengths) > 0
	case len(f.lengths) == 0:
		f.char, f.lengths, f.opened = char, append(f.lengths, length), number
	case char != f.char:
	case bare:
		f.close(length)
	case length >= f.lengths[len(f.lengths)-1] && len(f.lengths) < maxNested:
		f.lengths = append(f.lengths, length)
	}
	return true
}

// plainFence is the fence that is open by CommonMark, which knows but one.
type plainFence struct {
	char   byte
	length int // 0 for none
	// closed says that the last line has closed one, outside that a blank line
	// has followed.
	closed, outside bool
}

func (p *plainFence) add(char byte, length int, bare, ok, after bool) {
	p.outside = p.outside || p.closed && after
	p.closed = false
	switch {
	case !ok:
	case p.length == 0:
		p.char, p.length, p.outside = char, length, false
	case bare && char == p.char && length >= p.length:
		p.length, p.closed = 0, true
	}
}

// close closes the innermost fence that a bare one of a length can close, and
// all in it.
func (f *fences) close(length int) {
	for i := len(f.lengths) - 1; i >= 0; i-- {
		if f.lengths[i] <= length {
			f.lengths = f.lengths[:i]
			return
		}
	}
}
