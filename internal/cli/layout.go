package cli

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// pageWidth is how many columns texts for people take at most: what a terminal
// has that nobody has made wider.
const pageWidth = 80

// bold makes headings stand out if colours are wanted.
type bold bool

// Heading makes a text stand out.
func (b bold) Heading(s string) string {
	if !b {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// FirstLine makes the heading of a table stand out.
func (b bold) FirstLine(s string) string {
	first, rest, _ := strings.Cut(s, "\n")
	return b.Heading(first) + "\n" + rest
}

// wrap breaks a text into lines of at most width columns, each after indent.
// Line ends in the text count as spaces; an empty line parts paragraphs. A word
// that is longer than a line keeps a line of its own.
func wrap(text, indent string, width int) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		column := 0
		for _, word := range strings.Fields(paragraph) {
			size := runewidth.StringWidth(word)
			if column > 0 && column+1+size > width {
				b.WriteByte('\n')
				column = 0
			}
			if column == 0 {
				b.WriteString(indent)
				column = runewidth.StringWidth(indent)
			} else {
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += size
		}
		if column > 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// indented puts indent before every line that is not empty, and takes away
// what white space all of the lines begin with.
func indented(text, indent string) string {
	var b strings.Builder
	for _, line := range strings.Split(dedent(text), "\n") {
		if line != "" {
			b.WriteString(indent + line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// dedent takes away the spaces that all lines of a text begin with.
func dedent(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	common := -1
	for _, line := range lines {
		if rest := strings.TrimLeft(line, " "); rest != "" {
			if n := len(line) - len(rest); common < 0 || n < common {
				common = n
			}
		}
	}
	for i, line := range lines {
		lines[i] = line[min(len(line), max(common, 0)):]
	}
	return strings.Join(lines, "\n")
}

// table sets rows in columns, two spaces between them. The last column is as
// wide as it is; nothing is left of a line's end.
func table(rows [][]string) string {
	var b strings.Builder
	widths := columnWidths(rows)
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += runewidth.FillRight(cell, widths[i]+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

func columnWidths(rows [][]string) (widths []int) {
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], runewidth.StringWidth(cell))
		}
	}
	return widths
}

// lastColumn is how many columns the last column of a table needs to be read.
const lastColumn = 30

// tableWithin sets rows, all of as many cells, in columns as table does, in lines of
// at most width columns: the last column is wrapped at words, and if it has too little
// room it is below the others. A width of 0 is unlimited.
func tableWithin(rows [][]string, width int) string {
	last, indent := len(rows[0])-1, 0
	for _, w := range columnWidths(rows)[:last] {
		indent += w + 2
	}
	if width == 0 || last == 0 {
		return table(rows)
	}
	heads := make([][]string, len(rows))
	for i, row := range rows {
		heads[i] = row[:last]
	}
	var b strings.Builder
	margin := strings.Repeat(" ", indent)
	for i, head := range strings.Split(strings.TrimSuffix(table(heads), "\n"), "\n") {
		if width-indent < lastColumn {
			b.WriteString(head + "\n" + wrap(rows[i][last], "    ", width))
			continue
		}
		text := strings.TrimPrefix(wrap(rows[i][last], margin, width), margin)
		b.WriteString(strings.TrimRight(runewidth.FillRight(head, indent)+text, " \n") + "\n")
	}
	return b.String()
}
