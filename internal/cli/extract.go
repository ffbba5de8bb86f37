package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/rules"
)

// payloadKinds are what extract finds, the default first.
var payloadKinds = []string{"handoff", "outputs", "metadata", "signal"}

func (r *runner) payloadCommand() *cli.Command {
	return &cli.Command{
		Name:      "payload",
		Usage:     "task payloads: find one in a log, print one for a log",
		ArgsUsage: "extract | emit",
		Description: `Example:
   kubectl logs pod/fix-lin-423 | handofflint payload extract > handoff.json`,
		Action:      noSubcommand,
		Subcommands: []*cli.Command{r.extractCommand(), r.emitCommand()},
	}
}

func (r *runner) extractCommand() *cli.Command {
	return &cli.Command{
		Name:      "extract",
		Usage:     "find the payload in a log and print it",
		ArgsUsage: "[FILE | -]",
		Description: `The payload is checked as by ` + "`handofflint check`" + `, and printed as it is in the
log if it has no error. Findings go to standard error, with their places in the
log. Without FILE standard input is read, up to 32 MiB; what is around the
payload need not be text.

   handoff    the task payload between the last ---KELOS_HANDOFF_END--- and the
              last ---KELOS_HANDOFF_START--- before it
   outputs    the lines "key: value" between such a pair of KELOS_OUTPUTS, the
              last of equal keys; with -f json an object
   metadata   the last metadata block of an agent's output
   signal     the result signal on the last line; with -f json an object

Exit codes: 0 printed; 1 there is none, and nothing is printed; 2 it is cut off,
has an error or cannot be read. With --optional the code is 0 if there is none.

Examples:
   kubectl logs pod/fix-lin-423 | handofflint payload extract > handoff.json
   handofflint payload extract --kind outputs -f json --tail 50 build.log
   handofflint payload extract --kind metadata output.md`,
		Flags: append([]cli.Flag{
			choiceFlag("kind", "", "find `KIND`", payloadKinds[0], payloadKinds...),
			formatFlag("text", "json"),
			&cli.IntFlag{Name: "tail", Usage: "look at no more than the last `N` lines", DefaultText: "all"},
			&cli.BoolFlag{Name: "optional", Usage: "exit with 0 if there is none"},
			sharedFlag("rule"), sharedFlag("no-inline"),
		}, generalFlags()...),
		Action: r.extract,
	}
}

// extraction is one run of extract: what it reads, and what it judges by.
type extraction struct {
	*runner
	path   string
	lines  *payload.Lines
	tail   int // 0 for all lines
	json   bool
	engine *rules.Engine
	words  *rules.Payload
	// refuse tells of what is wrong with the payload. The error says that it is
	// not to be printed.
	refuse func(rules.Result) error
}

// errNone says that there is no payload.
var errNone = errors.New("none")

func (r *runner) extract(c *cli.Context) error {
	x := &extraction{runner: r, json: c.String("format") == "json", tail: c.Int("tail")}
	if c.IsSet("tail") && x.tail < 1 {
		return fmt.Errorf("--tail must be at least 1, this is %d", x.tail)
	}
	options, err := r.judgeOptions(c, c.Bool("no-inline"))
	if err != nil {
		return err
	}
	if x.words, err = rules.LoadPayload(); err != nil {
		return err
	}
	x.refuse = func(result rules.Result) error {
		if err := r.report(c, reportOptions{judgeOptions: options}, []rules.Result{result}); err != nil {
			return err
		}
		if len(result.Failures()) > 0 {
			return exitCode(ExitFailed)
		}
		return nil
	}
	in, err := r.openStream(c)
	if err != nil {
		return err
	}
	x.path, x.lines = in.path, payload.NewLines(in)
	var text string
	if x.engine, err = options.engines.For(x.path); err == nil {
		text, err = x.find(c.String("kind"))
	}
	switch err := errors.Join(err, in.close()); {
	case errors.Is(err, errNone) && c.Bool("optional"):
		return nil
	case errors.Is(err, errNone):
		return exitCode(ExitWarnings)
	case err != nil:
		return err
	}
	return r.printContent(text)
}

// find is the text to print. The error is errNone where there is none.
func (x *extraction) find(kind string) (string, error) {
	switch kind {
	case "outputs":
		return x.outputs()
	case "metadata":
		return x.metadata()
	case "signal":
		return x.signal()
	}
	return x.handoff()
}

// first is the number of the first line that counts, once all were read.
func (x *extraction) first() int {
	if x.tail == 0 {
		return 1
	}
	return x.lines.Last(x.tail)
}

func (x *extraction) cannotRead(err error) error {
	return fmt.Errorf("cannot read %s: %w", x.path, err)
}

// limit is how large a payload may be, in bytes.
func (x *extraction) limit() int { return int(x.engine.Limits().Bytes) }

// line ends a text with one line end.
func line(text string) string { return strings.TrimRight(text, "\r\n") + "\n" }
