package layout

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// lastColumn is how many columns the last column of a table needs to be read.
const lastColumn = 30

// stacked is what is before the lines of a last column that has no room
// beside the others.
const stacked = "    "

// TableWithin sets rows in columns as Table does, in lines of at most width
// columns: the last column is wrapped at words, and where it has too little
// room it is below the others. A width of 0 is unlimited.
func TableWithin(rows [][]string, width int) string {
	column := indentOfLast(rows)
	if width == 0 || column == 0 {
		return Table(rows)
	}
	if width-column < lastColumn {
		return stack(rows, width)
	}
	var wrapped [][]string
	for _, row := range rows {
		last := len(row) - 1
		lines := strings.Split(strings.TrimSuffix(Wrap(row[last], "", width-column), "\n"), "\n")
		for i, line := range lines {
			next := make([]string, len(row))
			if i == 0 {
				copy(next, row)
			}
			next[last] = line
			wrapped = append(wrapped, next)
		}
	}
	return Table(wrapped)
}

// indentOfLast is the column at which the last column of a table begins.
func indentOfLast(rows [][]string) int {
	widths := map[int]int{}
	for _, row := range rows {
		for i, cell := range row[:max(len(row)-1, 0)] {
			widths[i] = max(widths[i], runewidth.StringWidth(cell)+2)
		}
	}
	sum := 0
	for _, w := range widths {
		sum += w
	}
	return sum
}

// stack puts the last column of each row below the others.
func stack(rows [][]string, width int) string {
	heads := make([][]string, len(rows))
	for i, row := range rows {
		heads[i] = row[:max(len(row)-1, 0)]
	}
	lines := strings.Split(strings.TrimSuffix(Table(heads), "\n"), "\n")
	var b strings.Builder
	for i, row := range rows {
		b.WriteString(lines[i] + "\n")
		if len(row) > 0 {
			b.WriteString(Wrap(row[len(row)-1], stacked, width))
		}
	}
	return b.String()
}
