package text

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// PatternFacts are facts that rule out most texts without a match. Those of the program's own patterns are
// computed at build time, so that no pattern is compiled at startup.
type PatternFacts struct {
	Source       string
	Instructions int
	// AtStart means that a match begins at the start of the text.
	AtStart bool
	// First are the ASCII characters that a match can begin with; Other means that it can also begin with
	// others.
	First string
	Other bool
}

// knownFacts returns the facts of a pattern of the program's own.
func knownFacts(source string) (PatternFacts, bool) {
	compare := func(f PatternFacts, source string) int { return strings.Compare(f.Source, source) }
	i, found := slices.BinarySearchFunc(known, source, compare)
	if !found {
		return PatternFacts{}, false
	}
	return known[i], true
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
	program, _ := syntax.Compile(tree.Simplify()) // the error is always nil
	if len(program.Inst) > MaxInstructions {
		return PatternFacts{}, &TooManyInstructions{}
	}
	facts := PatternFacts{
		Source:       source,
		Instructions: len(program.Inst),
		AtStart:      program.StartCond()&syntax.EmptyBeginText != 0,
	}
	facts.addFirst(program)
	return facts, nil
}

// addFirst adds the characters that a match can begin with: all, if it can be empty.
func (f *PatternFacts) addFirst(program *syntax.Prog) {
	first := starts(program)
	for c := range rune(utf8.RuneSelf) {
		if first == nil || slices.ContainsFunc(first, func(i *syntax.Inst) bool { return i.MatchRune(c) }) {
			f.First += string(c)
		}
	}
	f.Other = first == nil || slices.ContainsFunc(first, matchesOther)
}

// matchesOther reports whether an instruction matches a character outside of ASCII.
func matchesOther(i *syntax.Inst) bool {
	if len(i.Rune) == 0 {
		return false
	}
	isFolded := syntax.Flags(i.Arg)&syntax.FoldCase != 0 // "k" also matches the Kelvin sign
	return isFolded || i.Rune[len(i.Rune)-1] >= utf8.RuneSelf
}

// starts returns the instructions that read the first character of a text, or nil if the match can be empty.
func starts(program *syntax.Prog) []*syntax.Inst {
	var found []*syntax.Inst
	seen := make([]bool, len(program.Inst))
	for next := []int{program.Start}; len(next) > 0; {
		i := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[i] {
			continue
		}
		seen[i] = true
		switch inst := &program.Inst[i]; inst.Op {
		case syntax.InstMatch:
			return nil
		case syntax.InstAlt, syntax.InstAltMatch:
			next = append(next, int(inst.Out), int(inst.Arg))
		case syntax.InstCapture, syntax.InstEmptyWidth, syntax.InstNop:
			next = append(next, int(inst.Out))
		case syntax.InstFail:
		default:
			found = append(found, inst)
		}
	}
	return found
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
