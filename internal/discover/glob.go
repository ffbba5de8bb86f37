package discover

import (
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/handofflint/handofflint/internal/document"
)

// maxGlobBytes bounds a glob far above any sensible one. Matching takes time in
// proportion to a pattern's bytes, the path's, and the combinations of what
// is in the pattern's braces, which document.MaxAlternatives bounds.
const maxGlobBytes = 512

// glob is one line of an ignore file or one exclude pattern.
type glob struct {
	// pattern is in doublestar's syntax, matched against a whole path.
	pattern string
	// source is the pattern as the user wrote it.
	source string
	// line counts from 1 in an ignore file.
	line int
	// folders says that it matches nothing but folders, negated that what it
	// matches is not hidden after all.
	folders, negated bool
}

// match reports whether the glob matches a path relative to where the glob
// stands.
func (g glob) match(rel string, folder bool) bool {
	if g.folders && !folder {
		return false
	}
	ok, err := doublestar.Match(g.pattern, rel)
	return ok && err == nil
}

// valid reports whether the glob can match anything at all, in good time.
func (g glob) valid() bool {
	return len(g.pattern) <= maxGlobBytes && doublestar.ValidatePattern(g.pattern)
}

// newExclude reads an exclude pattern, or says what is wrong with it.
func newExclude(source string) (glob, error) {
	g := glob{source: source}.anchored(strings.TrimPrefix(source, "./"))
	if source == "" || !g.valid() {
		return g, fmt.Errorf("exclude: %q is not a valid glob, or too long a one", source)
	}
	if document.Alternatives(source) > document.MaxAlternatives {
		return g, fmt.Errorf("exclude: %q has over %d alternatives in its braces", source, document.MaxAlternatives)
	}
	return g, nil
}

// parseIgnoreLine reads a line of an ignore file as git does (gitignore(5)).
// The second result is false for blank lines and comments.
func parseIgnoreLine(line string, number int) (glob, bool) {
	line = strings.TrimRight(line, " \r")
	g := glob{source: line, line: number}
	if line == "" || line[0] == '#' {
		return g, false
	}
	if rest, ok := strings.CutPrefix(line, "!"); ok {
		g.negated, line = true, rest
	}
	if strings.Trim(line, "/") == "" {
		return g, false
	}
	return g.anchored(escapeBraces(line)), true
}

// anchored fills in the pattern. One with a slash at its start or inside is
// matched from where the glob stands, any other at every depth.
func (g glob) anchored(pattern string) glob {
	if rest, ok := strings.CutSuffix(pattern, "/"); ok {
		g.folders, pattern = true, rest
	}
	rooted := strings.Contains(pattern, "/")
	pattern = strings.TrimPrefix(pattern, "/")
	if !rooted {
		pattern = "**/" + pattern
	}
	if strings.HasSuffix(pattern, "/**") {
		// What is in the folder, and not the folder itself.
		pattern += "/*"
	}
	g.pattern = pattern
	return g
}

// escapeBraces takes the meaning from braces: git's patterns give them none.
func escapeBraces(pattern string) string {
	var b strings.Builder
	escaped := false
	for _, c := range []byte(pattern) {
		if !escaped && (c == '{' || c == '}') {
			b.WriteByte('\\')
		}
		escaped = c == '\\' && !escaped
		b.WriteByte(c)
	}
	return b.String()
}
