package text

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// MaxInstructions is how many instructions a pattern compiles to at most.
const MaxInstructions = 1000

// Pattern is a regular expression of at most MaxInstructions instructions. It is compiled
// when a text that it may match comes: nearly none does.
type Pattern struct {
	re    *Regexp
	facts PatternFacts
}

// CompilePattern checks a regular expression (RE2), or takes it as it is if it is one of the
// program's own.
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

// CompileWhole is CompilePattern for one that matches whole texts alone.
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

// Find returns the first match, from and to which byte, or nil for none or without steps
// left.
func (p *Pattern) Find(s string, steps *Steps) []int {
	if !p.may(s, steps) {
		return nil
	}
	return p.re.FindStringIndex(s)
}

// Submatch returns the text of the first match and of its groups, or nil for none or without
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
// begins as it must, has a text that it must have, and there are steps left. Of a text
// that begins otherwise one character is looked at.
func (p *Pattern) may(s string, steps *Steps) bool {
	first, n := utf8.DecodeRuneInString(s)
	if n > 0 && !p.MayBeginWith(first) {
		steps.Take(int64(p.facts.Instructions))
		return false
	}
	if !steps.Take(matchSteps + int64(p.facts.Instructions)*int64(max(1, utf8.RuneCountInString(s)))) {
		return false
	}
	isIn := func(text string) bool { return strings.Contains(s, text) }
	return p.facts.Has == nil || slices.ContainsFunc(p.facts.Has, isIn)
}

// MayBeginWith reports whether the pattern may match a text that begins with a character.
func (p *Pattern) MayBeginWith(first rune) bool {
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
