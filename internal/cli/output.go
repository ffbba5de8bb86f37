package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/report"
)

// formatFlag is --format of the commands that print something other than
// findings, the first name being the default.
func formatFlag(names ...string) cli.Flag {
	return &cli.StringFlag{
		Name:    "format",
		Aliases: []string{"f"},
		Value:   names[0],
		Usage:   "print as `FORMAT`: " + orList(names),
	}
}

// formatOf reads --format, which must be one of the names.
func formatOf(c *cli.Context, names ...string) (string, error) {
	name := c.String("format")
	if !slices.Contains(names, name) {
		return "", fmt.Errorf("--format takes %s, not %q", orList(names), name)
	}
	return name, nil
}

// colorFlag is --color of the commands that print for people.
func colorFlag() cli.Flag {
	return &cli.StringFlag{Name: "color", Value: "auto", Usage: "use colours: auto, always or never (`WHEN`)"}
}

// orList is a list as a sentence has it: "a, b or c".
func orList(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// printJSON writes a value as indented JSON to stdout.
func (r *runner) printJSON(value any) error {
	return wroteOut(encodeJSON(r.streams.Out, value))
}

func encodeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// printText writes a text to stdout as it is.
func (r *runner) printText(text string) error {
	_, err := io.WriteString(r.streams.Out, text)
	return wroteOut(err)
}

func wroteOut(err error) error {
	if err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

// say tells on stderr what a command has done, unless --quiet.
func (r *runner) say(c *cli.Context, format string, args ...any) {
	if !c.Bool("quiet") {
		fmt.Fprintf(r.streams.Err, "handofflint: %s\n", report.Escape(fmt.Sprintf(format, args...)))
	}
}

// oneArgument is the only argument of a command; what says what it is.
func oneArgument(c *cli.Context, what string) (string, error) {
	switch {
	case c.NArg() == 0:
		return "", fmt.Errorf("%s is missing; `%s --help` shows an example", what, c.Command.HelpName)
	case c.NArg() > 1:
		return "", fmt.Errorf("%s takes one argument, %s, and this is another one: %q", c.Command.Name, what, c.Args().Get(1))
	}
	return c.Args().First(), nil
}

// noArguments refuses arguments where a command has none.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return fmt.Errorf("%s takes no arguments: %q", c.Command.Name, c.Args().First())
	}
	return nil
}

// bold makes headings stand out where colours are wanted.
type bold bool

func (b bold) heading(s string) string {
	if !b {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// firstLine makes the heading of a table stand out.
func (b bold) firstLine(s string) string {
	first, rest, _ := strings.Cut(s, "\n")
	return b.heading(first) + "\n" + rest
}
