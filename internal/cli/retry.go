package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
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
		), grouped("Output", sharedFlags("format", "output", "quiet")...), generalFlags()),
		Action: r.retry,
	}
}

func (r *runner) retry(c *cli.Context) error {
	options, err := r.reportOptions(c)
	if err != nil {
		return err
	}
	path, err := oneArgument(c, "the context file")
	if err != nil {
		return err
	}
	if from := c.String("from"); sameFile(from, path) {
		return fmt.Errorf("--from %s is the context file itself: name the file with the implementer's output", from)
	}
	known := handoff.LoadRetry()
	failure, err := r.failureOf(c, known)
	if err != nil {
		return err
	}
	attempt, err := r.record(c, options, path, failure, known)
	switch {
	case errors.Is(err, handoff.ErrExhausted):
		return fmt.Errorf("%s: %w; no retry is left: show the file to a person, and keep it", path, err)
	case err != nil:
		return fmt.Errorf("%s: no failure is recorded: %w", path, err)
	}
	r.say(c, "recorded the failure of attempt %d in %s: %s; send the agent out again", attempt, path, failure.reason)
	return nil
}

// record judges the file and writes the failure into it, both under the file's
// lock: of two retries at once the second sees the first.
func (r *runner) record(c *cli.Context, o reportOptions, path string, f failure, known *handoff.Retry) (attempt int, err error) {
	file, noHold := handoff.Hold(path)
	if noHold == nil {
		defer file.Close()
	}
	judged, err := r.judgeFile(c, o, path, document.Context, asReader)
	if err != nil {
		return 0, err
	}
	if n := len(judged.result.Failures()); n > 0 {
		return 0, fmt.Errorf("%s; correct it first", plural(n, "error"))
	}
	if noHold != nil {
		return 0, noHold
	}
	data, attempt, err := handoff.RecordFailure(judged.doc, f.reason, f.summary, known)
	if err != nil {
		return 0, err
	}
	engine, err := o.engines.For(path)
	if err != nil {
		return 0, err
	}
	if err := stillPasses(engine, judged.doc.Input, data); err != nil {
		return 0, err
	}
	return attempt, file.Replace(judged.doc.Source.Bytes(), data)
}

// stillPasses refuses a failure that would make the file one that does not
// pass, such as an error summary "TBD".
func stillPasses(engine *rules.Engine, in document.Input, data []byte) error {
	if limit := engine.Limits().Bytes; int64(len(data)) > limit {
		return fmt.Errorf("with the error summary the file would have %d bytes, more than %d: shorten it", len(data), limit)
	}
	in.Data = data
	result, err := engine.CheckInput(in)
	if err != nil {
		return err
	}
	if blocking := result.Failures(); len(blocking) > 0 {
		return fmt.Errorf("%s; %s", blocking[0].Message, blocking[0].Help)
	}
	return nil
}

// failure is what is to be recorded.
type failure struct{ reason, summary string }

// failureOf is the failure that the options tell.
func (r *runner) failureOf(c *cli.Context, known *handoff.Retry) (f failure, err error) {
	if c.IsSet("reason") {
		if err := oneOf("--reason", c.String("reason"), known.Reasons); err != nil {
			return f, err
		}
	}
	if c.IsSet("from") {
		if f, err = r.failureFrom(c, known); err != nil {
			return f, err
		}
	} else if f.reason = c.String("reason"); f.reason == "" {
		return f, fmt.Errorf("--reason is missing: it takes %s; or name the output with --from", orList(known.Reasons))
	}
	if c.IsSet("error-summary") {
		f.summary = c.String("error-summary")
	}
	if strings.TrimSpace(f.summary) == "" || !utf8.ValidString(f.summary) {
		return f, errors.New("--error-summary must say in a sentence or two what went wrong: the next attempt is to avoid it")
	}
	return f, nil
}

// failureFrom reads the failure at the end of an output.
func (r *runner) failureFrom(c *cli.Context, known *handoff.Retry) (failure, error) {
	name := c.String("from")
	out, err := r.readOutput(c.Context, name)
	if err != nil {
		return failure{}, fmt.Errorf("--from: %w", err)
	}
	if out.Outcome == payload.Success {
		return failure{}, fmt.Errorf("%s ends in a success (line %d): there is nothing to retry", nameOfOutput(name), out.Line)
	}
	f := out.failure(known)
	switch reason := c.String("reason"); {
	case f.reason == "" && reason == "":
		return f, fmt.Errorf("%s ends in a failure without a known reason (line %d): name it with --reason, which takes %s",
			nameOfOutput(name), out.Line, orList(known.Reasons))
	case f.reason == "":
		f.reason = reason
	case reason != "" && reason != f.reason:
		return f, fmt.Errorf("--reason says %s, but by its end the reason of %s is %s: leave out one of them", reason, nameOfOutput(name), f.reason)
	}
	return f, nil
}

// endOfOutput is what the end of an output says, and the last line of text before
// its signal, "" if there is none.
type endOfOutput struct {
	payload.Signal
	before string
}

// failure is the failure in an output that does not succeed. Its reason is ""
// where the signal names none of the known ones; then what it does say is the
// summary.
func (e endOfOutput) failure(known *handoff.Retry) failure {
	if e.Outcome == payload.None {
		return failure{payload.EmptyOutput, quoteLine(known.Unsignalled[string(e.Fault)], e.Text, known)}
	}
	f := failure{"", e.Reason}
	for _, reason := range known.Reasons {
		if rest, ok := strings.CutPrefix(e.Reason, reason); ok && endsWord(rest) {
			f = failure{reason, strings.TrimLeftFunc(rest, isSeparator)}
		}
	}
	switch {
	case f.summary != "":
	case e.before != "":
		f.summary = quoteLine(known.Signalled, e.before, known)
	default:
		f.summary = quoteLine(known.Alone, e.Text, known)
	}
	return f
}

// quoteLine puts a line, cut to what is quoted, into a template.
func quoteLine(template, line string, known *handoff.Retry) string {
	return text.Fill(template, rules.Values{"line": text.Shorten(line, known.Quote+1)})
}

// endsWord reports whether a word ends where a text begins: "tests-failed2" is
// another reason, "tests-failed: 2" is not.
func endsWord(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || unicode.IsSpace(r) || strings.ContainsRune(":,;.(", r)
}

// isSeparator says that a character stands between a reason and what is said
// of it.
func isSeparator(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(":,;.-–—", r) }

// readOutput reads an output to its end, whatever its length.
func (r *runner) readOutput(ctx context.Context, name string) (endOfOutput, error) {
	in := r.openStdin()
	if name != "-" {
		var err error
		if in, err = openPath(ctx, name); err != nil {
			return endOfOutput{}, err
		}
		defer in.close() // it was only read
	}
	output, err := files.ReadLog(in)
	if err != nil {
		return endOfOutput{}, fmt.Errorf("cannot read %s: %w", nameOfOutput(name), files.Reason(err))
	}
	ends := payload.ParseSignal(string(output))
	return endOfOutput{ends, lineBefore(output, ends.Text)}, nil
}

// tailSize is how much of an output's end is looked at for a line of text.
const tailSize = 32 << 10

// lineBefore is the last line with a letter or digit in it before the signal,
// without Markdown's marks of headings, lists and quotations.
func lineBefore(output []byte, signal string) string {
	end := bytes.LastIndex(output, []byte(signal))
	if signal == "" || end < 0 {
		return ""
	}
	last := output[max(0, end-tailSize):end]
	lines := strings.Split(strings.ToValidUTF8(string(last), "\uFFFD"), "\n")
	for _, line := range slices.Backward(lines) {
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return plainLine(line)
		}
	}
	return ""
}

var (
	// leadingMarks are Markdown's marks of quotations, headings and lists.
	leadingMarks = regexp.MustCompile(`^[ \t]*(?:(?:>|#{1,6}[ \t]|[-*+][ \t])[ \t]*)*`)
	// controls are the colours and movements of a terminal.
	controls = regexp.MustCompile(`\x1b\[[0-9;?]*[ -/]*[@-~]`)
)

// plainLine is a line without Markdown's marks and without colours.
func plainLine(line string) string {
	line = leadingMarks.ReplaceAllString(controls.ReplaceAllString(line, ""), "")
	return strings.TrimSpace(strings.ReplaceAll(line, "**", ""))
}

// nameOfOutput is an output as messages name it.
func nameOfOutput(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}
