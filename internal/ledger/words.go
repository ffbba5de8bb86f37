package ledger

import (
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// PathWord is what may be a path in a text, and where it begins.
type PathWord struct {
	Path string
	At   int
}

// quotedOrBare finds what may be a path: in backticks or double quotes, in which
// it may hold spaces, or bare.
var quotedOrBare = text.MustCompile("`[^`\n]+`|\"[^\"\n]+\"|[^\\s`\"'<>()\\[\\]|,;]+")

// PathWords returns what may be paths in a text: what is quoted, and bare words. Unlike
// Paths it takes any word: whether it is a path is for its reader.
func PathWords(text string) (list []PathWord) {
	for _, m := range quotedOrBare.FindAllStringIndex(text, -1) {
		found := text[m[0]:m[1]]
		if path := TrimPath(found); !strings.ContainsAny(path, " \t") || IsOnePath(path) {
			list = append(list, PathWord{path, m[0]})
			continue
		}
		at := 0
		for _, word := range strings.Fields(found) {
			at += strings.Index(found[at:], word)
			list = append(list, PathWord{TrimPath(word), m[0] + at})
			at += len(word)
		}
	}
	return list
}

// TrimPath takes quotes, emphasis and the sentence's punctuation off a path.
func TrimPath(s string) string {
	return strings.TrimRight(strings.TrimLeft(s, "`\"'*_([<"), "`\"'*_)]>.,;:!?")
}

// IsOnePath reports whether a text with spaces is a single path rather than a
// command: its first part leads to a folder, and no other path begins in it.
func IsOnePath(s string) bool {
	slash, space := strings.IndexAny(s, `/\`), strings.IndexAny(s, " \t")
	return slash >= 0 && slash < space && !strings.Contains(s, " /") && !strings.Contains(s, " .") && !strings.Contains(s, " -")
}
