package text

import (
	"fmt"
	"sync"
	"unicode/utf8"
)

// MaxInstructions is the maximum number of instructions of a compiled pattern.
const MaxInstructions = 1000

// Pattern is a regular expression of at most MaxInstructions instructions. It is compiled when it is first
// matched: many patterns never are.
type Pattern struct {
	re           *Regexp
	instructions int
}

// CompilePattern checks a regular expression (RE2). The program's own patterns were checked at build time.
func CompilePattern(source string) (*Pattern, error) {
	if count, ok := knownInstructions(source); ok {
		return &Pattern{MustCompile(source), count}, nil
	}
	facts, err := FactsOf(source)
	if err != nil {
		return nil, err
	}
	return &Pattern{MustCompile(source), facts.Instructions}, nil
}

// CompileWhole is like CompilePattern for a pattern that matches only whole texts.
func CompileWhole(source string) (*Pattern, error) {
	whole := "^(?:" + source + ")$"
	if count, ok := knownInstructions(source); ok {
		const anchors = 2 // instructions, for the two ends
		return &Pattern{MustCompile(whole), count + anchors}, nil
	}
	return CompilePattern(whole)
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

// Submatch returns the texts of the first match and of its groups, or nil if there is none or no steps are
// left.
func (p *Pattern) Submatch(s string, steps *Steps) []string {
	if !p.may(s, steps) {
		return nil
	}
	return p.re.FindStringSubmatch(s)
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

// may counts the steps of matching a text and reports whether steps are left.
func (p *Pattern) may(s string, steps *Steps) bool {
	return steps.Take(matchSteps + int64(p.instructions)*int64(max(1, utf8.RuneCountInString(s))))
}

// String returns the source of the pattern.
func (p *Pattern) String() string { return p.re.source }

// TooManyInstructions is the error of a pattern beyond MaxInstructions.
type TooManyInstructions struct{}

func (*TooManyInstructions) Error() string {
	return fmt.Sprintf("the pattern compiles to more than %d instructions; lower its repetitions such as {500}, or split it into several patterns", MaxInstructions)
}
