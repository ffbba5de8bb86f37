package cli

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// permute moves the options of a command in front of its arguments, each by its
// long name. The flag parser stops at the first argument, and `handofflint
// check . -f json` would take -f for a file.
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
		args = args[1:]
		switch {
		case arg == "--":
			return options, append(append([]string{"--"}, rest...), args...)
		case !strings.HasPrefix(arg, "-") || arg == "-":
			rest = append(rest, arg)
			continue
		}
		words, open := separated(command, withValue(arg))
		options = append(options, words...)
		switch {
		case open && len(args) == 0:
			return options, nil // an argument behind it would be taken for its value
		case open:
			options, args = append(options, args[0]), args[1:]
		}
	}
	return options, rest
}

// separated is an option by its long name, and several where short ones are
// joined: -qf is --quiet --format, and -j4 is --jobs 4. open says that the value
// of the last one is the next argument. What is no option stays as it is, and
// the flag parser refuses it.
func separated(c *cli.Command, arg string) (words []string, open bool) {
	name, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if f := flagOf(c, name); f != nil {
		return longForm(f, value, hasValue), takesArgument(f) && !hasValue
	}
	// A misspelt long option with one dash is not a short one and its value:
	// -ouptut would write a file uptut.
	if strings.HasPrefix(arg, "--") || nearOption(c, name) != "" {
		return []string{arg}, false
	}
	for joined := arg[1:]; joined != ""; {
		_, size := utf8.DecodeRuneInString(joined)
		f := flagOf(c, joined[:size])
		switch {
		case f == nil && (len(words) == 0 || joined[0] == '-'): // of -q- nothing must become --
			return []string{arg}, false
		case f == nil:
			return append(words, "-"+joined[:size]), false
		}
		joined = joined[size:]
		value, hasValue := strings.CutPrefix(joined, "=")
		if takesArgument(f) || hasValue {
			return append(words, longForm(f, value, joined != "")...), joined == ""
		}
		words = append(words, longForm(f, "", false)...)
	}
	return words, false
}

// longForm is an option as the flag parser is given it. A short and a long name
// of one option beside each other are an error for the parser.
func longForm(f cli.Flag, value string, hasValue bool) []string {
	word := "--" + f.Names()[0]
	if hasValue {
		word += "=" + value
	}
	return []string{word}
}

// flagOf is the option of that name, nil where a command has none.
func flagOf(c *cli.Command, name string) cli.Flag {
	for _, f := range append(slices.Clone(c.Flags), cli.HelpFlag) {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// takesArgument says whether an option has a value.
func takesArgument(f cli.Flag) bool {
	_, isBool := f.(*cli.BoolFlag)
	return !isBool
}
