package cli

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

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

Exit codes: 0 printed; 1 there is none, and nothing is printed; 2 it is cut off,
has an error or cannot be read. With --optional the code is 0 if there is none.

Examples:
   kubectl logs pod/fix-lin-423 | handofflint payload extract > handoff.json
   handofflint payload extract --kind outputs -f json build.log
   handofflint payload extract --kind metadata output.md`,
		Flags: []cli.Flag{
			choiceFlag("kind", "find `KIND`", "handoff", "handoff", "outputs", "metadata"),
			formatFlag("text", "json"),
			&cli.BoolFlag{Name: "optional", Usage: "exit with 0 if there is none"},
			sharedFlag("rule"), sharedFlag("no-inline"),
		},
		Action: r.extract,
	}
}

// extraction is a log, and what it is searched by.
type extraction struct {
	*runner
	path   string
	log    []byte
	engine *rules.Engine
	limit  int // how large a payload may be, in bytes
}

// errNone says that there is no payload.
var errNone = errors.New("none")

func (r *runner) extract(c *cli.Context) error {
	k, err := r.checker(c, c.Bool("no-inline"))
	if err != nil {
		return err
	}
	path, err := logArgument(c)
	if err != nil {
		return err
	}
	x := &extraction{runner: r, path: logName(path), limit: int(k.limits().Bytes)}
	if x.log, err = r.readLog(path); err != nil {
		return err
	}
	if x.engine, err = k.engines.For(x.path); err != nil {
		return err
	}
	content, err := x.find(c, k)
	switch {
	case errors.Is(err, errNone) && c.Bool("optional"):
		return nil
	case errors.Is(err, errNone):
		return exitCode(ExitWarnings)
	case err != nil:
		return err
	}
	return r.printContent(strings.TrimRight(content, "\r\n") + "\n")
}

// find is the text that is to be printed. An object is judged first; the error is
// errNone if there is none.
func (x *extraction) find(c *cli.Context, k checker) (string, error) {
	var in document.Input
	var err error
	switch c.String("kind") {
	case "outputs":
		return x.outputs(c.String("format") == "json")
	case "metadata":
		in, err = x.metadata()
	default:
		var found document.Marked
		found, err = x.between(document.HandoffMarkers)
		in = document.Input{Data: found.Text, Origin: found.At(), As: document.Task, Named: true}
	}
	if err != nil {
		return "", err
	}
	// The name says nothing of the part: that of a log may end in .json.
	doc := document.Parse(in, x.engine.Limits().Limits)
	doc.Input.Path = x.path
	result, err := x.engine.Check(doc)
	if err != nil {
		return "", err
	}
	if err := x.report(c, k, result); err != nil {
		return "", err
	}
	if len(result.Failures()) > 0 {
		return "", exitCode(ExitFailed)
	}
	return doc.Source.Slice(doc.Data().Value), nil
}

// between is what is between a pair of markers. The error is errNone if there are no
// markers, or nothing between them. Of what was cut off nobody knows what follows the
// white space.
func (x *extraction) between(pair document.Markers) (document.Marked, error) {
	found := payload.Find(x.log, pair, x.limit)
	if found.State == document.Unmarked || found.State == document.Paired && !found.Long && len(found.Inside()) == 0 {
		return found, errNone
	}
	if payload.Prefixed(found) {
		x.runner.log.Warn(payload.LoadSettings().Say("prefixed", rules.Values{"path": x.path}))
	}
	return found, payload.CheckMarked(x.path, found, pair, x.limit)
}

// metadata is the last metadata block.
func (x *extraction) metadata() (in document.Input, err error) {
	block, ok := document.LastBlock(x.log, x.engine.Limits().Limits)
	switch {
	case !ok:
		return in, errNone
	case block.Inside.Len() > x.limit:
		at := text.Pos{Line: block.Fence, Column: 1}
		return in, payload.ErrorAt(x.path, at, "block", rules.Values{"limit": strconv.Itoa(x.limit)})
	}
	return document.Input{Data: x.log[block.Whole.Start:block.Whole.End], Origin: block.At, As: document.Metadata, Named: true}, nil
}

// outputs are the lines between the markers of outputs, or an object of them that
// keeps their order.
func (x *extraction) outputs(asObject bool) (string, error) {
	found, err := x.between(document.OutputsMarkers)
	if err != nil {
		return "", err
	}
	var lines, fields []string
	for _, o := range payload.Outputs(string(found.Inside())) {
		lines = append(lines, o.Key+": "+o.Value)
		fields = append(fields, text.JSONQuote(o.Key)+":"+text.JSONQuote(o.Value))
	}
	switch {
	case lines == nil:
		return "", errNone
	case asObject:
		object, err := text.JSONIndented(json.RawMessage("{" + strings.Join(fields, ",") + "}"))
		return string(text.EscapeJSON(object)), err
	}
	return strings.Join(lines, "\n"), nil
}
