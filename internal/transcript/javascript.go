package transcript

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of a script. A longer script may do anything.
const (
	maxScript = 1 << 20
	maxTokens = 10_000
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
	return t.kind == signToken && strings.Contains(signs, t.text)
}

func (t token) isWord(words ...string) bool {
	return t.kind == wordToken && slices.Contains(words, t.text)
}

// tokensOf returns the tokens of a script, and whether these are all: calls of tools in a template are not.
func tokensOf(script string) (tokens []token, isWhole bool) {
	if len(script) > maxScript {
		return nil, false
	}
	isWhole = true
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
			length = quotedLength(rest)
			inner := rest[1:max(1, length-1)]
			if strings.Contains(inner, "${") { // its value is computed
				if strings.Contains(inner, "tools") {
					isWhole = false
				}
				tokens = append(tokens, token{signToken, "`"})
			} else {
				tokens = append(tokens, token{textToken, unescape(inner)})
			}
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
	return tokens, isWhole
}

// wordBytes are the ASCII characters of names and numbers.
const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$"

func isWordByte(c byte) bool { return strings.IndexByte(wordBytes, c) >= 0 }

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
