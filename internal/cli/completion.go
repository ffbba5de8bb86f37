package cli

import (
	"embed"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/rules"
)

// The scripts ask the program, as urfave/cli's own do, which evaluate what was typed.
//
//go:embed completion
var completionScripts embed.FS

// completionRequest is what the scripts append to a command line that is to be completed.
const completionRequest = "--generate-bash-completion"

// shells are the shells with a completion script.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// completeRules prints the options of a command, and the names of the built-in rules.
func completeRules(c *cli.Context) {
	cli.DefaultCompleteWithFlags(c.Command)(c)
	for _, rule := range rules.BuiltIn().Rules {
		fmt.Fprintln(c.App.Writer, rule.Name)
	}
}

func (r *runner) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell",
		ArgsUsage: "SHELL",
		Description: `SHELL is bash, zsh, fish or powershell. Commands, their options and the rules
of explain are completed.

Examples:
   eval "$(handofflint completion bash)"                  in ~/.bashrc
   source <(handofflint completion zsh)                   in ~/.zshrc
   handofflint completion fish | source                   in config.fish
   handofflint completion powershell | Out-String | Invoke-Expression
                                                          in $PROFILE`,
		Action: func(c *cli.Context) error {
			shell, err := oneArgument(c, "the shell")
			if err == nil {
				err = oneOf("completion", shell, shells)
			}
			if err != nil {
				return err
			}
			script, err := completionScripts.ReadFile("completion/handofflint." + strings.Replace(shell, "powershell", "ps1", 1))
			if err != nil {
				return err
			}
			return r.printText(string(script))
		},
	}
}
