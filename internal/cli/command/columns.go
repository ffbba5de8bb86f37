package command

import (
	"os"
	"strconv"
)

// Columns is how many columns the reader of stdout sees: what $COLUMNS says,
// else what the terminal says. It is 0 where nobody reads, as in a pipe.
func (r *Runner) Columns() int {
	if n, err := strconv.Atoi(r.Streams.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := r.Streams.Out.(*os.File); ok && IsTerminal(f) {
		return terminalColumns(f)
	}
	return 0
}
