package files

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// IgnoreLine is a line of an ignore file of git's (gitignore(5)) that is neither blank nor a
// comment.
type IgnoreLine struct {
	Glob
	// Number counts from 1.
	Number int
	// Negated shows again what an earlier line hides. Valid is false for a pattern that can
	// match nothing.
	Negated, Valid bool
	// all: nobody but git knows what it matches, so it may be anything.
	all bool
}

// String returns the number and the text of the line.
func (l IgnoreLine) String() string { return strconv.Itoa(l.Number) + ": " + l.Source }

// IgnoreLines reads an ignore file.
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

// LastMatch returns the line that decides about a path from the folder of its ignore file,
// the last one that matches, or nil if none does.
func LastMatch(lines []IgnoreLine, rel string, folder bool, steps *text.Steps) *IgnoreLine {
	for i := range slices.Backward(lines) {
		if lines[i].all || lines[i].Match(rel, folder, steps) {
			return &lines[i]
		}
	}
	return nil
}

// IgnoreRules are the lines of an ignore file of git's, as far as they are known. nil has
// none.
type IgnoreRules struct {
	lines []IgnoreLine
}

// NewIgnoreRules reads an ignore file. Of a pattern that it does not understand it takes
// that it matches everything, unless it is negated.
func NewIgnoreRules(data string) *IgnoreRules {
	rules := &IgnoreRules{}
	for _, line := range IgnoreLines(data) {
		line.all = !line.Valid || strings.Contains(line.Source, "[:")
		if !line.all || !line.Negated {
			rules.lines = append(rules.lines, line)
		}
	}
	return rules
}

// trimIgnoreLine removes the end of a line, and spaces there that no backslash quotes.
func trimIgnoreLine(line string) string {
	line = strings.TrimSuffix(line, "\r")
	trimmed := strings.TrimRight(line, " ")
	slashes := len(trimmed) - len(strings.TrimRight(trimmed, `\`))
	if slashes%2 == 1 && len(trimmed) < len(line) {
		trimmed += " "
	}
	return trimmed
}

// Decide reports whether the rules say anything about a path from their folder, and
// whether it is ignored then: the last line that matches counts.
func (r *IgnoreRules) Decide(rel string, folder bool, steps *text.Steps) (ignored, decided bool) {
	if r == nil {
		return false, false
	}
	line := LastMatch(r.lines, rel, folder, steps)
	if line == nil {
		return false, false
	}
	return !line.Negated, true
}

// IgnoreChain is where the rules for a path come from: the rules in each folder from the
// root down, and those of the repository and the user, the strongest first.
type IgnoreChain struct {
	// In returns the rules of the ignore file in a folder of the tree, "." for its root.
	In func(folder string) *IgnoreRules
	// Others are relative to the root.
	Others []*IgnoreRules
}

// Ignores reports whether a path from the root is ignored, or lies in a folder that is.
func (c IgnoreChain) Ignores(name string, folder bool, steps *text.Steps) bool {
	parts := strings.Split(name, "/")
	for i := range parts {
		at := strings.Join(parts[:i+1], "/")
		if c.ignoresItself(at, folder || i < len(parts)-1, steps) {
			return true
		}
	}
	return false
}

func (c IgnoreChain) ignoresItself(name string, folder bool, steps *text.Steps) bool {
	for at := path.Dir(name); ; at = path.Dir(at) {
		rel := name
		if at != "." {
			rel = name[len(at)+1:]
		}
		if ignored, decided := c.In(at).Decide(rel, folder, steps); decided {
			return ignored
		}
		if at == "." {
			break
		}
	}
	for _, rules := range c.Others {
		if ignored, decided := rules.Decide(name, folder, steps); decided {
			return ignored
		}
	}
	return false
}
