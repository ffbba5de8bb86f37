package cli

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/rules"
)

//go:embed completion
var completionScripts embed.FS

// shells are the shells that there is a completion script for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

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
   handofflint completion fish | source                   in ~/.config/fish/config.fish
   handofflint completion powershell | Out-String | Invoke-Expression
                                                          in $PROFILE`,
		Action: r.completion,
	}
}

func (r *runner) completion(c *cli.Context) error {
	shell, err := oneArgument(c, "the shell")
	if err != nil {
		return err
	}
	if !slices.Contains(shells, shell) {
		return fmt.Errorf("there is no completion for %q%s: use %s", shell, rules.DidYouMeanOne(shell, shells), orList(shells))
	}
	script, err := fs.ReadFile(completionScripts, "completion/handofflint."+strings.Replace(shell, "powershell", "ps1", 1))
	if err != nil {
		return err
	}
	return r.printText(string(script))
}

// completionRequest is what the scripts put behind a command line that is to be
// completed; it is the word that urfave/cli uses.
const completionRequest = "--generate-bash-completion"

// candidate is a word that may come next.
type candidate struct{ word, help string }

// complete prints what may stand in place of the last word of a command line,
// one candidate a line. Nothing printed means that a file may.
func (r *runner) complete(app *cli.App, words []string) error {
	if len(words) == 0 {
		words = []string{""}
	}
	current := words[len(words)-1]
	var b strings.Builder
	before := words[:len(words)-1]
	for _, c := range (completer{app, before}).candidates(current) {
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

// completer completes a command line of which some words stand already.
type completer struct {
	app    *cli.App
	before []string
}

// candidates are the words that may come next, given what has been typed of it.
func (k completer) candidates(current string) []candidate {
	i := slices.IndexFunc(k.before, func(w string) bool { return k.app.Command(w) != nil })
	if i < 0 {
		return commandCandidates(k.app, current)
	}
	command, words := subcommand(k.app.Command(k.before[i]), k.before[i+1:])
	switch {
	case command.Name == helpName:
		return helpCandidates(k.app, words)
	case slices.Contains(words, "--"):
		return k.argumentCandidates(command)
	case len(words) > 0 && takesValue(command, words[len(words)-1]):
		return k.valueCandidates(command, flagName(command, words[len(words)-1]), current)
	}
	if option, value, found := strings.Cut(current, "="); found && takesValue(command, option) {
		values := k.valueCandidates(command, flagName(command, option), value)
		for i := range values {
			values[i].word = option + "=" + values[i].word
		}
		return values
	}
	if strings.HasPrefix(current, "-") {
		return flagCandidates(command.Flags)
	}
	return k.argumentCandidates(command)
}

// subcommand follows words from a command to one of its subcommands.
func subcommand(command *cli.Command, words []string) (*cli.Command, []string) {
	for len(words) > 0 && len(command.Subcommands) > 0 {
		i := slices.IndexFunc(command.Subcommands, func(c *cli.Command) bool { return c.HasName(words[0]) })
		if i < 0 {
			break
		}
		command, words = command.Subcommands[i], words[1:]
	}
	return command, words
}

func commandCandidates(app *cli.App, current string) []candidate {
	if strings.HasPrefix(current, "-") {
		return flagCandidates(app.Flags)
	}
	return commandWords(app.Commands)
}

func commandWords(commands []*cli.Command) []candidate {
	var out []candidate
	for _, c := range commands {
		if !c.Hidden {
			out = append(out, candidate{c.Name, c.Usage})
		}
	}
	return out
}

// takesValue says whether a word is an option whose value is the next word.
func takesValue(command *cli.Command, word string) bool {
	if !strings.HasPrefix(word, "-") || word == "-" || word == "--" {
		return false
	}
	_, open := separated(command, word)
	return open
}

// flagName is the long name of an option as it was typed, the last of joined
// ones.
func flagName(command *cli.Command, word string) string {
	words, _ := separated(command, word)
	return strings.TrimPrefix(words[len(words)-1], "--")
}

func flagCandidates(flags []cli.Flag) []candidate {
	out := []candidate{{"--help", "show help"}}
	for _, f := range flags {
		if v, ok := f.(cli.VisibleFlag); !ok || !v.IsVisible() || f == cli.HelpFlag {
			continue
		}
		help := ""
		if d, ok := f.(cli.DocGenerationFlag); ok {
			help = strings.ReplaceAll(d.GetUsage(), "`", "")
		}
		out = append(out, candidate{"--" + f.Names()[0], help})
	}
	return out
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
	groups := map[string]bool{}
	for _, e := range entries {
		if group, _, found := strings.Cut(e.word, "/"); found {
			groups[group+"/*"] = true
		}
	}
	return wordsOf(slices.Sorted(maps.Keys(groups))...)
}
