package cli

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

//go:embed completion
var completionScripts embed.FS

// shells are the shells with a completion script, in the order of the help.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func (r *runner) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell",
		ArgsUsage: "SHELL",
		Description: `SHELL is bash, zsh, fish or powershell. Commands, options, rules and formats are
completed.

Examples:
   eval "$(handofflint completion bash)"                  in ~/.bashrc
   source <(handofflint completion zsh)                   in ~/.zshrc
   handofflint completion fish | source                   in config.fish
   handofflint completion powershell | Out-String | Invoke-Expression
                                                          in $PROFILE`,
		Action: func(c *cli.Context) error {
			shell, err := oneArgument(c, "the shell")
			if err != nil {
				return err
			}
			extension := strings.Replace(shell, "powershell", "ps1", 1)
			script, err := completionScripts.ReadFile("completion/handofflint." + extension)
			if !slices.Contains(shells, shell) || err != nil {
				return fmt.Errorf("there is no completion for %q%s: use %s", shell, near.DidYouMeanOne(shell, shells), orList(shells))
			}
			return r.printText(string(script))
		},
	}
}

// completionRequest is what the scripts append to a command line that is to be
// completed; it is the word that urfave/cli uses. Its own completion knows neither the
// values of options nor rules and formats.
const completionRequest = "--generate-bash-completion"

// complete prints the words that the last word of a command line may become, one a
// line, each with its help after a tab. Nothing printed means that it may be a file.
func (r *runner) complete(app *cli.App, words []string) error {
	last := max(0, len(words)-1)
	current := strings.Join(words[last:], "")
	var b strings.Builder
	for _, c := range candidates(app, words[:last], strings.HasPrefix(current, "-")) {
		if strings.HasPrefix(c, current) {
			b.WriteString(c + "\n")
		}
	}
	return r.printText(b.String())
}

// candidates returns the words that may follow others, or only options.
func candidates(app *cli.App, before []string, options bool) (out []string) {
	command, words := commandOf(app, before)
	if command == nil {
		command = &cli.Command{Subcommands: app.VisibleCommands()}
	}
	if len(words) > 0 {
		if f := option(command, words[len(words)-1]); strings.HasPrefix(words[len(words)-1], "-") && takesArgument(f) {
			return valuesOf(command, f)
		}
	}
	if options {
		for _, f := range append([]cli.Flag{cli.HelpFlag}, command.Flags...) {
			if name := f.Names()[0]; name != "now" {
				out = append(out, "--"+name+"\t"+strings.ReplaceAll(f.(cli.DocGenerationFlag).GetUsage(), "`", ""))
			}
		}
		return out
	}
	if len(words) == 0 {
		for _, c := range command.Subcommands {
			out = append(out, c.Name+"\t"+c.Usage)
		}
	}
	switch command.ArgsUsage {
	case "RULE", rulesArguments:
		return append(out, ruleCandidates()...)
	case "FORMAT":
		return formatCandidates()
	case "SHELL":
		return shells
	}
	return out
}

// valuesOf returns the possible values of an option of a command, none if it is a file or a
// text.
func valuesOf(command *cli.Command, f cli.Flag) []string {
	if generic, ok := f.(*cli.GenericFlag); ok {
		return generic.Value.(*choice).words
	}
	switch f.Names()[0] {
	case "format":
		if command.Name == "audit" {
			return append(report.Names(), auditPage)
		}
		return report.Names()
	case "as":
		return formatCandidates()
	case "reason":
		return handoff.LoadRetry().Reasons
	case "select", "ignore", "rule":
		return ruleCandidates()
	}
	return nil
}

// ruleCandidates returns the names of all rules and of their groups.
func ruleCandidates() (out []string) {
	var groups []string
	for _, r := range configuredCatalogue().Rules {
		out = append(out, r.Name+"\t"+r.Summary)
		if group, _, found := strings.Cut(r.Name, "/"); found {
			groups = append(groups, group+"/*")
		}
	}
	slices.Sort(groups)
	return append(out, slices.Compact(groups)...)
}

// formatCandidates returns the names of all formats.
func formatCandidates() (out []string) {
	for _, f := range configuredCatalogue().Formats {
		out = append(out, string(f.Name)+"\t"+f.Form)
	}
	return out
}

// configuredCatalogue returns the catalogue with a team's rules and formats, or without
// them if the configuration is broken: every other command says why.
func configuredCatalogue() *rules.Catalogue {
	if settings, err := configFor("."); err == nil {
		return settings.Plain()
	}
	return rules.BuiltIn()
}
