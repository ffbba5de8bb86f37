// Package testcode knows how code declares tests. What it knows is in rules/testcode.cue.
package testcode

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// facts is the data of rules/testcode.cue.
type facts struct {
	Languages []language
	// Files matches the paths of files that have tests alone.
	Files *text.Regexp
	// Inert matches the names of files that declare no tests.
	Inert *text.Regexp
}

// language is how the files of a language declare tests.
type language struct {
	Files *text.Regexp
	// Words are such that each match of Test and Varied has one of them: looking for them costs
	// next to nothing beside a pattern.
	Words []string
	// Test declares a test, and Group, which may be nil, begins a group of tests.
	Test, Group *text.Regexp
	// Varied declares tests of which the text does not say how many there are.
	Varied *text.Regexp
}

var builtin = sync.OnceValue(func() facts { return table.Load[facts]("testcode") })

// IsTestFile reports whether a file has tests alone, by its path.
func IsTestFile(name string) bool { return builtin().Files.MatchString(name) }

// maxText is how much of a text is read, in bytes.
const maxText = 1 << 20

// Added returns how many tests an edit of a file adds, by their groups: text was becomes text
// is. Tests without a group are groups of one. ok is false if it cannot be known, or if the
// edit removes tests.
func Added(name, was, is string) (groups []int, ok bool) {
	if builtin().Inert.MatchString(path.Base(name)) {
		return nil, true
	}
	i := slices.IndexFunc(builtin().Languages, func(l language) bool { return l.Files.MatchString(name) })
	if i < 0 || len(was) > maxText || len(is) > maxText {
		return nil, false
	}
	before, knownBefore := builtin().Languages[i].count(was)
	after, knownAfter := builtin().Languages[i].count(is)
	if !knownBefore || !knownAfter {
		return nil, false
	}
	for group, count := range before {
		if after[group] < count {
			return nil, false
		}
	}
	for group, count := range after {
		added := count - before[group]
		switch {
		case added > 0 && group != "":
			groups = append(groups, added)
		case added > 0:
			groups = append(groups, slices.Repeat([]int{1}, added)...)
		}
	}
	slices.Sort(groups)
	return groups, true
}

// count counts the tests that a text declares, by the lines that begin their groups.
func (l *language) count(source string) (tests map[string]int, ok bool) {
	hasWord := func(word string) bool { return strings.Contains(source, word) }
	if !slices.ContainsFunc(l.Words, hasWord) {
		return nil, true
	}
	if l.Varied.MatchString(source) {
		return nil, false
	}
	var groups [][]int
	if l.Group != nil {
		groups = l.Group.FindAllStringIndex(source, -1)
	}
	tests = map[string]int{}
	for _, at := range l.Test.FindAllStringIndex(source, -1) {
		tests[groupOf(source, groups, at)]++
	}
	return tests, true
}

// groupOf returns the line that begins the group of what is declared at an offset: the last
// one before it with less indentation; "" for none.
func groupOf(source string, groups [][]int, at []int) string {
	for _, group := range slices.Backward(groups) {
		if group[0] < at[0] && indentation(source[group[0]:]) < indentation(source[at[0]:]) {
			line, _, _ := strings.Cut(source[group[0]:], "\n")
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// MayDeclare reports whether a file may declare tests.
func MayDeclare(name string) bool { return !builtin().Inert.MatchString(path.Base(name)) }
