package failurelog

import (
	"bufio"
	"io"
)

// lineReader cuts a stream into lines of bounded length, in memory of that
// bound.
type lineReader struct {
	r    *bufio.Reader
	max  int
	line []byte
}

func newLineReader(r io.Reader, limit int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10), max: limit}
}

// next is the next line without its line feed, valid until the next call, and
// whether it fits: a line over the bound is passed over and comes back empty.
// A last line may lack its line feed. After it the error is io.EOF.
func (l *lineReader) next() (line []byte, fits bool, err error) {
	l.line, fits = l.line[:0], true
	for some := false; ; some = true {
		part, err := l.r.ReadSlice('\n')
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		if fits = fits && len(l.line)+len(part) <= l.max; fits {
			l.line = append(l.line, part...)
		} else {
			l.line = l.line[:0]
		}
		if ended || err == io.EOF && (some || len(part) > 0) {
			return l.line, fits, nil
		}
		if err != bufio.ErrBufferFull {
			return nil, false, err
		}
	}
}
