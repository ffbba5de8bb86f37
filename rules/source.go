package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/teamrules"
)

// Source is a file of a team's own rules and formats in CUE, or, if its name ends
// in .yaml or .yml, a configuration: of that the entries of `rules` are taken that
// the catalogue does not have and that are data, a check with its params.
//
// A source is data: it is parsed and never evaluated, and what it may contain is
// bounded.
//
//   - Name string: the file as problems show it, with forward slashes
//   - Data []byte: its bytes
type Source = teamrules.Source

// MaxSource is the maximum size of a source in bytes.
const MaxSource = teamrules.MaxSource

// Problem is a mistake in a source with its position.
//
//   - Path string: the source
//   - Line, Column, Offset int: from 1, columns in code points; the offset in bytes
//   - Message, Help string: what is wrong, and what to write; Help may be empty
//   - Warning bool: the sources can be used nevertheless
type Problem = teamrules.Problem

// ValidRuleName reports whether a team's rule may have that name.
//
// Internal: it serves the commands of handofflint.
func ValidRuleName(name string) bool { return teamrules.ValidRuleName(name) }

// SourceError holds all mistakes in the sources, in their order.
type SourceError struct{ Problems []Problem }

// Error returns a line for each problem, and one for its help.
func (e *SourceError) Error() string {
	var lines []string
	for _, p := range e.Problems {
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message))
		if p.Help != "" {
			lines = append(lines, "   = "+p.Help)
		}
	}
	return strings.Join(lines, "\n")
}

// programChecks returns the checks that no built-in rule uses: for the others
// custom.cue says which of them a team may use.
func programChecks(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(table.Builtin.Rules, func(rule schema.Rule) bool { return rule.Check == name })
	})
}
