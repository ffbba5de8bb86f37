package schema

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// JSON Schema's patterns are ECMA 262's, with the flag u; CUE's are RE2's. They
// share most of their syntax, and what people write beside it can be replaced piece
// by piece, so that they recognize their pattern.

// portable matches the patterns that RE2 and ECMA 262 read alike, among those that
// RE2 accepts: a dot, \s and literal brackets differ, as does a dash beside a class
// like \d, and a quantifier after an assertion.
var portable = func() *regexp.Regexp {
	const (
		escape     = `\\[\^$\\.*+?()\[\]{}|/tnrfv]|\\x[0-9A-F]{2}`
		classes    = `\\[dDwW]|\\[pP]\{(?:[LMNPSZ][a-z]?|C[cfo])\}`
		single     = `(?:[^\\\[\]-]|` + escape + `|\\-)`
		class      = `\[\^?-?(?:` + single + `(?:-` + single + `)?|` + classes + `)+-?\]`
		operand    = `(?:[^\\^$.*+?()\[\]{}|]|` + escape + `|` + classes + `|` + class + `|\))`
		quantifier = `(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??`
		assertion  = `[\^$|]|\\b|\((?:\?:)?`
	)
	return regexp.MustCompile(`^(?:` + assertion + `|` + operand + `(?:` + quantifier + `)?)*$`)
}()

// pieces matches a character of a pattern, or an escape.
var pieces = regexp.MustCompile(`\\[pP]\pL|\\x[0-9A-Fa-f]{2}|\\x\{[0-9A-Fa-f]+\}|(?s:\\?.)`)

// ecma translates a pattern. It returns an error for one that ECMA 262 would read
// otherwise: with flags other than i for all of it, named groups, scripts or classes
// of POSIX, line anchors, `\B`.
func ecma(pattern string) (string, error) {
	if _, err := syntax.Parse(pattern, syntax.Perl); err != nil {
		return "", err
	}
	source, fold := strings.CutPrefix(pattern, "(?i)")
	inClass, differs := false, false
	translated := pieces.ReplaceAllStringFunc(source, func(piece string) string {
		const space = `\t\n\f\r `
		r, size := utf8.DecodeRuneInString(piece)
		isCased := fold && size == len(piece) && unicode.SimpleFold(r) != r
		differs = differs || fold && (isCased && inClass || strings.Contains(`\w\W\p\P\x`, piece[:min(2, len(piece))]) && r == '\\')
		switch {
		case isCased:
			return bothCases(r)
		case piece == `\s` && inClass:
			return space
		case strings.HasPrefix(piece, `\x`):
			code, _ := strconv.ParseInt(strings.Trim(piece[2:], "{}"), 16, 32)
			return escaped(rune(code))
		case len(piece) == 3 && strings.EqualFold(piece[:2], `\p`):
			return piece[:2] + "{" + piece[2:] + "}"
		case piece == "]" || piece == "[":
			inClass = piece == "["
		case inClass:
		case piece == `\s`:
			return "[" + space + "]"
		case piece == `\S`:
			return "[^" + space + "]"
		case piece == ".":
			return `[^\n]`
		case piece == `\A`:
			return "^"
		case piece == `\z`:
			return "$"
		}
		return piece
	})
	if differs || !portable.MatchString(translated) {
		return "", fmt.Errorf("pattern %s, which ECMA 262 reads otherwise", pattern)
	}
	return translated, nil
}

// bothCases returns a class of the cases of a letter: a flag cannot apply to a part.
func bothCases(r rune) string {
	cases := []rune{r}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		cases = append(cases, f)
	}
	slices.Sort(cases)
	return "[" + string(cases) + "]"
}

// escaped writes a rune so that both engines and people can read it.
func escaped(r rune) string {
	switch {
	case strings.ContainsRune(`^$\.*+?()[]{}|/-`, r):
		return `\` + string(r)
	case r < ' ' || r >= 0x7F && r <= 0xA0:
		return fmt.Sprintf(`\x%02X`, r)
	}
	return string(r)
}
