package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
)

// Words yields the words of a text as UAX #29 segments it: a segment with a
// letter or a digit is one. Chinese and Japanese put no space between words, so
// each of their characters is one; Korean does, and needs no exception. Signs
// that lengthen or repeat a character (ー) are letters to Unicode but no words.
func Words(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		// A run of letters and digits of ASCII is a word unless it goes on behind a sign: most
		// are, and need no more.
		start := -1
		for i := 0; i < len(s); i++ {
			switch {
			case isAlphanumericByte(s[i]):
				if start < 0 {
					start = i
				}
			case mayBeInWord(s, i):
				if start < 0 {
					start = i
				}
				for i < len(s) && !isASCIISpace(s[i]) { // which ends a segment
					i++
				}
				if !yieldSegments(s[start:i], yield) {
					return
				}
				start = -1
			case start >= 0:
				if !yield(s[start:i]) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(s[start:])
		}
	}
}

// mayBeInWord reports whether a sign may be in a word, by what follows: a full stop in 3.5 is.
func mayBeInWord(s string, at int) bool {
	switch s[at] {
	case '_':
		return true
	case '.', ',', ':', ';', '\'':
		if at+1 == len(s) {
			return false
		}
		next := s[at+1]
		return isAlphanumericByte(next) || next == '_' || next >= utf8.RuneSelf
	}
	return s[at] >= utf8.RuneSelf
}

// isAlphanumeric reports whether a text has only letters and digits of ASCII.
func isAlphanumeric(s string) bool {
	for i := range len(s) {
		if !isAlphanumericByte(s[i]) {
			return false
		}
	}
	return true
}

func isAlphanumericByte(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' }

// yieldSegments yields the words of a text, and reports whether more are wanted.
func yieldSegments(s string, yield func(string) bool) bool {
	for segments := words.FromString(s); segments.Next(); {
		segment := segments.Value()
		characters, word := false, false
		for i, r := range segment {
			switch {
			case r < utf8.RuneSelf:
				word = word || isAlphanumericByte(byte(r))
			case Ideographic(r):
				characters = true
				if !yield(segment[i : i+utf8.RuneLen(r)]) {
					return false
				}
			case unicode.IsDigit(r) || unicode.IsLetter(r) && (!characters || !unicode.Is(unicode.Lm, r)):
				word = true
			}
		}
		if word && !yield(segment) {
			return false
		}
	}
	return true
}

// Ideographic reports whether a rune is written without spaces around words:
// Han, Hiragana or Katakana.
func Ideographic(r rune) bool {
	const first = '⺀' // the scripts of most texts come before it
	return r >= first && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// Measure returns the number of characters of a text in which each run of white space is one
// space, with none at the ends, and the number of its words.
func Measure(s string) (characters, words int) {
	if IsASCII(s) {
		return foldedLength(s), CountWords(s)
	}
	for part := range strings.FieldsSeq(s) { // there are spaces that a word may have in it
		characters += utf8.RuneCountInString(part) + 1
		words += CountWords(part)
	}
	return max(characters-1, 0), words
}

// CountWords returns the number of words of a text.
func CountWords(s string) int {
	count := 0
	for range Words(s) {
		count++
	}
	return count
}
