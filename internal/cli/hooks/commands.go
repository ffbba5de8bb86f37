// Package hooks has the command that a coding agent starts, and those that put it
// into the agent's settings.
package hooks

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
		r.hookCommand(),
		r.hooksCommand(),
	}
}
