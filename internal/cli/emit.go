package cli

import (
	"cmp"
	"errors"
	"path/filepath"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/marker"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) emitCommand() *cli.Command {
	return &cli.Command{
		Name:  "emit",
		Usage: "check a task's payload and print it between its markers, for the log",
		Description: `The capture step of a pod: run it once the agent has ended. It reads the file at
$KELOS_HANDOFF_PATH, by default /tmp/kelos-handoff.json, judges it as
` + "`handofflint check`" + ` does, and prints it on one line between
---KELOS_HANDOFF_START--- and ---KELOS_HANDOFF_END---. Numbers, texts and the
order of keys stay as they are; a marker within a text is written with an escape.

No file is no handoff, and no error. Of one that has an error nothing is
printed: the findings go to standard error, and the pod does not fail for it.

Exit codes: 0 also where nothing was printed; 2 the output cannot be written, the
configuration has mistakes, or with --fail, there is a file and nothing was
printed.

Example:
   KELOS_HANDOFF_PATH=out/handoff.json handofflint emit`,
		Flags: append([]cli.Flag{
			ruleFlag(),
			&cli.BoolFlag{Name: "fail", Usage: "exit with 2 if there is a file that cannot be printed"},
			noInlineFlag(),
		}, tellFlags()...),
		Action: r.emit,
	}
}

func (r *runner) emit(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	words, err := rules.LoadPayload()
	if err != nil {
		return err
	}
	path := cmp.Or(r.streams.Getenv(words.Environment), words.Path)
	engine, err := r.emitEngine(c, path)
	if err != nil {
		return err
	}
	captured, err := capture(engine, filepath.ToSlash(path))
	switch {
	case err != nil:
		return err
	case captured.missing:
		return nil
	}
	if why := r.withheld(c, captured, engine.Limits(), words); why != "" {
		return r.notEmitted(c, words.Say("withheld", rules.Values{"path": path, "why": why}))
	}
	return r.printContent(string(payload.Frame(marker.Handoff, captured.compact)))
}

// emitEngine is what judges the payload at a path. --fail is about the exit
// code alone, and no part of it.
func (r *runner) emitEngine(c *cli.Context, path string) (*rules.Engine, error) {
	if _, err := r.useColor(c); err != nil {
		return nil, err
	}
	overrides, err := overridesOf(c)
	if err != nil {
		return nil, err
	}
	settings, err := r.config(c)
	if err != nil {
		return nil, err
	}
	engines, err := enginesFor(settings, rules.Options{Overrides: overrides, NoInline: c.Bool("no-inline")})
	if err != nil {
		return nil, err
	}
	return engines.For(path)
}

// withheld tells of the findings, and says why nothing is to be printed of the
// payload, "" where it is.
func (r *runner) withheld(c *cli.Context, captured captured, limits rules.Limits, words *rules.Payload) string {
	if r.complain(c, "emit", time.Now(), captured.result) != nil {
		return words.Say("errors", nil)
	}
	if int64(len(captured.compact)) > limits.Bytes {
		return words.Say("escaped", rules.Values{"limit": strconv.FormatInt(limits.Bytes, 10)})
	}
	return ""
}

// notEmitted ends a run that has printed nothing of a file that is there.
func (r *runner) notEmitted(c *cli.Context, says string) error {
	if c.Bool("fail") {
		return errors.New(says)
	}
	r.log.Warn(says)
	return nil
}

// captured is a payload as it was left in a file.
type captured struct {
	// missing says that there is no file, which is no error here.
	missing bool
	judged
	// compact is the payload on one line, if nothing blocks it.
	compact []byte
}

// capture reads and judges a payload.
func capture(engine *rules.Engine, path string) (got captured, err error) {
	in, fault := discover.File{Path: path, Named: true}.Read(engine.Limits().Bytes)
	in.As = document.Task
	got.missing = fault != nil && fault.Variant == discover.VariantMissing
	if got.judged, err = judge(engine, in, fault); err != nil || !got.passes() {
		return got, err
	}
	got.compact, err = payload.Compact([]byte(got.doc.Source.Slice(got.doc.Data().Value)))
	return got, err
}
