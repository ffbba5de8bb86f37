package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// UsageError adds the way out to what the flag parser says.
func UsageError(c *cli.Context, err error, _ bool) error {
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

// Subcommands gives every one of them what all have.
func Subcommands(commands ...*cli.Command) []*cli.Command {
	for _, c := range commands {
		c.OnUsageError = subcommandUsageError
		c.HideHelpCommand = true
	}
	return commands
}

func subcommandUsageError(c *cli.Context, err error, _ bool) error {
	return fmt.Errorf("%w%s; `%s --help` shows the options", err, jsonHint(c, err), c.Command.HelpName)
}

// NoSubcommand runs where a command has subcommands and none was named.
func (r *Runner) NoSubcommand(c *cli.Context) error {
	if c.Args().Present() {
		return fmt.Errorf("%s takes %s, not %q", c.Command.Name, OrList(subcommandNames(c.Command)), c.Args().First())
	}
	return cli.ShowSubcommandHelp(c)
}

func subcommandNames(c *cli.Command) []string {
	var names []string
	for _, sub := range c.Subcommands {
		names = append(names, sub.Name)
	}
	return names
}
