package text

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// MaxInstructions is how many instructions a pattern compiles to at most.
const MaxInstructions = 1000

// Pattern is a regular expression of at most MaxInstructions instructions.
type Pattern struct {
	re           *Regexp
	instructions int64
	// starts are what a text begins with that can match, nil for anything.
	starts []*syntax.Inst
	// literal is a text that is in every match, "" if none is known.
	literal string
}

// CompilePattern compiles a regular expression (RE2).
func CompilePattern(source string) (*Pattern, error) {
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, err
	}
	// A few bytes can ask for millions of instructions, which would cost hundreds
	// of megabytes before they could be counted.
	if atLeast(tree) > MaxInstructions {
		return nil, &TooManyInstructions{}
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, err
	}
	if len(program.Inst) > MaxInstructions {
		return nil, &TooManyInstructions{}
	}
	p := &Pattern{re: MustCompile(source), instructions: int64(len(program.Inst)), literal: literalIn(tree)}
	if program.StartCond()&syntax.EmptyBeginText != 0 {
		p.starts = starts(program)
	}
	return p, nil
}

var compiled sync.Map // of *Pattern, by source

// Compiled returns the pattern of a source that is known to compile, each once a
// process. It panics if it does not.
func Compiled(source string) *Pattern {
	if known, ok := compiled.Load(source); ok {
		return known.(*Pattern)
	}
	p, err := CompilePattern(source)
	if err != nil {
		panic(fmt.Sprintf("the pattern %q: %v", source, err))
	}
	compiled.Store(source, p)
	return p
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

// literalIn returns the longest text of those that are in every match of a tree as they are,
// "" if none is known.
func literalIn(tree *syntax.Regexp) string {
	switch tree.Op {
	case syntax.OpLiteral:
		isAsIs := tree.Flags&syntax.FoldCase == 0 && !slices.Contains(tree.Rune, utf8.RuneError) // which any broken byte is read as
		if isAsIs {
			return string(tree.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return literalIn(tree.Sub[0])
	case syntax.OpConcat:
		longest := ""
		for _, sub := range tree.Sub {
			if literal := literalIn(sub); len(literal) > len(longest) {
				longest = literal
			}
		}
		return longest
	}
	return ""
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

// UnmarshalText reads a pattern, for parameters that hold one.
func (p *Pattern) UnmarshalText(source []byte) error {
	read, err := CompilePattern(string(source))
	if err == nil {
		*p = *read
	}
	return err
}

// Match reports whether the pattern matches a text, counting its steps. Without
// steps left it matches nothing. Steps may be nil: nothing is counted.
func (p *Pattern) Match(s string, steps *Steps) bool {
	return p.may(s, steps) && p.re.MatchString(s)
}

// Find returns the first match, from and to which byte, nil for none or without steps
// left.
func (p *Pattern) Find(s string, steps *Steps) []int {
	if !p.may(s, steps) {
		return nil
	}
	return p.re.FindStringIndex(s)
}

// Submatch returns the text of the first match and of its groups, nil for none or without
// steps left.
func (p *Pattern) Submatch(s string, steps *Steps) []string {
	if !p.may(s, steps) {
		return nil
	}
	return p.re.FindStringSubmatch(s)
}

// Split returns what is between the matches, the whole text without steps left.
func (p *Pattern) Split(s string, steps *Steps) []string {
	if !p.may(s, steps) {
		return []string{s}
	}
	return p.re.compiled().Split(s, -1)
}

// matchSteps is what a match costs beside its characters: without it, a recursive
// schema could match short keys for seconds.
const matchSteps = 20

// may counts the steps of matching a text and reports whether it may match: it
// begins as it must, has the literal that it must have, and there are steps left. Of a text
// that begins otherwise one character is looked at.
func (p *Pattern) may(s string, steps *Steps) bool {
	first, n := utf8.DecodeRuneInString(s)
	if n > 0 && !p.MayBeginWith(first) {
		steps.Take(p.instructions)
		return false
	}
	return steps.Take(matchSteps+p.instructions*int64(max(1, utf8.RuneCountInString(s)))) && strings.Contains(s, p.literal)
}

// MayBeginWith reports whether the pattern may match a text that begins with a character.
func (p *Pattern) MayBeginWith(first rune) bool {
	return p.starts == nil || slices.ContainsFunc(p.starts, func(i *syntax.Inst) bool { return i.MatchRune(first) })
}

// String returns the source of the pattern.
func (p *Pattern) String() string { return p.re.source }

// TooManyInstructions is the error of a pattern beyond MaxInstructions.
type TooManyInstructions struct{}

func (*TooManyInstructions) Error() string {
	return fmt.Sprintf("the pattern compiles to more than %d instructions; lower its repetitions such as {500}, or split it into several patterns", MaxInstructions)
}
