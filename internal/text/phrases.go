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

// Phrase has the words of a phrase, or those that one begins with.
type Phrase struct {
	// Words have one space between them.
	Words string
	// IsWhole: they are a phrase, and not only how longer ones begin.
	IsWhole bool
	// Longest is how many words the longest phrase has that begins with this one word.
	Longest int
}

// PhrasesOf reads texts that each have a phrase, or several with commas between them.
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

// At returns the words of the longest phrase that some words begin with, or nil if there is none.
func (p Phrases) At(words []string) []string {
	for n := min(p.find(words[0]).Longest, len(words)); n > 0; n-- {
		if p.find(strings.Join(words[:n], " ")).IsWhole {
			return words[:n]
		}
	}
	return nil
}

// Has reports whether some words are a phrase.
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
