package document

import "bytes"

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

// clampMarkers makes a letter of the first container marker of a line that
// stands beyond maxColumn, which ends the line's run of markers there. A line
// of nothing but `- - -` is a thematic break and stays one.
func clampMarkers(line []byte) {
	column := 0
	for i := 0; i < len(line); {
		switch line[i] {
		case ' ':
			column, i = column+1, i+1
			continue
		case '\t':
			column, i = column+4-column%4, i+1
			continue
		}
		width := markerWidth(line[i:])
		if width == 0 {
			return
		}
		if column >= maxColumn {
			if !isBreak(line) {
				line[i] = 'x'
			}
			return
		}
		column, i = column+width, i+width
	}
}

// markerWidth is the length of the marker of a list item or quotation at the
// start of b, 0 if there is none.
func markerWidth(b []byte) int {
	n := 1
	switch {
	case b[0] == '>':
		return 1
	case b[0] == '-' || b[0] == '+' || b[0] == '*':
	case decimal(b[0]):
		for n < len(b) && decimal(b[n]) {
			n++
		}
		if n == len(b) || b[n] != '.' && b[n] != ')' {
			return 0
		}
		n++
	default:
		return 0
	}
	if n < len(b) && !isBlank(b[n]) {
		return 0
	}
	return n
}

// isBreak reports whether a line is a thematic break of any length.
func isBreak(line []byte) bool {
	rest := bytes.Trim(line, " \t")
	return len(rest) > 0 && bytes.IndexByte([]byte("-*_"), rest[0]) >= 0 &&
		len(bytes.Trim(rest, string(rest[:1])+" \t")) == 0
}

func decimal(b byte) bool { return '0' <= b && b <= '9' }
