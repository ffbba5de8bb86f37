package document

import (
	"bytes"

	"github.com/handofflint/handofflint/internal/text"
)

// maxColumn is how many bytes of a line are read for markers of lists and
// quotations. People nest lists three or four levels deep; 40 columns are at least
// ten.
const maxColumn = 40

// flatten copies Markdown for the parser so that every offset stays what it
// is, and so that neither line ends nor hostile nesting reach it:
//
//   - CR before LF becomes a space, and the last line gets its line end: the
//     same text is read alike whatever its line ends.
//   - A run of blank lines becomes one long blank line. They mean the same,
//     and goldmark visits every open block for each blank line.
//   - A marker of a list or quotation beyond maxColumn becomes a letter, which
//     ends the line's run of markers there. Each
//     level of nesting takes a byte at least, so that this bounds the depth
//     of the tree, and with it goldmark's time (for each level it looks at the
//     rest of the line) and memory.
//
// The copy is for the structure of blocks; text is read from the file itself.
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
			lastBlank = -1
			run := len(line) - len(bytes.TrimLeft(line, " \t>-+*0123456789.)"))
			beyond := max(run-maxColumn, 0)
			at := run - len(bytes.TrimLeft(line[run-beyond:run], " \t"))
			if at < run && !thematicBreak.Match(line) {
				line[at] = 'x'
			}
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

// thematicBreak is a line of nothing but `- - -`.
var thematicBreak = text.MustCompile(`^[ \t]*(?:[-\t ]+|[*\t ]+)$`)
