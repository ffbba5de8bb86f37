package document

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"github.com/handofflint/handofflint/internal/text"
)

// measure counts the characters and words of a section's content.
func (b *bodyReader) measure(span text.Span) (characters, count int) {
	var f folder
	b.pour(&f, span, b.silent)
	s := f.String()
	return utf8.RuneCountInString(s), countWords(s)
}

// pour folds the text of a span, except for what stands in the gaps, which are
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
	out   strings.Builder
	space bool
}

func (f *folder) write(data []byte) {
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if unicode.IsSpace(r) {
			f.space = true
		} else {
			if f.space && f.out.Len() > 0 {
				f.out.WriteByte(' ')
			}
			f.space = false
			f.out.Write(data[:size])
		}
		data = data[size:]
	}
}

// String is the text so far.
func (f *folder) String() string { return f.out.String() }

func fold(s string) string {
	var f folder
	f.write([]byte(s))
	return f.String()
}

// countWords counts words as UAX #29 segments them: a segment with a letter or
// a digit is one. Chinese and Japanese put no space between words, so each of
// their characters counts; Korean does, and needs no exception.
func countWords(s string) int {
	count := 0
	for segment := words.FromString(s); segment.Next(); {
		count += wordsIn(segment.Value())
	}
	return count
}

// wordsIn counts the words of one segment. Signs that lengthen or repeat a
// character (ー) are letters to Unicode but no words.
func wordsIn(segment string) int {
	characters, rest := 0, 0
	for _, r := range segment {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			characters++
		case unicode.IsDigit(r) || unicode.IsLetter(r) && (characters == 0 || !unicode.Is(unicode.Lm, r)):
			rest = 1
		}
	}
	return characters + rest
}
