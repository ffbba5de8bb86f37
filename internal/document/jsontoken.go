package document

import (
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// number is a decimal number cut into its parts, as loosely as any format writes
// it: with digits before or after the point.
type number struct{ sign, whole, point, fraction, exponent string }

var decimal = text.MustCompile(`^([+-]?)([0-9]*)(\.?)([0-9]*)(?:[eE]([+-]?[0-9]+))?$`)

func cutNumber(s string) (number, bool) {
	m := decimal.FindStringSubmatch(s)
	if m == nil || m[2] == "" && m[4] == "" {
		return number{}, false
	}
	return number{m[1], m[2], m[3], m[4], m[5]}, true
}

// kind is Float for a number with an exponent or a fraction other than zero:
// 1.0 is the number 1.
func (n number) kind() Kind {
	if n.exponent != "" || strings.Trim(n.fraction, "0") != "" {
		return Float
	}
	return Int
}

// String writes the number as JSON does, an integer without a fraction.
func (n number) String() string {
	s := strings.TrimLeft(n.whole, "0")
	if s == "" {
		s = "0"
	}
	if n.fraction != "" && n.kind() == Float {
		s += "." + n.fraction
	}
	if n.exponent != "" {
		s += "e" + n.exponent
	}
	return strings.TrimPrefix(n.sign, "+") + s
}

// jsonNumber reports whether s is a number as RFC 8259 section 6 has it, which
// kind, and how it is written: an integer without a fraction.
func jsonNumber(s string) (kind Kind, literal string, ok bool) {
	if s == "" || s[0] != '-' && !isDigit(s[0]) {
		return 0, "", false
	}
	n, ok := cutNumber(s)
	if !ok || n.whole == "" || n.point != "" && n.fraction == "" || len(n.whole) > 1 && n.whole[0] == '0' {
		return 0, "", false
	}
	if n.point != "" && n.kind() == Int {
		s = n.String()
	}
	return n.kind(), s, true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// word is the end of the run of characters at pos that a number, a literal or
// a name could be made of; pos itself if there is none.
func (p *jsonParser) word() int {
	i := p.pos
	for i < len(p.text) && isWordByte(p.text[i]) {
		i++
	}
	return i
}

func isWordByte(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || strings.IndexByte("+-._$", c) >= 0 || c >= utf8.RuneSelf
}

// token is the end of what is at pos, for a fault to point at: a quoted text, a word,
// or else one character. At the end of the text it is pos.
func (p *jsonParser) token() int {
	if end := p.quoted(); end > p.pos {
		return end
	}
	_, size := utf8.DecodeRuneInString(p.text[p.pos:])
	return max(p.word(), p.pos+size)
}

// quotedText is a text in the quotes that people, programs and word processors put
// around strings, or an opening quote that is not closed on its line.
var quotedText = text.MustCompile(`^(?:"[^"\n]*"|'[^'\n]*'|“[^“”\n]*[“”]|”[^”\n]*”|‘[^‘’\n]*[‘’]|’[^’\n]*’|„[^“”\n]*[“”]|["'“”‘’„])`)

// quoted is the end of the quoted text at pos, pos itself if there is none.
func (p *jsonParser) quoted() int { return p.pos + len(quotedText.FindString(p.text[p.pos:])) }
