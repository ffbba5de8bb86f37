package document

import (
	"bytes"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/text"
)

// yamlText finds the places of YAML nodes in the source. The library gives
// where a node starts, by line and code point, and not where it ends. Whatever
// it says, an offset never leaves the YAML text.
type yamlText struct {
	src   *text.Source
	data  []byte // the file up to the end of the YAML text
	start int    // of the YAML text
	lines []int  // offset of each line's first byte, as YAML counts lines

	// Where the last node was found. Nodes come in the text's order, so a line
	// that holds many of them is read once.
	line, column, at int
}

func newYAMLText(src *text.Source, span text.Span) yamlText {
	y := yamlText{src: src, data: src.Bytes()[:span.End], start: span.Start}
	if bytes.HasPrefix(y.text(), []byte(text.BOM)) {
		y.start += len(text.BOM) // the library takes no column for it
	}
	y.lines = []int{y.start}
	for i := y.start; i < len(y.data); {
		size := yamlBreak(y.data[i:])
		i += max(size, 1)
		if size > 0 {
			y.lines = append(y.lines, i)
		}
	}
	return y
}

func (y *yamlText) text() []byte { return y.data[y.start:] }

// byte is the byte at an offset, 0 after the end.
func (y *yamlText) byte(at int) byte {
	if at >= len(y.data) {
		return 0
	}
	return y.data[at]
}

// yamlBreak is the length of the line break that b begins with, 0 if there is
// none. Beside LF and CRLF, YAML 1.1 and so the library has four more.
func yamlBreak(b []byte) int {
	switch {
	case len(b) == 0:
		return 0
	case bytes.HasPrefix(b, []byte("\r\n")):
		return 2
	case b[0] == '\n' || b[0] == '\r':
		return 1
	case b[0] < utf8.RuneSelf:
		return 0
	}
	if r, size := utf8.DecodeRune(b); r == '\u0085' || r == '\u2028' || r == '\u2029' {
		return size
	}
	return 0
}

// yamlSpace is the length of the white space character or line break that b
// begins with.
func yamlSpace(b []byte) int {
	if len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		return 1
	}
	return yamlBreak(b)
}

// offset is where a line and column are, both counted from 1, columns in code
// points.
func (y *yamlText) offset(line, column int) int {
	if line < 1 || line > len(y.lines) {
		return len(y.data) // the library counts a line after a missing line end
	}
	if line != y.line || column < y.column {
		y.line, y.column, y.at = line, 1, y.lines[line-1]
	}
	for y.column < column && y.at < len(y.data) {
		_, size := utf8.DecodeRune(y.data[y.at:])
		y.at += size
		y.column++
	}
	return y.at
}

// lineRest is the offset of the line break at or after an offset.
func (y *yamlText) lineRest(at int) int {
	for at < len(y.data) && yamlBreak(y.data[at:]) == 0 {
		at++
	}
	return at
}

// closing is the offset after the closing bracket of a flow collection whose
// last part ends at an offset. White space, comments and commas may be between,
// and the punctuation of a pair whose key or value is left out.
func (y *yamlText) closing(at int, bracket byte) int {
	for i := at; i < len(y.data); {
		switch size := yamlSpace(y.data[i:]); {
		case y.data[i] == bracket:
			return i + 1
		case size > 0:
			i += size
		case y.data[i] == '#':
			i = y.lineRest(i)
		case y.data[i] == ',' || y.data[i] == ':' || y.data[i] == '?':
			i++
		default:
			return at
		}
	}
	return at
}

// scalarEnd is the offset after a scalar that starts at an offset.
func (y *yamlText) scalarEnd(n *yaml.Node, start int) int {
	switch {
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		return y.quotedEnd(start)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0:
		return y.match(start, n.Value)
	}
	// A block scalar ends after its last character that is not white space, and
	// without text after its header.
	header := start
	for bytes.IndexByte([]byte("|>+-0123456789"), y.byte(header)) >= 0 {
		header++
	}
	body := y.lineRest(header)
	if end := y.match(body, n.Value); end > body {
		return end
	}
	return header
}

func (y *yamlText) quotedEnd(start int) int {
	quote := y.byte(start)
	for i := start + 1; i < len(y.data); i++ {
		switch c := y.data[i]; {
		case c == '\\' && quote == '"', c == '\'' && quote == '\'' && y.byte(i+1) == '\'':
			i++
		case c == quote:
			return i + 1
		}
	}
	return len(y.data)
}

// match is the offset after the last character of a scalar that is written
// without escapes. Between value and source only white space differs, for YAML
// folds it, so all the rest must match.
func (y *yamlText) match(start int, value string) int {
	end := start
	for rest := []byte(value); len(rest) > 0; {
		if size := yamlSpace(rest); size > 0 {
			rest = rest[size:]
			continue
		}
		at := end
		for size := yamlSpace(y.data[at:]); size > 0; size = yamlSpace(y.data[at:]) {
			at += size
		}
		if y.byte(at) != rest[0] {
			break
		}
		end, rest = at+1, rest[1:]
	}
	return end
}
