package cli

import (
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/layout"
)

// maxWidth is how many columns help takes at most: longer lines are hard to
// read, however wide the terminal is.
const maxWidth = 100

// minWidth is how many columns help takes at least, for words have to fit.
const minWidth = 40

// sized is a writer that knows how many columns its reader sees.
type sized struct {
	io.Writer
	// columns is 0 where nobody knows.
	columns int
}

// The library prints all help through this variable. It hands over the writer
// of the program, and what help is asked for: the program or one of its commands.
func init() {
	cli.HelpPrinter = func(w io.Writer, _ string, about any) {
		width := layout.PageWidth
		if sized, ok := w.(sized); ok && sized.columns > 0 {
			width = min(max(sized.columns, minWidth), maxWidth)
		}
		switch about := about.(type) {
		case *cli.App:
			_, _ = io.WriteString(w, ofApp(about).help(width))
		case *cli.Command:
			_, _ = io.WriteString(w, ofCommand(about.HelpName, about).help(width))
		}
	}
}

// indent stands before every line that is no heading.
const indent = "   "

// help is the page as --help prints it, in lines of at most width columns.
// Tables and examples keep their lines: they are to be copied.
func (p page) help(width int) string {
	var b strings.Builder
	b.WriteString("NAME:\n" + layout.Wrap(p.name+" - "+p.usage, indent, width))
	b.WriteString("\nUSAGE:\n" + layout.Wrap(p.name+" "+p.synopsis, indent, width))
	for i, block := range p.blocks {
		if i == 0 {
			b.WriteString("\nDESCRIPTION:")
		}
		b.WriteString("\n" + block.help(width))
	}
	if len(p.commands) > 0 {
		b.WriteString("\nCOMMANDS:\n" + layout.Indented(commandTable(p.commands, width), indent))
	}
	b.WriteString("\nOPTIONS:\n")
	for _, o := range p.options {
		b.WriteString(o.help(width))
	}
	return b.String()
}

func (b block) help(width int) string {
	text := strings.Join(b.lines, "\n")
	switch b.kind {
	case kindLiteral, kindExamples:
		return linesAfter(indent, b.lines)
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

func commandTable(entries []entry, width int) string {
	rows := make([][]string, len(entries))
	for i, e := range entries {
		rows[i] = []string{e.name, e.usage}
	}
	return layout.TableWithin(rows, width-runewidth.StringWidth(indent))
}

// help is an option on a line, and what it does on the next ones.
func (o helpOption) help(width int) string {
	return indent + o.line() + "\n" + layout.Wrap(o.usage, indent+"       ", width)
}

// line is an option as it is typed, long names below each other.
func (o helpOption) line() string {
	line := "    "
	if o.short != "" {
		line = "-" + o.short + ", "
	}
	if o.long != "" {
		line += "--" + o.long
	} else {
		line = "-" + o.short
	}
	if o.value != "" {
		line += " " + o.value
	}
	return line
}
