package files

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/handofflint/handofflint/internal/text"
)

const (
	// maxGlobBytes bounds a glob far above any sensible length. Matching takes time in proportion to the
	// sizes of the pattern and the path, and the combinations of the pattern's braces.
	maxGlobBytes = 512
	// MaxAlternatives is the maximum number of expansions of a glob's braces. Each is matched separately.
	MaxAlternatives = 64
)

// Glob matches paths relative to a folder: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for any number of folders. A
// glob without a slash matches a name at any depth; one that ends in a slash matches only folders.
type Glob struct {
	// Source is the pattern as the user wrote it.
	Source string
	// pattern must match the whole path.
	pattern     string
	onlyFolders bool
}

// NewGlob parses a pattern. The error is CheckGlob's.
func NewGlob(source string) (Glob, error) {
	if err := CheckGlob(source); err != nil {
		return Glob{}, err
	}
	pattern, onlyFolders := anchored(strings.TrimPrefix(source, "./"))
	return Glob{source, pattern, onlyFolders}, nil
}

// CheckGlob returns why a pattern is invalid or can never match. It counts braces without expanding them.
func CheckGlob(source string) error {
	pattern, _ := anchored(strings.TrimPrefix(source, "./"))
	if strings.TrimSpace(source) == "" {
		return errors.New("it is empty")
	}
	if slices.Contains(strings.Split(source, "/"), "..") {
		return errors.New("it leaves the folder that it is relative to")
	}
	if len(pattern) > maxGlobBytes {
		return fmt.Errorf("it is longer than %d bytes", maxGlobBytes)
	}
	if Alternatives(source) > MaxAlternatives {
		return fmt.Errorf("it has over %d alternatives in its braces", MaxAlternatives)
	}
	if !doublestar.ValidatePattern(pattern) {
		return errors.New("a bracket or brace is not closed")
	}
	return nil
}

// NewIgnoreGlob parses the pattern of a line of an ignore file as git does (gitignore(5)), without a leading
// `!`. It reports whether the pattern can match anything.
func NewIgnoreGlob(source string) (Glob, bool) {
	pattern, onlyFolders := anchored(source)
	isShort := len(pattern) <= maxGlobBytes
	pattern = escapeBraces.Replace(pattern)
	return Glob{source, pattern, onlyFolders}, isShort && doublestar.ValidatePattern(pattern)
}

// escapeBraces escapes braces, which are literal in git's patterns.
var escapeBraces = strings.NewReplacer(`\\`, `\\`, `\{`, `\{`, `\}`, `\}`, "{", `\{`, "}", `\}`)

// anchored returns a pattern for matching a whole path, and reports whether it matches only folders. A
// pattern with a slash at its start or inside is relative to the glob's folder; any other matches at every
// depth.
func anchored(pattern string) (anchored string, onlyFolders bool) {
	pattern, onlyFolders = strings.CutSuffix(pattern, "/")
	rooted := strings.Contains(pattern, "/")
	pattern = strings.TrimPrefix(pattern, "/")
	if !rooted {
		pattern = "**/" + pattern
	}
	if strings.HasSuffix(pattern, "/**") {
		pattern += "/*" // the content of the folder, but not the folder itself
	}
	return pattern, onlyFolders
}

// Match reports whether the glob matches a relative path with forward slashes. It counts steps; once they are
// exceeded, nothing matches.
func (g Glob) Match(rel string, isFolder bool, steps *text.Steps) bool {
	return (isFolder || !g.onlyFolders) && MatchGlob(g.pattern, rel, steps)
}

// MatchGlob reports whether a glob with braces matches a whole path. It counts the steps in advance: after a
// star, each byte of the rest may be compared with each byte of the path, for each alternative of the braces.
func MatchGlob(glob, name string, steps *text.Steps) bool {
	const comparisonsOfStep = 16
	comparisons := len(glob)
	if strings.Contains(glob, "*") {
		comparisons *= len(name)
	}
	cost := 1 + Alternatives(glob)*comparisons/comparisonsOfStep
	return steps.Take(int64(cost)) && doublestar.MatchUnvalidated(glob, name)
}

// Alternatives returns an upper bound of the number of expansions of a glob's braces, at most
// MaxAlternatives+1: the product of the sizes of all groups. Each comma counts for the last group that was
// opened.
func Alternatives(glob string) int {
	total, group := 1, 0
	for _, c := range glob {
		if c == '{' {
			total = min(total*max(group, 1), MaxAlternatives+1)
			group = 1
		} else if c == ',' && group > 0 {
			group++
		}
	}
	return min(total*max(group, 1), MaxAlternatives+1)
}

// Globs are patterns relative to a folder. A nil Globs matches nothing.
type Globs struct {
	folder string // its key
	list   []Glob
	steps  *text.Steps
}

// freeSteps is the number of steps per path that do not count: many paths must not exhaust the bound, but
// costly globs may.
const freeSteps = 20_000

// ErrGlobs is the error of globs that take too many steps on the paths of a run.
var ErrGlobs = fmt.Errorf("the globs take over %d steps on the paths of this run, and not everything was checked: use fewer or simpler ones", text.MaxSteps)

// Charge matches globs against one path and counts the steps beyond the free ones.
func Charge(steps *text.Steps, match func(steps *text.Steps)) {
	var used text.Steps
	match(&used)
	if cost := used.Used() - freeSteps; cost > 0 {
		steps.Take(cost)
	}
}

// Err returns ErrGlobs if not every path was matched. Matches are unreliable then.
func (g *Globs) Err() error {
	if g != nil && g.steps.Exceeded() {
		return ErrGlobs
	}
	return nil
}

// NewGlobs returns globs relative to a folder, which count their steps. An error is an invalid pattern.
func NewGlobs(folder string, patterns []string, steps *text.Steps) (*Globs, error) {
	g := &Globs{folder: Key(folder), steps: steps}
	for _, pattern := range patterns {
		one, err := NewGlob(pattern)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", pattern, err)
		}
		g.list = append(g.list, one)
	}
	return g, nil
}

// Match returns the first pattern that matches a file or folder, or a folder around it. It returns "" if none
// does, or if the path is outside of the globs' folder.
func (g *Globs) Match(file string, isFolder bool) string {
	return g.MatchKey(Key(file), isFolder, true)
}

// MatchKey is like Match for the Key of a path. Without around, it ignores the folders around it: a walk does
// not enter an excluded folder unless the user has named something in it.
func (g *Globs) MatchKey(key string, isFolder, around bool) string {
	if g == nil {
		return ""
	}
	rel, inside := BelowKey(g.folder, key)
	if !inside || g.steps.Exceeded() {
		return ""
	}
	found := ""
	Charge(g.steps, func(steps *text.Steps) { found = g.first(rel, isFolder, around, steps) })
	return found
}

// first returns the first pattern that matches a path relative to the folder or, with around, a folder around it.
func (g *Globs) first(rel string, isFolder, around bool, steps *text.Steps) string {
	for _, glob := range g.list {
		if glob.Match(rel, isFolder, steps) {
			return glob.Source
		}
		for folder := path.Dir(rel); around && folder != "."; folder = path.Dir(folder) {
			if glob.Match(folder, true, steps) {
				return glob.Source
			}
		}
	}
	return ""
}
