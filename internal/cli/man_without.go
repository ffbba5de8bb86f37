//go:build urfave_cli_no_docs

package cli

import (
	"errors"

	"github.com/urfave/cli/v2"
)

// manCommand stands in where the program was built without what makes man
// pages, which saves a millisecond of every start.
func (r *runner) manCommand() *cli.Command {
	return &cli.Command{
		Name:   "man",
		Usage:  "print the man page",
		Hidden: true,
		Action: func(*cli.Context) error {
			return errors.New("this build has no man page: build without the tag urfave_cli_no_docs")
		},
	}
}
