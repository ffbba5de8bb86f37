package claims

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// tableRow is a line of a table with its header line.
type tableRow struct{ head, line string }

func rowOf(source *text.Source, under *document.Under) tableRow {
	return tableRow{head: text.View(source, under.Head), line: text.View(source, under.Row)}
}

// cell returns the first cell of the row below a title that isTitle accepts. If the row and the header do
// not have the same number of cells, it returns "" and true: the cell may have any content.
func (r tableRow) cell(isTitle func(string) bool) (text string, ok bool) {
	cells := cellsOf(r.line, -1)
	titles := cellsOf(r.head, len(cells)+1) // bounded: a header may be as long as the file, and have as many rows
	if len(titles) != len(cells) {
		return "", r.head != ""
	}
	i := slices.IndexFunc(titles, isTitle)
	if i < 0 {
		return "", false
	}
	return cells[i], true
}

// cellsOf splits a line of a table into at most n cells, all if n is negative.
func cellsOf(line string, n int) []string {
	cells := strings.SplitN(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|"), "|", n)
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}
