package claims

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// wordList is a list of words and phrases to find in sentences.
type wordList []string

// in reports whether a text has one of the words outside of code. In a compound only the last word counts:
// "plan-expiry" is not a plan. Words of languages without spaces count anywhere.
func (l wordList) in(s string) bool {
	s = strings.ToLower(text.CodeSpan.ReplaceAllString(s, " "))
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("'’?-", r) })
	joined := " " + strings.ReplaceAll(strings.Join(words, " "), "-", " ") + " "
	isWord := map[string]bool{}
	for _, word := range words {
		word = strings.Trim(word, "-")
		isWord[word[strings.LastIndex(word, "-")+1:]] = true
	}
	return slices.ContainsFunc(l, func(listed string) bool {
		if listed[0] >= utf8.RuneSelf {
			return strings.Contains(s, listed)
		}
		if strings.Contains(listed, " ") {
			return strings.Contains(joined, " "+listed+" ")
		}
		return isWord[listed]
	})
}
