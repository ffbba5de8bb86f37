//go:build !urfave_cli_no_docs

package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/cli/command"
)

// manSection is the section of a man page for commands that anybody may run.
const manSection = 1

// manCommand prints the man page, made from the same texts as --help. It is
// for those who package the program, and so not in the list of commands.
func (r *runner) manCommand() *cli.Command {
	return &cli.Command{
		Name:   "man",
		Usage:  "print the man page",
		Hidden: true,
		Description: `Example:
   handofflint man > handofflint.1`,
		Action: func(c *cli.Context) error {
			if err := command.NoArguments(c); err != nil {
				return err
			}
			page, err := c.App.ToManWithSection(manSection)
			if err != nil {
				return err
			}
			return r.PrintText(page)
		},
	}
}
