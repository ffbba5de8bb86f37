package ledger

import (
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// PathWord is a possible path in a text, and its offset.
type PathWord struct {
	Path string
	At   int
}

// quotedOrBare matches a possible path: in backticks or double quotes, which allow spaces, or bare.
var quotedOrBare = text.MustCompile("`[^`\n]+`|\"[^\"\n]+\"|[^\\s`\"'<>()\\[\\]|,;]+")

// PathWords returns the possible paths in a text: quoted text and bare words. Unlike Paths it accepts any
// word, and leaves it to the caller to decide what is a path.
func PathWords(text string) (list []PathWord) {
	for _, m := range quotedOrBare.FindAllStringIndex(text, -1) {
		found := text[m[0]:m[1]]
		if path := TrimPath(found); IsOnePath(path) {
			list = append(list, PathWord{path, m[0]})
			continue
		}
		at := 0
		for word := range strings.FieldsSeq(found) {
			at += strings.Index(found[at:], word)
			list = append(list, PathWord{TrimPath(word), m[0] + at})
			at += len(word)
		}
	}
	return list
}

// TrimPath removes quotes, emphasis and punctuation around a path.
func TrimPath(s string) string {
	return strings.TrimRight(strings.TrimLeft(s, "`\"'*_([<"), "`\"'*_)]>.,;:!?")
}

// IsOnePath reports whether a text with spaces is a single path rather than a command: its first word has a
// folder, and no other path begins in it.
func IsOnePath(s string) bool {
	slash, space := strings.IndexAny(s, `/\`), strings.IndexAny(s, " \t")
	return slash >= 0 && slash < space && !nextOperand.MatchString(s)
}

// nextOperand matches the beginning of another path or of an option.
var nextOperand = text.MustCompile(` [/.-]`)
