package document

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// fail files the syntax fault that ends the parse. A parse that has failed
// unwinds without reading on, so there is one only.
func (p *jsonParser) fail(variant string, start, end int, values map[string]string, related ...Related) {
	p.failed = true
	p.faults = append(p.faults, Fault{
		Rule:    ruleJSON,
		Variant: variant,
		Span:    p.span(start, end),
		Values:  values,
		Related: related,
	})
}

func (p *jsonParser) related(start, end int) Related {
	return Related{Span: p.span(start, end)}
}

// got returns the values of a fault that says what was found between pos and end.
func (p *jsonParser) got(end int, more ...string) map[string]string {
	return values(append(more, "got", excerpt(p.text[p.pos:end]))...)
}

// line returns the line of a place, as a fault's value.
func (p *jsonParser) line(pos int) string {
	return strconv.Itoa(p.src.Pos(p.base + pos).Line)
}

// failCutOff reports that the text ends within the innermost object or list.
func (p *jsonParser) failCutOff() {
	open := p.open[len(p.open)-1]
	p.failCutOffIn(open.kind, open.pos)
}

func (p *jsonParser) failCutOffIn(kind Kind, opening int) {
	end := max(len(strings.TrimRight(p.text, jsonSpace)), opening+1)
	p.fail("cut-off", end, end, values("open", kind.String(), "line", p.line(opening)), p.related(opening, opening+1))
}

// failNotObject reports a value at the top that is not an object.
func (p *jsonParser) failNotObject(root *Node) {
	span := root.kindSpan()
	variant := "not-an-object"
	if root.Kind == List && len(root.Items) == 1 && root.Items[0].Kind == Object {
		variant = "in-list"
	}
	p.fail(variant, span.Start-p.base, span.End-p.base, values("got", kindWords[root.Kind]))
}

// kindWords are the kinds of values in a sentence.
var kindWords = map[Kind]string{
	Null: "null", Bool: "a boolean", Int: "a number", Float: "a number", String: "a text", List: "a list",
}

var (
	keyColon = text.MustCompile(`"[ \t]*:`)
	wholeKey = text.MustCompile(`"[A-Za-z][\w-]*"[ \t]*:`)
)

// failLead reports that the text, from start on, begins with something else than
// the object: words, a code fence, or the middle of the object. What can be read
// of the object is returned, since its fields say what the text was meant to be;
// root if there is none.
func (p *jsonParser) failLead(start int, root *Node) *Node {
	rest := p.text[start:]
	lead, object, opens := strings.Cut(rest, "{")
	line, _, _ := strings.Cut(rest, "\n")
	fence, fenced := parseFence([]byte(strings.TrimRight(line, "\r")))
	switch key := wholeKey.FindStringIndex(rest); {
	case fenced && opens && fence.opensJSON():
		p.refile("fenced", start, start+len(strings.TrimRight(line, jsonSpace)))
	case keyColon.MatchString(lead):
		p.pos = start
		p.refile("headless", start, p.token())
		if key != nil {
			return p.fieldsFrom(start + key[0])
		}
		return root
	case opens:
		p.refile("leading-text", start, start+len(strings.TrimRight(lead, jsonSpace)))
	case p.failed && proseFaults[p.faults[len(p.faults)-1].Variant]:
		p.refile("no-object", start, start+len(strings.TrimRight(line, jsonSpace)))
		return root
	case p.failed:
		return root
	default:
		p.failNotObject(root)
		return root
	}
	return p.fieldsFrom(len(p.text) - len(object))
}

// proseFaults are the variants of what the parser trips over in a text that is not JSON
// at all.
var proseFaults = map[string]bool{"unquoted-value": true, "single-quotes": true, "curly-quotes": true, "no-value": true, "not-a-number": true}

// refile replaces what the parser tripped over at the start of the text. A
// comment stays one: it is all that has to go there.
func (p *jsonParser) refile(variant string, start, end int) {
	if n := len(p.faults); n > 0 && (p.faults[n-1].Variant == "comment" || p.faults[n-1].Variant == "white-space") {
		return
	}
	p.faults = nil
	p.fail(variant, start, end, values("got", excerpt(text.Fold(p.text[start:end]))))
}

// wanted is what the grammar has next where the text has something else.
type wanted byte

const (
	wantKey   wanted = 'k'
	wantColon wanted = ':'
	wantValue wanted = 'v'
	wantComma wanted = ',' // or a closing bracket
)

// failAt reports what is at pos instead of what is wanted. about is the key for
// wantColon; for wantComma it is the closing bracket, and end is where the value ends
// that is before pos.
func (p *jsonParser) failAt(want wanted, about string, end int) {
	if p.atEnd() {
		p.failCutOff()
		return
	}
	if p.failFiller() {
		return
	}
	switch want {
	case wantKey:
		p.failKey()
	case wantColon:
		p.failColon(about)
	case wantValue:
		p.failValue()
	case wantComma:
		p.failComma(about, end)
	}
}

func (p *jsonParser) failKey() {
	token := p.token()
	switch {
	case p.failQuotes():
	case p.failWrongBracket(wantKey):
	case p.isWord():
		p.fail("unquoted-key", p.pos, token, p.got(token))
	default:
		p.fail("no-key", p.pos, token, p.got(token))
	}
}

func (p *jsonParser) failColon(key string) {
	if p.failStrayQuote() {
		return
	}
	token := p.token()
	p.fail("missing-colon", p.pos, token, p.got(token, "key", excerpt(key)))
}

func (p *jsonParser) failValue() {
	switch {
	case p.failQuotes():
	case p.failWrongBracket(wantValue):
	case p.isWord():
		p.failWord(p.text[p.pos:p.word()])
	default:
		token := p.token()
		p.fail("no-value", p.pos, token, p.got(token))
	}
}

// failComma reports what is after a value that ends at end, before the closing bracket of
// what the value is in.
func (p *jsonParser) failComma(closing string, end int) {
	token := p.token()
	beginsValue := p.isWord() || p.isQuoted() || closing == "]" && strings.IndexByte("{[", p.peek()) >= 0
	switch {
	case p.failStrayQuote():
	case p.failWrongBracket(wantComma):
	case beginsValue:
		p.fail("missing-comma", p.pos, token, p.got(token), p.related(end, end))
	default:
		p.fail("unexpected", p.pos, token, p.got(token, "want", closing))
	}
}

// failQuotes reports a string in other quotes than JSON's, if one is at pos.
func (p *jsonParser) failQuotes() bool {
	if !p.isQuoted() {
		return false
	}
	token, variant := p.token(), "single-quotes"
	if p.text[p.pos] >= utf8.RuneSelf {
		variant = "curly-quotes"
	}
	p.fail(variant, p.pos, token, p.got(token))
	return true
}

func (p *jsonParser) isWord() bool { return p.word() > p.pos }

func (p *jsonParser) isQuoted() bool { return p.quoted() > p.pos }

// foreignLiterals are what other languages write for JSON's literals, in lower
// case. What has no counterpart is null, as JavaScript's JSON.stringify and
// most other writers have it.
var foreignLiterals = map[string]string{
	"true": "true", "false": "false", "null": "null",
	"none": "null", "nil": "null", "undefined": "null",
	"nan": "null", "inf": "null", "infinity": "null",
}

// failWord reports a word at pos that is not a value.
func (p *jsonParser) failWord(word string) {
	end := p.pos + len(word)
	digits := strings.TrimLeft(word, "+-.")
	literal, foreign := foreignLiterals[strings.ToLower(strings.TrimLeft(word, "+-"))]
	n, number := ParseNumber(word)
	switch {
	case p.unfinished(word, end):
		p.failCutOff()
	case foreign:
		p.fail("literal", p.pos, end, p.got(end, "want", literal))
	case number:
		p.fail("bad-number", p.pos, end, p.got(end, "want", n.String()))
	case word == "-" || digits != "" && isDigit(digits[0]):
		p.fail("not-a-number", p.pos, end, p.got(end))
	default:
		p.fail("unquoted-value", p.pos, end, p.got(end))
	}
}

// unfinished reports whether the text ends, within an object or list, before a
// literal or number is complete.
func (p *jsonParser) unfinished(word string, end int) bool {
	if len(p.open) == 0 || strings.Trim(p.text[end:], jsonSpace) != "" {
		return false
	}
	for _, literal := range []string{"true", "false", "null"} {
		if strings.HasPrefix(literal, word) {
			return true
		}
	}
	_, _, number := jsonNumber(word + "0")
	return number
}

// failFiller reports what other languages skip and JSON does not, if it is
// at pos: a comment, or a character of white space or of no width.
func (p *jsonParser) failFiller() bool {
	rest := p.text[p.pos:]
	if found := comment.FindStringSubmatch(rest); found != nil {
		length := len(strings.TrimRight(found[0], "\r"))
		p.fail("comment", p.pos, p.pos+length, values("got", found[1]+found[2]))
		return true
	}
	r, size := utf8.DecodeRuneInString(rest)
	if !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) {
		return false
	}
	p.fail("white-space", p.pos, p.pos+size, values("got", fmt.Sprintf("U+%04X", r)))
	return true
}

// comment reaches to its */ or to the end of its line.
var comment = text.MustCompile(`^(?:(/\*)(?s:.*?)\*/|(//|/\*|#)[^\n]*)`)

// failStrayQuote reports a word that follows a string's closing quote with no
// space between, as in "he said "yes" to it": the quote was meant as text.
func (p *jsonParser) failStrayQuote() bool {
	word := p.word()
	if p.quote.End != p.base+p.pos || word == p.pos {
		return false
	}
	opening := p.quote.Start - p.base
	p.fail("stray-quote", p.pos-1, p.pos, p.got(word), p.related(opening, opening+1))
	return true
}

// failWrongBracket reports a closing bracket at pos that is not the one that
// fits the innermost object or list. In place of a field's value it is no end at all.
func (p *jsonParser) failWrongBracket(want wanted) bool {
	got := p.peek()
	if got != '}' && got != ']' || len(p.open) == 0 {
		return false
	}
	open := p.open[len(p.open)-1]
	closer := map[Kind]byte{Object: '}', List: ']'}[open.kind]
	if got == closer || want == wantValue && open.kind == Object {
		return false
	}
	found := values("got", string(got), "want", string(closer), "line", p.line(open.pos))
	p.fail("wrong-bracket", p.pos, p.pos+1, found, p.related(open.pos, open.pos+1))
	return true
}

// failControl reports the control character at i, in the string that opens at
// start. A line end after which nothing comes is where the text was cut off.
func (p *jsonParser) failControl(start, i int) {
	if strings.Trim(p.text[i:], jsonSpace) == "" {
		p.failCutOffIn(String, start)
		return
	}
	end := i + 1
	if strings.HasPrefix(p.text[i:], "\r\n") {
		i, end = i+1, end+1
	}
	p.pos = i
	c := p.text[i]
	escape := fmt.Sprintf(`\u%04x`, c)
	if short := strings.IndexByte("\b\f\n\r\t", c); short >= 0 {
		escape = `\` + "bfnrt"[short:short+1]
	}
	p.fail("control-character", i, end, values("got", fmt.Sprintf("U+%04X", c), "want", escape), p.related(start, start+1))
}

// failEscape reports an escape that JSON does not have, at i in the string
// that opens at start. One that the end of the text cuts short is not a fault of
// its own.
func (p *jsonParser) failEscape(start, i int) {
	bad := badEscape.FindString(p.text[i:])
	if i+len(bad) == len(p.text) && (len(bad) == 1 || bad[1] == 'u') {
		p.failCutOffIn(String, start)
		return
	}
	p.pos = i
	p.fail("bad-escape", i, i+len(bad), p.got(i+len(bad)))
}

// jsonFault returns the fault that keeps a text from being JSON, nil if there is
// none. A repeated key does not.
func jsonFault(faults []Fault) *Fault {
	for i := range faults {
		if faults[i].Rule != ruleDuplicateKey {
			return &faults[i]
		}
	}
	return nil
}
