package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
)

// eachWord calls a function for each word of a text, segmented by UAX #29: each segment with a letter or digit
// is a word. Chinese and Japanese have no spaces between words, so each of their characters is a word; Korean
// has spaces. Marks that lengthen or repeat a character (ー) are letters in Unicode but not words.
func eachWord(s string, call func(word string)) {
	for segments := words.FromString(s); segments.Next(); {
		segment := segments.Value()
		hasCharacters := false
		isWord := false
		for i, r := range segment {
			isMark := hasCharacters && unicode.Is(unicode.Lm, r) // of the character before it
			switch {
			case Ideographic(r):
				hasCharacters = true
				call(segment[i : i+utf8.RuneLen(r)])
			case unicode.IsDigit(r), unicode.IsLetter(r) && !isMark:
				isWord = true
			}
		}
		if isWord {
			call(segment)
		}
	}
}

// Ideographic reports whether a rune is from a script without spaces between words: Han, Hiragana or
// Katakana.
func Ideographic(r rune) bool {
	const first = '⺀' // the scripts of most texts come before it
	return r >= first && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// Measure returns the number of characters of a text, with each run of white space as one space and none at
// the ends, and the number of its words.
func Measure(s string) (characters, words int) {
	for part := range strings.FieldsSeq(s) { // UAX #29 allows some spaces in a word
		characters += utf8.RuneCountInString(part) + 1
		words += CountWords(part)
	}
	return max(characters-1, 0), words
}

// CountWords returns the number of words of a text.
func CountWords(s string) int {
	count := 0
	eachWord(s, func(string) { count++ })
	return count
}
