package text

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Phrases are sequences of words to look for, sorted by their words.
type Phrases []Phrase

// Phrase is a phrase, or the beginning of one.
type Phrase struct {
	// Words are separated by single spaces.
	Words string
	// IsWhole means that the words are a phrase, not only the beginning of one.
	IsWhole bool
	// Longest is the number of words of the longest phrase that begins with this single word.
	Longest int
}

// PhrasesOf reads texts that each have one or more phrases, separated by commas.
func PhrasesOf(texts []string) Phrases {
	found := map[string]*Phrase{}
	entry := func(words string) *Phrase {
		if found[words] == nil {
			found[words] = &Phrase{Words: words}
		}
		return found[words]
	}
	for phrase := range strings.SplitSeq(strings.Join(texts, ","), ",") {
		words := PlainWords(phrase)
		if len(words) == 0 {
			continue
		}
		first := entry(words[0])
		first.Longest = max(first.Longest, len(words))
		entry(strings.Join(words, " ")).IsWhole = true
	}
	p := make(Phrases, 0, len(found))
	for _, words := range slices.Sorted(maps.Keys(found)) {
		p = append(p, *found[words])
	}
	return p
}

// At returns the longest phrase at the start of words, or nil.
func (p Phrases) At(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	for n := min(p.find(words[0]).Longest, len(words)); n > 0; n-- {
		if p.find(strings.Join(words[:n], " ")).IsWhole {
			return words[:n]
		}
	}
	return nil
}

// Has reports whether words are a phrase.
func (p Phrases) Has(words []string) bool { return p.find(strings.Join(words, " ")).IsWhole }

func (p Phrases) find(words string) Phrase {
	i, found := slices.BinarySearchFunc(p, words, func(phrase Phrase, words string) int { return cmp.Compare(phrase.Words, words) })
	if !found {
		return Phrase{}
	}
	return p[i]
}

// PlainWords returns the words of a text in lower case, with plain apostrophes.
func PlainWords(s string) []string {
	if isPlain(s) {
		return strings.Fields(strings.ToLower(s))
	}
	plain := strings.ReplaceAll(norm.NFKC.String(Visible(s)), "’", "'")
	return slices.Collect(Words(strings.ToLower(plain)))
}

// isPlain reports whether a text has only letters and digits of ASCII, and spaces.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] != ' ' && !isAlphanumericByte(s[i]) {
			return false
		}
	}
	return true
}
