package schema

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
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

// numeral matches a JSON or YAML literal: sign, digits, fraction, exponent. YAML has
// leading zeros and a plus sign.
var numeral = text.MustCompile(`^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$`)

// parseNumber parses a literal.
func parseNumber(s string) (number, bool) {
	part := numeral.FindStringSubmatch(s)
	if part == nil || part[2]+part[3] == "" {
		return number{}, false
	}
	whole, fraction := strings.TrimLeft(part[2], "0"), part[3]
	exp, _ := strconv.ParseInt(part[4], 10, 64) // 0 if there is none, the last one if it is too large
	significant := strings.TrimRight(whole+fraction, "0")
	digits := strings.TrimLeft(significant, "0")
	if digits == "" {
		return number{}, true
	}
	exp = min(max(exp, -maxExponent), maxExponent) + int64(len(whole)-len(significant)+len(digits))
	return number{negative: part[1] == "-", digits: digits, exp: exp}, true
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

// canonical returns a text that is the same for equal numbers only, a float literal.
func (x number) canonical() string {
	sign := ""
	if x.negative {
		sign = "-"
	}
	if x.digits == "" {
		return "0.0"
	}
	return sign + "0." + x.digits + "e" + strconv.FormatInt(x.exp, 10)
}
