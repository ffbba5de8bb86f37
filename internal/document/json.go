package document

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// ParseJSON parses data as exactly one JSON object, for files that are not handoffs: settings that the
// program edits in place. Spans are byte offsets in data; a leading byte order mark is skipped. With a fault,
// of the rules syntax/json, syntax/duplicate-key and file/not-utf8, the tree is unreliable and may be nil.
func ParseJSON(data []byte, limits Limits) (*Node, *text.Source, []Fault) {
	return parseAll(data, limits, parseJSON)
}

func parseAll(data []byte, limits Limits, parse func(*text.Source, text.Span, Limits) (*Node, []Fault)) (*Node, *text.Source, []Fault) {
	src := text.NewSource(data)
	if fault, bad := encodingFault(data, 0); bad {
		return nil, src, []Fault{fault}
	}
	root, faults := parse(src, text.Span{Start: src.Start(), End: len(data)}, limits)
	return root, src, faults
}

// parseJSON parses the JSON object (strict RFC 8259) that fills a span; the rest of the file is not read. A
// byte order mark at the start of the file is skipped.
//
// The first syntax fault ends the parse. The tree then holds what was read before it: a key without a
// readable value has a Null. The tree is nil only if no value was begun. A repeated key does not end the
// parse.
func parseJSON(src *text.Source, span text.Span, limits Limits) (*Node, []Fault) {
	start := max(span.Start, src.Start())
	p := &jsonParser{src: src, base: start, text: src.Slice(text.Span{Start: start, End: max(span.End, start)}), limits: limits}
	p.space()
	if p.atEnd() {
		p.fail("empty", p.pos, p.pos, nil)
		return nil, p.faults
	}
	first := p.pos
	isContainer := strings.IndexByte("{[", p.peek()) >= 0
	root := p.value()
	p.space()
	isPair := root.IsKind(String) && p.peek() == ':' // the middle of an object
	switch {
	case p.failed && !isContainer, isPair:
		p.failLead(first)
		return root, p.faults // for a damaged text only the damage is reported
	case p.failed: // by a fault in the object
	case root.Kind != Object:
		span := root.kindSpan()
		p.fail("not-an-object", span.Start-p.base, span.End-p.base, values("got", kindWords[root.Kind]))
	case !p.atEnd():
		p.failExpected("trailing-data", nil)
	}
	return root, distinct(root, p.faults)
}

// jsonParser is a recursive-descent parser; the depth limit bounds the recursion. Its positions count from
// the start of text.
type jsonParser struct {
	src        *text.Source
	base       int    // offset of text in the file
	text       string // strings without escapes are slices of it
	pos        int
	limits     Limits
	open       []jsonOpening // the objects and lists around pos
	quote      text.Span     // the last string read, including quotes
	values     int           // nodes made; see longPath
	pathLength int           // bytes of the names around pos
	faults     []Fault
	failed     bool // by a syntax fault
}

// jsonOpening is an object or list that is not closed yet.
type jsonOpening struct {
	kind Kind
	pos  int
}

// value reads the value at pos. It returns nil if no value begins there.
func (p *jsonParser) value() *Node {
	start := p.pos
	kind, closer := Object, byte('}')
	switch p.peek() {
	case '"':
		if s, ok := p.str(); ok {
			return p.node(String, s, start)
		}
		return nil
	case '{':
	case '[':
		kind, closer = List, ']'
	default:
		return p.scalar()
	}
	if len(p.open) >= p.limits.Depth {
		p.fail("too-deep", start, start+1, values("limit", strconv.Itoa(p.limits.Depth)))
		return nil
	}
	p.open = append(p.open, jsonOpening{kind, start})
	p.pos++
	n := p.container(kind, closer)
	n.Value.Start--
	p.open = p.open[:len(p.open)-1]
	return n
}

// container reads the content of an object or list, from after its opening bracket to after its closing one.
func (p *jsonParser) container(kind Kind, closer byte) *Node {
	n := p.node(kind, "", p.pos)
	p.space()
	isEmpty := p.peek() == closer
	if isEmpty {
		p.pos++
	}
	for more := !isEmpty && !p.failed; more; more = p.next(closer) {
		if kind == Object {
			p.field(n)
		} else if item := p.value(); item != nil {
			n.Items = append(n.Items, item)
		}
	}
	n.Value.End = p.base + p.pos
	return n
}

// next skips a comma and returns true, or skips the closing bracket and returns false, as it does after a fault.
func (p *jsonParser) next(closer byte) bool {
	if p.failed {
		return false
	}
	end := p.pos
	p.space()
	switch c := p.peek(); {
	case c == closer:
		p.pos++
	case c != ',':
		p.failComma(string(closer), end)
	default:
		comma := p.pos
		p.pos++
		p.space()
		if p.peek() != closer {
			return true
		}
		p.fail("trailing-comma", comma, comma+1, values("want", string(closer)))
	}
	return false
}

// field reads a key and its value into an object.
func (p *jsonParser) field(object *Node) {
	if p.peek() != '"' {
		p.failKey()
		return
	}
	start := p.pos
	name, ok := p.str()
	if !ok {
		return
	}
	key := p.span(start, p.pos)
	var value *Node
	p.space()
	if p.peek() != ':' {
		p.failExpected("missing-colon", []string{"key", excerpt(name)})
	} else {
		p.pos++
		p.space()
		p.pathLength += len(name)
		value = p.value()
		p.pathLength -= len(name)
	}
	if value == nil {
		value = p.node(Null, "", p.pos)
		value.Value = text.At(key.End)
	}
	value.Name, value.Key = name, key
	object.Items = append(object.Items, value)
}

// scalar reads a number, true, false or null.
func (p *jsonParser) scalar() *Node {
	start, end := p.pos, p.word()
	word := p.text[start:end]
	kind, literal, ok := jsonNumber(word)
	switch {
	case ok:
	case word == "true", word == "false":
		kind, literal = Bool, word
	case word == "null":
		kind, literal = Null, ""
	default:
		p.failValue()
		return nil
	}
	p.pos = end
	return p.node(kind, literal, start)
}

// str reads the string at pos and decodes its escapes.
func (p *jsonParser) str() (string, bool) {
	start, plain := p.pos, true
	for i := start + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c < ' ':
			p.failControl(start, i)
			return "", false
		case c == '\\':
			length := len(escape.FindString(p.text[i:]))
			if length == 0 {
				p.failEscape(start, i)
				return "", false
			}
			plain = false
			i += length - 1
		case c == '"':
			p.pos = i + 1
			p.quote = p.span(start, p.pos)
			s := p.text[start+1 : i]
			if !plain {
				_ = json.Unmarshal([]byte(p.text[start:p.pos]), &s) // invalid strings were rejected above
			}
			return s, true
		}
	}
	p.failCutOffIn(String, start)
	return "", false
}

var (
	// escape matches a JSON escape.
	escape = text.MustCompile(`^\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})`)
	// badEscape matches the part of an invalid escape to show.
	badEscape = text.MustCompile(`^\\(?:u[0-9A-Fa-f]{0,3}|[^\x00-\x1f])?`)
)

// node makes a node whose value reaches from start to pos.
func (p *jsonParser) node(kind Kind, literal string, start int) *Node {
	p.values += weightOf(p.pathLength)
	if p.values > p.limits.Values && !p.failed {
		p.fail("too-many", start, max(p.pos, start+1), values("limit", strconv.Itoa(p.limits.Values)))
	}
	return &Node{Kind: kind, Text: literal, Value: p.span(start, p.pos)}
}

// jsonSpace is JSON's white space (RFC 8259, section 2).
const jsonSpace = " \t\r\n"

// space skips white space.
func (p *jsonParser) space() {
	p.pos = len(p.text) - len(strings.TrimLeft(p.text[p.pos:], jsonSpace))
}

func (p *jsonParser) atEnd() bool { return p.pos >= len(p.text) }

// peek returns the byte at pos, or 0 at the end. A NUL byte is not valid JSON either.
func (p *jsonParser) peek() byte {
	if p.atEnd() {
		return 0
	}
	return p.text[p.pos]
}

func (p *jsonParser) span(start, end int) text.Span {
	return text.Span{Start: p.base + start, End: p.base + end}
}

// word returns the end of the run of characters at pos that may form a number, a literal or a name; pos if
// there is none.
func (p *jsonParser) word() int {
	return p.pos + len(wordText.FindString(p.text[p.pos:]))
}

var wordText = text.MustCompile(`^[0-9A-Za-z+\-._$\x{80}-\x{10FFFF}]*`)

// token returns the end of the token at pos that a fault points at: a quoted text, a word, or one character.
// At the end of the text it is pos.
func (p *jsonParser) token() int {
	if end := p.quoted(); end > p.pos {
		return end
	}
	_, size := utf8.DecodeRuneInString(p.text[p.pos:])
	return max(p.word(), p.pos+size)
}

// quotedText matches a text in the quotes that people, programs and word processors use for strings, or an
// opening quote that is not closed on its line.
var quotedText = text.MustCompile(`^(?:"[^"\n]*"|'[^'\n]*'|“[^“”\n]*[“”]|”[^”\n]*”|‘[^‘’\n]*[‘’]|’[^’\n]*’|„[^“”\n]*[“”]|["'“”‘’„])`)

// quoted returns the end of the quoted text at pos, or pos.
func (p *jsonParser) quoted() int { return p.pos + len(quotedText.FindString(p.text[p.pos:])) }
