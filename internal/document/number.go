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

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

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

// scaled returns the number without its sign as 0.digits times ten to the power of exp; digits have no zeros
// at either end and are "" for zero. Nothing is expanded, so that 1e999999999 in a hostile file costs only
// its eleven characters.
func (n Number) scaled() (digits string, exp int64) {
	exp, _ = strconv.ParseInt(n.exponent, 10, 64) // 0 for none, the limit if it is out of range
	whole := strings.TrimLeft(n.whole, "0")
	significant := strings.TrimRight(whole+n.fraction, "0")
	digits = strings.TrimLeft(significant, "0")
	exp = min(max(exp, -largestExponent), largestExponent) + int64(len(whole)-len(significant)+len(digits))
	return digits, exp
}

// Sign returns -1, 0 or 1 if the number is less than, equal to or greater than zero.
func (n Number) Sign() int {
	digits, _ := n.scaled()
	if digits == "" {
		return 0
	}
	if n.sign == "-" {
		return -1
	}
	return 1
}

// Compare returns -1, 0 or 1 if n is less than, equal to or greater than m. It is exact.
func (n Number) Compare(m Number) int {
	sign, other := n.Sign(), m.Sign()
	if sign != other {
		return cmp.Compare(sign, other)
	}
	digits, exp := n.scaled()
	otherDigits, otherExp := m.scaled()
	return sign * cmp.Or(cmp.Compare(exp, otherExp), strings.Compare(digits, otherDigits))
}

// CompareNumbers compares the numbers of two literals, and reports whether both are numbers.
func CompareNumbers(a, b string) (order int, ok bool) {
	x, ok := ParseNumber(a)
	y, alsoOK := ParseNumber(b)
	return x.Compare(y), ok && alsoOK
}

// Canonical returns a float literal that is the same only for equal numbers.
func (n Number) Canonical() string {
	digits, exp := n.scaled()
	if digits == "" {
		return "0.0"
	}
	return strings.TrimPrefix(n.sign, "+") + "0." + digits + "e" + strconv.FormatInt(exp, 10)
}
