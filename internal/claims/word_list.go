package claims

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// wordList are words and phrases that are looked for in sentences.
type wordList struct {
	words map[string]bool
	// phrases are of several words, parts of letters that have no spaces between them.
	phrases, parts []string
}

func newWordList(lists ...[]string) wordList {
	l := wordList{words: map[string]bool{}}
	for _, word := range slices.Concat(lists...) {
		switch {
		case word[0] >= utf8.RuneSelf:
			l.parts = append(l.parts, word)
		case strings.Contains(word, " "):
			l.phrases = append(l.phrases, word)
		default:
			l.words[word] = true
		}
	}
	return l
}

// in reports whether a text has one of the words outside of code. Those with letters of
// words without spaces between them count anywhere.
func (l *wordList) in(s string) bool {
	if s == "" {
		return false
	}
	if strings.Contains(s, "`") {
		s = text.CodeSpan.ReplaceAllString(s, " ")
	}
	s = strings.ToLower(s)
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' && r != '?' })
	if slices.ContainsFunc(words, func(word string) bool { return l.words[word] }) {
		return true
	}
	joined := " " + strings.Join(words, " ") + " "
	return slices.ContainsFunc(l.phrases, func(phrase string) bool { return strings.Contains(joined, " "+phrase+" ") }) ||
		slices.ContainsFunc(l.parts, func(part string) bool { return strings.Contains(s, part) })
}
