package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/signal"
	"github.com/handofflint/handofflint/rules"
)

// failureFrom reads the failure that the end of an output tells. The summary
// may be missing.
func (r *runner) failureFrom(c *cli.Context, known *rules.Retry) (failure, error) {
	name := c.String("from")
	ends, err := r.readSignal(name)
	if err != nil {
		return failure{}, fmt.Errorf("--from: cannot read %s: %w", nameOfOutput(name), err)
	}
	if ends.Outcome == signal.Success {
		return failure{}, fmt.Errorf("%s ends in a success (line %d): there is nothing to retry", nameOfOutput(name), ends.Line)
	}
	f := failureIn(ends, known)
	switch reason := c.String("reason"); {
	case f.reason == "" && reason == "":
		return f, fmt.Errorf("%s ends in a failure without a known reason (line %d): name it with --reason, which takes %s",
			nameOfOutput(name), ends.Line, orList(known.Reasons))
	case f.reason == "":
		f.reason = reason
	case reason != "" && reason != f.reason:
		return f, fmt.Errorf("--reason says %s, but by its end the reason of %s is %s: leave out one of them", reason, nameOfOutput(name), f.reason)
	}
	return f, nil
}

// failureIn is the failure in a signal that is no success. Its reason is ""
// where the signal names none of the known ones; then what it does say is the
// summary.
func failureIn(s signal.Signal, known *rules.Retry) failure {
	if s.Outcome == signal.None {
		line := rules.Quote(s.Text)
		return failure{signal.EmptyOutput, rules.Fill(known.Unsignalled[string(s.Fault)], rules.Values{"line": line})}
	}
	for _, reason := range known.Reasons {
		if rest, ok := strings.CutPrefix(s.Reason, reason); ok && endsWord(rest) {
			return failure{reason, strings.TrimLeftFunc(rest, isSeparator)}
		}
	}
	return failure{"", s.Reason}
}

// endsWord says whether a word ends where a text begins: "tests-failed2" is
// another reason, "tests-failed: 2" is not.
func endsWord(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || unicode.IsSpace(r) || strings.ContainsRune(":,;.(", r)
}

// isSeparator says that a character stands between a reason and what is said
// of it.
func isSeparator(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(":,;.-–—", r) }

// readSignal reads an output to its end, whatever its length.
func (r *runner) readSignal(name string) (signal.Signal, error) {
	if name == "-" {
		return signal.Read(r.streams.In, signal.Lenient)
	}
	file, err := os.Open(name)
	if err != nil {
		return signal.Signal{}, withoutPath(err)
	}
	defer file.Close() // it was only read
	ends, err := signal.Read(io.Reader(file), signal.Lenient)
	return ends, withoutPath(err)
}

// withoutPath is what went wrong with a file, without its path.
func withoutPath(err error) error {
	var cause *os.PathError
	if errors.As(err, &cause) {
		return cause.Err
	}
	return err
}

// nameOfOutput is an output as messages name it.
func nameOfOutput(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}
