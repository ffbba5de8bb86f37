package ledger

import (
	"path"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

var (
	// pathForm matches a path with a folder or an extension, without surrounding punctuation.
	pathForm = text.MustCompile(`^(?:[A-Za-z]:)?[\pL\pN_@~.\[\]()+/\\$%=-]*[\pL\pN_\])-]\.[A-Za-z][A-Za-z0-9_]{0,9}$|^[\pL\pN_@~.\[\]()+$%=-]*(?:/[\pL\pN_@~.\[\]()+$%=-]+)+/?$`)
	lineRef  = text.MustCompile(`(:\d+([-:]\d+)*|#L\d+(-L?\d+)?)$`)
)

// Absolute returns a path joined to a folder, clean and with forward slashes. It stays relative if the
// folder is unknown, and keeps ~ for the home folder.
func Absolute(cwd, name string) string {
	name = strings.TrimPrefix(name, "file://")
	if protocol.HasDrive(name) || protocol.HasDrive(cwd) {
		name, cwd = strings.ReplaceAll(name, `\`, "/"), strings.ReplaceAll(cwd, `\`, "/")
	}
	if IsAbsolute(name) || strings.HasPrefix(name+"/", "~/") {
		return path.Clean(name)
	}
	return path.Join(cwd, name)
}

// LooksLikePath reports whether a word may be the path of a file.
func LooksLikePath(s string) bool {
	if strings.LastIndexByte(s, '/') <= 0 && !strings.Contains(s, ".") {
		return false // a word, or a command such as /review
	}
	return len(s) < 400 && pathForm.MatchString(s) && !strings.HasPrefix(s, "//")
}

// WithoutLines returns a path without line numbers such as `:10-20` and `#L10`.
func WithoutLines(s string) string {
	if !strings.ContainsAny(s, ":#") { // as most
		return s
	}
	return lineRef.ReplaceAllString(s, "")
}

// maxPrompt bounds the bytes of a text that Paths searches, maxPathWords the different words, maxPaths the
// results.
const (
	maxPrompt    = 256 << 10
	maxPathWords = 5_000
	maxPaths     = 500
)

// Paths returns the words of a text that look like paths, each once, without line numbers.
func Paths(s string) (found []string) {
	seen := map[string]bool{}
	s = strings.ReplaceAll(text.Head(s, maxPrompt), "</", " ") // closing tags are not paths
	isApart := func(r rune) bool {
		return !strings.ContainsRune("_@.~$+%[]()/\\:=-", r) && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	}
	for word := range strings.FieldsFuncSeq(s, isApart) {
		if !strings.ContainsAny(word, "./") { // neither a folder nor an extension
			continue
		}
		// Punctuation around a path is not a part of it, but it may begin with a dot or a slash.
		word = WithoutLines(strings.TrimLeft(strings.TrimRight(word, ".:)]=/-"), "(@=:-"))
		if seen[word] {
			continue
		}
		if len(seen) == maxPathWords || len(found) == maxPaths {
			break
		}
		seen[word] = true
		if LooksLikePath(word) {
			found = append(found, word)
		}
	}
	return found
}
