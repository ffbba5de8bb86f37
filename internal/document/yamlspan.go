package document

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/text"
)

// The YAML library gives a node's start, by line and code point, and not its end.
// Whatever it says, an offset never leaves the YAML text.

// byte is the byte at an offset, 0 after the end.
func (y *yamlReader) byte(at int) byte {
	if at >= len(y.data) {
		return 0
	}
	return y.data[at]
}

// offset is where a line and column of the YAML text are, both counted from 1,
// columns in code points.
func (y *yamlReader) offset(line, column int) int {
	if line != y.line || column < y.column {
		start := y.src.LineSpan(y.src.Pos(y.start).Line + line - 1).Start
		y.line, y.column, y.at = line, 1, min(max(start, y.start), len(y.data))
	}
	for y.column < column && y.at < len(y.data) {
		_, size := utf8.DecodeRune(y.data[y.at:])
		y.at += size
		y.column++
	}
	return y.at
}

var (
	// flowEnd is what may be between the last part of a flow collection and its
	// bracket: white space, comments and commas, and the punctuation of a pair whose
	// key or value is left out.
	flowEnd = text.MustCompile(`^(?:[ \t\r\n,:?]|#[^\n]*)*[\]}]`)
	// quotedScalar is a scalar in quotes, which end with the text at the latest.
	quotedScalar = text.MustCompile(`(?s)^(?:"(?:\\.|[^"\\])*["\\]?|'(?:''|[^'])*'?)`)
	// blockHeader is what a block scalar begins with.
	blockHeader = text.MustCompile(`^[|>+\-0-9]*`)
)

// closing is the offset after the closing bracket of a flow collection whose
// last part ends at an offset.
func (y *yamlReader) closing(at int, bracket byte) int {
	if end := flowEnd.Find(y.data[at:]); len(end) > 0 && end[len(end)-1] == bracket {
		return at + len(end)
	}
	return at
}

// scalarEnd is the offset after a scalar that starts at an offset.
func (y *yamlReader) scalarEnd(n *yaml.Node, start int) int {
	switch {
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		return start + len(quotedScalar.Find(y.data[start:]))
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0:
		return y.match(start, n.Value)
	}
	// A block scalar ends after its last character that is not white space, or after
	// its header if it has none.
	header := start + len(blockHeader.Find(y.data[start:]))
	body := header + max(bytes.IndexByte(y.data[header:], '\n'), 0)
	if end := y.match(body, n.Value); end > body {
		return end
	}
	return header
}

// match is the offset after the last word of a scalar that is written without
// escapes. Between value and source only white space differs, for YAML folds it.
func (y *yamlReader) match(start int, value string) int {
	end := start
	for word := range strings.FieldsSeq(value) {
		rest := bytes.TrimLeftFunc(y.data[end:], unicode.IsSpace)
		if !bytes.HasPrefix(rest, []byte(word)) {
			break
		}
		end = len(y.data) - len(rest) + len(word)
	}
	return end
}
