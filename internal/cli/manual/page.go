// Package manual says what --help and the manual page say of the commands. Both
// are made from the commands themselves, so neither can name an option that is
// not there, and what is added to a command is in both.
package manual

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Page is what there is to say of one command, or of the program as a whole.
type Page struct {
	// Name is the command with all that stands before it: "handofflint config
	// show".
	Name string
	// Usage says in a line what the command is for.
	Usage string
	// Synopsis is what may stand behind the name.
	Synopsis string
	// Blocks are the paragraphs of the description, in their order.
	Blocks   []Block
	Commands []Entry
	Options  []Option
}

// Block is a paragraph of a description.
type Block struct {
	Kind Kind
	// Lines are as they stand in the source. Those of Exits and Examples begin
	// with their heading.
	Lines []string
}

// Kind is what a block of a description is.
type Kind int

const (
	// Prose is text that may be broken into lines anew.
	Prose Kind = iota
	// Literal is a table or a listing: its lines stay as they are.
	Literal
	// Exits says what the exit codes mean.
	Exits
	// Examples are commands, with notes behind some of them.
	Examples
)

// Entry is a command in a list of commands.
type Entry struct{ Name, Usage string }

// Option is an option of a command.
type Option struct {
	// Short is the letter, "" where there is none; Long the name. Neither has
	// its dashes.
	Short, Long string
	// Value is the placeholder of the option's value, "" where it takes none.
	Value string
	// Usage says what the option does. It ends with what holds without it.
	Usage string
}

// OfApp is the page of the program.
func OfApp(app *cli.App) Page {
	return Page{
		Name:     app.Name,
		Usage:    app.Usage,
		Synopsis: "COMMAND [OPTION]... [ARGUMENT]...",
		Blocks:   blocksOf(app.Description),
		Commands: entriesOf(app.Commands),
		Options:  optionsOf(app.Flags),
	}
}

// OfCommand is the page of a command that is called by name, its full name.
func OfCommand(name string, c *cli.Command) Page {
	return Page{
		Name:     name,
		Usage:    c.Usage,
		Synopsis: strings.TrimSpace("[OPTION]... " + c.ArgsUsage),
		Blocks:   blocksOf(c.Description),
		Commands: entriesOf(c.Subcommands),
		Options:  optionsOf(c.Flags),
	}
}

// all are the pages of the commands that users see, each with its subcommands
// behind it.
func all(name string, commands []*cli.Command) (pages []Page) {
	for _, c := range commands {
		if c.Hidden {
			continue
		}
		full := name + " " + c.Name
		pages = append(pages, OfCommand(full, c))
		pages = append(pages, all(full, c.Subcommands)...)
	}
	return pages
}

func entriesOf(commands []*cli.Command) (entries []Entry) {
	for _, c := range commands {
		if !c.Hidden {
			entries = append(entries, Entry{c.Name, c.Usage})
		}
	}
	return entries
}

// blocksOf parts a description at its empty lines.
func blocksOf(description string) (blocks []Block) {
	for _, paragraph := range strings.Split(strings.Trim(description, "\n"), "\n\n") {
		lines := strings.Split(strings.Trim(paragraph, "\n"), "\n")
		switch {
		case paragraph == "":
		case lines[0] == "Example:" || lines[0] == "Examples:":
			blocks = append(blocks, Block{Examples, lines})
		case strings.HasPrefix(lines[0], exitsHeading):
			blocks = append(blocks, Block{Exits, lines})
		case slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, " ") }):
			blocks = append(blocks, Block{Literal, lines})
		default:
			blocks = append(blocks, Block{Prose, lines})
		}
	}
	return blocks
}

// exitsHeading begins the paragraph on exit codes in a description.
const exitsHeading = "Exit codes: "

// optionsOf are the options that users see, --help as the last of them.
func optionsOf(flags []cli.Flag) (options []Option) {
	for _, f := range flags {
		d, documented := f.(cli.DocGenerationFlag)
		v, visible := f.(cli.VisibleFlag)
		if documented && (!visible || v.IsVisible()) && !slices.Contains(f.Names(), "help") {
			options = append(options, optionOf(d))
		}
	}
	return append(options, Option{Short: "h", Long: "help", Usage: "show help"})
}

func optionOf(f cli.DocGenerationFlag) Option {
	o := Option{Usage: f.GetUsage()}
	for _, name := range f.Names() {
		if len(name) == 1 {
			o.Short = name
		} else {
			o.Long = name
		}
	}
	if f.TakesValue() {
		o.Value, o.Usage = placeholder(o.Usage)
	}
	if s, ok := f.(cli.DocGenerationSliceFlag); ok && s.IsSliceFlag() && !strings.Contains(o.Usage, "repeatable") {
		o.Usage += "; repeatable"
	}
	if text := f.GetDefaultText(); !slices.Contains([]string{"", "false", "0", `""`}, text) {
		o.Usage += " (default: " + text + ")"
	}
	return o
}

// placeholder is the first text between backticks in an option's usage, and the
// usage without these two.
func placeholder(usage string) (value, plain string) {
	before, rest, _ := strings.Cut(usage, "`")
	value, after, found := strings.Cut(rest, "`")
	if !found {
		return "VALUE", usage
	}
	return value, before + value + after
}
