package checks

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/text"
)

// phrases are sequences of words to look for.
type phrases struct {
	// ascii are those of ASCII alone. all are all of them, of which nearly no text needs more.
	ascii phraseSet
	all   func() phraseSet
}

// phraseSet has phrases by their words with one space between them, and what begins with a
// word by that word.
type phraseSet map[string]phrase

type phrase struct {
	// isWhole: the words are a phrase, and not only how longer ones begin.
	isWhole bool
	// longest is how many words the longest phrase has that begins with this word.
	longest int
}

// phrasesOf reads texts that each have a phrase, or several with commas between them.
func phrasesOf(texts []string) phrases {
	all := strings.Join(texts, ",")
	p := phrases{
		ascii: make(phraseSet, strings.Count(all, ",")),
		all:   sync.OnceValue(func() phraseSet { return phraseSetOf(all) }),
	}
	for phrase := range strings.SplitSeq(all, ",") {
		if text.IsASCII(phrase) {
			p.ascii.add(plainWords(phrase))
		}
	}
	return p
}

func phraseSetOf(texts string) phraseSet {
	set := phraseSet{}
	for phrase := range strings.SplitSeq(plainText(texts), ",") {
		set.add(wordsIn(phrase))
	}
	return set
}

func (s phraseSet) add(words []string) {
	if len(words) == 0 {
		return
	}
	first := s[words[0]]
	first.longest = max(first.longest, len(words))
	s[words[0]] = first
	whole := strings.Join(words, " ")
	known := s[whole]
	known.isWhole = true
	s[whole] = known
}

// at returns the words of the longest phrase that some words begin with, nil if there is none.
func (p phrases) at(words []string) []string {
	set := p.ascii
	if slices.ContainsFunc(words, func(word string) bool { return !text.IsASCII(word) }) {
		set = p.all()
	}
	for n := min(set[words[0]].longest, len(words)); n > 0; n-- {
		if set[strings.Join(words[:n], " ")].isWhole {
			return words[:n]
		}
	}
	return nil
}

// plainWords returns the words of a text in lower case, with plain apostrophes.
func plainWords(s string) []string { return wordsIn(plainText(s)) }

// plainText returns a text in lower case without invisible characters, with plain apostrophes.
func plainText(s string) string {
	return strings.ToLower(strings.ReplaceAll(norm.NFKC.String(text.Visible(s)), "’", "'"))
}

// wordsIn returns the words of a plain text.
func wordsIn(plain string) []string {
	isPart := func(r rune) bool { return r == ' ' || r < utf8.RuneSelf && !isASCIISign(byte(r)) }
	if strings.IndexFunc(plain, func(r rune) bool { return !isPart(r) }) < 0 {
		return strings.Fields(plain)
	}
	return slices.Collect(text.Words(plain))
}
