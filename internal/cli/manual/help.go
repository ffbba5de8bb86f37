package manual

import (
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/layout"
)

// MaxWidth is how many columns help takes at most: longer lines are hard to
// read, however wide the terminal is.
const MaxWidth = 100

// minWidth is how many columns help takes at least, for words have to fit.
const minWidth = 40

// Sized is a writer that knows how many columns its reader sees.
type Sized struct {
	io.Writer
	// Columns is 0 where nobody knows.
	Columns int
}

// The library prints all help through this variable. It hands over the writer
// of the program, and what help is asked for: the program or one of its commands.
func init() {
	cli.HelpPrinter = func(w io.Writer, _ string, about any) {
		width := layout.PageWidth
		if sized, ok := w.(Sized); ok && sized.Columns > 0 {
			width = min(max(sized.Columns, minWidth), MaxWidth)
		}
		switch about := about.(type) {
		case *cli.App:
			_, _ = io.WriteString(w, OfApp(about).Help(width))
		case *cli.Command:
			_, _ = io.WriteString(w, OfCommand(about.HelpName, about).Help(width))
		}
	}
}

// indent stands before every line that is no heading.
const indent = "   "

// Help is the page as --help prints it, in lines of at most width columns.
// Tables and examples keep their lines: they are to be copied.
func (p Page) Help(width int) string {
	var b strings.Builder
	b.WriteString("NAME:\n" + layout.Wrap(p.Name+" - "+p.Usage, indent, width))
	b.WriteString("\nUSAGE:\n" + layout.Wrap(p.Name+" "+p.Synopsis, indent, width))
	for i, block := range p.Blocks {
		if i == 0 {
			b.WriteString("\nDESCRIPTION:")
		}
		b.WriteString("\n" + block.help(width))
	}
	if len(p.Commands) > 0 {
		b.WriteString("\nCOMMANDS:\n" + layout.Indented(commandTable(p.Commands, width), indent))
	}
	b.WriteString("\nOPTIONS:\n")
	for _, o := range p.Options {
		b.WriteString(o.help(width))
	}
	return b.String()
}

func (b Block) help(width int) string {
	text := strings.Join(b.Lines, "\n")
	switch b.Kind {
	case Literal, Examples:
		return linesAfter(indent, b.Lines)
	default:
		return layout.Wrap(text, indent, width)
	}
}

// linesAfter puts indent before each of some lines, and leaves them as they are.
func linesAfter(indent string, lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(indent+line, " ") + "\n")
	}
	return b.String()
}

func commandTable(entries []Entry, width int) string {
	rows := make([][]string, len(entries))
	for i, e := range entries {
		rows[i] = []string{e.Name, e.Usage}
	}
	return layout.TableWithin(rows, width-runewidth.StringWidth(indent))
}

// help is an option on a line, and what it does on the next ones.
func (o Option) help(width int) string {
	return indent + o.line() + "\n" + layout.Wrap(o.Usage, indent+"       ", width)
}

// line is an option as it is typed, long names below each other.
func (o Option) line() string {
	line := "    "
	if o.Short != "" {
		line = "-" + o.Short + ", "
	}
	if o.Long != "" {
		line += "--" + o.Long
	} else {
		line = "-" + o.Short
	}
	if o.Value != "" {
		line += " " + o.Value
	}
	return line
}
