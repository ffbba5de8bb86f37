package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
)

// choice is the value of an option that takes one of a few words.
type choice struct {
	value string
	words []string
}

// String returns the word.
func (v *choice) String() string { return v.value }

// Set takes one of the words.
func (v *choice) Set(s string) error {
	if !slices.Contains(v.words, s) {
		return fmt.Errorf("use %s%s", text.OrList(v.words), near.DidYouMeanOne(s, v.words))
	}
	v.value = s
	return nil
}

// choiceFlag declares an option that takes one of a few words.
func choiceFlag(v *choice, name, usage, def string, words ...string) *cli.GenericFlag {
	*v = choice{def, words}
	return &cli.GenericFlag{Name: name, Usage: usage, Value: v}
}

// formatFlag declares --format of a command that prints something other than findings. The first word is the default.
func formatFlag(v *choice, words ...string) cli.Flag {
	f := choiceFlag(v, "format", "print `FORMAT`: "+text.OrList(words), words[0], words...)
	f.Aliases = []string{"f"}
	f.Category = outputHeading
	return f
}

// optionalValue is the value of an option that needs none: --changed, or --changed=main.
type optionalValue string

// String returns the value.
func (v *optionalValue) String() string { return string(*v) }

// IsBoolFlag tells the flag parser that the next word is not the value.
func (*optionalValue) IsBoolFlag() bool { return true }

// Set takes the value, "true" from the flag parser if there is none.
func (v *optionalValue) Set(s string) error {
	if s == "" {
		return errors.New("leave out the =, or name a commit")
	}
	if s == "true" {
		s = ""
	}
	*v = optionalValue(s)
	return nil
}

// usageError adds the nearest option and the next step to an error of the flag parser. Without it urfave/cli would print
// the error to stdout, with all of the help.
func usageError(c *cli.Context, err error, _ bool) error {
	name, isUnknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if isUnknown {
		var options []string
		for _, f := range c.Command.Flags {
			options = append(options, dashed(f.Names()[0]))
		}
		err = fmt.Errorf("unknown option %s%s", dashed(name), near.DidYouMeanOne(dashed(name), options))
	}
	if value, rest, isValue := strings.Cut(err.Error(), " for flag -"); isValue {
		name, why, _ := strings.Cut(rest, ":")
		err = fmt.Errorf("%s for %s:%s", value, dashed(name), why)
	}
	return fmt.Errorf("%w; `%s --help` shows the options", err, c.Command.HelpName)
}

// dashed returns an option as the command line has it.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// oneOf returns an error unless the value of an option, or of an argument, is one of the choices.
func oneOf(what, value string, choices []string) error {
	if slices.Contains(choices, value) {
		return nil
	}
	return fmt.Errorf("%s takes %s, not %q%s", what, text.OrList(choices), value, near.DidYouMeanOne(value, choices))
}

// isText reports whether the value of an option is UTF-8 and not blank.
func isText(s string) bool { return strings.TrimSpace(s) != "" && utf8.ValidString(s) }

// noSuchFormat returns the error for a name that is not among the formats.
func noSuchFormat(name string, names []string) error {
	return fmt.Errorf("unknown format %q%s: use %s", name, near.DidYouMeanOne(name, names), text.OrList(names))
}

// formatArgument explains the argument FORMAT in a command's help, in lines that fit a screen of 80 columns.
func formatArgument() string {
	screen := terminal.Screen{Columns: 77}
	return screen.WrapLine("FORMAT is "+strings.Join(document.FormatNames, ", ")+" or one of your own.", 0)
}

// oneArgument returns the only argument of a command; what describes it: "the template".
func oneArgument(c *cli.Context, what string) (string, error) {
	if c.NArg() == 0 {
		return "", fmt.Errorf("%s is missing; `%s --help` shows an example", what, c.Command.HelpName)
	}
	return c.Args().First(), atMost(c, 1)
}

// atMost returns an error if a command has more than n arguments.
func atMost(c *cli.Context, n int) error {
	if c.NArg() > n {
		return fmt.Errorf("unexpected argument %q", c.Args().Get(n))
	}
	return nil
}

// now returns the time to measure ages from.
func (r *runner) now() time.Time {
	if t := r.general.now.Value(); t != nil {
		return *t
	}
	return time.Now()
}
