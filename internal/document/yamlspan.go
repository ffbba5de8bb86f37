package document

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
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

// lineEnd is the offset of the line end at or after an offset.
func (y *yamlReader) lineEnd(at int) int {
	if i := bytes.IndexByte(y.data[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(y.data)
}

// closing is the offset after the closing bracket of a flow collection whose
// last part ends at an offset. White space, comments and commas may be between,
// and the punctuation of a pair whose key or value is left out.
func (y *yamlReader) closing(at int, bracket byte) int {
	for i := at; i < len(y.data); i++ {
		switch c := y.data[i]; {
		case c == bracket:
			return i + 1
		case c == '#':
			i = y.lineEnd(i)
		case strings.IndexByte(jsonSpace+",:?", c) < 0:
			return at
		}
	}
	return at
}

// scalarEnd is the offset after a scalar that starts at an offset.
func (y *yamlReader) scalarEnd(n *yaml.Node, start int) int {
	switch {
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		return y.quotedEnd(start)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0:
		return y.match(start, n.Value)
	}
	// A block scalar ends after its last character that is not white space, and
	// without text after its header.
	header := start
	for strings.IndexByte("|>+-0123456789", y.byte(header)) >= 0 {
		header++
	}
	body := y.lineEnd(header)
	if end := y.match(body, n.Value); end > body {
		return end
	}
	return header
}

func (y *yamlReader) quotedEnd(start int) int {
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
func (y *yamlReader) match(start int, value string) int {
	end := start
	for i := 0; i < len(value); i++ {
		if strings.IndexByte(jsonSpace, value[i]) >= 0 {
			continue
		}
		at := end
		for at < len(y.data) && strings.IndexByte(jsonSpace, y.data[at]) >= 0 {
			at++
		}
		if y.byte(at) != value[i] {
			break
		}
		end = at + 1
	}
	return end
}
