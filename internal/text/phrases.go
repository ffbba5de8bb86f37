package text

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Phrases are sequences of words to look for, sorted. Their words are separated by single spaces.
type Phrases []string

// mostWords is the number of words of the longest phrase that is found.
const mostWords = 12

// PhrasesOf reads texts that each have one or more phrases, separated by commas.
func PhrasesOf(texts []string) Phrases {
	var p Phrases
	for phrase := range strings.SplitSeq(strings.Join(texts, ","), ",") {
		if words := PlainWords(phrase); len(words) > 0 {
			p = append(p, strings.Join(words, " "))
		}
	}
	slices.Sort(p)
	return slices.Compact(p)
}

// At returns the longest phrase at the start of words, or nil.
func (p Phrases) At(words []string) []string {
	for n := min(mostWords, len(words)); n > 0; n-- {
		if p.Has(words[:n]) {
			return words[:n]
		}
	}
	return nil
}

// Has reports whether words are a phrase.
func (p Phrases) Has(words []string) bool {
	_, found := slices.BinarySearch(p, strings.Join(words, " "))
	return found
}

// PlainWords returns the words of a text in lower case, with plain apostrophes.
func PlainWords(s string) (words []string) {
	plain := strings.ReplaceAll(norm.NFKC.String(Visible(s)), "’", "'")
	eachWord(strings.ToLower(plain), func(word string) { words = append(words, word) })
	return words
}
