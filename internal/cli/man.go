package cli

import (
	"github.com/urfave/cli/v2"
)

// manCommand prints the manual page, made from the same texts as --help.
func (r *runner) manCommand() *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "print the manual page",
		Description: `The page has all commands with their options, for man(1). Releases have it as
handofflint.1.

Examples:
   handofflint man | man -l -
   handofflint man > ~/.local/share/man/man1/handofflint.1`,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return r.printText(man(c.App, version()))
		},
	}
}
