package payload

import (
	"bytes"
	"io"
)

// Lines counts the lines of a stream that is read through it.
type Lines struct {
	r    io.Reader
	ends int
	// open says that something follows the last line end.
	open bool
}

// NewLines counts the lines of r.
func NewLines(r io.Reader) *Lines { return &Lines{r: r} }

// Read is the stream's.
func (l *Lines) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if n > 0 {
		l.ends += bytes.Count(p[:n], []byte{'\n'})
		l.open = p[n-1] != '\n'
	}
	return n, err
}

// Last is the number, from 1, of the first of the last n lines that were read:
// 1 if there are no more than n. A text without a line end at its end has a
// last line all the same.
func (l *Lines) Last(n int) int {
	count := l.ends
	if l.open {
		count++
	}
	return max(1, count-n+1)
}
