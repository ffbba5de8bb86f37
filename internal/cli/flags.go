package cli

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/rules"
)

// sharedFlag returns an option that several commands have: a name means one thing in
// all of them.
func sharedFlag(name string) cli.Flag {
	switch name {
	case "format":
		return &cli.StringSliceFlag{Name: "format", Aliases: []string{"f"}, Value: cli.NewStringSlice("text"), DefaultText: " ", Usage: "print findings as `FORMAT[=FILE]`"}
	case "output":
		return &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of stdout", TakesFile: true}
	case "quiet":
		return &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print findings and output alone, no notes"}
	case "as":
		return &cli.StringFlag{Name: "as", Usage: "take every file for the format `FORMAT`"}
	case "rule":
		return &cli.StringSliceFlag{Name: "rule", Usage: "`NAME=SEVERITY`, such as 'report/*=off'"}
	case "no-inline":
		return &cli.BoolFlag{Name: "no-inline", Usage: "ignore suppression comments"}
	case "fail-on":
		return choiceFlag("fail-on", "lowest `SEVERITY` that fails", string(rules.Warning), "error", "warning", "never")
	}
	panic("no shared option " + name)
}

func sharedFlags(names ...string) []cli.Flag {
	flags := make([]cli.Flag, len(names))
	for i, name := range names {
		flags[i] = sharedFlag(name)
	}
	return flags
}

// generalFlags are the options of every command. They are hidden: the program's help
// lists them.
func generalFlags() []cli.Flag {
	color := choiceFlag("color", "colours `WHEN`: auto, always or never", "auto", "auto", "always", "never")
	color.Hidden = true
	return []cli.Flag{
		&cli.StringFlag{Name: "config", Usage: "read `FILE` instead of the nearest .handofflint.yaml", TakesFile: true, Hidden: true},
		&cli.BoolFlag{Name: "no-config", Usage: "read no configuration", Hidden: true},
		&cli.StringFlag{Name: "failure-log", Usage: "use the failure log at `PATH`", TakesFile: true, Hidden: true},
		&cli.BoolFlag{Name: "no-failure-log", Usage: "keep no log of what fails", Hidden: true},
		color,
		&cli.TimestampFlag{Name: "now", Layout: time.RFC3339, Usage: "the time to measure ages from, for tests", Hidden: true},
	}
}

// grouped gives options a heading in the help.
func grouped(heading string, flags ...cli.Flag) []cli.Flag {
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.BoolFlag:
			f.Category = heading
		case *cli.StringFlag:
			f.Category = heading
		case *cli.StringSliceFlag:
			f.Category = heading
		case *cli.IntFlag:
			f.Category = heading
		case *cli.GenericFlag:
			f.Category = heading
		}
	}
	return flags
}

// choice is the value of an option that takes one of a few words.
type choice struct {
	value string
	words []string
}

// Set takes one of the words.
func (v *choice) Set(s string) error {
	if v.value = s; !slices.Contains(v.words, s) {
		return fmt.Errorf("use %s%s", orList(v.words), near.DidYouMeanOne(s, v.words))
	}
	return nil
}

// String returns the word that was chosen.
func (v *choice) String() string { return v.value }

// choiceFlag is an option that takes one of a few words; def may be "".
func choiceFlag(name, usage, def string, words ...string) *cli.GenericFlag {
	return &cli.GenericFlag{Name: name, Usage: usage, Value: &choice{def, words}}
}

// formatFlag is --format of the commands that print something other than
// findings, the first word being the default.
func formatFlag(words ...string) cli.Flag {
	f := choiceFlag("format", "print as `FORMAT`: "+orList(words), words[0], words...)
	f.Aliases = []string{"f"}
	return f
}

// optionalValue is the value of an option that needs none: --changed, or --changed=main.
type optionalValue string

// IsBoolFlag tells the flag parser that the next word is not the value.
func (*optionalValue) IsBoolFlag() bool { return true }

// Set takes the value, "true" from the flag parser if there is none.
func (v *optionalValue) Set(s string) error {
	if s == "" {
		return errors.New("leave out the =, or name a commit")
	}
	if s != "true" {
		*v = optionalValue(s)
	}
	return nil
}

// String returns the value, "" for none.
func (v *optionalValue) String() string { return string(*v) }

// usageError adds the nearest option and the next step to an error of the flag parser.
func usageError(c *cli.Context, err error, _ bool) error {
	line := cmp.Or(c.Command.HelpName, c.App.Name)
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		long := []string{"help"}
		for _, f := range c.Command.Flags {
			// --inline is not offered its opposite, --no-inline.
			if strings.HasPrefix(name, "no") || !strings.HasPrefix(f.Names()[0], "no-") {
				long = append(long, f.Names()[0])
			}
		}
		err = fmt.Errorf("unknown option %s%s", strings.Repeat("-", min(2, len(name))), name)
		if option := near.Name(name, long); option != "" {
			err = fmt.Errorf("%w (did you mean --%s?)", err, option)
		}
	}
	// The flag parser writes one dash before names of any length.
	words := regexp.MustCompile(`^(flag needs an argument: |invalid .*" for (?:flag )?)(-[a-z][a-z-])`).ReplaceAllString(err.Error(), "$1-$2")
	return fmt.Errorf("%s; `%s --help` shows the options", words, line)
}

// oneOf is the error of an option, or of anything that takes one of a few values, that has
// another one. It is nil for one of them.
func oneOf(what, value string, choices []string) error {
	if slices.Contains(choices, value) {
		return nil
	}
	return fmt.Errorf("%s takes %s, not %q%s", what, orList(choices), value, near.DidYouMeanOne(value, choices))
}

// noSuchFormat is the error of a name that is not among the formats.
func noSuchFormat(name string, names []string) error {
	return fmt.Errorf("unknown format %q%s: use %s", name, near.DidYouMeanOne(name, names), orList(names))
}

// orList is a list as a sentence has it: "a, b or c".
func orList(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// oneArgument is the only argument of a command; what says what it is.
func oneArgument(c *cli.Context, what string) (string, error) {
	if c.NArg() == 0 {
		return "", fmt.Errorf("%s is missing; `%s --help` shows an example", what, c.Command.HelpName)
	}
	return c.Args().First(), atMost(c, 1)
}

// atMost refuses more arguments than a command takes.
func atMost(c *cli.Context, n int) error {
	if c.NArg() > n {
		return fmt.Errorf("unexpected argument %q", c.Args().Get(n))
	}
	return nil
}

// nowOf is the time to measure ages from.
func nowOf(c *cli.Context) time.Time {
	if t := c.Timestamp("now"); t != nil {
		return *t
	}
	return time.Now()
}
