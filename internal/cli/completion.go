package cli

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
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

// candidate is a word that may come next.
type candidate struct{ word, help string }

// complete prints the words that the last word of a command line may become, one a
// line. Nothing printed means that it may be a file.
func (r *runner) complete(app *cli.App, words []string) error {
	if len(words) == 0 {
		words = []string{""}
	}
	current := words[len(words)-1]
	var b strings.Builder
	for _, c := range candidates(app, words[:len(words)-1], current) {
		if !strings.HasPrefix(c.word, current) {
			continue
		}
		b.WriteString(c.word)
		if c.help != "" {
			b.WriteString("\t" + c.help)
		}
		b.WriteByte('\n')
	}
	return r.printText(b.String())
}

// candidates are the words that may come next, given what has been typed of it.
func candidates(app *cli.App, before []string, current string) []candidate {
	i := slices.IndexFunc(before, func(w string) bool { return app.Command(w) != nil })
	if i < 0 && strings.HasPrefix(current, "-") {
		return flagCandidates(app.Flags)
	} else if i < 0 {
		return commandCandidates(app.Commands)
	}
	command, words := subcommand(app.Command(before[i]), before[i+1:])
	if command.Name == "help" {
		return helpCandidates(app, words)
	}
	if !slices.Contains(words, "--") {
		if len(words) > 0 {
			if f := openOption(command, words[len(words)-1]); f != nil {
				return valueCandidates(f, before, current)
			}
		}
		name, value, joined := strings.Cut(current, "=")
		if f := option(command, strings.TrimLeft(name, "-")); joined && f != nil && strings.HasPrefix(name, "-") {
			values := valueCandidates(f, before, value)
			for i := range values {
				values[i].word = name + "=" + values[i].word
			}
			return values
		}
		if strings.HasPrefix(current, "-") {
			return flagCandidates(command.Flags)
		}
	}
	return slices.Concat(commandCandidates(command.Subcommands), argumentCandidates(command, before))
}

func commandCandidates(commands []*cli.Command) []candidate {
	var out []candidate
	for _, c := range commands {
		if !c.Hidden {
			out = append(out, candidate{c.Name, c.Usage})
		}
	}
	return out
}

// helpCandidates are the commands that help may be asked for, after those that have
// been typed.
func helpCandidates(app *cli.App, words []string) []candidate {
	if len(words) == 0 {
		return commandCandidates(app.Commands)
	}
	if c := app.Command(words[0]); c != nil && len(words) == 1 {
		return commandCandidates(c.Subcommands)
	}
	return nil
}

func flagCandidates(flags []cli.Flag) []candidate {
	out := []candidate{{"--help", "show help"}}
	for _, f := range visible(flags) {
		usage := f.(cli.DocGenerationFlag).GetUsage()
		out = append(out, candidate{"--" + f.Names()[0], strings.ReplaceAll(usage, "`", "")})
	}
	return out
}

// argumentCandidates are what a command's arguments may be, none if they are files.
func argumentCandidates(c *cli.Command, before []string) []candidate {
	switch c.ArgsUsage {
	case "RULE":
		return ruleCandidates(before)
	case rulesArguments:
		names := ruleCandidates(before)
		return append(names, groupsOf(names)...)
	case "FORMAT":
		return formatCandidates(before)
	case "SHELL":
		return wordsOf(shellNames...)
	}
	return nil
}

// valueCandidates are what an option's value may be, none if it is a file or a text
// of the user's own.
func valueCandidates(f cli.Flag, before []string, current string) []candidate {
	if generic, ok := f.(*cli.GenericFlag); ok {
		if v, ok := generic.Value.(*choice); ok {
			return wordsOf(v.words...)
		}
		return nil
	}
	switch f.Names()[0] {
	case "format":
		return wordsOf(report.Names()...)
	case "as":
		return formatCandidates(before)
	case "reason":
		return wordsOf(handoff.LoadRetry().Reasons...)
	case "select", "ignore":
		names := ruleCandidates(before)
		return append(names, groupsOf(names)...)
	case "rule":
		if name, _, found := strings.Cut(current, "="); found {
			return wordsOf(name+"=error", name+"=warning", name+"=off")
		}
		names := ruleCandidates(before)
		names = append(names, groupsOf(names)...)
		for i := range names {
			names[i].word += "="
		}
		return names
	}
	return nil
}

// ruleCandidates are the names of all rules, a team's own among them.
func ruleCandidates(before []string) (out []candidate) {
	for _, r := range catalogueOf(before).Rules {
		out = append(out, candidate{r.Name, r.Summary})
	}
	return out
}

// formatCandidates are the names of all formats, a team's own among them.
func formatCandidates(before []string) (out []candidate) {
	for _, f := range catalogueOf(before).Formats {
		out = append(out, candidate{string(f.Name), f.Form})
	}
	return out
}

// catalogueOf is the catalogue of the configuration that typed words mean. One that
// is broken adds nothing: every other command says why.
func catalogueOf(before []string) *rules.Catalogue {
	path, err := config.Find(".")
	for i, word := range before {
		name, value, joined := strings.Cut(word, "=")
		switch {
		case name == "--no-config":
			path = ""
		case name == "--config" && joined:
			path, err = value, nil
		case name == "--config" && i+1 < len(before):
			path, err = before[i+1], nil
		}
	}
	if path != "" && err == nil {
		if settings, err := config.LoadNamed(path, "."); err == nil {
			return settings.Plain()
		}
	}
	return rules.BuiltIn()
}

// wordsOf makes candidates of words.
func wordsOf(words ...string) []candidate {
	out := make([]candidate, len(words))
	for i, w := range words {
		out[i].word = w
	}
	return out
}

// groupsOf are the groups of rules, as patterns.
func groupsOf(entries []candidate) []candidate {
	var groups []string
	for _, e := range entries {
		if group, _, found := strings.Cut(e.word, "/"); found {
			groups = append(groups, group+"/*")
		}
	}
	slices.Sort(groups)
	return wordsOf(slices.Compact(groups)...)
}
