package constraint

import (
	"errors"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// maxRanges bounds the ranges of a character class. People cannot read more; a
// Unicode category is named instead.
const maxRanges = 24

var errLargeClass = errors.New("a class of characters has no short form in ECMA 262")

// A class is sorted pairs of runes, first and last, as in package syntax.

// writeClass writes a class, as its complement if it reaches the end of
// Unicode: the pattern probably was `[^…]`.
func writeClass(b *strings.Builder, class []rune) error {
	if len(class) == 2 && class[0] == class[1] {
		b.WriteString(escaped(class[0], `^$\.*+?()[]{}|`))
		return nil
	}
	opening := "["
	if len(class) > 0 && class[len(class)-1] == unicode.MaxRune {
		opening, class = "[^", complement(class)
	}
	if len(class) == 0 {
		b.WriteString(map[string]string{"[": `[^\s\S]`, "[^": `[\s\S]`}[opening])
		return nil
	}
	names, rest := categories(class)
	if len(rest)/2 > maxRanges {
		return errLargeClass
	}
	b.WriteString(opening)
	for _, name := range names {
		b.WriteString(`\p{` + name + `}`)
	}
	for i := 0; i < len(rest); i += 2 {
		writeRange(b, rest[i], rest[i+1])
	}
	b.WriteByte(']')
	return nil
}

func writeRange(b *strings.Builder, first, last rune) {
	const special = `^\[]-`
	b.WriteString(escaped(first, special))
	if last > first+1 {
		b.WriteByte('-')
	}
	if last > first {
		b.WriteString(escaped(last, special))
	}
}

// categoryNames are Unicode's general categories by the names that RE2 and ECMA
// 262 share, the wide ones first.
var categoryNames = strings.Fields("L M N P S Z Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Cc Cf Co")

// category is a general category as a class.
type category struct {
	name  string
	class []rune
}

// knownCategories are built when the first large class is met, by RE2's own
// parser, so that they match RE2's.
var knownCategories = sync.OnceValue(func() []category {
	var all []category
	for _, name := range categoryNames {
		if re, err := syntax.Parse(`\p{`+name+`}`, syntax.Perl); err == nil && re.Op == syntax.OpCharClass {
			all = append(all, category{name, re.Rune})
		}
	}
	return all
})

// categories splits a large class into general categories and the rest.
func categories(class []rune) (names []string, rest []rune) {
	rest = class
	if len(class)/2 <= maxRanges {
		return nil, rest
	}
	for _, c := range knownCategories() {
		// a category of one or two ranges is shorter without its name
		if len(c.class)/2 > 2 && includes(rest, c.class) {
			names, rest = append(names, c.name), without(rest, c.class)
		}
	}
	return names, rest
}

// normalise sorts ranges and joins those that touch.
func normalise(class []rune) []rune {
	var pairs [][2]rune
	for i := 0; i < len(class); i += 2 {
		pairs = append(pairs, [2]rune{class[i], class[i+1]})
	}
	slices.SortFunc(pairs, func(x, y [2]rune) int { return int(x[0] - y[0]) })
	var out []rune
	for _, p := range pairs {
		if last := len(out) - 1; last > 0 && p[0] <= out[last]+1 {
			out[last] = max(out[last], p[1])
			continue
		}
		out = append(out, p[0], p[1])
	}
	return out
}

// complement returns all of Unicode that is not in a class.
func complement(class []rune) []rune {
	var out []rune
	next := rune(0)
	for i := 0; i < len(class); i += 2 {
		if class[i] > next {
			out = append(out, next, class[i]-1)
		}
		next = class[i+1] + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, next, unicode.MaxRune)
	}
	return out
}

// includes reports whether every rune of part is in class.
func includes(class, part []rune) bool { return len(without(part, class)) == 0 }

// without returns class without the runes of part.
func without(class, part []rune) []rune {
	var out []rune
	outside := complement(part)
	for i, j := 0, 0; i < len(class) && j < len(outside); {
		first, last := max(class[i], outside[j]), min(class[i+1], outside[j+1])
		if first <= last {
			out = append(out, first, last)
		}
		if class[i+1] < outside[j+1] {
			i += 2
		} else {
			j += 2
		}
	}
	return out
}
