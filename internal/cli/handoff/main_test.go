package handoff_test

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/handofflint/handofflint/internal/cli"
	"github.com/handofflint/handofflint/internal/cli/command"
)

// TestMain puts the program on the PATH of the tests that start it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"handofflint": func() { os.Exit(cli.Main(command.System(), os.Args)) },
	})
}
