package document

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// str reads the string at pos and decodes its escapes.
func (p *jsonParser) str() (string, bool) {
	start := p.pos
	for i := start + 1; i < len(p.text); i++ {
		c := p.text[i]
		if c == '"' {
			p.endStr(start, i+1)
			return p.text[start+1 : i], true
		}
		if c == '\\' || c < ' ' || c >= utf8.RuneSelf {
			return p.decodeStr(start, i)
		}
	}
	p.failCutOffString(start)
	return "", false
}

func (p *jsonParser) endStr(start, end int) {
	p.pos = end
	p.quote = p.span(start, end)
}

// decodeStr reads the string that opens at start from place i on, where
// something is met that cannot just be cut from the text: an escape, a control
// character, or bytes that may be no UTF-8, for which U+FFFD stands.
func (p *jsonParser) decodeStr(start, i int) (string, bool) {
	var b strings.Builder
	copied := start + 1
	for i < len(p.text) {
		r, size := rune(p.text[i]), 1
		switch {
		case r == '"':
			b.WriteString(p.text[copied:i])
			p.endStr(start, i+1)
			return b.String(), true
		case r < ' ':
			p.failControl(start, i)
			return "", false
		case r == '\\':
			if r, size = unescape(p.text[i:]); size <= 0 {
				p.failEscape(start, i, -size)
				return "", false
			}
		case r < utf8.RuneSelf:
			i++
			continue
		default:
			if r, size = utf8.DecodeRuneInString(p.text[i:]); size > 1 {
				i += size
				continue
			}
		}
		b.WriteString(p.text[copied:i])
		b.WriteRune(r)
		i += size
		copied = i
	}
	p.failCutOffString(start)
	return "", false
}

var shortEscapes = map[byte]rune{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// unescape decodes the escape that s begins with and returns its length. Half
// a surrogate pair is U+FFFD, as encoding/json has it. Of what is not an escape
// the length is negative and tells how much of it to show; it reaches beyond s
// where s ends too soon.
func unescape(s string) (rune, int) {
	if len(s) < 2 {
		return 0, -2
	}
	if s[1] != 'u' {
		if r, ok := shortEscapes[s[1]]; ok {
			return r, 2
		}
		if s[1] < ' ' {
			return 0, -1
		}
		_, size := utf8.DecodeRuneInString(s[1:])
		return 0, -1 - size
	}
	r, size := unescapeUnit(s)
	if size <= 0 || !utf16.IsSurrogate(r) {
		return r, size
	}
	if low, n := unescapeUnit(s[size:]); n > 0 {
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, size + n
		}
	}
	return utf8.RuneError, size
}

// unescapeUnit decodes \uXXXX. Its length is negative if there is none.
func unescapeUnit(s string) (rune, int) {
	const length = len(`\uXXXX`)
	if !strings.HasPrefix(s, `\u`) {
		return 0, -length
	}
	for i := 2; i < min(len(s), length); i++ {
		if !isHexDigit(s[i]) {
			return 0, -i
		}
	}
	if len(s) < length {
		return 0, -length
	}
	unit, _ := strconv.ParseUint(s[2:length], 16, 16) // four hex digits: no error
	return rune(unit), length
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHexDigit(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// scalar reads a number, true, false or null.
func (p *jsonParser) scalar() *Node {
	start, end := p.pos, p.word()
	word := p.text[start:end]
	kind, literal, ok := jsonNumber(word)
	switch {
	case ok:
	case word == "true", word == "false":
		kind = Bool
	case word == "null":
		p.pos = end
		return p.node(Null, "", start)
	default:
		p.failValue(end)
		return nil
	}
	p.pos = end
	return p.node(kind, literal, start)
}

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

// token is the end of what is at pos, for a fault to point at: a word, a
// string, or else one character. At the end of the text it is pos.
func (p *jsonParser) token() int {
	if end := p.quoted(); end > p.pos {
		return end
	}
	if end := p.word(); end > p.pos {
		return end
	}
	_, size := utf8.DecodeRuneInString(p.text[p.pos:])
	return p.pos + size
}

// quotes are the characters that people, programs and word processors put
// around strings, with those that close them.
var quotes = map[rune]string{'"': `"`, '\'': `'`, '“': "”“", '”': "”", '‘': "’‘", '’': "’", '„': "“”"}

// quoted is the end of the quoted text at pos, whatever its quotes are: after
// the closing quote where that is on the same line, else after the
// opening one. It is pos if there is no quote.
func (p *jsonParser) quoted() int {
	quote, size := utf8.DecodeRuneInString(p.text[p.pos:])
	closers, ok := quotes[quote]
	if !ok {
		return p.pos
	}
	inside := p.text[p.pos+size:]
	end := strings.IndexAny(inside, closers+"\n")
	if end < 0 || inside[end] == '\n' {
		return p.pos + size
	}
	_, closing := utf8.DecodeRuneInString(inside[end:])
	return p.pos + size + end + closing
}
