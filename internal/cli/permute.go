package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/cli/check"
)

// permute moves the options of a command in front of its arguments. The flag
// parser stops at the first argument, and `handofflint check . -f json` would
// take -f for a file.
func permute(app *cli.App, args []string) []string {
	i := slices.IndexFunc(args, func(a string) bool { return app.Command(a) != nil })
	if i < 1 {
		return args
	}
	command, words := subcommand(app.Command(args[i]), args[i+1:])
	if len(command.Subcommands) > 0 && len(command.Flags) == 0 {
		return args
	}
	options, rest := splitOptions(command, words)
	out := append(slices.Clone(args[:len(args)-len(words)]), options...)
	return append(out, rest...)
}

// splitOptions parts options, each with its value, from arguments. Behind `--`
// everything is an argument.
func splitOptions(command *cli.Command, args []string) (options, rest []string) {
	for len(args) > 0 {
		arg := args[0]
		if arg == "--" {
			return options, append(append([]string{"--"}, rest...), args[1:]...)
		}
		n := 1
		switch {
		case !strings.HasPrefix(arg, "-") || arg == "-":
			rest = append(rest, arg)
		default:
			n = min(len(args), optionLength(command, arg))
			options = append(append(options, check.WithValue(arg)), args[1:n]...)
		}
		args = args[n:]
	}
	return options, rest
}

// optionLength is 2 for an option whose value is the next argument, else 1.
func optionLength(command *cli.Command, arg string) int {
	name := strings.TrimLeft(arg, "-")
	if strings.Contains(name, "=") {
		return 1
	}
	for _, f := range command.Flags {
		if slices.Contains(f.Names(), name) {
			if _, isBool := f.(*cli.BoolFlag); isBool {
				return 1
			}
			return 2
		}
	}
	return 1
}
