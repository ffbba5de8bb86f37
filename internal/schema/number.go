package schema

import (
	"cmp"
	"strconv"
	"strings"
)

// number is an exact decimal number of any size: 0.digits times ten to the
// power of exp. It is compared without being expanded, so that 1e999999999 in a
// hostile file costs no more than its eleven characters.
type number struct {
	negative bool
	// digits has no zeros at either end; it is empty for zero.
	digits string
	exp    int64
}

// maxExponent bounds an exponent. Beyond it all numbers of a sign are equal;
// CUE gives up long before.
const maxExponent = 1 << 60

// parseNumber parses a JSON or YAML literal: sign, digits, fraction, exponent.
// It allows YAML's leading zeros and plus sign.
func parseNumber(s string) (number, bool) {
	var x number
	s, x.negative = cutSign(s)
	mantissa, exponent := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], s[i+1:]
		var ok bool
		if x.exp, ok = parseExponent(exponent); !ok {
			return x, false
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if !digitsOnly(whole) || !digitsOnly(fraction) || whole+fraction == "" {
		return x, false
	}
	return x.normal(whole, fraction), true
}

func cutSign(s string) (rest string, negative bool) {
	if strings.HasPrefix(s, "-") {
		return s[1:], true
	}
	return strings.TrimPrefix(s, "+"), false
}

func digitsOnly(s string) bool { return strings.Trim(s, "0123456789") == "" }

func parseExponent(s string) (int64, bool) {
	s, negative := cutSign(s)
	if s == "" || !digitsOnly(s) {
		return 0, false
	}
	exp, err := strconv.ParseInt(s, 10, 64)
	if err != nil || exp > maxExponent {
		exp = maxExponent
	}
	if negative {
		exp = -exp
	}
	return exp, true
}

// normal sets digits and exp from the digits before and after the point.
func (x number) normal(whole, fraction string) number {
	whole = strings.TrimLeft(whole, "0")
	x.exp += int64(len(whole))
	x.digits = whole + fraction
	if whole == "" {
		x.digits = strings.TrimLeft(fraction, "0")
		x.exp -= int64(len(fraction) - len(x.digits))
	}
	x.digits = strings.TrimRight(x.digits, "0")
	if x.digits == "" {
		return number{}
	}
	return x
}

// compare returns -1, 0 or 1, as x is less than, equal to or greater than y.
func (x number) compare(y number) int {
	sign := x.sign()
	if other := y.sign(); sign != other || sign == 0 {
		return cmp.Compare(sign, other)
	}
	return sign * cmp.Or(cmp.Compare(x.exp, y.exp), strings.Compare(x.digits, y.digits))
}

func (x number) sign() int {
	switch {
	case x.digits == "":
		return 0
	case x.negative:
		return -1
	}
	return 1
}

// int returns the number as an int, if it is whole and has up to 15 digits.
func (x number) int() (int, bool) {
	if x.digits == "" {
		return 0, true
	}
	if x.exp < int64(len(x.digits)) || x.exp > 15 {
		return 0, false
	}
	i, err := strconv.Atoi(x.digits + strings.Repeat("0", int(x.exp)-len(x.digits)))
	if x.negative {
		i = -i
	}
	return i, err == nil
}

// canonical returns a text that is the same for equal numbers only.
func (x number) canonical() string {
	if x.negative {
		return "-" + x.scientific()
	}
	return x.scientific()
}

// scientific returns the number without sign as a float literal.
func (x number) scientific() string {
	if x.digits == "" {
		return "0.0"
	}
	return "0." + x.digits + "e" + strconv.FormatInt(x.exp, 10)
}
