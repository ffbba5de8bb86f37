package files

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// IgnoreRules are the lines of an ignore file of git's (gitignore(5)) that are relative to
// its folder. nil has none.
type IgnoreRules struct {
	lines []ignoreRule
}

type ignoreRule struct {
	Glob
	negated bool
	// all: nobody but git knows what it matches, so it may be anything.
	all bool
}

// NewIgnoreRules reads an ignore file. Of a pattern that it does not understand it takes
// that it matches everything, unless it is negated.
func NewIgnoreRules(data string) *IgnoreRules {
	rules := &IgnoreRules{}
	for line := range strings.SplitSeq(strings.TrimPrefix(data, text.BOM), "\n") {
		line = trimIgnoreLine(line)
		pattern, negated := strings.CutPrefix(line, "!")
		if strings.HasPrefix(line, "#") || strings.Trim(pattern, "/") == "" {
			continue
		}
		glob, isValid := NewIgnoreGlob(pattern)
		rule := ignoreRule{glob, negated, !isValid || strings.Contains(pattern, "[:")}
		if !rule.all || !negated {
			rules.lines = append(rules.lines, rule)
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
	for _, line := range slices.Backward(r.lines) {
		if line.all || line.Match(rel, folder, steps) {
			return !line.negated, true
		}
	}
	return false, false
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
