package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/protocol"
)

const appDescription = `General options, after any command but hook:
  --config FILE       read FILE instead of the nearest .handofflint.yaml
  --base-config FILE  build the configuration on FILE, of many repositories
  --no-config         read no configuration
  --failure-log PATH  use the failure log at PATH
  --no-failure-log    keep no log of what fails
  --color WHEN        auto (not with $NO_COLOR), always or never

Exit codes: 0 nothing found; 1 warnings only; 2 an error, or not checked.

Every command has --help with an example. Begin with: handofflint audit --all`

func init() {
	const general = `{{if ne .Name "hook"}}
GENERAL OPTIONS:
   --config FILE, --base-config FILE, --no-config, --failure-log PATH,
   --no-failure-log, --color WHEN; "handofflint --help" explains them
{{end}}`
	const category = "{{if .Category}}\n\nCATEGORY:\n   {{.Category}}{{end}}" // is of use in the list of commands alone
	cli.CommandHelpTemplate = strings.Replace(cli.CommandHelpTemplate, category, "", 1) + general
	cli.SubcommandHelpTemplate = strings.Replace(cli.SubcommandHelpTemplate, category, "", 1) + general
	// -v is --verbose.
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version in one line"}
	// A line that names twice what can be repeated is too long for a terminal, and
	// "--changed main" is not --changed=main.
	line := cli.FlagStringer
	cli.FlagStringer = func(f cli.Flag) string {
		names, usage, _ := strings.Cut(line(f), "\t")
		names, _, isRepeatable := strings.Cut(names, " [ ")
		if isRepeatable {
			usage, _, _ = strings.Cut(usage, " (default: ")
			usage += "; repeatable"
		}
		return strings.Replace(names, " =", "=", 1) + "\t" + strings.TrimSuffix(usage, " (default: false)")
	}
}

func (r *runner) helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "show the help of the program, or of a command",
		ArgsUsage: "[COMMAND [SUBCOMMAND]]",
		Description: `Prints what --help prints.

Example:
   handofflint help pipeline context new`,
		Action: func(c *cli.Context) error {
			return c.App.Run(slices.Concat([]string{c.App.Name}, c.Args().Slice(), []string{"--help"}))
		},
	}
}

// exampleReport returns the path of a report for examples of the help.
func exampleReport(sequence int, role string) string {
	return protocol.SessionsFolder() + "/20260531-170546-ad4f12aa/" + protocol.Name{Sequence: sequence, Role: role}.String()
}
