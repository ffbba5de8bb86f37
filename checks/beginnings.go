package checks

import (
	"strings"
)

// beginnings are the beginnings of texts that a check looks for. Nearly every text of a handoff begins
// differently, so the rest of it need not be read.
type beginnings struct {
	// words has the run of letters and digits that a text of a word set begins with.
	words map[string]bool
	// signs are the letters and digits that a match of a pattern may begin with.
	signs ['z' + 1]bool
}

// addWords adds the beginnings of the texts of word sets.
func (b *beginnings) addWords(sets ...wordSet) {
	if b.words == nil {
		b.words = map[string]bool{}
	}
	for _, set := range sets {
		for plain := range set {
			b.words[plain[:lengthOfWord(plain)]] = true
		}
	}
}

// addPatterns adds the beginnings of what patterns match.
func (b *beginnings) addPatterns(lists ...wholeTexts) {
	for _, patterns := range lists {
		for _, pattern := range patterns {
			for sign := '0'; sign <= 'z'; sign++ {
				b.signs[sign] = b.signs[sign] || pattern.MayBeginWith(sign)
			}
		}
	}
}

// mayBegin reports whether the bare form of a text may begin like one of the texts. If the text begins with
// an ordinary ASCII word, so do its bare form and its first word's bare form. Any other text may.
func (b *beginnings) mayBegin(s string) bool {
	const longest = 20 // of the words that are looked up
	n := lengthOfWord(s)
	if n == 0 || n > longest {
		return true
	}
	if n < len(s) {
		isPlain := ' ' <= s[n] && s[n] < 0x7F && s[n] != '&' // what follows does not change the word
		isListMark := s[0] <= '9' && (s[n] == '.' || s[n] == ')')
		if !isPlain || isListMark {
			return true
		}
	}
	return b.signs[s[0]|0x20] || b.words[strings.ToLower(s[:n])]
}

// lengthOfWord returns the number of ASCII letters and digits that a text begins with.
func lengthOfWord(s string) int {
	n := 0
	for n < len(s) && !isASCIISign(s[n]) {
		n++
	}
	return n
}
