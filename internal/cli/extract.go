package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/text"
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
		Flags: []cli.Flag{
			choiceFlag("kind", "find `KIND`", payloadKinds[0], payloadKinds...),
			formatFlag("text", "json"),
			&cli.IntFlag{Name: "tail", Usage: "look at no more than the last `N` lines", DefaultText: "all"},
			&cli.BoolFlag{Name: "optional", Usage: "exit with 0 if there is none"},
			sharedFlag("rule"), sharedFlag("no-inline"),
		},
		Action: r.extract,
	}
}

// extraction is a log, and what it is searched by.
type extraction struct {
	*runner
	path string
	log  []byte
	// first is the number of the first line that counts, from 1.
	first  int
	tail   int // 0 for all lines
	engine *rules.Engine
	limit  int // how large a payload may be, in bytes
}

// errNone says that there is no payload.
var errNone = errors.New("none")

func (r *runner) extract(c *cli.Context) error {
	x := &extraction{runner: r, tail: c.Int("tail"), first: 1}
	if c.IsSet("tail") && x.tail < 1 {
		return fmt.Errorf("--tail must be at least 1, this is %d", x.tail)
	}
	options, err := r.judgeOptions(c, c.Bool("no-inline"))
	if err != nil {
		return err
	}
	path, err := logArgument(c)
	if err != nil {
		return err
	}
	if x.log, err = r.readLog(path); err != nil {
		return err
	}
	x.path = logName(path)
	if x.engine, err = options.engines.For(x.path); err != nil {
		return err
	}
	x.limit = int(x.engine.Limits().Bytes)
	if x.tail > 0 {
		lines := bytes.Count(bytes.TrimSuffix(x.log, []byte{'\n'}), []byte{'\n'}) + 1
		x.first = max(1, lines-x.tail+1)
	}
	var content string
	var value any // what -f json prints, if it is something else
	switch c.String("kind") {
	case "handoff":
		content, err = x.object(c, options, x.handoff)
	case "metadata":
		content, err = x.object(c, options, x.metadata)
	case "outputs":
		content, value, err = x.outputs()
	case "signal":
		content, value, err = x.signal()
	}
	switch {
	case errors.Is(err, errNone) && c.Bool("optional"):
		return nil
	case errors.Is(err, errNone):
		return exitCode(ExitWarnings)
	case err != nil:
		return err
	case value != nil && c.String("format") == "json":
		return r.printJSON(value)
	}
	return r.printContent(strings.TrimRight(content, "\r\n") + "\n")
}

// between is what is between a pair of markers. The error is errNone if there are no
// markers, or nothing between them. Of what was cut off nobody knows what follows the
// white space.
func (x *extraction) between(pair document.Markers) (document.Marked, error) {
	found := payload.Find(x.log, pair, x.limit).Since(x.first)
	if found.State == document.Unmarked || found.State == document.Paired && !found.Long && len(found.Inside()) == 0 {
		return found, errNone
	}
	words := payload.LoadSettings()
	if found.State == document.Headless && x.tail > 0 {
		x.runner.log.Warn(words.Say("tail", rules.Values{"lines": strconv.Itoa(x.tail)}))
	}
	if payload.Prefixed(found) {
		x.runner.log.Warn(words.Say("prefixed", rules.Values{"path": x.path}))
	}
	return found, payload.CheckMarked(x.path, found, pair, x.limit)
}

// handoff is the task payload between its markers.
func (x *extraction) handoff() (document.Input, error) {
	found, err := x.between(document.HandoffMarkers)
	return document.Input{Data: found.Text, Origin: found.At(), As: document.Task, Named: true}, err
}

// metadata is the last metadata block.
func (x *extraction) metadata() (in document.Input, err error) {
	block, ok := document.LastBlock(x.log, x.engine.Limits().Limits)
	switch {
	case !ok || block.Fence < x.first:
		return in, errNone
	case block.Inside.Len() > x.limit:
		at := text.Pos{Line: block.Fence, Column: 1}
		return in, payload.ErrorAt(x.path, at, "block", rules.Values{"limit": strconv.Itoa(x.limit)})
	}
	return document.Input{Data: x.log[block.Whole.Start:block.Whole.End], Origin: block.At, As: document.Metadata, Named: true}, nil
}

// object judges the part of the log that is found, and is the text of its object if
// that has no error.
func (x *extraction) object(c *cli.Context, options judgeOptions, find func() (document.Input, error)) (string, error) {
	in, err := find()
	if err != nil {
		return "", err
	}
	// The name says nothing of the part: that of a log may end in .json.
	doc := document.Parse(in, x.engine.Limits().Limits)
	doc.Input.Path = x.path
	result, err := x.engine.Check(doc)
	if err == nil {
		err = x.report(c, options, []rules.Result{result})
	}
	switch {
	case err != nil:
		return "", err
	case len(result.Failures()) > 0:
		return "", exitCode(ExitFailed)
	}
	return doc.Source.Slice(doc.Data().Value), nil
}

// outputs are the lines between the markers of outputs, and an object of them that
// keeps their order.
func (x *extraction) outputs() (string, any, error) {
	found, err := x.between(document.OutputsMarkers)
	if err != nil {
		return "", nil, err
	}
	var lines, fields []string
	for _, o := range payload.Outputs(string(found.Inside())) {
		lines = append(lines, o.Key+": "+o.Value)
		fields = append(fields, text.JSONQuote(o.Key)+":"+text.JSONQuote(o.Value))
	}
	if lines == nil {
		return "", nil, errNone
	}
	return strings.Join(lines, "\n"), json.RawMessage("{" + strings.Join(fields, ",") + "}"), nil
}

// signal is the result signal. One that is quoted, or that is not the last line, does
// not count; a malformed one is an error.
func (x *extraction) signal() (string, any, error) {
	switch s := payload.ParseSignal(x.log); {
	case s.Line < x.first:
		return "", nil, errNone
	case s.Fault == payload.Malformed:
		return "", nil, errors.New(s.Explain(x.path))
	case s.Outcome == payload.None:
		return "", nil, errNone
	default:
		return s.Text, s, nil
	}
}
