package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/signal"
	"github.com/handofflint/handofflint/rules"
)

// failureFrom reads the failure that the end of an output tells.
func (r *runner) failureFrom(c *cli.Context, known *rules.Retry) (failure, error) {
	name := c.String("from")
	out, err := r.readOutput(c.Context, name)
	if err != nil {
		return failure{}, fmt.Errorf("--from: %w", err)
	}
	if out.Outcome == signal.Success {
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
// its signal, "" where there is none.
type endOfOutput struct {
	signal.Signal
	before string
}

// failure is the failure in an output that does not succeed. Its reason is ""
// where the signal names none of the known ones; then what it does say is the
// summary.
func (e endOfOutput) failure(known *rules.Retry) failure {
	if e.Outcome == signal.None {
		return failure{signal.EmptyOutput, quoteLine(known.Unsignalled[string(e.Fault)], e.Text, known)}
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
func quoteLine(template, line string, known *rules.Retry) string {
	if points := []rune(line); len(points) > known.Quote {
		line = string(points[:known.Quote]) + "…"
	}
	return rules.Fill(template, rules.Values{"line": line})
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
	var last tail
	ends, err := signal.Read(io.TeeReader(in, &last))
	if err != nil {
		return endOfOutput{}, fmt.Errorf("cannot read %s: %w", nameOfOutput(name), withoutPath(err))
	}
	return endOfOutput{ends, last.lineBefore(ends.Text)}, nil
}

// tailSize is how much of an output's end is looked at for a line of text.
const tailSize = 32 << 10

// tail keeps the end of what is written to it.
type tail struct{ data []byte }

// Write takes more and forgets what is too far from the end.
func (t *tail) Write(p []byte) (int, error) {
	t.data = append(t.data, p...)
	if len(t.data) > 2*tailSize {
		t.data = append(t.data[:0], t.data[len(t.data)-tailSize:]...)
	}
	return len(p), nil
}

// lineBefore is the last line with a letter or digit in it before the signal,
// without Markdown's marks of headings, lists and quotations.
func (t *tail) lineBefore(signal string) string {
	end := bytes.LastIndex(t.data, []byte(signal))
	if signal == "" || end < 0 {
		return ""
	}
	lines := strings.Split(strings.ToValidUTF8(string(t.data[:end]), "\uFFFD"), "\n")
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
