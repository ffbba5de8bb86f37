// Command handofflint checks the files that AI agents hand to each other.
package main

import (
	"os"
	"runtime/debug"

	"github.com/handofflint/handofflint/internal/cli"
)

func main() {
	collectLate()
	os.Exit(cli.Main(cli.System(), os.Args))
}

// collectLate lets the garbage collector wait, unless the user says how: most calls end
// before it would run, and a run over many files keeps next to nothing of each. Near 64 MB
// it runs as often as it must.
func collectLate() {
	const percent, limit = 150, 64 << 20
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}
