package document

import (
	"bytes"
	"strings"
)

// maxColumn is the column up to which a marker of a list or quotation opens
// one. People nest lists three or four levels deep; 64 columns are at least
// sixteen.
const maxColumn = 64

// flatten copies Markdown for the parser so that every offset stays what it
// is, and so that neither line ends nor hostile nesting reach it:
//
//   - CR before LF becomes a space, and the last line gets its line end: the
//     same text is read alike whatever its line ends.
//   - A run of blank lines becomes one long blank line. They mean the same,
//     and goldmark visits every open block for each blank line.
//   - A marker of a list or quotation beyond maxColumn becomes a letter. Each
//     level of nesting takes a column at least, so that this bounds the depth
//     of the tree, and with it goldmark's time (for each level it looks at the
//     rest of the line) and memory.
//
// The copy is for telling blocks apart; text is read from the file itself.
func flatten(data []byte) []byte {
	flat := make([]byte, len(data), len(data)+1)
	copy(flat, data)
	if len(flat) > 0 && flat[len(flat)-1] != '\n' {
		flat = append(flat, '\n')
	}
	lastBlank := -1 // the offset of the line end of the blank line before
	for start := 0; start < len(flat); {
		end := start + bytes.IndexByte(flat[start:], '\n')
		line := flat[start:end]
		if n := len(line); n > 0 && line[n-1] == '\r' {
			line[n-1] = ' '
		}
		if len(bytes.Trim(line, " \t")) > 0 {
			clampMarkers(line)
			lastBlank = -1
		} else {
			if lastBlank >= 0 {
				flat[lastBlank] = ' '
			}
			lastBlank = end
		}
		start = end + 1
	}
	return flat
}

// clampMarkers makes a letter of the first container marker of a line that is
// beyond maxColumn, which ends the line's run of markers there. A line of nothing
// but `- - -` is a thematic break and stays one.
func clampMarkers(line []byte) {
	for i, column := 0, 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			column++
			continue
		case '\t':
			column += 4 - column%4
			continue
		}
		width := markerWidth(line[i:])
		if width == 0 {
			return
		}
		if column >= maxColumn {
			if rest := bytes.Trim(line, " \t"); bytes.IndexByte([]byte("-*_"), rest[0]) < 0 || len(bytes.Trim(rest, string(rest[:1])+" \t")) > 0 {
				line[i] = 'x'
			}
			return
		}
		column, i = column+width, i+width-1
	}
}

// markerWidth is the length of the marker of a list item or quotation that b
// begins with, 0 if there is none.
func markerWidth(b []byte) int {
	n := 1
	switch {
	case b[0] == '>':
		return 1
	case isDigit(b[0]):
		n = len(b) - len(bytes.TrimLeft(b, "0123456789")) + 1
		if n > len(b) || b[n-1] != '.' && b[n-1] != ')' {
			return 0
		}
	case b[0] != '-' && b[0] != '+' && b[0] != '*':
		return 0
	}
	if n < len(b) && strings.IndexByte(blank, b[n]) < 0 {
		return 0
	}
	return n
}
