package checks

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// tableCells are the cells of tables, by the offsets of the tables. A word such as TODO
// in one of them may be a state, a label or a name.
type tableCells map[int][]tableCell

type tableCell struct {
	document.Leaf
	unfinished bool
}

func (t tableCells) add(leaf document.Leaf, unfinished bool) {
	t[leaf.Cell.Table] = append(t[leaf.Cell.Table], tableCell{leaf, unfinished})
}

// unfinished returns the cells that are placeholders: those of rows in which every cell
// but the first is unfinished, and those of columns that are so in every row. state is the
// most words of a state.
func (t tableCells) unfinished(state int) map[text.Span]bool {
	found := map[text.Span]bool{}
	for _, cells := range t {
		total := tableTotal{state: state}
		for _, c := range cells {
			total.add(c)
		}
		for _, c := range cells {
			if c.unfinished && (total.isUnfinishedRow(c.Cell) || total.isUnfinishedColumn(c.Cell)) {
				found[c.Span] = true
			}
		}
	}
	return found
}

// tableTotal is what the rows and columns of a table have beside unfinished cells.
type tableTotal struct {
	rows    int // with an unfinished cell or another
	columns int
	// state is the most words of a state, such as "in progress".
	state int
	// first tells rows whose first cell is not unfinished, others rows with such a cell
	// after it.
	first, others map[int]bool
	// finished tells columns with a cell that is not unfinished, prose those with one of
	// more words than a state has.
	finished, prose map[int]bool
}

func (t *tableTotal) add(c tableCell) {
	if t.first == nil {
		t.first, t.others, t.finished, t.prose = map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}
	}
	t.rows, t.columns = max(t.rows, c.Cell.Row), max(t.columns, c.Cell.Column+1)
	if c.unfinished {
		return
	}
	if c.Cell.Column == 0 {
		t.first[c.Cell.Row] = true
	} else {
		t.others[c.Cell.Row] = true
	}
	if c.Cell.Row > 0 {
		t.finished[c.Cell.Column] = true
		t.prose[c.Cell.Column] = t.prose[c.Cell.Column] || text.CountWords(c.Text) > t.state
	}
}

// isUnfinishedRow reports whether a cell is in a row of unfinished cells. In a table of two
// columns the second may be one of states: then the other rows have short texts there.
func (t *tableTotal) isUnfinishedRow(c document.Cell) bool {
	isHeader := c.Row == 0 && t.rows > 0
	if isHeader || t.others[c.Row] || t.first[c.Row] && c.Column == 0 {
		return false
	}
	isState := t.columns == 2 && t.first[c.Row] && t.finished[1] && !t.prose[1]
	return !isState
}

// isUnfinishedColumn reports whether a cell is in a column of at least two rows whose cells
// are all unfinished. The first column has names, unless it is the only one.
func (t *tableTotal) isUnfinishedColumn(c document.Cell) bool {
	return c.Row > 0 && t.rows > 1 && (c.Column > 0 || t.columns == 1) && !t.finished[c.Column]
}
