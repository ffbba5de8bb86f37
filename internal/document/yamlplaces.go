package document

import (
	"bytes"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/text"
)

// yamlPlaces finds the places of YAML nodes in the source. The library gives
// where a node starts, by line and code point, and not where it ends. Whatever
// it says, an offset never leaves the YAML text.
type yamlPlaces struct {
	src        *text.Source
	data       []byte // the file
	start, end int    // of the YAML text in it
	lines      []int  // offset of each line's first byte, as YAML counts lines

	// Where the last node was found. Nodes come in the text's order, so a line
	// that holds many of them is gone through once.
	line, column, at int
}

func newYAMLPlaces(src *text.Source, span text.Span) *yamlPlaces {
	p := &yamlPlaces{src: src, data: src.Bytes(), start: span.Start, end: span.End}
	if bytes.HasPrefix(p.text(), []byte(text.BOM)) {
		p.start += len(text.BOM) // the library takes no column for it
	}
	p.lines = []int{p.start}
	for i := p.start; i < p.end; {
		size := p.lineBreak(i)
		i += max(size, 1)
		if size > 0 {
			p.lines = append(p.lines, i)
		}
	}
	return p
}

func (p *yamlPlaces) text() []byte { return p.data[p.start:p.end] }

// byte is the byte at an offset, 0 after the end.
func (p *yamlPlaces) byte(at int) byte {
	if at >= p.end {
		return 0
	}
	return p.data[at]
}

// lineBreak is the length of the line break at an offset, 0 if there is
// none. Beside LF and CRLF, YAML 1.1 and so the library has four more.
func (p *yamlPlaces) lineBreak(at int) int {
	switch c := p.byte(at); {
	case c == '\n':
		return 1
	case c == '\r' && p.byte(at+1) == '\n':
		return 2
	case c == '\r':
		return 1
	case c < utf8.RuneSelf:
		return 0
	}
	r, size := utf8.DecodeRune(p.data[at:p.end])
	if r == '\u0085' || r == '\u2028' || r == '\u2029' {
		return size
	}
	return 0
}

// space is the length of the white space character or line break at an offset.
func (p *yamlPlaces) space(at int) int {
	if c := p.byte(at); c == ' ' || c == '\t' {
		return 1
	}
	return p.lineBreak(at)
}

// offset is where a line and column are, both counted from 1, columns in code
// points.
func (p *yamlPlaces) offset(line, column int) int {
	if line < 1 || line > len(p.lines) {
		return p.end // the library counts a line after a missing line end
	}
	if line != p.line || column < p.column {
		p.line, p.column, p.at = line, 1, p.lines[line-1]
	}
	for p.column < column && p.at < p.end {
		_, size := utf8.DecodeRune(p.data[p.at:p.end])
		p.at += size
		p.column++
	}
	return p.at
}

// content is where a node's value starts, after its anchor and tag.
func (p *yamlPlaces) content(n *yaml.Node) int {
	at := p.offset(n.Line, n.Column)
	if startsWithKey(n) {
		return at // an anchor or tag here is the key's
	}
	for range 2 {
		if c := p.byte(at); c != '&' && c != '!' {
			break
		}
		at = p.propertyEnd(at)
		if n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&yamlQuoted == 0 {
			continue // nothing follows that is part of the node
		}
		at = p.skipSpace(at)
	}
	return at
}

// startsWithKey reports whether a mapping has nothing of its own before its first
// key: no brace, question mark, anchor or tag.
func startsWithKey(n *yaml.Node) bool {
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		return false
	}
	key := n.Content[0]
	return n.Line == key.Line && n.Column == key.Column
}

// inBraces reports whether a mapping, whose content starts at an offset, is
// written with braces: [a: b] is a list of one mapping that is not.
func (p *yamlPlaces) inBraces(n *yaml.Node, at int) bool {
	return n.Style&yaml.FlowStyle != 0 && p.byte(at) == '{' && !startsWithKey(n)
}

// propertyEnd is the end of the anchor or tag at an offset. As the library has
// it, an anchor is a name, and a tag ends before white space.
func (p *yamlPlaces) propertyEnd(at int) int {
	anchor := p.data[at] == '&'
	for at++; at < p.end && p.space(at) == 0; at++ {
		if anchor && !isAnchorByte(p.data[at]) {
			break
		}
	}
	return at
}

func isAnchorByte(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '-'
}

// skipSpace goes over white space, line breaks and comments.
func (p *yamlPlaces) skipSpace(at int) int {
	for at < p.end {
		size := p.space(at)
		if size == 0 && p.data[at] != '#' {
			break
		}
		if size == 0 {
			size = p.toLineBreak(at)
		}
		at += size
	}
	return at
}

// toLineBreak is how far it is to the end of the line.
func (p *yamlPlaces) toLineBreak(at int) int {
	i := at
	for i < p.end && p.lineBreak(i) == 0 {
		i++
	}
	return i - at
}

// closing is the place after the closing bracket of a flow collection whose
// last part ends at an offset. Commas may be between, and the punctuation
// of a pair whose key or value is left out.
func (p *yamlPlaces) closing(at int, bracket byte) int {
	for i := p.skipSpace(at); i < p.end; i = p.skipSpace(i + 1) {
		switch p.data[i] {
		case bracket:
			return i + 1
		case ',', ':', '?':
		default:
			return at
		}
	}
	return at
}

// scalar is the span of a scalar whose content starts at an offset.
func (p *yamlPlaces) scalar(n *yaml.Node, start int) text.Span {
	end := start
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		end = p.doubleQuotedEnd(start)
	case n.Style&yaml.SingleQuotedStyle != 0:
		end = p.singleQuotedEnd(start)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		end = p.blockEnd(start, n.Value)
	default:
		end = p.match(start, n.Value)
	}
	return text.Span{Start: start, End: end}
}

func (p *yamlPlaces) doubleQuotedEnd(start int) int {
	for i := start + 1; i < p.end; i++ {
		switch p.data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return p.end
}

func (p *yamlPlaces) singleQuotedEnd(start int) int {
	for i := start + 1; i < p.end; i++ {
		if p.data[i] != '\'' {
			continue
		}
		if p.byte(i+1) != '\'' {
			return i + 1
		}
		i++
	}
	return p.end
}

// blockEnd is the end of a block scalar, after its last character that is no
// white space; of one without text it is the end of the header.
func (p *yamlPlaces) blockEnd(start int, value string) int {
	header := start
	for header < p.end && bytes.IndexByte([]byte("|>+-0123456789"), p.data[header]) >= 0 {
		header++
	}
	body := header + p.toLineBreak(header)
	if end := p.match(body, value); end > body {
		return end
	}
	return header
}

// match is the place after the last character of a scalar that is written
// without escapes. Between value and source only white space differs, for YAML
// folds it, so all the rest must match.
func (p *yamlPlaces) match(start int, value string) int {
	end := start
	v := &yamlPlaces{data: []byte(value), end: len(value)}
	for i := 0; i < v.end; {
		if size := v.space(i); size > 0 {
			i += size
			continue
		}
		at := end
		for size := p.space(at); size > 0; size = p.space(at) {
			at += size
		}
		if p.byte(at) != v.data[i] {
			break
		}
		end = at + 1
		i++
	}
	return end
}
