package document

import (
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// measure counts the characters and words of a section's content, without what
// nobody sees.
func (b *bodyReader) measure(span text.Span) (characters, words int) {
	var f folder
	b.pour(&f, span, b.silent)
	seen := text.Visible(f.String())
	if len(seen) != len(f.out) {
		seen = fold(seen)
	}
	return utf8.RuneCountInString(seen), text.CountWords(seen)
}

// pour folds the text of a span, except for what is in the gaps, which are
// in order.
func (b *bodyReader) pour(f *folder, span text.Span, gaps []text.Span) {
	at := span.Start
	for i := sort.Search(len(gaps), func(i int) bool { return gaps[i].End > at }); i < len(gaps); i++ {
		if gaps[i].Start >= span.End {
			break
		}
		if gaps[i].Start > at {
			f.write(b.src.Bytes()[at:gaps[i].Start])
		}
		at = max(at, gaps[i].End)
	}
	if at < span.End {
		f.write(b.src.Bytes()[at:span.End])
	}
}

// folder puts text together with each run of white space as one space and none
// at the ends.
type folder struct {
	out   []byte
	space bool
}

// write adds text, one run without white space at a time.
func (f *folder) write(data []byte) {
	f.out = slices.Grow(f.out, len(data))
	for len(data) > 0 {
		n := solid(data)
		if n == 0 {
			_, n = utf8.DecodeRune(data)
			f.space = true
			data = data[n:]
			continue
		}
		if f.space && len(f.out) > 0 {
			f.out = append(f.out, ' ')
		}
		f.space = false
		f.out = append(f.out, data[:n]...)
		data = data[n:]
	}
}

// solid is the number of bytes before the first white space.
func solid(data []byte) int {
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			if isBlank(data[i]) {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if unicode.IsSpace(r) {
			return i
		}
		i += size
	}
	return len(data)
}

// String is the text so far.
func (f *folder) String() string { return string(f.out) }

func fold(s string) string {
	var f folder
	f.write([]byte(s))
	return f.String()
}
