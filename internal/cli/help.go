package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/rules"
)

// helpName is the name of the command that shows the help of others.
const helpName = "help"

func (r *runner) helpCommand() *cli.Command {
	return &cli.Command{
		Name:      helpName,
		Usage:     "show the help of the program, or of a command",
		ArgsUsage: "[COMMAND [SUBCOMMAND]]",
		Description: `It is what --help shows.

Examples:
   handofflint help check
   handofflint help context new`,
		// The library takes --help of a command of this name for its own.
		SkipFlagParsing: true,
		Action:          showHelp,
	}
}

// showHelp runs the command that the arguments name with --help.
func showHelp(c *cli.Context) error {
	words := c.Args().Slice()
	if len(words) > 0 && slices.Contains([]string{helpName, "--help", "-h"}, words[0]) {
		cli.HelpPrinter(c.App.Writer, cli.CommandHelpTemplate, c.Command)
		return nil
	}
	among, line := c.App.Commands, c.App.Name
	for _, word := range words {
		i := slices.IndexFunc(among, func(sub *cli.Command) bool { return sub.HasName(word) })
		if i < 0 {
			return noHelp(c, among, line, word)
		}
		among, line = among[i].Subcommands, line+" "+word
	}
	return c.App.RunContext(c.Context, slices.Concat([]string{c.App.Name}, words, []string{"--help"}))
}

// noHelp says that a command has no other one of that name.
func noHelp(c *cli.Context, among []*cli.Command, line, word string) error {
	names := names(among)
	switch {
	case line == c.App.Name:
		return fmt.Errorf("there is no command %q%s; `%s --help` lists them", word, rules.DidYouMeanOne(word, names), line)
	case len(names) == 0:
		return fmt.Errorf("`%s` has no commands of its own, such as %q; `%s --help` shows its help", line, word, line)
	}
	return fmt.Errorf("`%s` has no command %q%s; `%s --help` lists them", line, word, rules.DidYouMeanOne(word, names), line)
}

// helpCandidates are the commands that help may be asked for, given those that
// have been typed.
func helpCandidates(app *cli.App, words []string) []candidate {
	among := app.Commands
	for _, word := range words {
		i := slices.IndexFunc(among, func(sub *cli.Command) bool { return sub.HasName(word) })
		if i < 0 {
			return nil
		}
		among = among[i].Subcommands
	}
	return commandWords(among)
}

// helpWriter writes help texts. What they are made with drops errors, so the
// first one is kept: who asked for help and got none has to hear of it.
type helpWriter struct {
	to  io.Writer
	err error
}

func (w *helpWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil && w.err == nil {
		w.err = wroteOut(err)
	}
	return n, err
}
