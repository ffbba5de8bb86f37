package checks

import (
	"slices"

	"github.com/handofflint/handofflint/internal/text"
)

// differAtAGlance reports whether the texts of a report, and those of them that are not in
// bold, have nothing that the check would report. It compares numbers for texts, so it may
// miss that, but never reports it wrongly. The texts may be in any case.
func (p *repeatedTextParams) differAtAGlance(all, texts []*passage) bool {
	var paragraphs, sentences []int
	for _, t := range all {
		if len(t.plain) > p.Characters {
			paragraphs = append(paragraphs, t.letters)
		}
	}
	for _, t := range texts {
		if len(t.plain) < p.leastLetters() {
			continue
		}
		for _, s := range text.Sentences(t.plain) {
			if s.Stop-s.Start >= p.leastLetters() {
				sentences = append(sentences, sumOfLetters(t.plain[s.Start:s.Stop]))
			}
		}
	}
	if mostAlike(paragraphs) > 1 || mostAlike(sentences) > p.Times {
		return false
	}
	for row := range rowsOf(texts) {
		if !p.hasManyWords(row) {
			return false
		}
	}
	return true
}

// leastLetters is the length of the shortest sentence with enough words: a letter and a
// space each.
func (p *repeatedTextParams) leastLetters() int { return 2*p.Words - 1 }

// mostAlike returns how often the most frequent number occurs. It sorts the numbers.
func mostAlike(numbers []int) int {
	slices.Sort(numbers)
	most, first := 0, 0
	for i, n := range numbers {
		if n != numbers[first] {
			first = i
		}
		most = max(most, i-first+1)
	}
	return most
}

// sumOfLetters returns a number for the first Latin letters of a text, the same in any case.
func sumOfLetters(s string) int {
	const enough = 64
	sum, letters := 0, 0
	for i := 0; i < len(s) && letters < enough; i++ {
		letter := s[i] | 0x20
		if 'a' <= letter && letter <= 'z' {
			sum = 31*sum + int(letter)
			letters++
		}
	}
	return sum
}

// hasManyWords reports whether enough words of a row differ in each window.
func (p *repeatedTextParams) hasManyWords(row []*passage) bool {
	length := 0
	for _, t := range row {
		length += len(t.plain)
	}
	if length < 2*p.Window-1 {
		return true
	}
	counted := halfWindow{words: p.Window / 2, different: p.Different}
	for _, t := range maskCode(row) {
		if !counted.addWordsOf(t) {
			return false
		}
	}
	return counted.isEnough()
}

// halfWindow counts how many words differ in every half of a window, from the first word
// on. Each window has one of these halves in it, so at least as many differ there. Words
// count by a hash: at least as many differ as hashes do.
type halfWindow struct {
	words, different           int // of a half; of these as many have to differ
	wordsSeen, differentHashes int
	hashes                     [256]bool
}

// isEnough reports whether enough words differ in the half that has just ended, if it has.
func (h *halfWindow) isEnough() bool {
	return h.wordsSeen < h.words || h.differentHashes >= h.different
}

// addWordsOf counts the words of a text, and reports whether enough of them differ so far.
func (h *halfWindow) addWordsOf(plain string) bool {
	if !text.IsASCII(plain) {
		for word := range wordsOf(plain) {
			if !h.add(hashOf(word)) {
				return false
			}
		}
		return true
	}
	hash, inWord := uint32(0), false
	for i := range len(plain) {
		if !isASCIISign(plain[i]) {
			hash = hashWith(hash, plain[i])
			inWord = true
			continue
		}
		if inWord && !h.add(hash) {
			return false
		}
		hash, inWord = 0, false
	}
	return !inWord || h.add(hash)
}

// hashOf returns a number for a word, the same in any case.
func hashOf(word string) uint32 {
	hash := uint32(0)
	for i := range len(word) {
		hash = hashWith(hash, word[i])
	}
	return hash
}

// hashWith returns the hash of a word that goes on with a byte.
func hashWith(hash uint32, b byte) uint32 { return 31*hash + uint32(b|0x20) }

// add counts a word, and reports whether enough words differ so far.
func (h *halfWindow) add(hash uint32) bool {
	if h.wordsSeen == h.words {
		if !h.isEnough() {
			return false
		}
		h.wordsSeen, h.differentHashes, h.hashes = 0, 0, [256]bool{}
	}
	h.wordsSeen++
	seen := &h.hashes[hash%uint32(len(h.hashes))]
	if !*seen {
		*seen = true
		h.differentHashes++
	}
	return true
}
