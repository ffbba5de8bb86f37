package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// resultName is the command that has an exit code of its own for a wrong question.
const resultName = "result"

func (r *runner) resultCommand() *cli.Command {
	return &cli.Command{
		Name:      resultName,
		Usage:     "read the result signal at the end of an agent's output",
		ArgsUsage: "[FILE | -]",
		Description: `Prints ` + "`success`" + `, ` + "`failure REASON`" + ` or ` + "`failure`" + `, as the last line of the output
that is not blank says: [CF-RESULT: success], or [CF-RESULT: failure] REASON.
An output without a signal, or whose signal is malformed, quoted as code or
followed by text, has failed as well, with the reason ` + "`empty-output`" + `: success is
never assumed. Without FILE standard input is read, up to 32 MiB.

Exit codes: 0 success; 1 failure; 2 no signal; 3 the output cannot be read, or
an option is wrong.

Examples:
   handofflint result output.md
   claude -p "$(cat prompt.md)" | tee output.md | handofflint result -f json`,
		Flags: []cli.Flag{formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			in, err := r.openStream(c)
			if err != nil {
				return &questionError{err}
			}
			s, err := payload.ReadSignal(in)
			if err := errors.Join(err, in.close()); err != nil {
				return &questionError{fmt.Errorf("cannot read %s: %w", in.path, err)}
			}
			if err := r.printSignal(s, c.String("format") == "json"); err != nil {
				return &questionError{err}
			}
			return signalError(s, in.path)
		},
	}
}

// signalOutput is the shape of -f json, a contract with programs.
type signalOutput struct {
	// Outcome is success, failure or none, Reason that of what is no success.
	Outcome payload.Outcome `json:"outcome"`
	Reason  string          `json:"reason"`
	// Fault is why the outcome is none, else "".
	Fault payload.Fault `json:"fault"`
	// Line, from 1, is that of the signal or of the fault, 0 for none, and Raw
	// its text.
	Line int    `json:"line"`
	Raw  string `json:"raw"`
}

func newSignalOutput(s payload.Signal) signalOutput {
	_, reason := s.Succeeded()
	return signalOutput{s.Outcome, reason, s.Fault, s.Line, s.Text}
}

func (r *runner) printSignal(s payload.Signal, json bool) error {
	ok, reason := s.Succeeded()
	switch {
	case json:
		return r.printJSON(newSignalOutput(s))
	case ok:
		return r.printText(string(payload.Success) + "\n")
	case reason == "":
		return r.printText(string(payload.Failure) + "\n")
	}
	return r.printText(text.Escape(string(payload.Failure)+" "+reason) + "\n")
}

// signalError is the exit code that a signal calls for, nil for 0. Where there
// is none it says why.
func signalError(s payload.Signal, path string) error {
	switch s.Outcome {
	case payload.Success:
		return nil
	case payload.Failure:
		return exitCode(ExitWarnings)
	}
	words := payload.LoadSettings()
	return errors.New(signalFault(words, s, path))
}

// signalFault says where and why an output has no signal.
func signalFault(words *payload.Settings, s payload.Signal, path string) string {
	name := string(s.Fault)
	if s.Fence > 0 {
		name = "fenced"
	}
	where := path
	if s.Line > 0 {
		where += ":" + strconv.Itoa(s.Line)
	}
	return where + ": " + words.Say(name, rules.Values{
		"text": rules.Quote(visibleSpaces(s.Text)), "fence": strconv.Itoa(s.Fence),
	})
}

// visibleSpaces spells out white space other than a space. Where it is the fault,
// a signal that has it looks like one that has not.
func visibleSpaces(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r != ' ' && unicode.IsSpace(r) {
			fmt.Fprintf(&b, "<U+%04X>", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
