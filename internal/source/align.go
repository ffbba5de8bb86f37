package source

import (
	"strings"
	"unicode/utf8"
)

// align returns the offset in the file of each byte of a YAML scalar's text,
// and of its end; raw is the scalar as it is written, from offset. White space
// may differ, since YAML removes indentation and folds lines; escapes are
// decoded. If the two diverge, as they do for an alias, the rest keeps the last
// offset.
func align(raw, text string, offset int) []int {
	a := &aligner{raw: raw, text: text, at: make([]int, len(text)+1)}
	switch {
	case strings.HasPrefix(raw, "|") || strings.HasPrefix(raw, ">"):
		a.j = strings.IndexByte(raw+"\n", '\n')
	case strings.HasPrefix(raw, `"`) || strings.HasPrefix(raw, "'"):
		a.quote, a.j = raw[0], 1
	}
	a.j = min(a.j, len(raw))
	for a.i < len(text) && a.step() {
	}
	for ; a.i <= len(text); a.i++ {
		a.at[a.i] = a.j
	}
	for i := range a.at {
		a.at[i] += offset
	}
	return a.at
}

// aligner steps through both.
type aligner struct {
	raw, text string
	i, j      int // in text and raw
	quote     byte
	at        []int
}

// step consumes white space, an escape or a byte, and reports whether the two
// still match.
func (a *aligner) step() bool {
	raw := a.raw[a.j:]
	switch {
	case a.quote == '"' && strings.HasPrefix(raw, `\`):
		a.escape(raw)
	case a.quote == '\'' && strings.HasPrefix(raw, "''") && a.text[a.i] == '\'':
		a.take(1, 2)
	case raw != "" && raw[0] == a.text[a.i]:
		a.take(1, 1)
	case raw != "" && isSpace(raw[0]) || isSpace(a.text[a.i]):
		a.take(spaces(a.text[a.i:]), spaces(raw))
	default:
		return false
	}
	return true
}

func (a *aligner) take(i, j int) {
	for ; i > 0; i-- {
		a.at[a.i] = a.j
		a.i++
	}
	a.j += j
}

// escape consumes an escape of a double-quoted scalar (YAML 1.2, section 5.7).
// An escaped line end is empty.
func (a *aligner) escape(raw string) {
	if len(raw) > 1 && (raw[1] == '\n' || raw[1] == '\r') {
		a.take(0, 1+spaces(raw[1:]))
		return
	}
	length := 2
	if len(raw) > 1 {
		length += map[byte]int{'x': 2, 'u': 4, 'U': 8}[raw[1]]
	}
	_, size := utf8.DecodeRuneInString(a.text[a.i:])
	a.take(size, min(length, len(raw)))
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// spaces returns the number of bytes of white space at the start of a text.
func spaces(s string) int { return len(s) - len(strings.TrimLeft(s, " \t\n\r")) }
