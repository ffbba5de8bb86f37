package cli

import (
	"os"
	"strconv"
)

// columns is how many columns the reader of stdout sees: what $COLUMNS says,
// else what the terminal says. It is 0 where nobody reads, as in a pipe.
func (r *runner) columns() int {
	if n, err := strconv.Atoi(r.streams.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := r.streams.Out.(*os.File); ok && isTerminal(f) {
		return terminalColumns(f)
	}
	return 0
}
