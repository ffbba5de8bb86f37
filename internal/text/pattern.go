package text

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// MaxInstructions is the maximum number of instructions of a compiled pattern.
const MaxInstructions = 1000

// Pattern is a regular expression of at most MaxInstructions instructions. It is compiled on the first text
// that it may match: most patterns never are.
type Pattern struct {
	re    *Regexp
	facts PatternFacts
}

// CompilePattern checks a regular expression (RE2). The program's own patterns were checked at build time.
func CompilePattern(source string) (*Pattern, error) {
	if facts, ok := knownFacts(source); ok {
		return &Pattern{MustCompile(source), facts}, nil
	}
	facts, err := FactsOf(source)
	if err != nil {
		return nil, err
	}
	return &Pattern{MustCompile(source), facts}, nil
}

// CompileWhole is like CompilePattern for a pattern that matches only whole texts.
func CompileWhole(source string) (*Pattern, error) {
	whole := "^(?:" + source + ")$"
	facts, ok := knownFacts(source)
	if !ok {
		return CompilePattern(whole)
	}
	const anchors = 2 // instructions, for the two ends
	facts.AtStart = true
	facts.Instructions += anchors
	return &Pattern{MustCompile(whole), facts}, nil
}

var compiled sync.Map // of *Pattern, by source

// Compiled returns the pattern of a source that is known to compile, once per process. It panics otherwise.
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

// UnmarshalText parses a pattern in parameters.
func (p *Pattern) UnmarshalText(source []byte) error {
	read, err := CompilePattern(string(source))
	if err == nil {
		*p = *read
	}
	return err
}

// Match reports whether the pattern matches a text, and counts its steps. Without steps left it matches
// nothing. Steps may be nil.
func (p *Pattern) Match(s string, steps *Steps) bool {
	return p.may(s, steps) && p.re.MatchString(s)
}

// Find returns the byte offsets of the first match, or nil if there is none or no steps are left.
func (p *Pattern) Find(s string, steps *Steps) []int {
	if !p.may(s, steps) {
		return nil
	}
	return p.re.FindStringIndex(s)
}

// Split returns the texts between the matches, or the whole text without steps left.
func (p *Pattern) Split(s string, steps *Steps) []string {
	if !p.may(s, steps) {
		return []string{s}
	}
	return p.re.compiled().Split(s, -1)
}

// matchSteps is the fixed cost of a match: without it, a recursive schema could match short keys for seconds.
const matchSteps = 20

// may counts the steps of matching a text and reports whether it may match: it has a required beginning, and
// steps are left. For a text with another beginning it reads only one character.
func (p *Pattern) may(s string, steps *Steps) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if !p.mayBeginWith(first) {
		steps.Take(int64(p.facts.Instructions))
		return false
	}
	return steps.Take(matchSteps + int64(p.facts.Instructions)*int64(max(1, utf8.RuneCountInString(s))))
}

// mayBeginWith reports whether the pattern may match a text that begins with a character.
func (p *Pattern) mayBeginWith(first rune) bool {
	if !p.facts.AtStart {
		return true
	}
	if first >= utf8.RuneSelf {
		return p.facts.Other
	}
	return strings.IndexByte(p.facts.First, byte(first)) >= 0
}

// String returns the source of the pattern.
func (p *Pattern) String() string { return p.re.source }

// TooManyInstructions is the error of a pattern beyond MaxInstructions.
type TooManyInstructions struct{}

func (*TooManyInstructions) Error() string {
	return fmt.Sprintf("the pattern compiles to more than %d instructions; lower its repetitions such as {500}, or split it into several patterns", MaxInstructions)
}
