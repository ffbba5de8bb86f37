package text

import "strings"

// CodeSpan matches a code span of Markdown.
var CodeSpan = MustCompile("``[^`]+``|`[^`]+`")

// emphasisMarks matches marks of emphasis, not the underscores and stars of names.
var emphasisMarks = MustCompile(`\*\*|__|(^|[\s(])[*_]+|[*_]+($|[\s.,;:!?)])`)

// Unmarked returns a text without marks of emphasis, which would separate the words of
// a sentence. Code keeps its stars.
func Unmarked(s string) string {
	var b strings.Builder
	at := 0
	for _, code := range append(CodeSpan.FindAllStringIndex(s, -1), []int{len(s), len(s)}) {
		plain := s[at:code[0]]
		if strings.ContainsAny(plain, "*_") {
			plain = emphasisMarks.ReplaceAllString(plain, "$1$2")
		}
		b.WriteString(plain)
		b.WriteString(s[code[0]:code[1]])
		at = code[1]
	}
	return b.String()
}
