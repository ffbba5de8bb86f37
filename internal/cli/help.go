package cli

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"
)

const appHelp = `{{.Name}} - {{.Usage}}

Usage: {{.Name}} COMMAND [OPTION]... [ARGUMENT]...

{{range commandGroups .}}{{if .Line}}{{.Name}}: {{.Line}}
{{else}}{{.Name}}:
{{range .Commands}}  {{.Name}}{{"\t"}}{{.Usage}}
{{end}}
{{end}}{{end}}
General options, of most commands:
{{range generalOptions .}}  {{flagLine .}}
{{end}}
Exit codes of check, seal and accept: 0 nothing found; 1 warnings only; 2 an
error, or something that could not be checked.

Every command has --help with an example. Begin with: handofflint check .
`

const commandHelp = `{{.Usage}}

Usage: {{.HelpName}}{{if flagGroups .}} [OPTION]...{{end}}{{with .ArgsUsage}} {{.}}{{end}}

{{.Description}}
{{with .VisibleCommands}}
Commands:
{{range .}}  {{.Name}}{{"\t"}}{{.Usage}}
{{end}}{{end}}{{range flagGroups .}}
{{.Name}}:
{{range .Flags}}  {{flagLine .}}
{{end}}{{end}}{{with general .}}
General options: {{wrap . 17}}
{{end}}`

// manPage has the help of all commands as it is: it is written for 80 columns.
//
//go:embed handofflint.1.tmpl
var manPage string

// helpFuncs are what the templates call beside the library's own functions.
var helpFuncs = map[string]any{
	"wrapAt":         func() int { return 80 },
	"flagLine":       flagLine,
	"flagGroups":     flagGroups,
	"commandGroups":  commandGroups,
	"general":        general,
	"generalOptions": func(app *cli.App) []cli.Flag { return visible(append(generalFlags(), app.Flags...)) },
}

func init() {
	cli.AppHelpTemplate, cli.CommandHelpTemplate, cli.SubcommandHelpTemplate = appHelp, commandHelp, commandHelp
	// -v is --verbose.
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version in one line"}
	cli.VersionPrinter = func(c *cli.Context) { fmt.Fprintln(c.App.Writer, "handofflint", c.App.Version) }
	cli.HelpPrinter = func(w io.Writer, text string, about any) { cli.HelpPrinterCustom(w, text, about, helpFuncs) }
}

// commandGroup is a group of commands in the program's help: a line each, or Line
// for all of them.
type commandGroup struct {
	Name, Line string
	Commands   []*cli.Command
}

// commandGroups are the groups in the order of their commands.
func commandGroups(app *cli.App) (groups []commandGroup) {
	for _, c := range app.VisibleCommands() {
		last := len(groups) - 1
		if last < 0 || groups[last].Name != c.Category {
			groups = append(groups, commandGroup{Name: c.Category})
			last++
		}
		groups[last].Commands = append(groups[last].Commands, c)
		if c.Category == "Pipelines" || c.Category == "Other" {
			groups[last].Line = strings.Join(names(groups[last].Commands), ", ")
		}
	}
	return groups
}

// visible are the options that help shows, without --help itself.
func visible(flags []cli.Flag) (shown []cli.Flag) {
	for _, f := range flags {
		if v, ok := f.(cli.VisibleFlag); ok && v.IsVisible() && f != cli.HelpFlag {
			shown = append(shown, f)
		}
	}
	return shown
}

// isGeneral reports whether an option has its place in the line that all commands
// share.
func isGeneral(f cli.Flag) bool {
	return slices.Contains([]string{"config", "no-config", "failure-log", "no-failure-log", "color"}, f.Names()[0])
}

type flagGroup struct {
	Name  string
	Flags []cli.Flag
}

func flagGroups(c *cli.Command) (groups []flagGroup) {
	for _, f := range visible(c.Flags) {
		if isGeneral(f) {
			continue
		}
		name := "Options"
		if g, ok := f.(cli.CategorizableFlag); ok && g.GetCategory() != "" {
			name = g.GetCategory()
		}
		i := slices.IndexFunc(groups, func(g flagGroup) bool { return g.Name == name })
		if i < 0 {
			i, groups = len(groups), append(groups, flagGroup{Name: name})
		}
		groups[i].Flags = append(groups[i].Flags, f)
	}
	return groups
}

// general lists the options that `handofflint --help` explains.
func general(c *cli.Command) string {
	var list []string
	for _, f := range visible(c.Flags) {
		if isGeneral(f) {
			list = append(list, strings.TrimSpace(flagNames(f)))
		}
	}
	return strings.Join(append(list, "--help"), ", ")
}

// flagLine is an option with what it does, as a row of a table.
func flagLine(f cli.Flag) string {
	d := f.(cli.DocGenerationFlag)
	line := flagNames(f) + "\t" + strings.ReplaceAll(d.GetUsage(), "`", "")
	if s, ok := f.(cli.DocGenerationSliceFlag); ok && s.IsSliceFlag() {
		line += "; repeatable"
	}
	if text := strings.Trim(d.GetDefaultText(), `" `); !slices.Contains([]string{"", "false", "0"}, text) {
		line += " (default: " + text + ")"
	}
	return line
}

// flagNames is an option as it is typed, with the placeholder of its value.
func flagNames(f cli.Flag) string {
	names := "    --" + f.Names()[0]
	if len(f.Names()) > 1 {
		names = "-" + f.Names()[1] + ", --" + f.Names()[0]
	}
	d := f.(cli.DocGenerationFlag)
	if parts := strings.Split(d.GetUsage(), "`"); d.TakesValue() && len(parts) == 3 {
		if takesArgument(f) {
			return names + " " + parts[1]
		}
		return names + "[=" + parts[1] + "]"
	}
	return names
}

// helpWriter writes help texts. The library drops errors, so the first one is kept:
// who asked for help and got none has to hear of it.
type helpWriter struct {
	to  io.Writer
	err error
}

func (w *helpWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil && w.err == nil {
		w.err = wroteOut(err)
	}
	return n, err
}

func (r *runner) helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "show the help of the program, or of a command",
		ArgsUsage: "[COMMAND [SUBCOMMAND]]",
		Description: `Prints what --help prints.

Example:
   handofflint help context new`,
		// The library takes --help of a command of this name for its own.
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			if slices.Contains([]string{"help", "--help", "-h"}, c.Args().First()) {
				cli.HelpPrinter(c.App.Writer, cli.CommandHelpTemplate, c.Command)
				return nil
			}
			line := slices.Concat([]string{c.App.Name}, c.Args().Slice(), []string{"--help"})
			return c.App.RunContext(c.Context, permute(c.App, line))
		},
	}
}

// manCommand prints the manual page, made from the same texts as --help.
func (r *runner) manCommand() *cli.Command {
	return &cli.Command{
		Name:   "man",
		Usage:  "print the manual page",
		Hidden: true,
		Description: `Prints the help of all commands, for man(1). Releases have it as handofflint.1.

Example:
   handofflint man > ~/.local/share/man/man1/handofflint.1`,
		Action: func(c *cli.Context) error {
			funcs := template.FuncMap{"roff": roff, "help": helpOf, "helpCommands": helpCommands}
			return wroteOut(template.Must(template.New("man").Funcs(funcs).Parse(manPage)).Execute(r.streams.Out, c.App))
		},
	}
}

// helpOf is what --help prints of the program or of a command.
func helpOf(about any) string {
	var b strings.Builder
	text := commandHelp
	if _, ok := about.(*cli.App); ok {
		text = appHelp
	}
	cli.HelpPrinter(&b, text, about)
	return b.String()
}

// helpCommands are the visible commands, each with its subcommands after it, by their
// full names.
func helpCommands(app *cli.App) (commands []*cli.Command) {
	for _, c := range app.VisibleCommands() {
		c.HelpName = app.Name + " " + c.Name
		commands = append(commands, c)
		for _, sub := range c.Subcommands {
			sub.HelpName = c.HelpName + " " + sub.Name
			commands = append(commands, sub)
		}
	}
	return commands
}

// roffEscapes keep a text what it is, so that it can be copied: groff_char(7).
var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`, "…", `\[u2026]`)

// roff escapes a text for man(7). A line that begins with a dot would be a request.
func roff(s string) string {
	lines := strings.Split(roffEscapes.Replace(s), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
