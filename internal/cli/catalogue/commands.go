// Package catalogue has the commands about rules, formats and the configuration:
// what there is, what is set, and what a team adds.
package catalogue

import (
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/cli/command"
)

// runner has this package's commands as its methods.
type runner struct{ *command.Runner }

// Commands are the commands of this package, in the order of the help.
func Commands(base *command.Runner) []*cli.Command {
	r := &runner{base}
	return []*cli.Command{
		r.configCommand(),
		r.rulesCommand(),
		r.explainCommand(),
		r.schemaCommand(),
	}
}
