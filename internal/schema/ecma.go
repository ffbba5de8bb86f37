package schema

import (
	"cmp"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// JSON Schema's patterns are ECMA 262's, with the flag u; CUE's are RE2's. A
// pattern that both read alike is kept as it is, so that people recognize it; any
// other is written from RE2's parse of it.

// portable matches the patterns of common constructs that RE2 and ECMA 262 read
// alike, among those that RE2 accepts: a dot, \s and literal brackets differ, as
// does a dash beside a class like \d, and a quantifier after an assertion.
var portable = func() *regexp.Regexp {
	const (
		escapes    = `\\[\^$\\.*+?()\[\]{}|/tnrfv`
		class      = `\[\^?-?(?:[^\\\[\]^-]|` + escapes + `dDwW-])(?:[^\\\[\]-]|` + escapes + `dDwW-])*-?\]`
		ranges     = `\[\^?(?:[^\\\[\]^]|` + escapes + `-])(?:[^\\\[\]]|` + escapes + `-])*\]`
		operand    = `(?:[^\\^$.*+?()\[\]{}|]|` + escapes + `dDwW]|` + class + `|` + ranges + `|\))`
		quantifier = `(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??`
		assertion  = `[\^$|]|\\b|\((?:\?:)?`
	)
	return regexp.MustCompile(`^(?:` + assertion + `|` + operand + `(?:` + quantifier + `)?)*$`)
}()

// ecma translates a pattern. It returns an error for what ECMA 262 cannot express
// without lookaround: line anchors, `\B`, which V8 finds within a surrogate pair
// contrary to the standard, and character classes too large to write.
func ecma(pattern string) (string, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", err
	}
	if portable.MatchString(pattern) {
		return pattern, nil
	}
	w := &ecmaWriter{}
	w.write(parsed)
	if w.err != nil {
		return "", fmt.Errorf("pattern %s: %w", pattern, w.err)
	}
	return w.String(), nil
}

// ecmaWriter writes a pattern, and keeps the first error.
type ecmaWriter struct {
	strings.Builder
	err error
}

func (w *ecmaWriter) write(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpNoMatch:
		w.WriteString(`[^\s\S]`)
	case syntax.OpEmptyMatch:
		w.WriteString(`(?:)`)
	case syntax.OpLiteral:
		w.writeLiteral(re)
	case syntax.OpCharClass:
		w.writeClass(re.Rune)
	case syntax.OpAnyCharNotNL:
		w.WriteString(`[^\n]`)
	case syntax.OpAnyChar:
		w.WriteString(`[\s\S]`)
	case syntax.OpBeginText:
		w.WriteString(`^`)
	case syntax.OpEndText:
		w.WriteString(`$`)
	case syntax.OpWordBoundary:
		w.WriteString(`\b`)
	case syntax.OpCapture:
		w.writeGroup("(", re.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		w.writeOperand(re.Sub[0], true)
		w.writeQuantifier(re)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			w.writeOperand(sub, false)
		}
	case syntax.OpAlternate:
		for i, sub := range re.Sub {
			if i > 0 {
				w.WriteByte('|')
			}
			w.write(sub)
		}
	default:
		w.fail(fmt.Errorf("ECMA 262 has nothing for %v", re.Op))
	}
}

func (w *ecmaWriter) fail(err error) { w.err = cmp.Or(w.err, err) }

func (w *ecmaWriter) writeGroup(opening string, re *syntax.Regexp) {
	w.WriteString(opening)
	w.write(re)
	w.WriteByte(')')
}

// writeOperand writes the operand of a quantifier or concatenation, in a group if it
// needs one.
func (w *ecmaWriter) writeOperand(re *syntax.Regexp, quantified bool) {
	group := quantified
	switch re.Op {
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpCapture, syntax.OpEmptyMatch, syntax.OpNoMatch:
		group = false
	case syntax.OpLiteral:
		group = quantified && len(re.Rune) > 1
	case syntax.OpAlternate:
		group = true
	}
	if group {
		w.writeGroup("(?:", re)
	} else {
		w.write(re)
	}
}

func (w *ecmaWriter) writeQuantifier(re *syntax.Regexp) {
	switch {
	case re.Op == syntax.OpStar:
		w.WriteByte('*')
	case re.Op == syntax.OpPlus:
		w.WriteByte('+')
	case re.Op == syntax.OpQuest:
		w.WriteByte('?')
	case re.Max < 0:
		fmt.Fprintf(w, "{%d,}", re.Min)
	case re.Min == re.Max:
		fmt.Fprintf(w, "{%d}", re.Min)
	default:
		fmt.Fprintf(w, "{%d,%d}", re.Min, re.Max)
	}
	if re.Flags&syntax.NonGreedy != 0 {
		w.WriteByte('?')
	}
}

// writeLiteral writes both cases of a letter if the pattern ignores case: a flag
// cannot apply to a part.
func (w *ecmaWriter) writeLiteral(re *syntax.Regexp) {
	for _, r := range re.Rune {
		class := []rune{r, r}
		if re.Flags&syntax.FoldCase != 0 {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				class = append(class, f, f)
			}
			slices.Sort(class)
		}
		w.writeClass(class)
	}
}

// escaped writes a rune so that both engines and people can read it.
func escaped(r rune, special string) string {
	if i := strings.IndexRune("\n\t\r\f\v", r); i >= 0 {
		return `\` + "ntrfv"[i:i+1]
	}
	switch {
	case strings.ContainsRune(special, r):
		return `\` + string(r)
	case r < ' ' || r >= 0x7F && r <= 0xA0:
		return fmt.Sprintf(`\x%02X`, r)
	}
	return string(r)
}
