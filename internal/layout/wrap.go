// Package layout sets texts for people: lines of a width, indents, tables and
// headings.
package layout

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// PageWidth is how many columns texts for people take at most: what a terminal
// has that nobody has made wider.
const PageWidth = 80

// Wrap breaks a text into lines of at most width columns, each after indent.
// Line ends in the text count as spaces; an empty line parts paragraphs. A word
// that is longer than a line keeps a line of its own.
func Wrap(text, indent string, width int) string {
	var b strings.Builder
	for i, paragraph := range paragraphs(text) {
		if i > 0 {
			b.WriteByte('\n')
		}
		wrapParagraph(&b, strings.Fields(paragraph), indent, width)
	}
	return b.String()
}

func paragraphs(text string) []string {
	return strings.Split(strings.Trim(text, "\n"), "\n\n")
}

func wrapParagraph(b *strings.Builder, words []string, indent string, width int) {
	column := 0
	for _, word := range words {
		size := runewidth.StringWidth(word)
		switch {
		case column == 0:
			b.WriteString(indent)
			column = runewidth.StringWidth(indent)
		case column+1+size > width:
			b.WriteString("\n" + indent)
			column = runewidth.StringWidth(indent)
		default:
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

// Indented puts indent before every line that is not empty, and takes away
// what white space all of the lines begin with.
func Indented(text, indent string) string {
	var b strings.Builder
	for _, line := range strings.Split(Dedent(text), "\n") {
		if line != "" {
			b.WriteString(indent + line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Dedent takes away the spaces that all lines of a text begin with.
func Dedent(text string) string {
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

// Table sets rows in columns, two spaces between them. The last column is as
// wide as it is; nothing is left of a line's end.
func Table(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], runewidth.StringWidth(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(runewidth.FillRight(cell, widths[i]+2))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}
