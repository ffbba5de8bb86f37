package cli

import (
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/hook"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// hookCommandName is the command that coding agents run, often several times a minute and mostly about nothing.
const hookCommandName = "hook"

func (r *runner) hookCommand() *cli.Command {
	return &cli.Command{
		Name:   hookCommandName,
		Hidden: true,
		Usage:  "judge one event of a coding agent, for its hooks",
		Description: `Reads an event as JSON from standard input and prints a verdict in the form
that the agent's program, the host, understands; nothing where the event is
about no handoff, or all is well. The exit code is 0 then, too: a host reads
the verdict from the JSON.

With --exit-code the text goes to standard error and the code is 2 for what
is blocked, 1 for what is only said, 0 for silence.

` + "`handofflint hooks install`" + ` tells a host to run this command.

Examples:
   handofflint hook < event.json
   handofflint hook --host gemini --exit-code < event.json`,
		Flags: hookFlags(new(hook.Config), new(choice)),
		// Main answers all but a call for help.
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			cli.HelpPrinter(c.App.Writer, cli.CommandHelpTemplate, c.Command)
			return nil
		},
	}
}

func hookFlags(config *hook.Config, host *choice) []cli.Flag {
	return []cli.Flag{
		choiceFlag(host, "host", "the host is `NAME`, else that of the event", "", hook.HostNames()...),
		&cli.BoolFlag{Name: "require-handoffs", Usage: "refuse agents whose prompt names no handoff", Destination: &config.Require},
		&cli.StringFlag{Name: "base-config", Usage: "build every configuration on `FILE`", TakesFile: true, Destination: &config.Base},
		&cli.BoolFlag{Name: "exit-code", Usage: "tell the verdict by exit code and text", Destination: &config.ExitCode},
	}
}

// asksForHelp reports whether the arguments of a hook ask for its help or its completion.
func asksForHelp(args []string) bool {
	isRequest := func(arg string) bool { return slices.Contains([]string{"--help", "-h", completionRequest}, arg) }
	return slices.ContainsFunc(args, isRequest)
}

// runHook runs the command with what follows its name. A wrong option must
// not block an agent's every call, so it is reported like any other fault.
func runHook(streams Streams, args []string) int {
	if isTerminal(streams.In) {
		fmt.Fprintln(streams.Err, "handofflint: hook is for coding agents, which write an event to its standard input; `handofflint hooks install` tells them to")
		return ExitClean
	}
	config := hook.Config{
		In: streams.In, Out: streams.Out, Err: streams.Err, Getenv: streams.Getenv, Version: version(),
	}
	config.Checker = func(folder string) (hook.Checker, error) { return hookChecker(config.Base, folder) }
	flags := flag.NewFlagSet(hookCommandName, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	var host choice
	for _, f := range hookFlags(&config, &host) {
		_ = f.Apply(flags) // it fails only for values of the environment
	}
	config.Problem = flags.Parse(args)
	if config.Problem == nil && flags.NArg() > 0 {
		config.Problem = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if config.Problem != nil {
		config.Problem = fmt.Errorf("%w; `handofflint hook --help` shows the options", config.Problem)
	}
	config.Host = hook.HostByName(host.value) // a problem, too, is told in its form
	return hook.Run(config)
}

// hookChecker returns what checks files for a hook, by the configuration of a folder over a base; without a folder, by
// the base and the user's own. A broken configuration must neither stop the agent's every call nor switch anything
// off: then the built-in rules apply, and each output says so.
func hookChecker(base, folder string) (hook.Checker, error) {
	load := configFor
	if folder == "" {
		load = config.LoadOver
	}
	settings, broken := load(base, folder)
	engines, err := settings.Engines(allChecks(), rules.Options{})
	if err != nil && settings != nil {
		settings = nil
		broken = err
		engines, err = settings.Engines(allChecks(), rules.Options{})
	}
	if err != nil {
		return hook.Checker{}, err
	}
	checker := hook.Checker{
		Linter:   checker{config: settings, engines: engines}.linter(),
		Settings: settings,
		Seal:     func(path string) error { return sealQuietly(settings, path) },
	}
	if broken != nil {
		checker.Notice = "handofflint: the configuration is broken, so handoffs are judged by the built-in rules: " + text.Escape(broken.Error())
	}
	return checker, nil
}
