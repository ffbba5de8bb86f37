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

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
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
	var mistakes *rules.SourceError
	switch {
	case err == nil:
		return ExitClean
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &mistakes):
		printProblems(streams.Err, mistakes.Problems)
		return ExitFailed
	case errors.Is(err, context.Canceled):
		err = errInterrupted
	}
	fmt.Fprintf(streams.Err, "handofflint: %s\n", text.Escape(err.Error()))
	return ExitFailed
}

func (r *runner) newApp() *cli.App {
	return &cli.App{
		Name:            "handofflint",
		Usage:           "check the files that AI agents hand to each other",
		Description:     appDescription,
		Version:         version(),
		HideVersion:     true, // --version is an option of our own, for -v is --verbose
		Flags:           []cli.Flag{versionFlag(), cli.HelpFlag},
		Before:          r.printVersion,
		HideHelpCommand: true,
		Suggest:         true,
		Reader:          r.streams.In,
		Writer:          sized{Writer: r.help, columns: r.columns()},
		ErrWriter:       r.streams.Err,
		ExitErrHandler:  func(*cli.Context, error) {},
		OnUsageError:    usageError,
		CommandNotFound: nil,
		// Paths and globs have commas of their own.
		DisableSliceFlagSeparator: true,
		Action:                    r.noCommand,
		Commands:                  r.commands(),
	}
}

const appDescription = `handofflint judges handoffs: reports, metadata blocks, context files and
task payloads. It says what is wrong, where, and what right looks like.

Exit codes: 0 nothing found; 1 warnings only; 2 an error, or something that
could not be judged.

Example:
   handofflint check .`

func (r *runner) commands() []*cli.Command {
	commands := []*cli.Command{
		r.checkCommand(), r.mergeCommand(),
		r.configCommand(), r.rulesCommand(), r.explainCommand(), r.schemaCommand(),
		r.newCommand(), r.sealCommand(), r.acceptCommand(), r.dispatchCommand(), r.contextCommand(), r.retryCommand(), r.vacuumCommand(),
		r.renderCommand(), r.convertCommand(), r.resultCommand(), r.extractCommand(), r.emitCommand(),
		r.failuresCommand(),
		r.hookCommand(), r.hooksCommand(),
		r.helpCommand(), r.versionCommand(), r.completionCommand(), r.manCommand(),
	}
	for _, c := range commands {
		c.OnUsageError = usageError
		c.HideHelpCommand = true
		c.Before = dashIsStdout
	}
	return commands
}

// dashIsStdout takes `--output -` for standard output, as `-` is standard input
// elsewhere: nobody wants a file of that name.
func dashIsStdout(c *cli.Context) error {
	if c.String("output") == "-" {
		return c.Set("output", "")
	}
	return nil
}

// noCommand runs where no command was named: with nothing at all it shows the
// help, with a word that is none it says so.
func (r *runner) noCommand(c *cli.Context) error {
	if c.Args().Present() {
		return unknownCommand(c, c.Args().First())
	}
	return cli.ShowAppHelp(c)
}

func unknownCommand(c *cli.Context, name string) error {
	hint := rules.DidYouMeanOne(name, names(c.App.Commands))
	return fmt.Errorf("there is no command %q%s; `handofflint --help` lists them, `handofflint check %s` checks a path", name, hint, text.ShellQuote(name))
}
