package cli

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/protocol"
)

const appHelp = `{{.Name}} - {{.Usage}}

Usage: {{.Name}} COMMAND [OPTION]... [ARGUMENT]...

Check:
{{range .VisibleCommands}}{{if eq .Category "Check"}}  {{.Name}}{{"\t"}}{{.Usage}}
{{end}}{{end}}
Agents:
{{range .VisibleCommands}}{{if eq .Category "Agents"}}  {{.Name}}{{"\t"}}{{.Usage}}
{{end}}{{end}}
Pipelines:{{range .VisibleCommands}}{{if eq .Category "Pipelines"}} {{.Name}}{{end}}{{end}}
Other:{{range .VisibleCommands}}{{if eq .Category "Other"}} {{.Name}}{{end}}{{end}}

General options, of every command:
{{range general}}  {{.}}
{{end}}
Exit codes: 0 nothing found; 1 warnings only; 2 an error, or not checked.

Every command has --help with an example. Begin with: handofflint check .
`

const commandHelp = `{{.Usage}}

Usage: {{.HelpName}} [OPTION]...{{with .ArgsUsage}} {{.}}{{end}}

{{.Description}}
{{with .VisibleCommands}}
Commands:
{{range .}}  {{.Name}}{{"\t"}}{{.Usage}}
{{end}}{{end}}{{range .VisibleFlagCategories}}
{{.Name}}:
{{range .Flags}}  {{.}}
{{end}}{{else}}{{with .VisibleFlags}}
Options:
{{range .}}  {{.}}
{{end}}{{end}}{{end}}{{if ne .Name "hook"}}
General options: --config FILE, --no-config, --failure-log PATH,
--no-failure-log, --color WHEN, --help; "handofflint --help" explains them.
{{end}}`

func init() {
	cli.AppHelpTemplate, cli.CommandHelpTemplate, cli.SubcommandHelpTemplate = appHelp, commandHelp, commandHelp
	cli.FlagStringer = flagLine
	cli.HelpFlag = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Hidden: true}
	// -v is --verbose.
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version in one line"}
	cli.VersionPrinter = func(c *cli.Context) { fmt.Fprintln(c.App.Writer, "handofflint", c.App.Version) }
	cli.HelpPrinter = func(w io.Writer, text string, about any) {
		visible := append(new(generalOptions).flags()[:5], cli.VersionFlag)
		cli.HelpPrinterCustom(w, text, about, map[string]any{"general": func() []cli.Flag { return visible }})
	}
}

// flagLine returns an option with what it does, as a row of a table: how it is typed, with
// the placeholder of its value, and its usage.
func flagLine(f cli.Flag) string {
	d := f.(cli.DocGenerationFlag)
	names, usage := "    --"+f.Names()[0], d.GetUsage()
	if len(f.Names()) > 1 {
		names = "-" + f.Names()[1] + ", --" + f.Names()[0]
	}
	if parts := strings.Split(usage, "`"); d.TakesValue() && len(parts) == 3 {
		if takesArgument(f) {
			names += " " + parts[1]
		} else {
			names += "[=" + parts[1] + "]"
		}
	}
	line := names + "\t" + strings.ReplaceAll(usage, "`", "")
	if s, ok := f.(cli.DocGenerationSliceFlag); ok && s.IsSliceFlag() {
		line += "; repeatable"
	}
	if text := strings.Trim(d.GetDefaultText(), `" `); !slices.Contains([]string{"", "false", "0"}, text) {
		line += " (default: " + text + ")"
	}
	return line
}

func (r *runner) helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "show the help of the program, or of a command",
		ArgsUsage: "[COMMAND [SUBCOMMAND]]",
		Description: `Prints what --help prints.

Example:
   handofflint help context new`,
		Action: func(c *cli.Context) error {
			return c.App.Run(slices.Concat([]string{c.App.Name}, c.Args().Slice(), []string{"--help"}))
		},
	}
}

// exampleFolder and exampleReport are the paths of a session's folder and of a report in
// it, for examples of the help.
func exampleFolder() string { return protocol.SessionsFolder() + "/20260531-170546-ad4f12aa" }

func exampleReport(sequence int, role string) string {
	return exampleFolder() + "/" + protocol.Name{Sequence: sequence, Role: role}.String()
}

// fold returns a paragraph in lines of at most 80 columns.
func fold(paragraph string) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(paragraph) {
		if line != "" && len(line)+1+len(word) > 80 {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return strings.Join(append(lines, line), "\n")
}
