// Command handofflint checks the files that AI agents hand to each other.
package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/handofflint/handofflint/internal/cli"
)

func main() {
	collectLate()
	os.Exit(cli.Main(cli.System(), os.Args))
}

// collectLate lets the garbage collector run when there are 16 MB, and not at 4: most calls
// end before that, and a collection is a tenth of their time. After the first one it runs as
// in every program.
func collectLate() {
	usual := debug.SetGCPercent(400)
	if usual < 0 || os.Getenv("GOGC") != "" { // the user knows better
		debug.SetGCPercent(usual)
		return
	}
	collected := new([64]byte) // nobody keeps it
	runtime.AddCleanup(collected, func(percent int) { debug.SetGCPercent(percent) }, usual)
}
