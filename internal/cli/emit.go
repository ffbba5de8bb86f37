package cli

import (
	"cmp"
	"errors"
	"path/filepath"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) emitCommand() *cli.Command {
	return &cli.Command{
		Name:  "emit",
		Usage: "check a task's payload and print it for the log",
		Description: `The capture step of a pod: run it once the agent has ended. It reads the file at
$KELOS_HANDOFF_PATH, by default /tmp/kelos-handoff.json, checks it as
` + "`handofflint check`" + ` does, and prints it on one line between
---KELOS_HANDOFF_START--- and ---KELOS_HANDOFF_END---. Numbers, texts and the
order of keys stay as they are; a marker in a text is escaped.

If there is no file, there is no handoff, and no error. If it has an error,
nothing is printed but the findings, on standard error, and the pod does not
fail.

Exit codes: 0 also if nothing was printed; 2 the output cannot be written, the
configuration has mistakes, or with --fail, the file cannot be printed.

Example:
   KELOS_HANDOFF_PATH=out/handoff.json handofflint payload emit`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "fail", Usage: "exit with 2 if the file cannot be printed"},
			sharedFlag("rule"), sharedFlag("no-inline"),
		},
		Action: r.emit,
	}
}

func (r *runner) emit(c *cli.Context) error {
	words := payload.LoadSettings()
	options, err := r.judgeOptions(c, c.Bool("no-inline"))
	if err != nil {
		return err
	}
	path := filepath.ToSlash(cmp.Or(r.streams.Getenv(words.Environment), words.Path))
	engine, err := options.engines.For(path)
	if err != nil {
		return err
	}
	limit := int(engine.Limits().Bytes)
	j, err := judge(options.engines, nil, document.Input{Path: path, As: document.Task, Named: true}, asFound)
	switch {
	case err != nil:
		return err
	case j.fault != nil && j.fault.Variant == document.VariantMissing:
		return nil
	}
	if err := r.report(c, options, []rules.Result{j.result}); err != nil {
		return err
	}
	why := words.Say("errors", nil)
	if j.passes() {
		compact, err := payload.Compact([]byte(j.doc.Source.Slice(j.doc.Data().Value)))
		if err != nil {
			return err
		}
		if len(compact) <= limit {
			return r.printContent(string(payload.Frame(document.HandoffMarkers, compact)))
		}
		why = words.Say("escaped", rules.Values{"limit": strconv.Itoa(limit)})
	}
	withheld := words.Say("withheld", rules.Values{"path": path, "why": why})
	if c.Bool("fail") {
		return errors.New(withheld)
	}
	r.log.Warn(withheld)
	return nil
}
