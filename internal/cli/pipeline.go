package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) pipelineCommand() *cli.Command {
	return &cli.Command{
		Name:      "pipeline",
		Usage:     "context files, payloads, results and prompts",
		ArgsUsage: "COMMAND",
		Description: `For scripts that run one agent after another: docs/pipelines.md has examples.

Example:
   kubectl logs pod/fix-lin-423 | handofflint pipeline extract > handoff.json`,
		Subcommands: []*cli.Command{r.contextCommand(), r.extractCommand(), r.emitCommand(), r.resultCommand(), r.renderCommand()},
	}
}

// extractOptions are the options of `pipeline extract`.
type extractOptions struct {
	kind, format choice
	optional     bool
}

func (r *runner) extractCommand() *cli.Command {
	o := new(extractOptions)
	return &cli.Command{
		Name:      "extract",
		Usage:     "find the payload in a log and print it",
		ArgsUsage: "[FILE | -]",
		Description: `The payload is checked as by ` + "`handofflint check`" + `, and printed as it is in the
log if it has no error. Findings go to standard error, with their places in
the log. Without FILE standard input is read, up to 32 MiB; what is around
the payload need not be text.

   handoff   the task payload between the last ---KELOS_HANDOFF_END--- and
             the last ---KELOS_HANDOFF_START--- before it
   outputs   the lines "key: value" between such a pair of KELOS_OUTPUTS,
             the last of equal keys; with -f json an object
   metadata  the last metadata block of an agent's output

Exit codes: 0 printed; 1 there is none, and nothing is printed; 2 it is cut
off, has an error or cannot be read. With --optional the code is 0 if there
is none.

Examples:
   kubectl logs pod/fix-lin-423 | handofflint pipeline extract > handoff.json
   handofflint pipeline extract --kind outputs -f json build.log
   handofflint pipeline extract --kind metadata output.md`,
		Flags: []cli.Flag{
			choiceFlag(&o.kind, "kind", "find `KIND`", "handoff", "handoff", "outputs", "metadata"),
			formatFlag(&o.format, "text", "json"),
			&cli.BoolFlag{Name: "optional", Usage: "exit with 0 if there is none", Destination: &o.optional},
		},
		Action: func(c *cli.Context) error { return r.extract(c, o) },
	}
}

// errNone is the error of a log without a payload.
const errNone = exitCode(ExitWarnings)

// extract prints the payload of a log.
func (r *runner) extract(c *cli.Context, o *extractOptions) error {
	k, err := r.checker(new(ruleOptions))
	if err != nil {
		return err
	}
	path, err := logArgument(c)
	if err != nil {
		return err
	}
	log, err := r.readLog(path)
	if err != nil {
		return err
	}
	var content string
	path = logName(path)
	if o.kind.value == "outputs" {
		content, err = r.findOutputs(k, path, log, o.format.value == "json")
	} else {
		content, err = r.findHandoff(o, k, path, log)
	}
	if errors.Is(err, errNone) && o.optional {
		return nil
	}
	if err != nil {
		return err
	}
	return r.printContent(strings.TrimRight(content, "\r\n") + "\n")
}

// findHandoff returns the task payload or the metadata block of a log, which must pass. The
// error is errNone if there is none.
func (r *runner) findHandoff(o *extractOptions, k checker, path string, log []byte) (string, error) {
	limits := k.limits()
	var in document.Input
	if o.kind.value == "metadata" {
		block, ok := document.LastBlock(log, limits.Limits)
		if !ok {
			return "", errNone
		}
		if block.Inside.Len() > int(limits.Bytes) {
			at := text.Pos{Line: block.Fence, Column: 1}
			return "", payload.ErrorAt(path, at, "block", rules.Values{"limit": strconv.FormatInt(limits.Bytes, 10)})
		}
		in = document.Input{Data: log[block.Whole.Start:block.Whole.End], Origin: block.At, As: payload.Metadata, Named: true}
	} else {
		found, err := r.findMarked(k, path, log, payload.HandoffMarkers)
		if err != nil {
			return "", err
		}
		in = document.Input{Data: found.Text, Origin: found.At(), As: payload.Task, Named: true}
	}
	engine, err := k.engines.For(path)
	if err != nil {
		return "", err
	}
	// The path is set after parsing: the name of a log, which may end in .json, does not tell the format of a part.
	doc := document.Parse(in, limits.Limits)
	doc.Input.Path = path
	result, err := engine.Check(doc, nil)
	if err != nil {
		return "", err
	}
	if err := r.report(k, result); err != nil {
		return "", err
	}
	if len(result.Failures()) > 0 {
		return "", exitCode(ExitFailed)
	}
	return doc.Source.Slice(doc.Data().Value), nil
}

// findMarked returns the text between a pair of markers. The error is errNone if there are no markers, or nothing
// between both of them. If the end marker is missing, something may have been cut off.
func (r *runner) findMarked(k checker, path string, log []byte, pair protocol.Markers) (document.Marked, error) {
	limit := int(k.limits().Bytes)
	found := payload.Find(log, pair, limit)
	isEmpty := found.State == document.Paired && !found.Long && len(found.Inside()) == 0
	if isEmpty || found.State == document.Unmarked {
		return found, errNone
	}
	return found, payload.CheckMarked(path, found, pair, limit)
}

// findOutputs returns the lines between the markers of outputs, or an object of them that keeps their order.
func (r *runner) findOutputs(k checker, path string, log []byte, asObject bool) (string, error) {
	found, err := r.findMarked(k, path, log, payload.OutputsMarkers)
	if err != nil {
		return "", err
	}
	var lines, fields []string
	for _, o := range payload.Outputs(string(found.Inside())) {
		lines = append(lines, o.Key+": "+o.Value)
		fields = append(fields, text.JSONQuote(o.Key)+":"+text.JSONQuote(o.Value))
	}
	if lines == nil {
		return "", errNone
	}
	if asObject {
		return encodeJSON(json.RawMessage("{" + strings.Join(fields, ",") + "}"))
	}
	return strings.Join(lines, "\n"), nil
}

func (r *runner) emitCommand() *cli.Command {
	fail := false
	return &cli.Command{
		Name:      "emit",
		Usage:     "check a task's payload and print it for the log",
		ArgsUsage: "[FILE]",
		Description: `The capture step of a pod: run it once the agent has ended. It reads FILE,
else the file at $KELOS_HANDOFF_PATH, else /tmp/kelos-handoff.json, checks it
as ` + "`handofflint check`" + ` does, and prints it on one line between
---KELOS_HANDOFF_START--- and ---KELOS_HANDOFF_END---. Numbers, texts and the
order of keys stay as they are; a marker in a text is escaped.

If there is no file and none was named, there is no handoff, and no error. If
it has an error, nothing is printed but the findings, on standard error, and
the pod does not fail.

Exit codes: 0 also if nothing was printed; 2 the output cannot be written,
the configuration has mistakes, or with --fail, the file cannot be printed.

Examples:
   handofflint pipeline emit
   handofflint pipeline emit --fail out/handoff.json`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "fail", Usage: "exit with 2 if the file cannot be printed", Destination: &fail},
		},
		Action: func(c *cli.Context) error { return r.emit(c, fail) },
	}
}

// emit prints a payload between its markers. If it cannot, that is a warning unless fail is set.
func (r *runner) emit(c *cli.Context, fail bool) error {
	words := payload.LoadSettings()
	k, err := r.checker(new(ruleOptions))
	if err != nil {
		return err
	}
	path := cmp.Or(r.streams.Getenv(words.Environment), words.Path)
	named := c.Args().Present()
	if named {
		path, err = oneArgument(c, "the payload")
		if err != nil {
			return err
		}
	}
	path = filepath.ToSlash(path)
	f, err := k.checkFile(path, payload.Task, aHandoff)
	if err != nil {
		return err
	}
	if f.fault.Is(document.VariantMissing) && !named {
		return nil
	}
	if err := r.report(k, f.Result); err != nil {
		return err
	}
	why := words.Say("errors", nil)
	if f.passes() {
		compact, err := payload.Compact([]byte(f.Doc.Source.Slice(f.Doc.Data().Value)))
		if err != nil {
			return err
		}
		limit := k.limits().Bytes
		if int64(len(compact)) <= limit {
			return r.printContent(fmt.Sprintf("%s\n%s\n%s\n", payload.HandoffMarkers.Start, compact, payload.HandoffMarkers.End))
		}
		why = words.Say("escaped", rules.Values{"limit": strconv.FormatInt(limit, 10)})
	}
	message := words.Say("withheld", rules.Values{"path": path, "why": why})
	if fail {
		return errors.New(message)
	}
	r.log.Warn(message)
	return nil
}
