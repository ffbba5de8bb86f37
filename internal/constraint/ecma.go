package constraint

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
)

// JSON Schema's patterns are ECMA 262's, with the flag u; CUE's are RE2's. A
// pattern that both read alike is kept as it is, so that people recognize it;
// any other is written from RE2's parse of it.

// ecma translates a pattern. It returns an error for what ECMA 262 cannot
// express without lookaround: line anchors, `\B`, which V8 finds within a
// surrogate pair contrary to the standard, and character classes too large to
// write.
func ecma(pattern string) (string, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", err
	}
	if portable(pattern) {
		return pattern, nil
	}
	var b strings.Builder
	if err := writeRegexp(&b, parsed); err != nil {
		return "", fmt.Errorf("pattern %s: %w", pattern, err)
	}
	return b.String(), nil
}

func writeRegexp(b *strings.Builder, re *syntax.Regexp) error {
	switch re.Op {
	case syntax.OpNoMatch:
		b.WriteString(`[^\s\S]`)
	case syntax.OpEmptyMatch:
		b.WriteString(`(?:)`)
	case syntax.OpLiteral:
		return writeLiteral(b, re)
	case syntax.OpCharClass:
		return writeClass(b, re.Rune)
	case syntax.OpAnyCharNotNL:
		b.WriteString(`[^\n]`)
	case syntax.OpAnyChar:
		b.WriteString(`[\s\S]`)
	case syntax.OpBeginText:
		b.WriteString(`^`)
	case syntax.OpEndText:
		b.WriteString(`$`)
	case syntax.OpWordBoundary:
		b.WriteString(`\b`)
	case syntax.OpCapture:
		return writeGroup(b, "(", re.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		return writeRepeat(b, re)
	case syntax.OpConcat:
		return writeConcat(b, re.Sub)
	case syntax.OpAlternate:
		return writeAlternate(b, re.Sub)
	default:
		return fmt.Errorf("ECMA 262 has nothing for %v", re.Op)
	}
	return nil
}

func writeGroup(b *strings.Builder, opening string, re *syntax.Regexp) error {
	b.WriteString(opening)
	err := writeRegexp(b, re)
	b.WriteByte(')')
	return err
}

// writeOperand writes the operand of a quantifier or concatenation, in a group
// if it needs one.
func writeOperand(b *strings.Builder, re *syntax.Regexp, quantified bool) error {
	switch re.Op {
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpCapture, syntax.OpEmptyMatch, syntax.OpNoMatch:
		return writeRegexp(b, re)
	case syntax.OpLiteral:
		if quantified && len(re.Rune) > 1 {
			return writeGroup(b, "(?:", re)
		}
		return writeRegexp(b, re)
	case syntax.OpAlternate:
		return writeGroup(b, "(?:", re)
	}
	if quantified {
		return writeGroup(b, "(?:", re)
	}
	return writeRegexp(b, re)
}

func writeConcat(b *strings.Builder, subs []*syntax.Regexp) error {
	for _, sub := range subs {
		if err := writeOperand(b, sub, false); err != nil {
			return err
		}
	}
	return nil
}

func writeAlternate(b *strings.Builder, subs []*syntax.Regexp) error {
	for i, sub := range subs {
		if i > 0 {
			b.WriteByte('|')
		}
		if err := writeRegexp(b, sub); err != nil {
			return err
		}
	}
	return nil
}

func writeRepeat(b *strings.Builder, re *syntax.Regexp) error {
	if err := writeOperand(b, re.Sub[0], true); err != nil {
		return err
	}
	switch re.Op {
	case syntax.OpStar:
		b.WriteByte('*')
	case syntax.OpPlus:
		b.WriteByte('+')
	case syntax.OpQuest:
		b.WriteByte('?')
	default:
		b.WriteString(quantifier(re.Min, re.Max))
	}
	if re.Flags&syntax.NonGreedy != 0 {
		b.WriteByte('?')
	}
	return nil
}

func quantifier(lo, hi int) string {
	switch {
	case hi < 0:
		return fmt.Sprintf("{%d,}", lo)
	case lo == hi:
		return fmt.Sprintf("{%d}", lo)
	}
	return fmt.Sprintf("{%d,%d}", lo, hi)
}

// writeLiteral writes both cases of a letter if the pattern ignores case: a
// flag cannot apply to a part.
func writeLiteral(b *strings.Builder, re *syntax.Regexp) error {
	for _, r := range re.Rune {
		if re.Flags&syntax.FoldCase == 0 {
			b.WriteString(escaped(r, `^$\.*+?()[]{}|`))
			continue
		}
		if err := writeClass(b, folds(r)); err != nil {
			return err
		}
	}
	return nil
}

// folds returns all the runes that equal r if case is ignored, as ranges.
func folds(r rune) []rune {
	ranges := []rune{r, r}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		ranges = append(ranges, f, f)
	}
	return normalise(ranges)
}

// escaped writes a rune so that both engines and people can read it.
func escaped(r rune, special string) string {
	switch {
	case strings.ContainsRune(special, r):
		return `\` + string(r)
	case r == '\n':
		return `\n`
	case r == '\t':
		return `\t`
	case r == '\r':
		return `\r`
	case r == '\f':
		return `\f`
	case r == '\v':
		return `\v`
	case r < ' ' || r >= 0x7F && r <= 0xA0:
		return fmt.Sprintf(`\x%02X`, r)
	}
	return string(r)
}
