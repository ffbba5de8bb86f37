package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// withArticle is the title of a format as a sentence has it: "a report", "an
// incident", "an API incident". A word in capitals stays as it is. Of a title in
// another script nothing is known but that it takes the same place.
func withArticle(title string) string {
	words := strings.Fields(title)
	for i, word := range words {
		if !abbreviation(word) {
			words[i] = strings.ToLower(word)
		}
	}
	if len(words) == 0 {
		return ""
	}
	switch words[0] {
	case "a", "an", "the":
	default:
		words = append([]string{article(words[0])}, words...)
	}
	return strings.Join(words, " ")
}

// article is the indefinite one before a word. Letters are spoken by their
// names; before a consonant and a vowel, u begins as in "user".
func article(word string) string {
	first, _ := utf8.DecodeRuneInString(word)
	spoken := strings.ContainsRune("aeio", first)
	switch {
	case abbreviation(word):
		spoken = strings.ContainsRune("AEFHILMNORSX", first)
	case first == 'u':
		spoken = len(word) < 3 || strings.ContainsRune("aeiou", rune(word[1])) || !strings.ContainsRune("aeiou", rune(word[2]))
	}
	if spoken {
		return "an"
	}
	return "a"
}

// abbreviation says whether a word has a second capital: API, JSON, PRs.
func abbreviation(word string) bool {
	capitals := 0
	for _, r := range word {
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	return capitals > 1
}
