package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// fail adds the syntax fault that ends the parse. A failed parse unwinds without reading on, so there is only
// one.
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

// got returns the values of a fault that quotes the text between pos and end.
func (p *jsonParser) got(end int, more ...string) map[string]string {
	return values(append(more, "got", excerpt(p.text[p.pos:end]))...)
}

// line returns the line of a position, as a fault's value.
func (p *jsonParser) line(pos int) string {
	return strconv.Itoa(p.src.Pos(p.base + pos).Line)
}

// failExpected reports something other than what belongs at pos. A word that ends the text is not whole: the text was
// cut off. Otherwise the first function that knows what is there reports it; if none does, the fault is the variant.
func (p *jsonParser) failExpected(variant string, values []string, related ...Related) {
	switch end := p.token(); {
	case len(p.open) > 0 && strings.Trim(p.text[p.word():], jsonSpace) == "":
		innermost := p.open[len(p.open)-1]
		p.failCutOffIn(innermost.kind, innermost.pos)
	case p.failFiller():
	case p.failStrayQuote():
	case p.failWrongBracket(variant):
	default:
		p.fail(variant, p.pos, end, p.got(end, values...), related...)
	}
}

func (p *jsonParser) failCutOffIn(kind Kind, opening int) {
	end := max(len(strings.TrimRight(p.text, jsonSpace)), opening+1)
	p.fail("cut-off", end, end, values("open", kind.String(), "line", p.line(opening)), p.related(opening, opening+1))
}

// kindWords names the kinds of values in sentences.
var kindWords = map[Kind]string{
	Null: "null", Bool: "a boolean", Int: "a number", Float: "a number", String: "a text", List: "a list",
}

var keyColon = text.MustCompile(`"[ \t]*:`)

// failLead reports that the text, from start on, begins with something other than the object: words, a code
// fence, or the middle of the object. It keeps the fault of a comment or white space, which only has to be
// removed.
func (p *jsonParser) failLead(start int) {
	if p.failed && (p.faults[0].Variant == "comment" || p.faults[0].Variant == "white-space") {
		return
	}
	rest := p.text[start:]
	lead, _, opens := strings.Cut(rest, "{")
	line, _, _ := strings.Cut(rest, "\n")
	line = strings.TrimRight(line, jsonSpace)
	fence, fenced := parseFence([]byte(line))
	p.faults = nil // they follow from the lead
	p.pos = start
	variant, end := "leading-text", start+len(strings.TrimRight(lead, jsonSpace))
	switch {
	case fenced && opens && fence.opensJSON():
		variant, end = "fenced", start+len(line)
	case keyColon.MatchString(lead):
		variant, end = "headless", p.token()
	case !opens:
		p.fail("not-an-object", start, start+len(line), values("got", kindWords[String]))
		return
	}
	p.fail(variant, start, end, p.got(end))
}

// failKey reports the text in place of a key.
func (p *jsonParser) failKey() {
	variant := "no-key"
	if p.isQuoted() {
		variant = "quotes"
	} else if p.isWord() {
		variant = "unquoted-key"
	}
	p.failExpected(variant, nil)
}

// failValue reports the text in place of a value.
func (p *jsonParser) failValue() {
	word := p.text[p.pos:p.word()]
	literal, foreign := foreignLiterals[strings.ToLower(strings.TrimLeft(word, "+-"))]
	n, number := ParseNumber(word)
	switch {
	case p.isQuoted():
		p.failExpected("quotes", nil)
	case word == "":
		p.failExpected("no-value", nil)
	case foreign:
		p.failExpected("literal", []string{"want", literal})
	case number:
		p.failExpected("bad-number", []string{"want", n.String()})
	default:
		p.failExpected("unquoted-value", nil)
	}
}

// failComma reports the text after a value that ends at end, before the closing bracket of its container.
func (p *jsonParser) failComma(closing string, end int) {
	beginsValue := p.isWord() || p.isQuoted() || closing == "]" && strings.IndexByte("{[", p.peek()) >= 0
	if beginsValue {
		p.failExpected("missing-comma", nil, p.related(end, end))
		return
	}
	p.failExpected("unexpected", []string{"want", closing})
}

func (p *jsonParser) isWord() bool { return p.word() > p.pos }

func (p *jsonParser) isQuoted() bool { return p.quoted() > p.pos }

// foreignLiterals maps literals of other languages, in lower case, to JSON's. Those without a counterpart are
// null, as in JavaScript's JSON.stringify and most other writers.
var foreignLiterals = map[string]string{
	"true": "true", "false": "false", "null": "null",
	"none": "null", "nil": "null", "undefined": "null",
	"nan": "null", "inf": "null", "infinity": "null",
}

// failFiller reports something at pos that other languages skip and JSON does not: a comment, or a character
// of white space or zero width.
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

// comment matches up to its */ or the end of its line.
var comment = text.MustCompile(`^(?:(/\*)(?s:.*?)\*/|(//|/\*|#)[^\n]*)`)

// failStrayQuote reports a word right after a string's closing quote, as in "he said "yes" to it": the quote
// was meant as text.
func (p *jsonParser) failStrayQuote() bool {
	word := p.word()
	if p.quote.End != p.base+p.pos || word == p.pos {
		return false
	}
	opening := p.quote.Start - p.base
	p.fail("stray-quote", p.pos-1, p.pos, p.got(word), p.related(opening, opening+1))
	return true
}

// failWrongBracket reports a closing bracket at pos that does not match the innermost object or list. In place of
// the colon or the value of a field it is not taken for an end.
func (p *jsonParser) failWrongBracket(variant string) bool {
	got := string(p.peek())
	if len(p.open) == 0 || got != "}" && got != "]" || variant == "missing-colon" {
		return false
	}
	open := p.open[len(p.open)-1]
	if open.kind == Object && variant == "no-value" {
		return false
	}
	want := map[Kind]string{Object: "}", List: "]"}[open.kind]
	found := values("got", got, "want", want, "line", p.line(open.pos))
	p.fail("wrong-bracket", p.pos, p.pos+1, found, p.related(open.pos, open.pos+1))
	return true
}

// failControl reports the control character at i in the string that opens at start. A line end at the end of
// the text means that the text was cut off.
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
	escape := strings.Trim(text.JSONQuote(string(c)), `"`)
	p.fail("control-character", i, end, values("got", fmt.Sprintf("U+%04X", c), "want", escape), p.related(start, start+1))
}

// failEscape reports an invalid escape at i in the string that opens at start. At the end of the text it is not a
// separate fault: the text was cut off.
func (p *jsonParser) failEscape(start, i int) {
	bad := badEscape.FindString(p.text[i:])
	if i+len(bad) == len(p.text) {
		p.failCutOffIn(String, start)
		return
	}
	p.pos = i
	p.fail("bad-escape", i, i+len(bad), p.got(i+len(bad)))
}

// jsonFault returns the fault that makes a text invalid JSON, or nil. A repeated key does not.
func jsonFault(faults []Fault) *Fault {
	if i := slices.IndexFunc(faults, isFatal); i >= 0 {
		return &faults[i]
	}
	return nil
}
