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
		// White space ends a segment, and a run of letters and digits of ASCII is one, whatever
		// signs are around it: most words need no more.
		for start, i := 0, 0; i <= len(s); i++ {
			if i < len(s) && !isASCIISpace(s[i]) {
				continue
			}
			part := s[start:i]
			start = i + 1
			plain := withoutSigns(part)
			more := true
			switch {
			case plain == "":
			case isAlphanumeric(plain):
				more = yield(plain)
			default:
				more = yieldSegments(part, yield)
			}
			if !more {
				return
			}
		}
	}
}

// withoutSigns returns a text without the signs of ASCII around it that are not of a word.
func withoutSigns(s string) string {
	isSign := func(b byte) bool { return '!' <= b && b <= '~' && b != '_' && !isAlphanumericByte(b) }
	for s != "" && isSign(s[0]) {
		s = s[1:]
	}
	for s != "" && isSign(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
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
				word = word || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
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

// CountWords returns the number of words of a text.
func CountWords(s string) int {
	count := 0
	for range Words(s) {
		count++
	}
	return count
}

// Tokens returns the runs of letters and digits of a text.
func Tokens(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
