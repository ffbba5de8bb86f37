package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// withArticle returns a format's title as it appears in a sentence: "a report",
// "an incident", "an API incident". A word in capitals stays as it is.
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

// article returns the indefinite article of a word. An abbreviation is spelt
// out, and u before a consonant and a vowel sounds as in "user".
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

// abbreviation reports whether a word has a second capital: API, JSON, PRs.
func abbreviation(word string) bool {
	capitals := 0
	for _, r := range word {
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	return capitals > 1
}
