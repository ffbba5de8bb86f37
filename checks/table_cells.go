package checks

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// unfinishedCells returns the table cells that are placeholders: in rows in which every cell except the first
// is unfinished, and in columns in which every cell is. In another cell, a word such as TODO may be a state,
// a label or a name. wordsOfState is the maximum number of words of a state.
func unfinishedCells(leaves []document.Leaf, kinds []kind, wordsOfState int) map[text.Span]bool {
	tables := map[int]*table{} // by their offsets
	var cells []document.Leaf  // that are unfinished
	for i, leaf := range leaves {
		if leaf.Kind != document.TableCell {
			continue
		}
		t := tables[leaf.Cell.Table]
		if t == nil {
			t = &table{filledFirst: map[int]bool{}, filledRest: map[int]bool{}, filledColumns: map[int]bool{}}
			tables[leaf.Cell.Table] = t
		}
		t.rows = max(t.rows, leaf.Cell.Row)
		t.columns = max(t.columns, leaf.Cell.Column+1)
		if kinds[i].isUnfinished() {
			cells = append(cells, leaf)
		} else {
			t.addContent(leaf, wordsOfState)
		}
	}
	found := map[text.Span]bool{}
	for _, leaf := range cells {
		t := tables[leaf.Cell.Table]
		found[leaf.Span] = t.isUnfinishedRow(leaf.Cell) || t.isUnfinishedColumn(leaf.Cell)
	}
	return found
}

// table is what the rows and columns of a table have besides unfinished cells. Row 0 is the header.
type table struct {
	rows, columns int
	// filledFirst and filledRest are the rows with content in the first column, and in another.
	filledFirst, filledRest map[int]bool
	// filledColumns are the columns with content below the header.
	filledColumns map[int]bool
	// hasProse is set if the second column has a cell with more words than a state.
	hasProse bool
}

// addContent takes a cell that is not unfinished.
func (t *table) addContent(cell document.Leaf, wordsOfState int) {
	c := cell.Cell
	if c.Column == 0 {
		t.filledFirst[c.Row] = true
	} else {
		t.filledRest[c.Row] = true
	}
	if c.Row > 0 {
		t.filledColumns[c.Column] = true
		t.hasProse = t.hasProse || c.Column == 1 && text.CountWords(cell.Text) > wordsOfState
	}
}

// isUnfinishedRow reports whether an unfinished cell is in a row, below the header, of such cells; the first cell may
// be a name. A state of what it names is content: a cell in the second of two columns, if the other texts there are
// as short as states.
func (t *table) isUnfinishedRow(c document.Cell) bool {
	isState := t.columns == 2 && t.filledFirst[c.Row] && t.filledColumns[1] && !t.hasProse
	return c.Row > 0 && !isState && !t.filledRest[c.Row]
}

// isUnfinishedColumn reports whether an unfinished cell is in a column of at least two such cells. The first
// column holds names.
func (t *table) isUnfinishedColumn(c document.Cell) bool {
	return c.Row > 0 && t.rows > 1 && c.Column > 0 && !t.filledColumns[c.Column]
}
