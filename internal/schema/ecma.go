package schema

import (
	"cmp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// JSON Schema's patterns are ECMA 262's, with the flag u; CUE's are RE2's. They share most of their syntax.
// Some of the rest can be replaced piece by piece, so that users recognize their pattern.

// portable matches the RE2 patterns that ECMA 262 reads alike. A dot, \s and literal brackets differ, as does
// a dash next to a class like \d, and a quantifier after an assertion.
var portable = func() *text.Regexp {
	const (
		escape     = `\\[\^$\\.*+?()\[\]{}|/tnrfv]|\\x[0-9A-Fa-f]{2}`
		classes    = `\\[dDwW]|\\[pP]\{(?:[LMNPSZ][a-z]?|C[cfo])\}`
		single     = `(?:[^\\\[\]-]|` + escape + `|\\-)`
		class      = `\[\^?-?(?:` + single + `(?:-` + single + `)?|` + classes + `)+-?\]`
		operand    = `(?:[^\\^$.*+?()\[\]{}|]|` + escape + `|` + classes + `|` + class + `|\))`
		quantifier = `(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??`
		assertion  = `[\^$|]|\\b|\((?:\?:)?`
	)
	return text.MustCompile(`^(?:` + assertion + `|` + operand + `(?:` + quantifier + `)?)*$`)
}()

// pieces matches a character or an escape of a pattern.
var pieces = text.MustCompile(`\\[pP]\pL|\\x\{[0-9A-Fa-f]+\}|(?s:\\?.)`)

// cased matches what else ignoring case changes besides single letters.
var cased = text.MustCompile(`\\[wWpPx]|\[[^\]]*\pL`)

// space is RE2's \s.
const space = `\t\n\f\r `

// outsideClasses are the translations of what has another meaning in ECMA 262, outside of brackets.
var outsideClasses = map[string]string{`\s`: "[" + space + "]", `\S`: "[^" + space + "]", ".": `[^\n]`}

// ecmaPattern translates a pattern, and reports whether it can. ECMA 262 has no equivalent of flags other than i for
// the whole pattern, and reads named groups, scripts, POSIX classes, line anchors and `\B` differently.
func ecmaPattern(pattern string) (string, bool) {
	if _, err := syntax.Parse(pattern, syntax.Perl); err != nil {
		return "", false
	}
	source, fold := strings.CutPrefix(pattern, "(?i)")
	if fold && cased.MatchString(source) {
		return "", false
	}
	inClass := false
	translated := pieces.ReplaceAllStringFunc(source, func(piece string) string {
		r, _ := utf8.DecodeRuneInString(piece) // of an escape, the backslash
		switch {
		case fold && unicode.SimpleFold(r) != r:
			return bothCases(r)
		case piece == `\s` && inClass:
			return space
		case strings.HasPrefix(piece, `\x{`): // a small code may be that of an operator, and stays untranslated
			if code, _ := strconv.ParseInt(piece[3:len(piece)-1], 16, 32); code > 0xFF {
				return string(rune(code))
			}
		case len(piece) == 3 && strings.EqualFold(piece[:2], `\p`): // \pL
			return piece[:2] + "{" + piece[2:] + "}"
		case piece == "]" || piece == "[":
			inClass = piece == "["
		case !inClass:
			return cmp.Or(outsideClasses[piece], piece)
		}
		return piece
	})
	return translated, portable.MatchString(translated)
}

// bothCases returns a class of the cases of a letter, since a flag cannot apply to a part.
func bothCases(r rune) string {
	cases := []rune{r}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		cases = append(cases, f)
	}
	slices.Sort(cases)
	return "[" + string(cases) + "]"
}
