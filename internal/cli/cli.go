// Package cli is the command line: commands, flags, exit codes. It reads what
// the user asks for, has other packages do it, and prints what comes of it:
// findings to stdout, everything else to stderr.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// The pages under docs are what `check`, `rules`, `explain` and `schema` print, kept in
// files. The test that compares them writes them as well.
//
//go:generate go test -count=1 -run ^(TestGeneratedFiles|TestOutputDoc)$ . -update

// Main runs the command line, args[0] being the program's name, and returns
// the exit code. Nothing that goes wrong in it, a panic included, is 0.
func Main(streams Streams, args []string) (code int) {
	defer func() {
		if cause := recover(); cause != nil {
			fmt.Fprintf(streams.Err, "handofflint: broken, please report this: %v\n%s", cause, debug.Stack())
			code = ExitFailed
		}
	}()
	files.Trust(config.Trusted)
	if isHook(args) {
		return runHook(streams, args[2:])
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	// Some work cannot be stopped halfway. A second signal ends the process.
	context.AfterFunc(ctx, stop)
	r := newRunner(ctx, streams)
	app := r.newApp()
	if last := len(args) - 1; last > 0 && args[last] == completionRequest {
		return codeOf(streams, r.complete(app, args[1:last]))
	}
	err := app.RunContext(ctx, permute(app, args))
	return codeOf(streams, cmp.Or(err, r.help.err))
}

func codeOf(streams Streams, err error) int {
	var code exitCode
	var question *questionError
	var mistakes *rules.SourceError
	exit := ExitFailed
	switch {
	case err == nil:
		return ExitClean
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &mistakes):
		printProblems(streams.Err, mistakes.Problems)
		return ExitFailed
	case errors.As(err, &question):
		exit = ExitQuestion
	}
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	fmt.Fprintf(streams.Err, "handofflint: %s\n", text.Escape(err.Error()))
	return exit
}

func (r *runner) newApp() *cli.App {
	app := &cli.App{
		Name:            "handofflint",
		Usage:           "check the files that AI agents hand to each other",
		Version:         version(),
		Flags:           []cli.Flag{cli.VersionFlag, cli.HelpFlag},
		HideHelpCommand: true,
		Reader:          r.streams.In,
		Writer:          r.help,
		ErrWriter:       r.streams.Err,
		ExitErrHandler:  func(*cli.Context, error) {},
		OnUsageError:    usageError,
		// Paths and globs have commas of their own.
		DisableSliceFlagSeparator: true,
		Action:                    noCommand,
	}
	// In the order of the help.
	for _, group := range []struct {
		name     string
		commands []*cli.Command
	}{
		{"Check", []*cli.Command{r.checkCommand(), r.explainCommand(), r.rulesCommand(), r.schemaCommand(), r.configCommand()}},
		{"Agents", []*cli.Command{r.hooksCommand(), r.newCommand(), r.dispatchCommand(), r.sealCommand(), r.acceptCommand(), r.failuresCommand(), r.hookCommand()}},
		{"Pipelines", []*cli.Command{r.contextCommand(), r.payloadCommand(), r.resultCommand(), r.renderCommand(), r.convertCommand()}},
		{"Other", []*cli.Command{r.completionCommand(), r.versionCommand(), r.helpCommand(), r.mergeCommand(), r.manCommand()}},
	} {
		for _, command := range group.commands {
			command.Category = group.name
			for _, c := range append([]*cli.Command{command}, command.Subcommands...) {
				c.OnUsageError = usageError
				c.HideHelpCommand = true
				c.UseShortOptionHandling = true
				c.Before = prepare
			}
			app.Commands = append(app.Commands, command)
		}
	}
	return app
}

// prepare refuses arguments if a command takes none. It takes `--output -` for
// standard output, as `-` is standard input elsewhere: nobody wants a file of that name.
func prepare(c *cli.Context) error {
	if c.Command.ArgsUsage == "" && !c.Command.SkipFlagParsing {
		if err := atMost(c, 0); err != nil {
			return err
		}
	}
	if c.String("output") == "-" {
		return c.Set("output", "")
	}
	return nil
}

// noCommand runs if no command was named: it shows the help, or says that there is
// no command of that name.
func noCommand(c *cli.Context) error {
	name := c.Args().First()
	if !c.Args().Present() {
		return cli.ShowAppHelp(c)
	}
	return fmt.Errorf("unknown command %q%s; `handofflint --help` lists them, `handofflint check %s` checks a path",
		name, near.DidYouMeanOne(name, names(c.App.Commands)), text.ShellQuote(name))
}

// noSubcommand runs if a command has subcommands and none was named.
func noSubcommand(c *cli.Context) error {
	if c.Args().Present() {
		return oneOf(c.Command.Name, c.Args().First(), names(c.Command.Subcommands))
	}
	return cli.ShowSubcommandHelp(c)
}

// names are the names of commands, without hidden ones.
func names(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// permute moves the options of a command in front of its arguments. The flag
// parser stops at the first argument, and `handofflint check . -f json` would take
// -f for a file.
func permute(app *cli.App, args []string) []string {
	i := slices.IndexFunc(args, func(a string) bool { return app.Command(a) != nil })
	if i < 1 {
		return args
	}
	command, words := subcommand(app.Command(args[i]), args[i+1:])
	if command.SkipFlagParsing || len(command.Subcommands) > 0 && len(command.Flags) == 0 {
		return args
	}
	out := slices.Clone(args[:len(args)-len(words)])
	var arguments []string
	for n := 0; n < len(words); n++ {
		word := words[n]
		if word == "--" {
			arguments = append(arguments, words[n+1:]...)
			break
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			arguments = append(arguments, word)
			continue
		}
		out = append(out, word)
		if openOption(command, word) == nil {
			continue
		}
		if n++; n == len(words) {
			return out // an argument after the option would be taken for its value
		}
		out = append(out, words[n])
	}
	return append(append(out, "--"), arguments...)
}

// subcommand follows words from a command to one of its subcommands.
func subcommand(command *cli.Command, words []string) (*cli.Command, []string) {
	if len(words) > 0 {
		if i := slices.IndexFunc(command.Subcommands, func(c *cli.Command) bool { return c.HasName(words[0]) }); i >= 0 {
			return command.Subcommands[i], words[1:]
		}
	}
	return command, words
}

// openOption is the option whose value is the word after this one, nil if there is
// none. Of joined letters, as in -qf, it is the last one.
func openOption(command *cli.Command, word string) cli.Flag {
	name := strings.TrimLeft(word, "-")
	if !strings.HasPrefix(word, "-") || name == "" || strings.Contains(word, "=") {
		return nil
	}
	f := option(command, name)
	if f == nil && !strings.HasPrefix(word, "--") {
		_, size := utf8.DecodeLastRuneInString(name)
		f = option(command, name[len(name)-size:])
	}
	if !takesArgument(f) {
		return nil
	}
	return f
}

// option is the option of that name, nil if a command has none.
func option(c *cli.Command, name string) cli.Flag {
	if c == nil {
		return nil
	}
	if i := slices.IndexFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) }); i >= 0 {
		return c.Flags[i]
	}
	return nil
}

// takesArgument reports whether an option, which may be nil, needs a value.
func takesArgument(f cli.Flag) bool {
	switch f := f.(type) {
	case nil, *cli.BoolFlag:
		return false
	case *cli.GenericFlag:
		_, optional := f.Value.(*optionalValue)
		return !optional
	}
	return true
}
