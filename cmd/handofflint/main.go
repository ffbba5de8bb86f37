// Command handofflint checks the files that AI agents hand to each other.
package main

import (
	"os"

	"github.com/handofflint/handofflint/internal/cli"
	"github.com/handofflint/handofflint/internal/cli/command"
)

func main() {
	os.Exit(cli.Main(command.System(), os.Args))
}
