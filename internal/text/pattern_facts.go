package text

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// PatternFacts has the size of a pattern. Those of the program's own patterns are computed at build time, so
// that no pattern is compiled at startup.
type PatternFacts struct {
	Source       string
	Instructions int
}

// knownInstructions returns the number of instructions of one of the program's own patterns.
func knownInstructions(source string) (count int, found bool) {
	compare := func(f PatternFacts, source string) int { return strings.Compare(f.Source, source) }
	i, found := slices.BinarySearchFunc(known, source, compare)
	if !found {
		return 0, false
	}
	return known[i].Instructions, true
}

// FactsOf computes the facts of a regular expression (RE2). The error says why it does not compile, or is a
// *TooManyInstructions.
func FactsOf(source string) (PatternFacts, error) {
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return PatternFacts{}, err
	}
	// A few bytes can require millions of instructions, which would take hundreds of megabytes before they
	// could be counted.
	if atLeast(tree) > MaxInstructions {
		return PatternFacts{}, &TooManyInstructions{}
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return PatternFacts{}, err
	}
	if len(program.Inst) > MaxInstructions {
		return PatternFacts{}, &TooManyInstructions{}
	}
	return PatternFacts{source, len(program.Inst)}, nil
}

// atLeast returns a lower bound of the number of instructions that a tree compiles to.
func atLeast(tree *syntax.Regexp) int {
	count := 0
	switch tree.Op {
	case syntax.OpLiteral:
		count = len(tree.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		count = 1
	}
	for _, sub := range tree.Sub {
		count += atLeast(sub)
	}
	if tree.Op == syntax.OpRepeat {
		count *= max(tree.Min, tree.Max)
	}
	return count
}
