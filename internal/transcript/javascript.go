package transcript

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of a script. A longer script may do anything.
const (
	maxScript      = 1 << 20
	maxTokens      = 10_000
	maxScriptCalls = 100
	maxConstants   = 100
	maxNames       = 50
	maxValueDepth  = 50
	// maxExpanded bounds the bytes of evaluated values.
	maxExpanded = 4 << 20
)

// tokenKind is the kind of a JavaScript token.
type tokenKind int

const (
	wordToken tokenKind = iota // a name, a keyword or a number
	textToken                  // a string, without its escapes
	signToken
)

type token struct {
	kind tokenKind
	text string
}

// isSign reports whether a token is one of some one-character signs.
func (t token) isSign(signs string) bool {
	return t.kind == signToken && t.text != "" && strings.Contains(signs, t.text)
}

func (t token) isWord(words ...string) bool {
	return t.kind == wordToken && slices.Contains(words, t.text)
}

// tokensOf returns the tokens of a script, and whether these are all.
func tokensOf(script string) (tokens []token, isWhole bool) {
	if len(script) > maxScript {
		return nil, false
	}
	for i := 0; i < len(script); {
		rest := script[i:]
		c := rest[0]
		length := 1
		switch {
		case len(tokens) == maxTokens:
			return tokens, false
		case c <= ' ':
		case strings.HasPrefix(rest, "//"):
			length = endOf(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			length = endOf(rest, "*/")
		case c == '"' || c == '\'':
			length = quotedLength(rest)
			tokens = append(tokens, token{textToken, unescape(rest[1:max(1, length-1)])})
		case c == '`':
			length = templateLength(rest)
			tokens = append(tokens, templateOf(rest[1:max(1, length-1)]))
		case c == '/' && startsPattern(tokens):
			length = quotedLength(rest)
			tokens = append(tokens, token{signToken, "/"})
		case isWordByte(c):
			for length < len(rest) && isWordByte(rest[length]) {
				length++
			}
			tokens = append(tokens, token{wordToken, rest[:length]})
		default:
			tokens = append(tokens, token{signToken, rest[:1]})
		}
		i += length
	}
	return tokens, true
}

// wordBytes are the ASCII characters of names and numbers.
const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$"

func isWordByte(c byte) bool { return c >= utf8.RuneSelf || strings.IndexByte(wordBytes, c) >= 0 }

// endOf returns the length of a text up to and including an end mark, or of the whole text.
func endOf(text, end string) int {
	if i := strings.Index(text, end); i >= 0 {
		return i + len(end)
	}
	return len(text)
}

// quotedLength returns the length of a quoted text with its quotes, which are its first character.
func quotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

// templateLength returns the length of a template with its expressions, by their braces.
func templateLength(text string) int {
	depth := 0
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '$' && i+1 < len(text) && text[i+1] == '{', c == '{' && depth > 0:
			depth++
			if c == '$' {
				i++
			}
		case c == '}' && depth > 0:
			depth--
		case c == '`' && depth == 0:
			return i + 1
		}
	}
	return len(text)
}

// templateOf returns the token of a template. A template with expressions becomes a sign: its value is
// unknown.
func templateOf(inner string) token {
	if strings.Contains(inner, "${") {
		return token{signToken, "`"}
	}
	return token{textToken, unescape(inner)}
}

// startsPattern reports whether a slash begins a regular expression instead of a division.
func startsPattern(before []token) bool {
	if len(before) == 0 {
		return true
	}
	last := before[len(before)-1]
	return last.kind == signToken && !last.isSign(")]}") || last.isWord("return")
}

func unescape(text string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '\\')
		if i < 0 || i+1 == len(text) {
			b.WriteString(strings.TrimSuffix(text, `\`))
			return b.String()
		}
		b.WriteString(text[:i])
		text = text[i:]
		char, _, after, err := strconv.UnquoteChar(text, 0)
		switch {
		case err == nil:
			b.WriteRune(char)
			text = after
		case text[1] == '\n':
			text = text[2:]
		default:
			_, size := utf8.DecodeRuneInString(text[1:])
			b.WriteString(text[1 : 1+size])
			text = text[1+size:]
		}
	}
}

// evaluator evaluates the plain expressions of a script: strings, lists, objects, and string constants. The
// value of any other expression, such as a concatenation, is nil.
type evaluator struct {
	tokens    []token
	constants map[string]string
	at, depth int
	// expanded counts the bytes of evaluated constants.
	expanded int
}

// constant returns the value of a constant.
func (e *evaluator) constant(name string) any {
	value, isKnown := e.constants[name]
	e.expanded += len(value)
	if !isKnown || e.expanded > maxExpanded {
		return nil
	}
	return value
}

// tokenAt returns a token of the script, or an empty sign outside of it.
func (e *evaluator) tokenAt(i int) token {
	if i < 0 || i >= len(e.tokens) {
		return token{kind: signToken}
	}
	return e.tokens[i]
}

func (e *evaluator) peek() token { return e.tokenAt(e.at) }

func (e *evaluator) next() token {
	t := e.peek()
	e.at++
	return t
}

func (e *evaluator) skips(sign string) bool {
	is := e.peek().isSign(sign)
	if is {
		e.at++
	}
	return is
}

func (e *evaluator) isAtEnd() bool { return e.at >= len(e.tokens) }

// valueAt returns the value of the expression that begins at a token.
func (e *evaluator) valueAt(at int) any {
	e.at, e.depth = at, 0
	return e.value()
}

// value reads an expression and returns its value.
func (e *evaluator) value() any {
	v := e.operand()
	for !e.isAtEnd() {
		t := e.peek()
		if t.kind == wordToken || t.isSign(",;)]}") {
			return v
		}
		if t.isSign(".") {
			e.at += 2 // a method or a field
			v = nil
			continue
		}
		e.skip()
		v = nil
	}
	return v
}

// operand reads an operand and returns its value.
func (e *evaluator) operand() any {
	t := e.peek()
	isTooDeep := t.isSign("[{") && e.depth == maxValueDepth
	if t.isSign("(") || isTooDeep {
		e.skip()
		return nil
	}
	e.at++
	e.depth++
	defer func() { e.depth-- }()
	if t.kind == textToken {
		return t.text
	}
	if t.kind == wordToken && t.text[0] >= '0' && t.text[0] <= '9' {
		return t.text
	}
	if t.isWord("await") && e.depth < maxValueDepth {
		return e.operand()
	}
	if t.kind == wordToken {
		return e.constant(t.text)
	}
	if t.isSign("[") {
		return e.list()
	}
	if t.isSign("{") {
		return e.object()
	}
	return nil
}

func (e *evaluator) list() any {
	list, isKnown := []any{}, true
	for !e.isAtEnd() && !e.skips("]") {
		item := e.value()
		isKnown = isKnown && item != nil
		list = append(list, item)
		if !e.skips(",") && !e.peek().isSign("]") {
			e.at++ // not a list
		}
	}
	if !isKnown {
		return nil
	}
	return list
}

func (e *evaluator) object() any {
	fields := map[string]any{}
	for !e.isAtEnd() && !e.skips("}") {
		key := e.next()
		if e.skips(":") {
			fields[key.text] = e.value()
		} else if key.kind == wordToken {
			fields[key.text] = e.constant(key.text)
		}
		e.skips(",")
	}
	return fields
}

// skip skips a token, or everything up to its closing bracket.
func (e *evaluator) skip() {
	depth := 0
	for !e.isAtEnd() {
		t := e.next()
		if t.isSign("([{") {
			depth++
		} else if t.isSign(")]}") {
			depth--
		}
		if depth <= 0 {
			return
		}
	}
}
