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
	k, err := r.checker(c, c.Bool("no-inline"))
	if err != nil {
		return err
	}
	path := filepath.ToSlash(cmp.Or(r.streams.Getenv(words.Environment), words.Path))
	f, err := checkFile(k.engines, nil, document.Input{Path: path, As: document.Task, Named: true})
	switch {
	case err != nil:
		return err
	case f.fault != nil && f.fault.Variant == document.VariantMissing:
		return nil
	}
	if err := r.report(c, k, f.result); err != nil {
		return err
	}
	why := words.Say("errors", nil)
	if f.passes() {
		compact, err := payload.Compact([]byte(f.doc.Source.Slice(f.doc.Data().Value)))
		if err != nil {
			return err
		}
		limit := k.limits().Bytes
		if int64(len(compact)) <= limit {
			return r.printContent(string(payload.Frame(document.HandoffMarkers, compact)))
		}
		why = words.Say("escaped", rules.Values{"limit": strconv.FormatInt(limit, 10)})
	}
	withheld := words.Say("withheld", rules.Values{"path": path, "why": why})
	if c.Bool("fail") {
		return errors.New(withheld)
	}
	r.log.Warn(withheld)
	return nil
}
