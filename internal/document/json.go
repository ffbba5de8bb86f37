package document

import (
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// parseJSON reads the JSON object (RFC 8259, nothing beyond it) that is all of
// a span; the rest of the file is not looked at. A byte order mark at the
// start of the file is skipped.
//
// The first syntax fault ends the parse. The tree then holds what was read
// before it: a key whose value could not be read has a Null in its place. The
// tree is nil only if no value was begun.
//
// A repeated key is a fault of its own and ends nothing: rule
// syntax/duplicate-key, no variant, value key; the span is the repeated key,
// the pointer its value's and Related its first occurrence.
//
// The variants of rule syntax/json, with their values. got is the text found,
// cut short where it is long; want is literal JSON.
//
//	empty              there is no text at all
//	not-an-object      got: the kind of the value (list, string, …)
//	fragment           key: a "key": value pair with no braces around it
//	fenced             got: the line that opens a Markdown code fence around the
//	                   object
//	leading-text       got: the text before the object
//	headless           got: what is left where the object begins without its {
//	cut-off            open: object, list or string; line: the line it opens
//	                   on. Related: its opening. The span is the text's end.
//	trailing-data      got: what follows the object
//	trailing-comma     want: the bracket after the comma, } or ]
//	missing-comma      got: what follows the value. Related: the place where
//	                   the comma belongs
//	missing-colon      key, got: what follows the key
//	no-value           got: the punctuation where a value belongs
//	no-key             got: the punctuation where a key belongs
//	unexpected         got, want: a value may be followed by a comma or by
//	                   want, } or ]
//	wrong-bracket      got, want: the bracket found and the one that fits; line:
//	                   the line of the opening. Related: the opening
//	single-quotes      got: a string or key in single quotes
//	curly-quotes       got: a string or key in typographic quotes
//	stray-quote        got: the text after a quote that closes a string too
//	                   soon. The span is that quote, Related the opening one
//	unquoted-key       got
//	unquoted-value     got
//	white-space        got: the code point, U+00A0, of a character that looks
//	                   like white space, or like nothing, and is not JSON's
//	comment            got: how it begins, //, /* or #. The span is all of it
//	literal            got, want: NaN, Infinity, True, None, undefined, … and
//	                   the literal that JSON has for it (null for a number that
//	                   is not finite)
//	bad-number         got, want: the number as JSON writes it
//	not-a-number       got: begins like a number and is none
//	bad-escape         got: a backslash and what follows it
//	control-character  got: the code point, U+000A; want: its escape, \n.
//	                   Related: the opening quote
//	too-deep           limit: the number of levels allowed
//	too-many           limit: the number of values allowed
func parseJSON(src *text.Source, span text.Span, limits Limits) (*Node, []Fault) {
	start := min(max(span.Start, src.Start()), len(src.Bytes()))
	end := min(max(span.End, start), len(src.Bytes()))
	p := &jsonParser{
		src:    src,
		base:   start,
		text:   src.Slice(text.Span{Start: start, End: end}),
		limits: limits,
	}
	root := p.document()
	return root, p.faults
}

// jsonParser is a recursive-descent parser; the depth limit bounds the
// recursion. Positions within it count from the start of text.
type jsonParser struct {
	src    *text.Source
	base   int    // offset of text in the file
	text   string // strings without escapes are cut from it, not copied
	pos    int
	limits Limits
	way    way
	open   []jsonOpening // the objects and lists that pos is in
	quote  text.Span     // the last string read, quotes included
	slab   []Node
	values int // nodes made
	faults []Fault
	failed bool // a syntax fault was met
}

// jsonOpening is an object or list that is not closed yet.
type jsonOpening struct {
	kind Kind
	pos  int
}

// document reads the one object that the text must be.
func (p *jsonParser) document() *Node {
	p.space()
	if p.atEnd() {
		p.fail("empty", p.pos, p.pos, nil)
		return nil
	}
	start := p.pos
	root := p.value()
	p.space()
	switch {
	case p.text[start] != '{' && p.text[start] != '[' && (p.failed || !p.atEnd() && p.peek() != ':'):
		return p.failLead(start, root)
	case p.failed:
	case root.Kind == String && p.peek() == ':':
		return p.fragment(root)
	case root.Kind != Object:
		p.failNotObject(root)
	case !p.atEnd() && !p.failFiller():
		end := p.token()
		p.fail("trailing-data", p.pos, end, p.got(end))
	}
	return root
}

// fragment reports `"key": value` without braces. Its fields are read all the
// same, for they tell what the fragment was meant to be part of.
func (p *jsonParser) fragment(key *Node) *Node {
	start := key.Value.Start - p.base
	p.fail("fragment", start, key.Value.End-p.base, map[string]string{"key": excerpt(key.Text)})
	return p.fieldsFrom(start)
}

// fieldsFrom are the fields from a key on, as far as they can be read. Their
// faults are not reported.
func (p *jsonParser) fieldsFrom(start int) *Node {
	rest := &jsonParser{src: p.src, base: p.base, text: p.text, pos: start, limits: p.limits}
	rest.open = []jsonOpening{{Object, start}}
	return rest.container(Object, 0)
}

// value reads the value at pos. It is nil if none was begun.
func (p *jsonParser) value() *Node {
	switch p.peek() {
	case '{', '[':
		return p.bracketed()
	case '"':
		start := p.pos
		s, ok := p.str()
		if !ok {
			return nil
		}
		return p.node(String, s, start)
	}
	return p.scalar()
}

func (p *jsonParser) bracketed() *Node {
	kind, closer := Object, byte('}')
	if p.text[p.pos] == '[' {
		kind, closer = List, ']'
	}
	if len(p.open) >= p.limits.Depth {
		p.fail("too-deep", p.pos, p.pos+1, map[string]string{"limit": strconv.Itoa(p.limits.Depth)})
		return nil
	}
	p.open = append(p.open, jsonOpening{kind, p.pos})
	p.pos++
	n := p.container(kind, closer)
	n.Value.Start--
	p.open = p.open[:len(p.open)-1]
	return n
}

// container reads what an object or list holds, from after its opening
// bracket to after its closing one. A closer of 0 stands for the end of the
// text.
func (p *jsonParser) container(kind Kind, closer byte) *Node {
	n := p.node(kind, "", p.pos)
	var fields fieldSet
	for more := p.first(closer); more && !p.failed; more = !p.failed && p.next(closer) {
		if kind == Object {
			p.field(&fields)
		} else {
			p.item(n)
		}
	}
	if kind == Object {
		n.Items = fields.nodes()
	}
	n.Value.End = p.base + p.pos
	return n
}

// item reads an item of a list.
func (p *jsonParser) item(list *Node) {
	p.way.item(len(list.Items))
	defer p.way.back()
	if item := p.value(); item != nil {
		list.Items = append(list.Items, item)
	}
}

// first reports whether an object or list has anything in it, and steps over the
// closing bracket if it has not.
func (p *jsonParser) first(closer byte) bool {
	p.space()
	if p.atEnd() || p.peek() != closer {
		return true
	}
	p.pos++
	return false
}

// next steps over a comma, or over the closing bracket, if it says false.
func (p *jsonParser) next(closer byte) bool {
	end := p.pos
	p.space()
	switch {
	case p.atEnd():
		p.failCutOff()
	case p.text[p.pos] == closer:
		p.pos++
	case p.text[p.pos] == ',':
		return p.comma(closer)
	default:
		p.failAfterValue(closer, end)
	}
	return false
}

func (p *jsonParser) comma(closer byte) bool {
	comma := p.pos
	p.pos++
	p.space()
	if p.atEnd() || p.peek() != closer {
		return true
	}
	p.fail("trailing-comma", comma, comma+1, map[string]string{"want": string(closer)})
	return false
}

// field reads a key and its value into an object's fields.
func (p *jsonParser) field(fields *fieldSet) {
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
	value := p.fieldValue(name)
	if value == nil {
		value = p.node(Null, "", p.pos)
		value.Value = text.At(key.End)
	}
	value.Name, value.Key = name, key
	if first, repeated := fields.add(value); repeated {
		p.faults = append(p.faults, duplicateKey(name, p.way.pointer(name), first, key))
	}
}

func (p *jsonParser) fieldValue(name string) *Node {
	p.space()
	if p.peek() != ':' {
		p.failColon(name)
		return nil
	}
	p.pos++
	p.space()
	p.way.field(name)
	defer p.way.back()
	return p.value()
}

// node makes a node whose value reaches from start to pos. Nodes are
// allocated many at a time: most of a parse's cost would be theirs.
func (p *jsonParser) node(kind Kind, literal string, start int) *Node {
	if len(p.slab) == cap(p.slab) {
		p.slab = make([]Node, 0, min(max(16, 2*cap(p.slab)), 512))
	}
	p.slab = append(p.slab, Node{Kind: kind, Text: literal, Value: p.span(start, p.pos)})
	if p.values++; p.values > p.limits.Values && !p.failed {
		p.fail("too-many", start, max(p.pos, start+1), map[string]string{"limit": strconv.Itoa(p.limits.Values)})
	}
	return &p.slab[len(p.slab)-1]
}

// jsonSpace is all the white space that JSON has (RFC 8259, section 2).
const jsonSpace = " \t\r\n"

// space skips white space.
func (p *jsonParser) space() {
	for p.pos < len(p.text) && strings.IndexByte(jsonSpace, p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *jsonParser) atEnd() bool { return p.pos >= len(p.text) }

// peek is the byte at pos, 0 at the end. A NUL byte is not JSON either way.
func (p *jsonParser) peek() byte {
	if p.atEnd() {
		return 0
	}
	return p.text[p.pos]
}

func (p *jsonParser) span(start, end int) text.Span {
	return text.Span{Start: p.base + start, End: p.base + end}
}
