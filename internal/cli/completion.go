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

// shells are the shells that there is a completion script for, and how the script
// ends.
var shells = map[string]string{"bash": "bash", "zsh": "zsh", "fish": "fish", "powershell": "ps1"}

// shellNames are the shells in the order of the help.
var shellNames = []string{"bash", "zsh", "fish", "powershell"}

func (r *runner) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell",
		ArgsUsage: "SHELL",
		Description: `SHELL is bash, zsh, fish or powershell. Commands, options, rules and formats are
completed.

Examples:
   source <(handofflint completion bash)                  in ~/.bashrc
   source <(handofflint completion zsh)                   in ~/.zshrc
   handofflint completion fish | source                   in config.fish
   handofflint completion powershell | Out-String | Invoke-Expression
                                                          in $PROFILE`,
		Action: func(c *cli.Context) error {
			shell, err := oneArgument(c, "the shell")
			if err != nil {
				return err
			}
			script, err := completionScripts.ReadFile("completion/handofflint." + shells[shell])
			if err != nil {
				return fmt.Errorf("there is no completion for %q%s: use %s", shell, near.DidYouMeanOne(shell, shellNames), orList(shellNames))
			}
			return r.printText(string(script))
		},
	}
}

// completionRequest is what the scripts append to a command line that is to be
// completed; it is the word that urfave/cli uses.
const completionRequest = "--generate-bash-completion"

// complete prints the words that the last word of a command line may become, one a
// line, each with its help after a tab. Nothing printed means that it may be a file.
func (r *runner) complete(app *cli.App, words []string) error {
	if len(words) == 0 {
		words = []string{""}
	}
	last := len(words) - 1
	var b strings.Builder
	for _, c := range candidates(app, words[:last], words[last]) {
		if strings.HasPrefix(c, words[last]) {
			b.WriteString(strings.TrimSuffix(c, "\t") + "\n")
		}
	}
	return r.printText(b.String())
}

// candidates are the words that may come next, given what has been typed of it.
func candidates(app *cli.App, before []string, current string) []string {
	i := slices.IndexFunc(before, func(w string) bool { return app.Command(w) != nil })
	switch {
	case i >= 0 && before[i] == "help":
		return candidates(app, before[i+1:], current)
	case i < 0 && strings.HasPrefix(current, "-"):
		return flagCandidates(app.Flags)
	case i < 0:
		return commandCandidates(app.Commands)
	}
	command, words := subcommand(app.Command(before[i]), before[i+1:])
	name, value, joined := strings.Cut(current, "=")
	switch {
	case slices.Contains(words, "--"):
	case len(words) > 0 && openOption(command, words[len(words)-1]) != nil:
		return valueCandidates(openOption(command, words[len(words)-1]), "", current)
	case joined && strings.HasPrefix(name, "-") && option(command, strings.TrimLeft(name, "-")) != nil:
		return valueCandidates(option(command, strings.TrimLeft(name, "-")), name+"=", value)
	case strings.HasPrefix(current, "-"):
		return flagCandidates(command.Flags)
	}
	return append(commandCandidates(command.Subcommands), argumentCandidates(command.ArgsUsage)...)
}

func commandCandidates(commands []*cli.Command) (out []string) {
	for _, c := range commands {
		if !c.Hidden {
			out = append(out, c.Name+"\t"+c.Usage)
		}
	}
	return out
}

func flagCandidates(flags []cli.Flag) []string {
	out := []string{"--help\tshow help"}
	for _, f := range visible(flags) {
		usage := f.(cli.DocGenerationFlag).GetUsage()
		out = append(out, "--"+f.Names()[0]+"\t"+strings.ReplaceAll(usage, "`", ""))
	}
	return out
}

// argumentCandidates are what a command's arguments may be, none if they are files.
func argumentCandidates(usage string) []string {
	switch usage {
	case "RULE", rulesArguments:
		return ruleCandidates()
	case "FORMAT":
		return formatCandidates()
	case "SHELL":
		return shellNames
	}
	return nil
}

// valueCandidates are what the value of an option may be, each after what is before
// it in its word; none if it is a file or a text of the user's own.
func valueCandidates(f cli.Flag, before, current string) (out []string) {
	if generic, ok := f.(*cli.GenericFlag); ok {
		if v, ok := generic.Value.(*choice); ok {
			out = slices.Clone(v.words)
		}
	}
	switch f.Names()[0] {
	case "format":
		if out == nil {
			out = report.Names()
		}
	case "as":
		out = formatCandidates()
	case "reason":
		out = slices.Clone(handoff.LoadRetry().Reasons)
	case "select", "ignore":
		out = ruleCandidates()
	case "rule":
		if name, _, found := strings.Cut(current, "="); found {
			out = []string{name + "=error", name + "=warning", name + "=off"}
			break
		}
		for _, c := range ruleCandidates() {
			name, help, _ := strings.Cut(c, "\t")
			out = append(out, name+"=\t"+help)
		}
	}
	for i := range out {
		out[i] = before + out[i]
	}
	return out
}

// ruleCandidates are the names of all rules and of their groups, a team's own among
// them.
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

// formatCandidates are the names of all formats, a team's own among them.
func formatCandidates() (out []string) {
	for _, f := range configuredCatalogue().Formats {
		out = append(out, string(f.Name)+"\t"+f.Form)
	}
	return out
}

// configuredCatalogue is the catalogue of the configuration of the current folder. One
// that is broken adds nothing: every other command says why.
func configuredCatalogue() *rules.Catalogue {
	if settings, err := configFor("."); err == nil {
		return settings.Plain()
	}
	return rules.BuiltIn()
}
