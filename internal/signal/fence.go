package signal

import "bytes"

// maxNested is how many fences within each other are kept apart. What is
// nested deeper is text of the innermost one.
const maxNested = 16

// fences are the code fences that are open, from the outermost to the
// innermost.
//
// CommonMark knows no fence in a fence, but agents write them: a block marked
// markdown that holds a block marked json, all with three backticks. Read by
// the letter, inside and outside change places from there on, and a real
// signal would count as quoted. So a fence with a word behind it opens another
// one, and only a bare fence closes.
type fences struct {
	char    byte
	lengths []int
}

// add takes the next line and says whether it is inside of a fence, a fence's
// own line included.
func (f *fences) add(text []byte) (inside bool) {
	char, length, bare, ok := fenceOn(text)
	switch {
	case !ok:
		return len(f.lengths) > 0
	case len(f.lengths) == 0:
		f.char, f.lengths = char, append(f.lengths, length)
	case char != f.char:
	case bare:
		f.close(length)
	case length >= f.lengths[len(f.lengths)-1] && len(f.lengths) < maxNested:
		f.lengths = append(f.lengths, length)
	}
	return true
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

// fenceOn reads a line as a code fence: three or more backticks or tildes, with
// whatever indentation. It is bare where nothing follows them.
func fenceOn(text []byte) (char byte, length int, bare, ok bool) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || text[0] != '`' && text[0] != '~' {
		return 0, 0, false, false
	}
	char = text[0]
	info := bytes.TrimLeft(text, string(text[:1]))
	length = len(text) - len(info)
	// Backticks behind backticks are code within a line.
	ok = length >= 3 && (char == '~' || bytes.IndexByte(info, '`') < 0)
	return char, length, len(info) == 0, ok
}
