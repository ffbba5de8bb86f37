package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/jsontext"
	"github.com/handofflint/handofflint/internal/replace"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/text"
)

// plural is a number with its noun.
func plural(n int, noun string) string { return text.Count(n, noun) }

// createFile writes a file that must not exist yet, all of it or nothing.
func createFile(c *cli.Context, path, text string) error {
	return replace.New(path, []byte(text), replace.Options{})
}

// formatFlag is --format of the commands that print something other than
// findings, the first name being the default.
func formatFlag(names ...string) cli.Flag {
	return choiceFlag{&cli.StringFlag{
		Name:    "format",
		Aliases: []string{"f"},
		Value:   names[0],
		Usage:   "print as `FORMAT`: " + orList(names),
	}, names}
}

// choices are the words that an option's value may be, nil where it knows none:
// what a shell completes.
func choices(flag cli.Flag) []string {
	if f, ok := flag.(interface{ choices() []string }); ok {
		return f.choices()
	}
	return nil
}

// choiceFlag is an option whose value is one of some words.
type choiceFlag struct {
	*cli.StringFlag
	words []string
}

func (f choiceFlag) choices() []string { return f.words }

// choicesFlag is an option that can be repeated, each time with one of some
// words.
type choicesFlag struct {
	*cli.StringSliceFlag
	words []string
}

func (f choicesFlag) choices() []string { return f.words }

// findingsFormatFlag is --format of a command that prints findings of its own
// in one form.
func findingsFormatFlag(usage string) cli.Flag {
	return choiceFlag{&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: usage + strings.Join(report.Names(), ", ")}, report.Names()}
}

// formatOf reads --format, which must be one of the names.
func formatOf(c *cli.Context, names ...string) (string, error) {
	name := c.String("format")
	return name, oneOf("--format", name, names)
}

// wantsJSON reads --format of a command that prints text or json.
func wantsJSON(c *cli.Context) (bool, error) {
	format, err := formatOf(c, "text", "json")
	return format == "json", err
}

// colorFlag is --color of the commands that print for people.
func colorFlag() cli.Flag {
	return &cli.StringFlag{Name: "color", Value: "auto", Usage: "use colours `WHEN`: auto, always or never"}
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

// encodeJSON writes a value as every command prints JSON: indented, and without
// HTML's escapes.
func encodeJSON(w io.Writer, value any) error {
	encoded, err := jsontext.Indented(value)
	if err == nil {
		_, err = w.Write(text.EscapeJSON(encoded))
	}
	return err
}

// printContent writes to stdout what a file says. A terminal gets it escaped;
// the runner of GitHub Actions is told to take no line of it for a command, if
// one would be. A file gets the bytes as they are, and so does any other pipe.
func (r *runner) printContent(content string) error {
	switch {
	case isTerminal(r.streams.Out):
		content = text.EscapeLines(content)
	case r.streams.Getenv("GITHUB_ACTIONS") == "true" && !isFile(r.streams.Out):
		content = text.WithoutCommands(content)
	}
	return r.printText(content)
}

func isFile(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// printText writes a text of our own to stdout, or one that is escaped.
func (r *runner) printText(text string) error {
	_, err := io.WriteString(r.streams.Out, text)
	return wroteOut(err)
}

// wroteOut is the error of a result that could not be printed.
func wroteOut(err error) error {
	if err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

// say tells on stderr what a command has done, unless --quiet.
func (r *runner) say(c *cli.Context, format string, args ...any) {
	if !c.Bool("quiet") {
		fmt.Fprintf(r.streams.Err, "handofflint: %s\n", text.Escape(fmt.Sprintf(format, args...)))
	}
}

// oneArgument is the only argument of a command; what says what it is.
func oneArgument(c *cli.Context, what string) (string, error) {
	switch {
	case c.NArg() == 0:
		return "", fmt.Errorf("%s is missing; `%s --help` shows an example", what, c.Command.HelpName)
	case c.NArg() > 1:
		return "", fmt.Errorf("unexpected argument %q", c.Args().Get(1))
	}
	return c.Args().First(), nil
}

// noArguments refuses arguments where a command has none.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return fmt.Errorf("unexpected argument %q", c.Args().First())
	}
	return nil
}
