// Package cli is the command line: commands, flags, exit codes. It reads what
// the user asks for, has other packages do it, and prints what comes of it:
// findings to stdout, everything else to stderr.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// The exit codes. A finding is a value, not an error of the program.
const (
	// ExitClean: nothing was found.
	ExitClean = 0
	// ExitWarnings: warnings, and nothing worse.
	ExitWarnings = 1
	// ExitBlocked: an error was found, or a judgement could not be made.
	ExitBlocked = 2
)

// Streams are what a command reads from and writes to.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// Getenv looks up an environment variable.
	Getenv func(string) string
}

// System is the streams of the process.
func System() Streams {
	return Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv}
}

// exitCode is an exit code on its way to Main. Everything has been said.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// Main runs the command line, args[0] being the program's name, and returns
// the exit code. Nothing that goes wrong in it, a panic included, is 0.
func Main(streams Streams, args []string) (code int) {
	defer func() {
		if cause := recover(); cause != nil {
			fmt.Fprintf(streams.Err, "handofflint: broken, please report this: %v\n%s", cause, debug.Stack())
			code = ExitBlocked
		}
	}()
	if isHook(args) {
		return runHook(streams, args[2:])
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r := &runner{streams: streams, log: newLogger(streams)}
	app := r.newApp()
	if last := len(args) - 1; last > 0 && args[last] == completionRequest {
		return codeOf(streams, r.complete(app, args[1:last]))
	}
	return codeOf(streams, app.RunContext(ctx, permute(app, args)))
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
		return ExitBlocked
	}
	fmt.Fprintf(streams.Err, "handofflint: %s\n", report.Escape(err.Error()))
	return ExitBlocked
}

func (r *runner) newApp() *cli.App {
	return &cli.App{
		Name:            "handofflint",
		Usage:           "check the files that AI agents hand to each other",
		Description:     appDescription,
		Version:         version(),
		HideVersion:     true,
		HideHelpCommand: true,
		Suggest:         true,
		Reader:          r.streams.In,
		Writer:          r.streams.Out,
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

// runner holds what every command needs.
type runner struct {
	streams Streams
	log     *logrus.Logger
	// loaded is the configuration, once it was looked for.
	loaded     *config.Config
	configured bool
}

func (r *runner) commands() []*cli.Command {
	commands := []*cli.Command{
		r.checkCommand(),
		r.configCommand(),
		r.rulesCommand(),
		r.explainCommand(),
		r.schemaCommand(),
		r.newCommand(),
		r.sealCommand(),
		r.acceptCommand(),
		r.dispatchCommand(),
		r.contextCommand(),
		r.retryCommand(),
		r.vacuumCommand(),
		r.renderCommand(),
		r.convertCommand(),
		r.resultCommand(),
		r.extractCommand(),
		r.emitCommand(),
		r.failuresCommand(),
		r.mergeCommand(),
		r.hookCommand(),
		r.hooksCommand(),
		r.versionCommand(),
		r.completionCommand(),
		r.manCommand(),
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
	hint := ""
	if near := nearestCommand(c.App, name); near != "" {
		hint = fmt.Sprintf(" (did you mean %q?)", near)
	}
	return fmt.Errorf("there is no command %q%s; `handofflint --help` lists them, `handofflint check %s` checks a path", name, hint, name)
}

// nearestCommand is the command that was probably meant, "" where none is
// alike: at most half of the letters may differ.
func nearestCommand(app *cli.App, name string) string {
	best, least := "", len(name)/2+1
	for _, c := range app.Commands {
		if d := rules.Distance(name, c.Name); d < least && !c.Hidden {
			best, least = c.Name, d
		}
	}
	return best
}

// usageError adds the way out to what the flag parser says.
func usageError(c *cli.Context, err error, _ bool) error {
	name := "handofflint"
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != name {
		name += " " + c.Command.Name
	}
	return fmt.Errorf("%w%s; `%s --help` shows the options", err, jsonHint(c, err), name)
}

// jsonHint names the option for JSON to who took that of another command:
// --json where there is one form beside the text, --format where there are more.
func jsonHint(c *cli.Context, err error) string {
	if c.Command == nil {
		return ""
	}
	has := func(name string) bool {
		return slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	}
	_, undefined, _ := strings.Cut(err.Error(), "not defined: -")
	switch {
	case undefined == "json" && has("format"):
		return " (JSON is printed with -f json here)"
	case (undefined == "f" || undefined == "format") && has("json"):
		return " (JSON is printed with --json here)"
	}
	return ""
}
