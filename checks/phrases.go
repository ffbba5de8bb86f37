package checks

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/text"
)

// phrases are sequences of words to look for, by their words with one space between them,
// and by the first of these.
type phrases map[string]phrase

type phrase struct {
	// isWhole: the words are a phrase, and not only how longer ones begin.
	isWhole bool
	// longest is how many words the longest phrase has that begins with this word.
	longest int
}

// phrasesOf reads texts that each have a phrase, or several with commas between them.
func phrasesOf(texts []string) phrases {
	all := strings.Join(texts, ",")
	p := make(phrases, strings.Count(all, ",")+1)
	for phrase := range strings.SplitSeq(plainText(all), ",") {
		if words := wordsIn(phrase); len(words) > 0 {
			p.add(words)
		}
	}
	return p
}

func (p phrases) add(words []string) {
	first := p[words[0]]
	first.longest = max(first.longest, len(words))
	p[words[0]] = first
	whole := strings.Join(words, " ")
	known := p[whole]
	known.isWhole = true
	p[whole] = known
}

// at returns the words of the longest phrase that some words begin with, nil if there is none.
func (p phrases) at(words []string) []string {
	for n := min(p[words[0]].longest, len(words)); n > 0; n-- {
		if p[strings.Join(words[:n], " ")].isWhole {
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
