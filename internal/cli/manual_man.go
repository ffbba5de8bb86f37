package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// Section is the section of a manual page for commands that anybody may run.
const manSection = 1

// about is what the manual page says beside the commands: of what the program
// takes from its surroundings.
type about struct {
	heading string
	entries []entry
}

// surroundings stand behind the commands in the manual page.
var surroundings = []about{
	{"ENVIRONMENT", []entry{
		{"NO_COLOR", "No colours, unless --color=always says otherwise."},
		{"COLUMNS", "How wide help and tables are, in place of the terminal's width."},
		{"HANDOFFLINT_FAILURE_LOG", "Where the failure log is, unless --failure-log says otherwise."},
		{"CI", "If it is set, there is no failure log unless --failure-log or HANDOFFLINT_FAILURE_LOG names one."},
		{"XDG_STATE_HOME", "The failure log is handofflint/failures.jsonl in this folder where there is no ~/.claude; ~/.local/state where it is not set."},
	}},
	{"FILES", []entry{
		{".handofflint.yaml, .handofflint.cue", "The configuration of a folder and of all below it. `handofflint config init` writes one to begin with."},
		{".handofflintignore", "What is left out in this folder and below it, in the form of a .gitignore."},
		{"~/.claude/logs/handoff-failures.jsonl", "The failure log, where there is a ~/.claude."},
	}},
}

// man is the manual page of the program with all of its commands, in the
// language of man(7). It has no date: the same program gives the same page.
func man(app *cli.App, version string) string {
	p := ofApp(app)
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s %d \"\" %s %s\n", strings.ToUpper(p.name), manSection, roffArgument(p.name+" "+version), roffArgument("User Commands"))
	b.WriteString(".nh\n.ad l\n")
	b.WriteString(".SH NAME\n" + roffLiteral(p.name) + " \\- " + roffProse(p.usage) + "\n")
	b.WriteString(".SH SYNOPSIS\n.B " + roffLiteral(p.name) + "\n" + synopsis(p.synopsis) + "\n")
	b.WriteString(roffSection("DESCRIPTION", blocksMan(p.blocks, kindProse, kindLiteral)))
	b.WriteString(".SH OPTIONS\n" + optionsMan(p.options))
	b.WriteString(".SH COMMANDS\n")
	for _, page := range all(p.name, app.Commands) {
		b.WriteString(page.man())
	}
	b.WriteString(".SH EXIT STATUS\n" + blocksMan(p.blocks, kindExits) + ".PP\nWhere a command means something else by them, it says so.\n")
	for _, s := range surroundings {
		b.WriteString(".SH " + s.heading + "\n" + entriesMan(s.entries))
	}
	b.WriteString(roffSection("EXAMPLES", blocksMan(p.blocks, kindExamples)))
	b.WriteString(".SH SEE ALSO\nhttps://github.com/handofflint/handofflint\n")
	return b.String()
}

// section is a heading with a text, whose first paragraph follows it at once.
func roffSection(heading, text string) string {
	return ".SH " + heading + "\n" + strings.TrimPrefix(text, ".PP\n")
}

// man is a command as a part of the manual page.
func (p page) man() string {
	var b strings.Builder
	b.WriteString(".SS " + roffArgument(p.name) + "\n")
	b.WriteString(".B " + roffLiteral(p.name) + "\n" + synopsis(p.synopsis) + "\n")
	b.WriteString(".PP\n" + roffProse(sentence(p.usage)) + "\n")
	b.WriteString(blocksMan(p.blocks, kindProse, kindLiteral))
	b.WriteString(subheading("Options") + optionsMan(p.options))
	for _, part := range []struct {
		heading string
		kind    blockKind
	}{{"Exit codes", kindExits}, {"Examples", kindExamples}} {
		if text := blocksMan(p.blocks, part.kind); text != "" {
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

func optionsMan(options []helpOption) string {
	var b strings.Builder
	for _, o := range options {
		b.WriteString(o.man())
	}
	return b.String()
}

func (o helpOption) man() string {
	line := ""
	if o.short != "" {
		line = "\\fB" + roffLiteral("-"+o.short) + "\\fR"
	}
	if o.short != "" && o.long != "" {
		line += ", "
	}
	if o.long != "" {
		line += "\\fB" + roffLiteral("--"+o.long) + "\\fR"
	}
	if o.value != "" {
		line += " \\fI" + roffLiteral(o.value) + "\\fR"
	}
	return ".TP\n" + line + "\n" + roffProse(o.usage) + "\n"
}

func entriesMan(entries []entry) string {
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(".TP\n\\fB" + roffLiteral(e.name) + "\\fR\n" + roffProse(e.usage) + "\n")
	}
	return b.String()
}

// blocksMan are the blocks of some kinds.
func blocksMan(blocks []block, kinds ...blockKind) string {
	var b strings.Builder
	for _, block := range blocks {
		for _, kind := range kinds {
			if block.kind == kind {
				b.WriteString(block.man())
			}
		}
	}
	return b.String()
}

func (b block) man() string {
	switch b.kind {
	case kindLiteral:
		return roffListing(b.lines)
	case kindExamples:
		return roffListing(b.lines[1:])
	case kindExits:
		return exitsMan(strings.TrimPrefix(strings.Join(b.lines, " "), exitsHeading))
	default:
		return ".PP\n" + roffProse(strings.Join(b.lines, "\n")) + "\n"
	}
}

// listing is lines that stay as they are.
func roffListing(lines []string) string {
	return ".PP\n.nf\n" + strings.Join(eachLine(lines, roffLine), "\n") + "\n.fi\n"
}

// exitsMan makes a list of "0 nothing found; 1 warnings only; 2 an error".
func exitsMan(text string) string {
	var b strings.Builder
	for _, part := range strings.Split(strings.TrimSuffix(text, "."), "; ") {
		code, meaning, found := strings.Cut(part, " ")
		if !found || strings.Trim(code, "0123456789") != "" {
			return ".PP\n" + roffProse(text) + "\n"
		}
		b.WriteString(".TP\n\\fB" + code + "\\fR\n" + roffProse(meaning) + "\n")
	}
	return b.String()
}
