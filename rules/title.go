package rules

import (
	"regexp"
	"strings"
	"unicode"
)

// inSentence is a title as a sentence has it, with its article: "a context
// file", "an API incident".
func inSentence(title string) string {
	words := strings.Fields(title)
	for i, word := range words {
		if !isAcronym(word) {
			words[i] = strings.ToLower(word)
		}
	}
	sentence := strings.Join(words, " ")
	if soundsAsVowel(sentence) {
		return "an " + sentence
	}
	return "a " + sentence
}

// isAcronym says whether a word is written in capitals: API, AIOX, URLs.
func isAcronym(word string) bool {
	capitals := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsUpper(r) })
	return len(word) > 1 && (capitals < 0 || capitals > 1)
}

// spokenVowel is what begins with a vowel as it is spoken: a word with one, but
// for those that begin like "you" and "one", and letters that are spelt out,
// such as the M of MCP.
var (
	spokenVowel = regexp.MustCompile(`^([aio]|e[^u]|u[^ns]|un[^i]|us[^e]|[AEFHILMNORSX][A-Z])`)
	spokenYou   = regexp.MustCompile(`^on(e|ce)\b`)
)

func soundsAsVowel(sentence string) bool {
	return spokenVowel.MatchString(sentence) && !spokenYou.MatchString(sentence)
}
