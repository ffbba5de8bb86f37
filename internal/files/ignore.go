package files

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// IgnoreLine is a line of a git ignore file (gitignore(5)) that is neither blank nor a comment.
type IgnoreLine struct {
	Glob
	// Number counts from 1.
	Number int
	// Negated means that the line re-includes what an earlier line hides. Valid is false for a pattern that
	// can match nothing.
	Negated, Valid bool
	// all means that only git knows what the pattern matches, so it may match anything.
	all bool
}

// String returns the number and the text of the line.
func (l IgnoreLine) String() string { return strconv.Itoa(l.Number) + ": " + l.Source }

// IgnoreLines parses an ignore file.
func IgnoreLines(data string) (lines []IgnoreLine) {
	for i, line := range strings.Split(strings.TrimPrefix(data, text.BOM), "\n") {
		line = trimIgnoreLine(line)
		pattern, negated := strings.CutPrefix(line, "!")
		if strings.HasPrefix(line, "#") || strings.Trim(pattern, "/") == "" {
			continue
		}
		glob, isValid := NewIgnoreGlob(pattern)
		glob.Source = line
		lines = append(lines, IgnoreLine{Glob: glob, Number: i + 1, Negated: negated, Valid: isValid})
	}
	return lines
}

// LastMatch returns the line that decides about a path relative to the folder of its ignore file: the last
// match, or nil.
func LastMatch(lines []IgnoreLine, rel string, isFolder bool, steps *text.Steps) *IgnoreLine {
	for i := range slices.Backward(lines) {
		if lines[i].all || lines[i].Match(rel, isFolder, steps) {
			return &lines[i]
		}
	}
	return nil
}

// IgnoreLinesOrMore parses an ignore file for callers that must not miss what git ignores: a pattern that is
// not understood matches everything, unless it is negated.
func IgnoreLinesOrMore(data string) (lines []IgnoreLine) {
	lines = IgnoreLines(data)
	for i, line := range lines {
		lines[i].all = !line.Valid || strings.Contains(line.Source, "[:")
	}
	return slices.DeleteFunc(lines, func(line IgnoreLine) bool { return line.all && line.Negated })
}

// trimIgnoreLine removes the line end, and trailing spaces that no backslash escapes.
func trimIgnoreLine(line string) string {
	line = strings.TrimSuffix(line, "\r")
	trimmed := strings.TrimRight(line, " ")
	slashes := len(trimmed) - len(strings.TrimRight(trimmed, `\`))
	if slashes%2 == 1 && len(trimmed) < len(line) {
		trimmed += " "
	}
	return trimmed
}
