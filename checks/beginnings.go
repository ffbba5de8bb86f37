package checks

import (
	"strings"
)

// beginnings are the beginnings of texts that a check looks for. Nearly every text of a
// handoff begins otherwise, so that the rest of it need not be read.
type beginnings struct {
	// words has the run of letters and digits that a text of a word set begins with.
	words map[string]bool
	// letters are those that a pattern may match first.
	letters ['z' + 1]bool
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

// addPrefixes adds the beginnings of texts that begin with those of a word set.
func (b *beginnings) addPrefixes(set wordSet) {
	for plain := range set {
		if n := lengthOfWord(plain); n > 0 && plain[0] >= 'a' {
			b.letters[plain[0]] = true
		}
	}
}

// addPatterns adds the beginnings of what patterns match.
func (b *beginnings) addPatterns(lists ...[]*wholeText) {
	for _, patterns := range lists {
		for _, pattern := range patterns {
			for letter := 'a'; letter <= 'z'; letter++ {
				b.letters[letter] = b.letters[letter] || pattern.MayBeginWith(letter)
			}
		}
	}
}

// mayBegin reports whether the bare form of a text may begin as one of the texts does, or
// has no letter at its beginning. A text that begins with an ordinary word of ASCII has the
// same word at the beginning of its bare form, and at that of the first of its words.
func (b *beginnings) mayBegin(s string) bool {
	const longest = 20 // of the words that are looked up
	n := lengthOfWord(s)
	isOrdinary := n > 0 && n <= longest && s[0] >= 'A' && (n == len(s) || ' ' <= s[n] && s[n] < 0x7F && s[n] != '&')
	if !isOrdinary || b.letters[s[0]|0x20] {
		return true
	}
	return b.words[strings.ToLower(s[:n])]
}

// lengthOfWord returns how many letters and digits of ASCII a text begins with.
func lengthOfWord(s string) int {
	n := 0
	for n < len(s) && !isASCIISign(s[n]) {
		n++
	}
	return n
}
