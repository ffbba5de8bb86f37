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

func (r *runner) extractCommand() *cli.Command {
	return &cli.Command{
		Name:      "extract",
		Usage:     "find the payload in a log or an agent's output and print it",
		ArgsUsage: "[FILE | -]",
		Description: `The payload is judged as ` + "`handofflint check`" + ` does, and printed as it stands in the
log if it has no error. Findings go to standard error, with their places in the
log. Without FILE standard input is read; the log may have up to 32 MiB, and what
stands around the payload need not be text.

   handoff    the task payload between the last ---KELOS_HANDOFF_END--- and the
              last ---KELOS_HANDOFF_START--- before it
   outputs    the lines "key: value" between such a pair of KELOS_OUTPUTS, the
              last of equal keys; with -f json an object
   metadata   the last metadata block of an agent's output
   signal     the result signal on the last line; with -f json an object

Exit codes: 0 printed; 1 there is none, and nothing is printed; 2 it is cut off,
has an error or cannot be read. With --optional the code is 0 if there is none.

Examples:
   kubectl logs pod/fix-lin-423 | handofflint extract > handoff.json
   handofflint extract --kind outputs -f json --tail 50 build.log
   handofflint extract --kind metadata output.md`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "kind", Value: payloadKinds[0], Usage: "find `KIND`: " + orList(payloadKinds)},
			formatFlag("text", "json"),
			&cli.IntFlag{Name: "tail", Usage: "look at no more than the last `N` lines", DefaultText: "all"},
			&cli.BoolFlag{Name: "optional", Usage: "exit with 0 if there is none"},
			ruleFlag(),
			noInlineFlag(),
		}, tellFlags()...),
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
	kind := c.String("kind")
	if err := oneOf("--kind", kind, payloadKinds); err != nil {
		return err
	}
	x, judge, err := r.extraction(c)
	if err != nil {
		return err
	}
	in, err := r.openStream(c)
	if err != nil {
		return err
	}
	x.path, x.lines = in.path, payload.NewLines(in)
	text, err := x.judged(judge, kind)
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

// extraction reads the options. By which engine the payload is judged depends
// on where it comes from.
func (r *runner) extraction(c *cli.Context) (*extraction, judgeOptions, error) {
	json, err := wantsJSON(c)
	if err != nil {
		return nil, judgeOptions{}, err
	}
	x := &extraction{runner: r, json: json, tail: c.Int("tail")}
	if c.IsSet("tail") && x.tail < 1 {
		return nil, judgeOptions{}, fmt.Errorf("--tail must be at least 1, this is %d", x.tail)
	}
	judge, err := r.judgeOptions(c, c.Bool("no-inline"))
	if err != nil {
		return nil, judge, err
	}
	x.refuse = func(result rules.Result) error { return r.complain(c, "extract", judge.now, result) }
	x.words, err = rules.LoadPayload()
	return x, judge, err
}

// judged is the text to print, judged as the log's path asks for.
func (x *extraction) judged(o judgeOptions, kind string) (text string, err error) {
	if x.engine, err = o.engineFor(x.path); err != nil {
		return "", err
	}
	return x.find(kind)
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
