package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/report"
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
		return choiceFlag("fail-on", "", "lowest `SEVERITY` that fails", string(rules.Warning), "error", "warning", "never")
	case "source":
		return &cli.StringSliceFlag{Name: "source", Usage: "also read rules and formats from `FILE`", TakesFile: true}
	case "now":
		return &cli.TimestampFlag{Name: "now", Layout: time.RFC3339, Hidden: true, Usage: "the time to measure ages from, for tests"}
	case "config":
		return &cli.StringFlag{Name: "config", Usage: "read `FILE` instead of the nearest .handofflint.yaml", TakesFile: true}
	case "no-config":
		return &cli.BoolFlag{Name: "no-config", Usage: "read no configuration"}
	case "failure-log":
		return &cli.StringFlag{Name: "failure-log", Usage: "use the failure log at `PATH`", TakesFile: true}
	case "no-failure-log":
		return &cli.BoolFlag{Name: "no-failure-log", Usage: "keep no log of what fails"}
	case "color":
		return choiceFlag("color", "", "colours `WHEN`: auto, always or never", "auto", "auto", "always", "never")
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

// configFlags are the options of every command that a configuration is for.
func configFlags() []cli.Flag { return sharedFlags("config", "no-config") }

// generalFlags are the options of every command that prints findings. The mistakes
// of a configuration are findings too.
func generalFlags() []cli.Flag {
	return sharedFlags("config", "no-config", "failure-log", "no-failure-log", "color", "now")
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
	v.value = s
	return oneOf("", s, v.words)
}

// String returns the word that was chosen.
func (v *choice) String() string { return v.value }

// choiceFlag is an option that takes one of a few words; def may be "".
func choiceFlag(name, letter, usage, def string, words ...string) cli.Flag {
	f := &cli.GenericFlag{Name: name, Usage: usage, Value: &choice{def, words}}
	if letter != "" {
		f.Aliases = []string{letter}
	}
	return f
}

// formatFlag is --format of the commands that print something other than
// findings, the first word being the default.
func formatFlag(words ...string) cli.Flag {
	return choiceFlag("format", "f", "print as `FORMAT`: "+orList(words), words[0], words...)
}

// findingsFormatFlag is --format of a command that prints findings once.
func findingsFormatFlag() cli.Flag {
	return choiceFlag("format", "f", "print findings as `FORMAT`", "text", report.Names()...)
}

// optionalValue is the value of an option that may stand alone: --changed, or
// --changed=main.
type optionalValue struct {
	set   bool
	value string
}

// IsBoolFlag tells the flag parser that the next word is not the value.
func (*optionalValue) IsBoolFlag() bool { return true }

// Set takes the value, "true" from the flag parser if there is none.
func (v *optionalValue) Set(s string) error {
	v.set = true
	if s != "true" {
		v.value = s
	}
	if s == "" {
		return fmt.Errorf("names no commit: leave out the =, or name one")
	}
	return nil
}

// String returns the value, "" for none.
func (v *optionalValue) String() string { return v.value }

// badValue matches what the flag parser says of a value that it cannot take.
var badValue = regexp.MustCompile(`^invalid (?:boolean )?value ("(?:[^"\\]|\\.)*") for (?:flag )?-([\w-]+): (.*)$`)

// usageError says what is wrong with an option, and adds the way out.
func usageError(c *cli.Context, err error, _ bool) error {
	said, line := err.Error(), "handofflint"
	if c.Command != nil && c.Command.HelpName != "" {
		line = c.Command.HelpName
	}
	long := func(name string) string {
		if f := option(c.Command, name); f != nil {
			return "--" + f.Names()[0]
		}
		return dashed(name)
	}
	if name, ok := strings.CutPrefix(said, "flag provided but not defined: -"); ok {
		said = "unknown option " + dashed(name) + meantOption(c.Command, name)
	} else if name, ok := strings.CutPrefix(said, "flag needs an argument: -"); ok {
		said = long(name) + " needs a value"
	} else if match := badValue.FindStringSubmatch(said); match != nil {
		said = long(match[2]) + " " + strings.TrimSpace(match[3])
		if match[3] == "parse error" || strings.HasPrefix(match[3], "parsing") || strings.HasPrefix(match[3], "strconv") {
			said = fmt.Sprintf("%s does not take %s", long(match[2]), match[1])
		}
	}
	err = fmt.Errorf("%s; `%s --help` shows the options", said, line)
	if c.Command != nil && c.Command.Name == resultName {
		return &questionError{err}
	}
	return err
}

// meantOption names the option that was probably meant. Who asks for something is
// not offered its opposite, --no-inline for --inline.
func meantOption(c *cli.Command, name string) string {
	if name == "json" && option(c, "format") != nil {
		return " (JSON is printed with -f json)"
	}
	if c == nil {
		return ""
	}
	names := []string{"help"}
	for _, f := range visible(c.Flags) {
		if long := f.Names()[0]; strings.HasPrefix(name, "no") || !strings.HasPrefix(long, "no-") {
			names = append(names, long)
		}
	}
	if near := near.Name(name, names); near != "" {
		return " (did you mean --" + near + "?)"
	}
	return ""
}

// dashed is an option as it is written.
func dashed(name string) string {
	if utf8.RuneCountInString(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// oneOf says that an option, or whatever takes one of a few values, has got
// another one, and which was probably meant. It is nil for one of them.
func oneOf(what, value string, choices []string) error {
	if slices.Contains(choices, value) {
		return nil
	}
	return fmt.Errorf("%s takes %s, not %q%s", what, orList(choices), value, near.DidYouMeanOne(value, choices))
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
