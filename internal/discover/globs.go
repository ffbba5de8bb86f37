package discover

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// Globs are patterns that are relative to a folder, in the form of
// Options.Exclude. nil matches nothing.
type Globs struct {
	base place
	list []glob
}

// NewGlobs makes globs that are relative to a folder. An error is a pattern
// that is none, or a current folder that is not there.
func NewGlobs(folder string, patterns []string) (*Globs, error) {
	base, err := locate(folder)
	if err != nil {
		return nil, err
	}
	g := &Globs{base: base}
	for _, pattern := range patterns {
		if err := CheckGlob(pattern); err != nil {
			return nil, fmt.Errorf("%q: %w", pattern, err)
		}
		one, err := newExclude(pattern)
		if err != nil {
			return nil, err
		}
		g.list = append(g.list, one)
	}
	return g, nil
}

// CheckGlob says why a pattern can never match, nil if it can.
func CheckGlob(pattern string) error {
	g := glob{}.anchored(strings.TrimPrefix(pattern, "./"))
	switch {
	case strings.TrimSpace(pattern) == "":
		return errors.New("it is empty")
	case slices.Contains(strings.Split(pattern, "/"), ".."):
		return errors.New("it leaves the folder that it is relative to")
	case len(g.pattern) > maxGlobBytes:
		return fmt.Errorf("it is longer than %d bytes", maxGlobBytes)
	case document.Alternatives(pattern) > document.MaxAlternatives:
		return fmt.Errorf("it has over %d alternatives in its braces", document.MaxAlternatives)
	case !g.valid():
		return errors.New("a bracket or brace is not closed")
	}
	return nil
}

// Match is the first pattern that matches a file or folder, or a folder that it
// is in, "" if none does or where it is outside of the globs' folder.
func (g *Globs) Match(file string, folder bool) string {
	if g == nil || len(g.list) == 0 {
		return ""
	}
	p, err := locate(file)
	if err != nil {
		return ""
	}
	return g.match(p.key, folder)
}

// match is Match for an absolute path with forward slashes.
func (g *Globs) match(key string, folder bool) string { return g.first(key, folder, glob.covers) }

// hides is the first pattern that matches a file or folder itself. A walk that
// leaves out a folder does not come to what is in it, unless the user has named
// something there.
func (g *Globs) hides(key string, folder bool) string { return g.first(key, folder, glob.match) }

func (g *Globs) first(key string, folder bool, fits func(glob, string, bool) bool) string {
	if g == nil {
		return ""
	}
	rel, inside := below(g.base.key, key)
	if !inside {
		return ""
	}
	for _, one := range g.list {
		if fits(one, rel, folder) {
			return one.source
		}
	}
	return ""
}

// covers reports whether the glob matches a path or one of the folders on the way.
func (g glob) covers(rel string, folder bool) bool {
	if g.match(rel, folder) {
		return true
	}
	for dir := path.Dir(rel); dir != "."; dir = path.Dir(dir) {
		if g.match(dir, true) {
			return true
		}
	}
	return false
}
