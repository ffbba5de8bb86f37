// Package handoff has the commands of a handoff's life: it is made, sealed,
// accepted or sent back, and cleared away.
package handoff

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
		r.newCommand(),
		r.sealCommand(),
		r.acceptCommand(),
		r.dispatchCommand(),
		r.contextCommand(),
		r.retryCommand(),
		r.vacuumCommand(),
	}
}
