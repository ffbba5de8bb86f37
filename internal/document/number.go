package document

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// Number is a decimal number of any size, as the parts of its literal. It accepts all formats' notations: a
// plus sign, leading zeros, digits only before or only after the point.
type Number struct{ sign, whole, fraction, exponent string }

var decimal = text.MustCompile(`^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$`)

// ParseNumber parses a literal, and reports whether it is a number.
func ParseNumber(s string) (Number, bool) {
	m := decimal.FindStringSubmatch(s)
	if m == nil || m[2]+m[3] == "" {
		return Number{}, false
	}
	return Number{m[1], m[2], m[3], m[4]}, true
}

// jsonNumber reports whether s is a number by RFC 8259 section 6, and returns its kind and literal: an
// integer without a fraction.
func jsonNumber(s string) (kind Kind, literal string, ok bool) {
	n, ok := ParseNumber(s)
	if !ok || !json.Valid([]byte(s)) {
		return 0, "", false
	}
	if n.kind() == Int {
		s = n.String()
	}
	return n.kind(), s, true
}

// kind returns Int for a whole number without an exponent: 1.0 is the Int 1, 1e0 is a Float.
func (n Number) kind() Kind {
	if n.exponent != "" || strings.Trim(n.fraction, "0") != "" {
		return Float
	}
	return Int
}

// String returns the number in JSON's notation, an integer without a fraction.
func (n Number) String() string {
	s := cmp.Or(strings.TrimLeft(n.whole, "0"), "0")
	if n.fraction != "" && n.kind() == Float {
		s += "." + n.fraction
	}
	if n.exponent != "" {
		s += "e" + n.exponent
	}
	return strings.TrimPrefix(n.sign, "+") + s
}

// largestExponent bounds an exponent in comparisons. Beyond it all numbers of the same sign are equal; CUE
// gives up long before.
const largestExponent = 1 << 60

// scaled returns the number as its sign, -1, 0 or 1, times 0.digits times ten to the power of exp; digits have
// no zeros at either end and are "" for zero. Nothing is expanded, so that 1e999999999 in a hostile file costs
// only its eleven characters.
func (n Number) scaled() (sign int, digits string, exp int64) {
	exp, _ = strconv.ParseInt(n.exponent, 10, 64) // 0 for none, the limit if it is out of range
	whole := strings.TrimLeft(n.whole, "0")
	significant := strings.TrimRight(whole+n.fraction, "0")
	digits = strings.TrimLeft(significant, "0")
	exp = min(max(exp, -largestExponent), largestExponent) + int64(len(whole)-len(significant)+len(digits))
	if digits != "" {
		sign, _ = strconv.Atoi(n.sign + "1")
	}
	return sign, digits, exp
}

// CompareNumbers returns -1, 0 or 1 if the number of a literal is less than, equal to or greater than that of
// another. It is exact. A literal that is not a number counts as 0.
func CompareNumbers(a, b string) int {
	x, _ := ParseNumber(a)
	y, _ := ParseNumber(b)
	sign, digits, exp := x.scaled()
	otherSign, otherDigits, otherExp := y.scaled()
	if sign != otherSign {
		return cmp.Compare(sign, otherSign)
	}
	return sign * cmp.Or(cmp.Compare(exp, otherExp), strings.Compare(digits, otherDigits))
}

// Canonical returns a float literal that is the same only for equal numbers.
func (n Number) Canonical() string {
	sign, digits, exp := n.scaled()
	if sign == 0 {
		return "0.0"
	}
	return strings.TrimPrefix(n.sign, "+") + "0." + digits + "e" + strconv.FormatInt(exp, 10)
}
