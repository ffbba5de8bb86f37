package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// page is what there is to say of one command, or of the program as a whole.
type page struct {
	// name is the command with all that stands before it: "handofflint config
	// show".
	name string
	// usage says in a line what the command is for.
	usage string
	// synopsis is what may stand behind the name.
	synopsis string
	// blocks are the paragraphs of the description, in their order.
	blocks   []block
	commands []entry
	options  []helpOption
}

// block is a paragraph of a description.
type block struct {
	kind blockKind
	// lines are as they stand in the source. Those of Exits and Examples begin
	// with their heading.
	lines []string
}

// Kind is what a block of a description is.
type blockKind int

const (
	// Prose is text that may be broken into lines anew.
	kindProse blockKind = iota
	// Literal is a table or a listing: its lines stay as they are.
	kindLiteral
	// Exits says what the exit codes mean.
	kindExits
	// Examples are commands, with notes behind some of them.
	kindExamples
)

// entry is a command in a list of commands.
type entry struct{ name, usage string }

// Option is an option of a command.
type helpOption struct {
	// short is the letter, "" where there is none; Long the name. Neither has
	// its dashes.
	short, long string
	// value is the placeholder of the option's value, "" where it takes none.
	value string
	// usage says what the option does. It ends with what holds without it.
	usage string
}

// ofApp is the page of the program.
func ofApp(app *cli.App) page {
	return page{
		name:     app.Name,
		usage:    app.Usage,
		synopsis: "COMMAND [OPTION]... [ARGUMENT]...",
		blocks:   blocksOf(app.Description),
		commands: entriesOf(app.Commands),
		options:  optionsOf(app.Flags),
	}
}

// ofCommand is the page of a command that is called by name, its full name.
func ofCommand(name string, c *cli.Command) page {
	return page{
		name:     name,
		usage:    c.Usage,
		synopsis: strings.TrimSpace("[OPTION]... " + c.ArgsUsage),
		blocks:   blocksOf(c.Description),
		commands: entriesOf(c.Subcommands),
		options:  optionsOf(c.Flags),
	}
}

// all are the pages of the commands that users see, each with its subcommands
// behind it.
func all(name string, commands []*cli.Command) (pages []page) {
	for _, c := range commands {
		if c.Hidden {
			continue
		}
		full := name + " " + c.Name
		pages = append(pages, ofCommand(full, c))
		pages = append(pages, all(full, c.Subcommands)...)
	}
	return pages
}

func entriesOf(commands []*cli.Command) (entries []entry) {
	for _, c := range commands {
		if !c.Hidden {
			entries = append(entries, entry{c.Name, c.Usage})
		}
	}
	return entries
}

// blocksOf parts a description at its empty lines.
func blocksOf(description string) (blocks []block) {
	for _, paragraph := range strings.Split(strings.Trim(description, "\n"), "\n\n") {
		lines := strings.Split(strings.Trim(paragraph, "\n"), "\n")
		switch {
		case paragraph == "":
		case lines[0] == "Example:" || lines[0] == "Examples:":
			blocks = append(blocks, block{kindExamples, lines})
		case strings.HasPrefix(lines[0], exitsHeading):
			blocks = append(blocks, block{kindExits, lines})
		case slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, " ") }):
			blocks = append(blocks, block{kindLiteral, lines})
		default:
			blocks = append(blocks, block{kindProse, lines})
		}
	}
	return blocks
}

// exitsHeading begins the paragraph on exit codes in a description.
const exitsHeading = "Exit codes: "

// optionsOf are the options that users see, --help as the last of them.
func optionsOf(flags []cli.Flag) (options []helpOption) {
	for _, f := range flags {
		d, documented := f.(cli.DocGenerationFlag)
		v, visible := f.(cli.VisibleFlag)
		if documented && (!visible || v.IsVisible()) && !slices.Contains(f.Names(), "help") {
			options = append(options, optionOf(d))
		}
	}
	return append(options, helpOption{short: "h", long: "help", usage: "show help"})
}

func optionOf(f cli.DocGenerationFlag) helpOption {
	o := helpOption{usage: f.GetUsage()}
	for _, name := range f.Names() {
		if len(name) == 1 {
			o.short = name
		} else {
			o.long = name
		}
	}
	if f.TakesValue() {
		o.value, o.usage = optionValue(o.usage)
	}
	if s, ok := f.(cli.DocGenerationSliceFlag); ok && s.IsSliceFlag() && !strings.Contains(o.usage, "repeatable") {
		o.usage += "; repeatable"
	}
	if text := f.GetDefaultText(); !slices.Contains([]string{"", "false", "0", `""`}, text) {
		o.usage += " (default: " + text + ")"
	}
	return o
}

// placeholder is the first text between backticks in an option's usage, and the
// usage without these two.
func optionValue(usage string) (value, plain string) {
	before, rest, _ := strings.Cut(usage, "`")
	value, after, found := strings.Cut(rest, "`")
	if !found {
		return "VALUE", usage
	}
	return value, before + value + after
}
