package text

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"unicode/utf8"
)

// The bounds of what patterns cost. They are counts, so that a file gets the
// same verdict on every machine.
const (
	// MaxInstructions is how many instructions a pattern compiles to at most.
	MaxInstructions = 1000
	// MaxSteps is how many steps the patterns take over one file at most: a
	// pattern's instructions times the characters that it is matched against.
	// Go's engine takes five to ten nanoseconds for one, so a file costs no more
	// than a second or two.
	MaxSteps = 200_000_000
)

// Pattern is a regular expression of at most MaxInstructions instructions.
type Pattern struct {
	re           *regexp.Regexp
	instructions int64
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
	re, err := regexp.Compile(source)
	if err != nil {
		return nil, err
	}
	return &Pattern{re: re, instructions: int64(len(program.Inst))}, nil
}

// atLeast is a lower bound of the instructions that a tree compiles to.
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

// Match reports whether the pattern matches a text, counting its steps. Without
// steps left it matches nothing. Steps may be nil: nothing is counted.
func (p *Pattern) Match(s string, steps *Steps) bool {
	return steps.take(p.instructions*int64(max(1, utf8.RuneCountInString(s)))) && p.re.MatchString(s)
}

// String is the source of the pattern.
func (p *Pattern) String() string { return p.re.String() }

// TooManyInstructions is the error of a pattern beyond MaxInstructions.
type TooManyInstructions struct{}

func (*TooManyInstructions) Error() string {
	return fmt.Sprintf("the pattern compiles to more than %d instructions; lower its repetitions such as {500}, or split it into several patterns", MaxInstructions)
}

// Steps counts the steps of the patterns over one file.
type Steps struct{ used int64 }

// Used is how many steps have been asked for.
func (s *Steps) Used() int64 { return s.used }

// Exceeded reports whether more than MaxSteps have been asked for. What patterns
// said since is no verdict.
func (s *Steps) Exceeded() bool { return s.used > MaxSteps }

func (s *Steps) take(n int64) bool {
	if s == nil {
		return true
	}
	if s.Exceeded() {
		return false
	}
	s.used += n
	return !s.Exceeded()
}
