package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/payload"
)

func (r *runner) retryCommand() *cli.Command {
	return &cli.Command{
		Name:      "retry",
		Usage:     "record a failure before a task is tried again",
		ArgsUsage: "FILE",
		Description: `Sets previous_failure to the reason, the error summary and the number of the
attempt. No other byte changes, and at every moment the file is the old one or
the new one. One retry is allowed: a second one is refused, and a person
decides. A file that does not pass is refused, too; its findings are printed as
by ` + "`handofflint check`" + `.

With --from the reason is taken from the result signal that ends the
implementer's output:

   [CF-RESULT: failure] tests-failed             the reason; the error summary
                                                 is the line before, or it
   [CF-RESULT: failure] tests-failed: TestLogin  the reason, an error summary
   [CF-RESULT: failure] the login test hangs     an error summary; add --reason
   no signal at all                              empty-output, an error summary
   [CF-RESULT: success]                          refused: nothing to retry

--error-summary replaces the one that the output gives.

Exit codes: 0 recorded; 2 not recorded.

Examples:
   handofflint context retry docs/context/1717500000-fix-auth-race.json \
      --reason tests-failed --error-summary "TestLogin: want 1 session, got 2"
   handofflint context retry docs/context/1717500000-fix-auth-race.json --from output.txt`,
		Flags: slices.Concat(grouped("What is recorded",
			&cli.StringFlag{Name: "reason", Usage: "the attempt failed for `REASON`"},
			&cli.StringFlag{Name: "error-summary", Usage: "`TEXT` says in a sentence or two what went wrong"},
			&cli.StringFlag{Name: "from", Usage: "take the reason from the end of `FILE`, or - for stdin", TakesFile: true},
		), grouped("Output", sharedFlags("format", "output", "quiet")...)),
		Action: r.retry,
	}
}

func (r *runner) retry(c *cli.Context) error {
	k, err := r.checker(c, true)
	if err != nil {
		return err
	}
	path, err := oneArgument(c, "the context file")
	if err != nil {
		return err
	}
	known := handoff.LoadRetry()
	failure, err := r.failureOf(c, known.Reasons)
	if err != nil {
		return err
	}
	attempt, err := r.record(c, k, path, failure, known)
	switch {
	case errors.Is(err, handoff.ErrExhausted):
		return fmt.Errorf("%s: %w; no retry is left: show the file to a person, and keep it", path, err)
	case err != nil:
		return fmt.Errorf("%s: no failure is recorded: %w", path, err)
	}
	r.say(c, "recorded the failure of attempt %d in %s: %s; send the agent out again", attempt, path, failure.Reason)
	return nil
}

// record checks the file and writes the failure into it, both under the file's
// lock: of two retries at once the second sees the first.
func (r *runner) record(c *cli.Context, k checker, path string, failure handoff.Failure, known *handoff.Retry) (attempt int, err error) {
	lock, lockErr := handoff.Hold(path)
	if lockErr == nil {
		defer lock.Close()
	}
	f, err := r.checkAndReport(c, k, path, document.Context, forReader)
	if err != nil {
		return 0, err
	}
	if n := len(f.result.Failures()); n > 0 {
		return 0, fmt.Errorf("%s; correct it first", plural(n, "error"))
	}
	if lockErr != nil {
		return 0, lockErr
	}
	data, attempt, err := handoff.RecordFailure(f.doc, failure, known)
	if err != nil {
		return 0, err
	}
	return attempt, lock.Replace(f.doc.Source.Bytes(), data)
}

// failureOf is the failure that the options name, completed from the end of an output.
func (r *runner) failureOf(c *cli.Context, reasons []string) (f handoff.Failure, err error) {
	if from := c.String("from"); from != "" {
		output, err := r.readLog(from)
		if err != nil {
			return f, fmt.Errorf("--from: %w", err)
		}
		signal := payload.ParseSignal(output)
		if signal.Outcome == payload.Success {
			return f, fmt.Errorf("%s ends in a success (line %d): there is nothing to retry", logName(from), signal.Line)
		}
		f.Reason, f.ErrorSummary = signal.Failure(output, reasons)
	}
	f.Reason, f.ErrorSummary = cmp.Or(c.String("reason"), f.Reason), cmp.Or(c.String("error-summary"), f.ErrorSummary)
	if f.Reason == "" {
		return f, fmt.Errorf("--reason is missing: it takes %s; or name the output with --from", orList(reasons))
	}
	if strings.TrimSpace(f.ErrorSummary) == "" || !utf8.ValidString(f.ErrorSummary) {
		return f, errors.New("--error-summary must say in a sentence or two what went wrong: the next attempt is to avoid it")
	}
	return f, oneOf("--reason", f.Reason, reasons)
}
