// Package carry has the commands that carry a handoff from what one agent left
// into what the next one reads.
package carry

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
		r.renderCommand(),
		r.convertCommand(),
		r.resultCommand(),
		r.extractCommand(),
		r.emitCommand(),
	}
}
