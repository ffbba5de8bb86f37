package peak

import "io"

// Repeat is a stream that gives a text again and again, at least n bytes in
// all: a long input that takes no memory.
func Repeat(text string, n int) io.Reader { return &repeated{text: text, left: n} }

type repeated struct {
	text     string
	left, at int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) {
		m := copy(p[n:], r.text[r.at:])
		n, r.at = n+m, (r.at+m)%len(r.text)
	}
	r.left -= n
	return n, nil
}
