// Command handofflint checks the files that AI agents hand to each other.
package main

import (
	"os"

	"github.com/handofflint/handofflint/internal/cli"
)

func main() {
	os.Exit(cli.Main(cli.System(), os.Args))
}
