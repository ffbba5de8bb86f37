package document

import "strings"

// number is a decimal number cut into its parts. The digits of exponent
// include its sign.
type number struct {
	negative           bool
	whole, fraction    string
	point, exponential bool
	exponent           string
}

// cutNumber cuts a decimal number as loosely as any format writes it: [sign]
// digits [. digits] [e [sign] digits], with digits before or after the point.
func cutNumber(s string) (number, bool) {
	n := number{negative: strings.HasPrefix(s, "-")}
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	n.whole, s = cutDigits(s)
	if strings.HasPrefix(s, ".") {
		n.point = true
		n.fraction, s = cutDigits(s[1:])
	}
	if n.whole == "" && n.fraction == "" {
		return n, false
	}
	if s != "" && s[0]|0x20 == 'e' {
		n.exponential = true
		var ok bool
		if n.exponent, s, ok = cutExponent(s[1:]); !ok {
			return n, false
		}
	}
	return n, s == ""
}

func cutExponent(s string) (exponent, rest string, ok bool) {
	sign := ""
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, s = s[:1], s[1:]
	}
	digits, rest := cutDigits(s)
	return sign + digits, rest, digits != ""
}

func cutDigits(s string) (digits, rest string) {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return s[:i], s[i:]
}

// kind is Float for a number with an exponent or a fraction other than zero:
// 1.0 is the number 1.
func (n number) kind() Kind {
	if n.exponential || strings.Trim(n.fraction, "0") != "" {
		return Float
	}
	return Int
}

// String writes the number as JSON does, an integer without a fraction.
func (n number) String() string {
	var b strings.Builder
	if n.negative {
		b.WriteByte('-')
	}
	if whole := strings.TrimLeft(n.whole, "0"); whole != "" {
		b.WriteString(whole)
	} else {
		b.WriteByte('0')
	}
	if n.fraction != "" && n.kind() == Float {
		b.WriteString("." + n.fraction)
	}
	if n.exponential {
		b.WriteString("e" + n.exponent)
	}
	return b.String()
}

// jsonNumber reports whether s is a number as RFC 8259 section 6 has it, which
// kind, and how it is written: of an integer without a fraction.
func jsonNumber(s string) (kind Kind, literal string, ok bool) {
	if s == "" || s[0] != '-' && !isDigit(s[0]) {
		return 0, s, false
	}
	n, ok := cutNumber(s)
	switch {
	case !ok, n.whole == "", n.point && n.fraction == "":
		return 0, s, false
	case len(n.whole) > 1 && n.whole[0] == '0':
		return 0, s, false
	}
	if n.point && n.kind() == Int {
		s = n.String()
	}
	return n.kind(), s, true
}
