package files

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

const (
	// maxGlobBytes bounds a glob far above any sensible one. Matching takes time
	// in proportion to a pattern's bytes, the path's, and the combinations of what
	// is in the pattern's braces.
	maxGlobBytes = 512
	// MaxAlternatives is in how many ways the braces of a glob may be expanded.
	// Each of them is matched by itself.
	MaxAlternatives = 64
)

// Glob matches paths relative to a folder: `*`, `?`, `[a-z]`, `{a,b}`, and `**`
// for any number of folders. One without a slash matches a name at any depth, one
// that ends in a slash only folders.
type Glob struct {
	// Source is the pattern as the user wrote it.
	Source string
	// pattern is matched against a whole path.
	pattern string
	folders bool
}

// NewGlob reads a pattern. The error says why it can never match.
func NewGlob(source string) (Glob, error) {
	g := anchored(source, strings.TrimPrefix(source, "./"))
	switch {
	case strings.TrimSpace(source) == "":
		return g, errors.New("it is empty")
	case slices.Contains(strings.Split(source, "/"), ".."):
		return g, errors.New("it leaves the folder that it is relative to")
	case len(g.pattern) > maxGlobBytes:
		return g, fmt.Errorf("it is longer than %d bytes", maxGlobBytes)
	case Alternatives(source) > MaxAlternatives:
		return g, fmt.Errorf("it has over %d alternatives in its braces", MaxAlternatives)
	case !doublestar.ValidatePattern(g.pattern):
		return g, errors.New("a bracket or brace is not closed")
	}
	return g, nil
}

// CheckGlob is the error of NewGlob.
func CheckGlob(source string) error {
	_, err := NewGlob(source)
	return err
}

// NewIgnoreGlob reads the pattern of a line of an ignore file as git does
// (gitignore(5)), but for the `!` that may be before it. It reports whether the
// pattern can match anything at all.
func NewIgnoreGlob(source string) (Glob, bool) {
	g := anchored(source, escapeBraces.Replace(source))
	return g, len(g.pattern) <= maxGlobBytes && doublestar.ValidatePattern(g.pattern)
}

// escapeBraces takes the meaning from braces: git's patterns give them none.
var escapeBraces = strings.NewReplacer(`\\`, `\\`, `\{`, `\{`, `\}`, `\}`, "{", `\{`, "}", `\}`)

// anchored makes a glob of a pattern. One with a slash at its start or inside is
// matched from the folder that the glob is relative to, any other at every depth.
func anchored(source, pattern string) Glob {
	g := Glob{Source: source}
	pattern, g.folders = strings.CutSuffix(pattern, "/")
	rooted := strings.Contains(pattern, "/")
	pattern = strings.TrimPrefix(pattern, "/")
	if !rooted {
		pattern = "**/" + pattern
	}
	if strings.HasSuffix(pattern, "/**") {
		pattern += "/*" // what is in the folder, and not the folder itself
	}
	g.pattern = pattern
	return g
}

// Match reports whether the glob matches a relative path with forward slashes.
func (g Glob) Match(rel string, folder bool) bool {
	if g.folders && !folder {
		return false
	}
	ok, err := doublestar.Match(g.pattern, rel)
	return ok && err == nil
}

// Alternatives is an upper bound of the ways to expand a glob's braces, at most
// MaxAlternatives+1: the product over all groups of their sizes, taken as if each
// comma of a group of braces that follow one another belonged to the last one
// opened.
func Alternatives(glob string) int {
	total, group := 1, 0
	for _, c := range glob {
		switch {
		case c == '{':
			total, group = min(total*max(group, 1), MaxAlternatives+1), 1
		case c == ',' && group > 0:
			group++
		}
	}
	return min(total*max(group, 1), MaxAlternatives+1)
}

// Globs are patterns that are relative to a folder. nil matches nothing.
type Globs struct {
	folder string // its key
	list   []Glob
}

// NewGlobs makes globs that are relative to a folder. An error is a pattern
// that is none, or a current folder that is not there.
func NewGlobs(folder string, patterns []string) (*Globs, error) {
	key, err := Key(folder)
	if err != nil {
		return nil, err
	}
	g := &Globs{folder: key}
	for _, pattern := range patterns {
		one, err := NewGlob(pattern)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", pattern, err)
		}
		g.list = append(g.list, one)
	}
	return g, nil
}

// Match is the first pattern that matches a file or folder, or a folder that it
// is in, "" if none does or if it is outside of the globs' folder.
func (g *Globs) Match(file string, folder bool) string {
	if g == nil || len(g.list) == 0 {
		return ""
	}
	key, err := Key(file)
	if err != nil {
		return ""
	}
	return g.MatchKey(key, folder, true)
}

// MatchKey is Match for the Key of a path. Without around, the folders that it is in
// do not count: a walk that leaves out a folder does not come to what is in it, unless
// the user has named something there.
func (g *Globs) MatchKey(key string, folder, around bool) string {
	if g == nil {
		return ""
	}
	rel, inside := BelowKey(g.folder, key)
	if !inside {
		return ""
	}
	for _, one := range g.list {
		for at, isFolder := rel, folder; at != "."; at, isFolder = path.Dir(at), true {
			if one.Match(at, isFolder) {
				return one.Source
			}
			if !around {
				break
			}
		}
	}
	return ""
}
