package manual

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// Section is the section of a manual page for commands that anybody may run.
const Section = 1

// about is what the manual page says beside the commands: of what the program
// takes from its surroundings.
type about struct {
	heading string
	entries []Entry
}

// surroundings stand behind the commands in the manual page.
var surroundings = []about{
	{"ENVIRONMENT", []Entry{
		{"NO_COLOR", "No colours, unless --color=always says otherwise."},
		{"COLUMNS", "How wide help and tables are, in place of the terminal's width."},
		{"HANDOFFLINT_FAILURE_LOG", "Where the failure log is, unless --failure-log says otherwise."},
		{"CI", "If it is set, there is no failure log unless --failure-log or HANDOFFLINT_FAILURE_LOG names one."},
		{"XDG_STATE_HOME", "The failure log is handofflint/failures.jsonl in this folder where there is no ~/.claude; ~/.local/state where it is not set."},
	}},
	{"FILES", []Entry{
		{".handofflint.yaml, .handofflint.cue", "The configuration of a folder and of all below it. `handofflint config init` writes one to begin with."},
		{".handofflintignore", "What is left out in this folder and below it, in the form of a .gitignore."},
		{"~/.claude/logs/handoff-failures.jsonl", "The failure log, where there is a ~/.claude."},
	}},
}

// Man is the manual page of the program with all of its commands, in the
// language of man(7). It has no date: the same program gives the same page.
func Man(app *cli.App, version string) string {
	p := OfApp(app)
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s %d \"\" %s %s\n", strings.ToUpper(p.Name), Section, argument(p.Name+" "+version), argument("User Commands"))
	b.WriteString(".nh\n.ad l\n")
	b.WriteString(".SH NAME\n" + literal(p.Name) + " \\- " + prose(p.Usage) + "\n")
	b.WriteString(".SH SYNOPSIS\n.B " + literal(p.Name) + "\n" + synopsis(p.Synopsis) + "\n")
	b.WriteString(section("DESCRIPTION", blocksMan(p.Blocks, Prose, Literal)))
	b.WriteString(".SH OPTIONS\n" + optionsMan(p.Options))
	b.WriteString(".SH COMMANDS\n")
	for _, page := range all(p.Name, app.Commands) {
		b.WriteString(page.man())
	}
	b.WriteString(".SH EXIT STATUS\n" + blocksMan(p.Blocks, Exits) + ".PP\nWhere a command means something else by them, it says so.\n")
	for _, s := range surroundings {
		b.WriteString(".SH " + s.heading + "\n" + entriesMan(s.entries))
	}
	b.WriteString(section("EXAMPLES", blocksMan(p.Blocks, Examples)))
	b.WriteString(".SH SEE ALSO\nhttps://github.com/handofflint/handofflint\n")
	return b.String()
}

// section is a heading with a text, whose first paragraph follows it at once.
func section(heading, text string) string {
	return ".SH " + heading + "\n" + strings.TrimPrefix(text, ".PP\n")
}

// man is a command as a part of the manual page.
func (p Page) man() string {
	var b strings.Builder
	b.WriteString(".SS " + argument(p.Name) + "\n")
	b.WriteString(".B " + literal(p.Name) + "\n" + synopsis(p.Synopsis) + "\n")
	b.WriteString(".PP\n" + prose(sentence(p.Usage)) + "\n")
	b.WriteString(blocksMan(p.Blocks, Prose, Literal))
	b.WriteString(subheading("Options") + optionsMan(p.Options))
	for _, part := range []struct {
		heading string
		kind    Kind
	}{{"Exit codes", Exits}, {"Examples", Examples}} {
		if text := blocksMan(p.Blocks, part.kind); text != "" {
			b.WriteString(subheading(part.heading) + text)
		}
	}
	return b.String()
}

func subheading(s string) string { return ".PP\n.B " + s + "\n" }

// sentence makes a sentence of what a command is for.
func sentence(s string) string {
	return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] + "."
}

func optionsMan(options []Option) string {
	var b strings.Builder
	for _, o := range options {
		b.WriteString(o.man())
	}
	return b.String()
}

func (o Option) man() string {
	line := ""
	if o.Short != "" {
		line = "\\fB" + literal("-"+o.Short) + "\\fR"
	}
	if o.Short != "" && o.Long != "" {
		line += ", "
	}
	if o.Long != "" {
		line += "\\fB" + literal("--"+o.Long) + "\\fR"
	}
	if o.Value != "" {
		line += " \\fI" + literal(o.Value) + "\\fR"
	}
	return ".TP\n" + line + "\n" + prose(o.Usage) + "\n"
}

func entriesMan(entries []Entry) string {
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(".TP\n\\fB" + literal(e.Name) + "\\fR\n" + prose(e.Usage) + "\n")
	}
	return b.String()
}

// blocksMan are the blocks of some kinds.
func blocksMan(blocks []Block, kinds ...Kind) string {
	var b strings.Builder
	for _, block := range blocks {
		for _, kind := range kinds {
			if block.Kind == kind {
				b.WriteString(block.man())
			}
		}
	}
	return b.String()
}

func (b Block) man() string {
	switch b.Kind {
	case Literal:
		return listing(b.Lines)
	case Examples:
		return listing(b.Lines[1:])
	case Exits:
		return exitsMan(strings.TrimPrefix(strings.Join(b.Lines, " "), exitsHeading))
	default:
		return ".PP\n" + prose(strings.Join(b.Lines, "\n")) + "\n"
	}
}

// listing is lines that stay as they are.
func listing(lines []string) string {
	return ".PP\n.nf\n" + strings.Join(each(lines, line), "\n") + "\n.fi\n"
}

// exitsMan makes a list of "0 nothing found; 1 warnings only; 2 an error".
func exitsMan(text string) string {
	var b strings.Builder
	for _, part := range strings.Split(strings.TrimSuffix(text, "."), "; ") {
		code, meaning, found := strings.Cut(part, " ")
		if !found || strings.Trim(code, "0123456789") != "" {
			return ".PP\n" + prose(text) + "\n"
		}
		b.WriteString(".TP\n\\fB" + code + "\\fR\n" + prose(meaning) + "\n")
	}
	return b.String()
}
