// Package cli is the command line: commands, flags, exit codes. It reads options, calls other packages, and prints what
// they return: findings to stdout, everything else to stderr. It decides nothing about a handoff.
//
// Start with Main; newApp lists the commands, and check.go has the main one.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/teamrules"
)

// The pages under docs are what `check`, `rules`, `explain` and `schema` print, kept in
// files. The test that compares them writes them as well.
//
//go:generate go test -count=1 -run ^(TestGeneratedFiles|TestOutputDoc)$ . -update

// Main runs the command line and returns the exit code; args[0] is the program's name. The code of a failure, also of a
// panic, is never 0.
func Main(streams Streams, args []string) (code int) {
	defer func() {
		if cause := recover(); cause != nil {
			fmt.Fprintf(streams.Err, "handofflint: broken, please report this: %v\n%s", cause, debug.Stack())
			code = ExitFailed
		}
	}()
	files.Trust(config.TrustedFolders)
	isHook := len(args) > 1 && args[1] == hookCommandName && !asksForHelp(args[2:])
	if isHook { // building the app takes longer than handling an event that is not about a handoff
		return runHook(streams, args[2:])
	}
	r := newRunner(streams)
	app := r.newApp()
	name := ""
	command, words := commandOf(app, args)
	if command != nil {
		name = command.Name
	}
	if name == hookCommandName && !asksForHelp(args) { // options are before its name
		before := args[1 : len(args)-len(words)-1]
		return runHook(streams, append(slices.Clone(words), before...))
	}
	if args[len(args)-1] != completionRequest { // which has to stay the last word
		args = permute(app, args)
	}
	failed := ExitFailed
	if name == resultName {
		failed = ExitQuestion
	}
	return r.codeOf(app.Run(args), failed)
}

// codeOf returns the exit code for an error, and prints the error unless it is an exit code, whose messages are
// printed. failed is the code of all others.
func (r *runner) codeOf(err error, failed int) int {
	if err == nil {
		return ExitClean
	}
	var code exitCode
	if errors.As(err, &code) {
		return int(code)
	}
	var mistakes *teamrules.Error
	if errors.As(err, &mistakes) {
		printProblems(r.streams.Err, mistakes.Problems)
	} else {
		fmt.Fprint(r.streams.Err, r.logLine(terminal.Bad, err.Error()))
	}
	return failed
}

func (r *runner) newApp() *cli.App {
	app := &cli.App{
		Name:                 "handofflint",
		Usage:                "check what AI agents hand to each other, and what they claim",
		Description:          appDescription,
		Version:              version(),
		Flags:                []cli.Flag{cli.HelpFlag},
		EnableBashCompletion: true,
		HideHelpCommand:      true,
		Reader:               r.streams.In,
		Writer:               r.streams.Out,
		ErrWriter:            r.streams.Err,
		ExitErrHandler:       func(*cli.Context, error) {},
		OnUsageError:         usageError,
		// Paths and globs have commas of their own.
		DisableSliceFlagSeparator: true,
		Action:                    noCommand,
	}
	for _, group := range []struct {
		name     string
		commands []*cli.Command
	}{
		{"Check", []*cli.Command{r.checkCommand(), r.explainCommand(), r.rulesCommand(), r.schemaCommand(), r.configCommand()}},
		{"Agents", []*cli.Command{r.hooksCommand(), r.auditCommand(), r.newCommand(), r.dispatchCommand(), r.sealCommand(), r.acceptCommand(), r.statusCommand(), r.failuresCommand(), r.hookCommand()}},
		{"Pipelines", []*cli.Command{r.pipelineCommand()}},
		{"Other", []*cli.Command{r.lspCommand(), r.completionCommand(), r.versionCommand(), r.helpCommand()}},
	} {
		for _, command := range group.commands {
			command.Category = group.name
			r.setUp(command)
		}
		app.Commands = append(app.Commands, group.commands...)
	}
	return app
}

// setUp adds to a command and its subcommands what all commands have: the general options, and what runs before.
func (r *runner) setUp(command *cli.Command) {
	general := new(generalOptions)
	if command.Name != hookCommandName { // it reads its few options itself
		command.Flags = append(command.Flags, general.flags()...)
	}
	command.OnUsageError = usageError
	command.HideHelpCommand = true
	command.Before = func(c *cli.Context) error { return r.prepare(c, general) }
	if command.Action == nil {
		command.Action = noCommand
	}
	for _, sub := range command.Subcommands {
		r.setUp(sub)
	}
}

// prepare remembers the command that runs, and refuses arguments if it takes none. It is called for a command and then
// for its subcommand.
func (r *runner) prepare(c *cli.Context, general *generalOptions) error {
	r.command = c.Command.Name
	r.isGiven = c.IsSet
	r.general = general
	if r.options.output == "-" { // standard output: nobody wants a file of that name
		r.options.output = ""
	}
	if c.Command.ArgsUsage == "" && !c.Command.SkipFlagParsing {
		return atMost(c, 0)
	}
	return nil
}

// noCommand is the action of what only has subcommands: it prints the help, or returns an error if the next word is
// not one of them.
func noCommand(c *cli.Context) error {
	name := c.Args().First()
	if c.Args().Present() {
		var names []string
		for _, command := range c.Command.VisibleCommands() {
			names = append(names, command.Name)
		}
		return fmt.Errorf("unknown command %q%s; `%s --help` lists the commands", name, near.DidYouMeanOne(name, names), c.Command.HelpName)
	}
	if c.Command.Name == c.App.Name {
		return cli.ShowAppHelp(c)
	}
	return cli.ShowSubcommandHelp(c)
}

// permute moves the options of a command before its arguments. The flag parser stops at the first argument: in
// `handofflint check . -f json`, -f would be a file.
func permute(app *cli.App, args []string) []string {
	command, words := commandOf(app, args)
	if command == nil || command.SkipFlagParsing {
		return args
	}
	options := slices.Clone(args[:len(args)-len(words)])
	arguments := []string{"--"}
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
		options = append(options, word)
		if takesValue(command, word) {
			n++
			if n == len(words) {
				return options // with an argument after it, the option would take that instead of being an error
			}
			options = append(options, words[n])
		}
	}
	return append(options, arguments...)
}

// commandOf returns the command that a command line names and the words after it, or nil.
func commandOf(app *cli.App, args []string) (command *cli.Command, words []string) {
	commands := app.Commands
	for i, word := range args {
		at := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.Name == word })
		if at >= 0 {
			command = commands[at]
			words = args[i+1:]
			commands = command.Subcommands
		} else if command != nil {
			break
		}
	}
	return command, words
}

// takesValue reports whether a word is an option of a command whose value is the next word.
func takesValue(command *cli.Command, word string) bool {
	name := strings.TrimLeft(word, "-")
	at := slices.IndexFunc(command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	if at < 0 {
		return false
	}
	if generic, ok := command.Flags[at].(*cli.GenericFlag); ok {
		_, isOptional := generic.Value.(*optionalValue)
		return !isOptional
	}
	flag, ok := command.Flags[at].(cli.DocGenerationFlag)
	return ok && flag.TakesValue()
}

// The exit codes. A finding is a value, not an error of the program.
const (
	// ExitClean: nothing was found.
	ExitClean = 0
	// ExitWarnings: warnings, and nothing worse.
	ExitWarnings = 1
	// ExitFailed: an error was found, or something could not be checked.
	ExitFailed = 2
	// ExitQuestion: what was asked of `pipeline result` cannot be answered.
	ExitQuestion = 3
)

// Streams are what a command reads from and writes to.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// Getenv looks up an environment variable.
	Getenv func(string) string
}

// System returns the streams of the process.
func System() Streams {
	return Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv}
}

// exitCode is an exit code as an error; all messages are printed already.
type exitCode int

// Error names the code, for a test that fails.
func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// runner has what every command needs; the commands are its methods.
type runner struct {
	streams Streams
	log     *logrus.Logger
	// command is the name of the command that runs.
	command string
	// isGiven reports whether the command line has an option.
	isGiven func(option string) bool
	general *generalOptions
	options sharedOptions
	// loaded is the configuration, once it was looked for.
	loaded     *config.Config
	configured bool
}

// newRunner returns what the commands of one run need.
func newRunner(streams Streams) *runner {
	log := logrus.New()
	log.SetOutput(streams.Err)
	log.SetLevel(logrus.WarnLevel)
	r := &runner{streams: streams, log: log, general: new(generalOptions), isGiven: func(string) bool { return false }}
	log.SetFormatter(lineFormatter{r})
	return r
}

// setVerbosity makes the log print notes with --verbose, and no warnings with --quiet.
func (r *runner) setVerbosity() {
	if r.options.verbose {
		r.log.SetLevel(logrus.InfoLevel)
	} else if r.options.quiet {
		r.log.SetLevel(logrus.ErrorLevel)
	}
}

// lineFormatter prints `handofflint: message`, one line an entry, without the time: no output depends on the clock.
type lineFormatter struct{ *runner }

// Format makes the line of an entry.
func (f lineFormatter) Format(entry *logrus.Entry) ([]byte, error) {
	switch entry.Level {
	case logrus.WarnLevel:
		return []byte(f.logLine(terminal.Doubt, "warning: "+entry.Message)), nil
	case logrus.ErrorLevel:
		return []byte(f.logLine(terminal.Bad, entry.Message)), nil
	}
	return []byte(f.logLine("", entry.Message)), nil
}

// note prints to stderr what a command has done, unless --quiet.
func (r *runner) note(format string, args ...any) {
	if !r.options.quiet {
		fmt.Fprint(r.streams.Err, r.logLine("", fmt.Sprintf(format, args...)))
	}
}

// logLine returns a message as it is printed to stderr, with the name of the program in a style.
func (r *runner) logLine(style terminal.Style, message string) string {
	screen := r.screen(r.streams.Err)
	return screen.Wrap(screen.Paint(style, "handofflint:") + " " + text.Escape(secret.Mask(message)) + "\n")
}
