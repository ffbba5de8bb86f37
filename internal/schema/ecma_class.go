package schema

import (
	"errors"
	"regexp/syntax"
	"strings"
	"sync"
	"unicode"
)

// maxRanges bounds the ranges of a character class. People cannot read more; a
// Unicode category is named instead.
const maxRanges = 24

// A class is sorted pairs of runes, first and last, as in package syntax.

// writeClass writes a class, as its complement if it reaches the end of Unicode: the
// pattern probably was `[^…]`.
func (w *ecmaWriter) writeClass(class []rune) {
	if len(class) == 2 && class[0] == class[1] {
		w.WriteString(escaped(class[0], `^$\.*+?()[]{}|`))
		return
	}
	opening := "["
	if len(class) > 0 && class[len(class)-1] == unicode.MaxRune {
		opening, class = "[^", without([]rune{0, unicode.MaxRune}, class)
	}
	if len(class) == 0 {
		w.WriteString(map[string]string{"[": `[^\s\S]`, "[^": `[\s\S]`}[opening])
		return
	}
	w.WriteString(opening)
	if len(class)/2 > maxRanges {
		class = w.writeCategories(class)
	}
	if len(class)/2 > maxRanges {
		w.fail(errors.New("a class of characters has no short form in ECMA 262"))
	}
	const special = `^\[]-`
	for i := 0; i < len(class); i += 2 {
		first, last := class[i], class[i+1]
		w.WriteString(escaped(first, special))
		if last > first+1 {
			w.WriteByte('-')
		}
		if last > first {
			w.WriteString(escaped(last, special))
		}
	}
	w.WriteByte(']')
}

type category struct {
	name  string
	class []rune
}

// categories are Unicode's general categories as classes, by the names that RE2 and
// ECMA 262 share, the wide ones first. They are built when the first large class is
// met, by RE2's own parser, so that they match RE2's.
var categories = sync.OnceValue(func() []category {
	var all []category
	for _, name := range strings.Fields("L M N P S Z Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Cc Cf Co") {
		if re, err := syntax.Parse(`\p{`+name+`}`, syntax.Perl); err == nil && re.Op == syntax.OpCharClass {
			all = append(all, category{name, re.Rune})
		}
	}
	return all
})

// writeCategories writes the categories that are in a class, and returns the rest.
func (w *ecmaWriter) writeCategories(class []rune) []rune {
	for _, c := range categories() {
		// a category of one or two ranges is shorter without its name
		if len(c.class)/2 > 2 && len(without(c.class, class)) == 0 {
			w.WriteString(`\p{` + c.name + `}`)
			class = without(class, c.class)
		}
	}
	return class
}

// without returns class without the runes of part.
func without(class, part []rune) []rune {
	var out []rune
	for i, j := 0, 0; i < len(class); i += 2 {
		first, last := class[i], class[i+1]
		for ; j < len(part) && part[j] <= last; j += 2 {
			if part[j] > first {
				out = append(out, first, part[j]-1)
			}
			first = max(first, part[j+1]+1)
			if part[j+1] > last {
				break
			}
		}
		if first <= last {
			out = append(out, first, last)
		}
	}
	return out
}
