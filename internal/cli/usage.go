package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/rules"
)

// usageError says what is wrong with an option, and adds the way out. The flag
// parser knows it, but tells it in words of its own.
func usageError(c *cli.Context, err error, _ bool) error {
	name := "handofflint"
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != name {
		name += " " + c.Command.Name
	}
	return fmt.Errorf("%s; `%s --help` shows the options", optionFault(c.Command, name, err.Error()), name)
}

func subcommandUsageError(c *cli.Context, err error, _ bool) error {
	name := c.Command.HelpName
	return fmt.Errorf("%s; `%s --help` shows the options", optionFault(c.Command, name, err.Error()), name)
}

// optionFault is what the flag parser says, in the tool's words; line is how the
// command is called. Of what it does not know the parser's words are left.
func optionFault(c *cli.Command, line, said string) string {
	if name, ok := strings.CutPrefix(said, "flag provided but not defined: -"); ok {
		return noOption(c, line, name)
	}
	if name, ok := strings.CutPrefix(said, "flag needs an argument: -"); ok {
		return fmt.Sprintf("%s needs a value: %s %s", dashed(name), dashed(name), placeholder(option(c, name)))
	}
	if word, ok := strings.CutPrefix(said, "bad flag syntax: "); ok {
		return fmt.Sprintf("%q is no option", word)
	}
	for _, kind := range []string{"value", "boolean value"} {
		if rest, ok := strings.CutPrefix(said, "invalid "+kind+" "); ok {
			return badValue(c, rest, said)
		}
	}
	return said
}

// badValue reads `"x" for flag -jobs: parse error`.
func badValue(c *cli.Command, rest, said string) string {
	value, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return said
	}
	name, cause, found := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(rest[len(value):], " for "), "flag "), ": ")
	if !found {
		return said
	}
	name = strings.TrimPrefix(name, "-")
	if strings.Contains(cause, "out of range") {
		return fmt.Sprintf("%s takes no number as large as %s", dashed(name), value)
	}
	return fmt.Sprintf("%s takes %s, not %s", dashed(name), wants(option(c, name), cause), value)
}

// wants is what an option takes, the parser's own words of a kind without any.
func wants(f cli.Flag, cause string) string {
	switch f.(type) {
	case *cli.IntFlag:
		return "a whole number"
	case *cli.BoolFlag:
		return "no value, or true or false"
	case *cli.TimestampFlag:
		return "a time such as 2026-05-31T12:00:00Z"
	}
	return "another value (" + cause + ")"
}

// noOption says that there is no option of a name, and which one was meant.
func noOption(c *cli.Command, line, name string) string {
	hint := ""
	if c != nil {
		hint = optionHint(c, line, name)
	}
	return "there is no option " + dashed(name) + hint
}

// optionHint names the option that was probably meant: -f json for --json,
// one that its subcommands have, or one of nearly that name.
func optionHint(c *cli.Command, line, name string) string {
	has := func(name string) bool { return option(c, name) != nil }
	if name == "json" && has("format") {
		return " (JSON is printed with -f json)"
	}
	if near := nearOption(c, name); near != "" {
		return " (did you mean --" + near + "?)"
	}
	for _, sub := range c.Subcommands {
		if f := option(sub, name); f != nil && visible(f) {
			hint := fmt.Sprintf(" here (it is --%s of `%s %s`, and stands behind that", f.Names()[0], line, sub.Name)
			if name == "v" && has("version") {
				hint += "; --version prints the version"
			}
			return hint + ")"
		}
	}
	return ""
}

// nearOption is the long name of the option that a name was probably meant to
// be, "" where none is near. Who asks for something is not offered its opposite,
// --no-inline for --inline.
func nearOption(c *cli.Command, name string) string {
	names := []string{"help"}
	for _, f := range c.Flags {
		if long := f.Names()[0]; visible(f) && (strings.HasPrefix(name, "no") || !strings.HasPrefix(long, "no-")) {
			names = append(names, long)
		}
	}
	return rules.NearName(name, names)
}

// option is the option of that name, nil where a command has none.
func option(c *cli.Command, name string) cli.Flag {
	if c == nil {
		return nil
	}
	i := slices.IndexFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	if i < 0 {
		return nil
	}
	return c.Flags[i]
}

func visible(f cli.Flag) bool {
	v, ok := f.(cli.VisibleFlag)
	return ok && v.IsVisible()
}

// dashed is an option as it is written.
func dashed(name string) string {
	if utf8.RuneCountInString(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// placeholder stands for an option's value in its usage.
func placeholder(f cli.Flag) string {
	if d, ok := f.(cli.DocGenerationFlag); ok {
		if parts := strings.Split(d.GetUsage(), "`"); len(parts) == 3 {
			return parts[1]
		}
	}
	return "VALUE"
}

// subcommands gives every one of them what all have.
func subcommands(commands ...*cli.Command) []*cli.Command {
	for _, c := range commands {
		c.OnUsageError = subcommandUsageError
		c.HideHelpCommand = true
	}
	return commands
}

// noSubcommand runs where a command has subcommands and none was named.
func (r *runner) noSubcommand(c *cli.Context) error {
	if c.Args().Present() {
		return oneOf(c.Command.Name, c.Args().First(), names(c.Command.Subcommands))
	}
	return cli.ShowSubcommandHelp(c)
}

// names are the names of commands, those left out that are not shown.
func names(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// oneOf says that an option, or whatever takes one of a few values, has got
// another one, and which was probably meant. It is nil for one of them.
func oneOf(what, value string, choices []string) error {
	if slices.Contains(choices, value) {
		return nil
	}
	return fmt.Errorf("%s takes %s, not %q%s", what, orList(choices), value, rules.DidYouMeanOne(value, choices))
}
