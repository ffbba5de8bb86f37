package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/hook"
	"github.com/handofflint/handofflint/internal/text"
)

func (r *runner) statusCommand() *cli.Command {
	return &cli.Command{
		Name:  "status",
		Usage: "print a line for the status line of Claude Code",
		Description: `Reads the JSON that Claude Code writes to its status line, and prints on one
line whether tests, build, types and linters passed, failed, or are older
than the code; nothing if there is nothing to say. A transcript larger than
10 MB is read only when a turn has ended. Until then the line says what was
open at the last stop. The exit code is 0.

` + "`handofflint hooks install --status-line`" + ` adds it to your settings. A script
of your own calls it with what it reads.

Example:
   input=$(cat); printf '%s' "$input" | handofflint status`,
		Action: func(*cli.Context) error {
			if isTerminal(r.streams.In) {
				r.note("status is for Claude Code, which writes JSON to its standard input; `handofflint hooks install --status-line` tells it to")
				return nil
			}
			defer func() { _ = recover() }() // a fault of ours must not disturb a session
			if line := hook.StatusLine(r.streams.In, r.streams.Getenv); line != "" {
				_ = r.printText(text.Escape(line) + "\n") // nobody reads it
			}
			return nil
		},
	}
}
