package text

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// PatternFacts are what tells of most texts that a pattern does not match them. Those of the
// program's own patterns are known before it is built, so that a start compiles none.
type PatternFacts struct {
	Source       string
	Instructions int
	// AtStart: a match begins where the text does.
	AtStart bool
	// First has the characters of ASCII that a match can begin with. Other: so can others.
	First string
	Other bool
	// Has has texts one of which is in every match, nil if none are known.
	Has []string
}

// knownFacts returns the facts of a pattern if it is one of the program's own.
func knownFacts(source string) (PatternFacts, bool) {
	compare := func(f PatternFacts, source string) int { return strings.Compare(f.Source, source) }
	i, found := slices.BinarySearchFunc(known, source, compare)
	if !found {
		return PatternFacts{}, false
	}
	return known[i], true
}

// FactsOf finds out what is to be known of a regular expression (RE2). The error says why it
// does not compile, or is a *TooManyInstructions.
func FactsOf(source string) (PatternFacts, error) {
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return PatternFacts{}, err
	}
	// A few bytes can ask for millions of instructions, which would cost hundreds
	// of megabytes before they could be counted.
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
	facts := PatternFacts{
		Source:       source,
		Instructions: len(program.Inst),
		AtStart:      program.StartCond()&syntax.EmptyBeginText != 0,
		Has:          textsIn(tree),
	}
	facts.addFirst(program)
	return facts, nil
}

// addFirst adds what a match can begin with: anything, if it can be empty.
func (f *PatternFacts) addFirst(program *syntax.Prog) {
	first := starts(program)
	for c := range rune(utf8.RuneSelf) {
		if first == nil || slices.ContainsFunc(first, func(i *syntax.Inst) bool { return i.MatchRune(c) }) {
			f.First += string(c)
		}
	}
	f.Other = first == nil || slices.ContainsFunc(first, matchesOther)
}

// matchesOther reports whether an instruction matches a character beyond ASCII.
func matchesOther(i *syntax.Inst) bool {
	if i.Op != syntax.InstRune && i.Op != syntax.InstRune1 {
		return true
	}
	if len(i.Rune) == 0 {
		return false
	}
	isFolded := syntax.Flags(i.Arg)&syntax.FoldCase != 0 // "k" matches the sign of Kelvin, too
	return isFolded || i.Rune[len(i.Rune)-1] >= utf8.RuneSelf
}

// starts returns the instructions that read the first character of a text, nil if
// none need be read.
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

// mostTexts is how many texts are looked for at most before a pattern is tried.
const mostTexts = 12

// textsIn returns texts of which each match of a tree has one as it is, the longest ones
// that are known, nil for none.
func textsIn(tree *syntax.Regexp) []string {
	switch tree.Op {
	case syntax.OpLiteral:
		isAsIs := tree.Flags&syntax.FoldCase == 0 && !slices.Contains(tree.Rune, utf8.RuneError) // which any broken byte is read as
		if isAsIs {
			return []string{string(tree.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return textsIn(tree.Sub[0])
	case syntax.OpConcat:
		var best []string
		for _, sub := range tree.Sub {
			if texts := textsIn(sub); shortest(texts) > shortest(best) {
				best = texts
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range tree.Sub {
			texts := textsIn(sub)
			if texts == nil || len(all)+len(texts) > mostTexts {
				return nil
			}
			all = append(all, texts...)
		}
		return all
	}
	return nil
}

// shortest returns the length of the shortest of some texts, 0 for none.
func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	least := len(texts[0])
	for _, text := range texts {
		least = min(least, len(text))
	}
	return least
}

// atLeast returns a lower bound of the instructions that a tree compiles to.
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
