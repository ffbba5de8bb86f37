package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/text"
)

// resultName is the command that has an exit code of its own for a wrong question.
const resultName = "result"

func (r *runner) resultCommand() *cli.Command {
	format := new(choice)
	return &cli.Command{
		Name:      resultName,
		Usage:     "read the result signal that ends an output",
		ArgsUsage: "[FILE | -]",
		Description: `Prints ` + "`success`" + `, ` + "`failure REASON`" + ` or ` + "`failure`" + `, as the last line of the
output that is not blank says: [CF-RESULT: success], or [CF-RESULT: failure]
REASON. An output without a signal, or whose signal is malformed, quoted as
code or followed by text, has failed as well, with the reason ` + "`empty-output`" + `:
success is never assumed. Without FILE standard input is read, up to 32 MiB.

Exit codes: 0 success; 1 failure; 2 no signal; 3 the output cannot be read,
or an option is wrong.

Examples:
   handofflint pipeline result output.md
   claude -p "$(cat prompt.md)" | tee output.md | handofflint pipeline result -f json`,
		Flags: []cli.Flag{formatFlag(format, "text", "json")},
		Action: func(c *cli.Context) error {
			path, err := logArgument(c)
			if err != nil {
				return err
			}
			output, err := r.readLog(path)
			if err != nil {
				return err
			}
			s := payload.ParseSignal(output)
			outcome := s.Outcome // without a signal a failure is printed, with an exit code of its own
			if outcome == payload.None {
				outcome = payload.Failure
			}
			line := text.Escape(strings.TrimSpace(string(outcome)+" "+s.Reason)) + "\n"
			if err := r.printAs(format.value, line, s); err != nil {
				return err
			}
			switch s.Outcome {
			case payload.Success:
				return nil
			case payload.Failure:
				return exitCode(ExitWarnings)
			}
			r.log.Error(s.Explain(logName(path)))
			return exitCode(ExitFailed)
		},
	}
}
