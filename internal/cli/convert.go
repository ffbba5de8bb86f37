package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "make a task payload of a handoff in another format",
		ArgsUsage: "FILE | -",
		Description: `A report, a context file or a metadata block becomes a task payload. What cannot
be carried is named on stderr, with the reason. Nothing is invented: a payload
without a summary is not written.

  report    summary; sections to detail; other fields to data
  context   task_summary to summary; findings, files, constraints, approach to
            detail; other fields to data
  metadata  summary or handoff.context; lists and text to detail; other fields
            to data

FILE must pass, and so must what is made. Findings go to stderr.

Exit codes: 0 written; 2 not written.

Examples:
   handofflint convert docs/context/1717500000-fix.json -o handoff.json
   handofflint convert output.md | jq .summary`,
		Flags: []cli.Flag{
			choiceFlag("to", "make a `FORMAT`", "task", "task"),
			sharedFlag("output"), sharedFlag("quiet"), sharedFlag("as"), sharedFlag("rule"), sharedFlag("no-inline"),
		},
		Action: r.convert,
	}
}

func (r *runner) convert(c *cli.Context) error {
	k, err := r.checker(c, c.Bool("no-inline"))
	if err != nil {
		return err
	}
	path, err := oneArgument(c, "the handoff")
	if err != nil {
		return err
	}
	target := c.String("output")
	if err := notOver([]output{{path: target}}, map[string]string{path: "a file that is read"}); err != nil {
		return err
	}
	from, err := r.checkAndReport(c, k, path, document.Unknown, nil)
	if err != nil {
		return err
	}
	if !from.passes() {
		return fmt.Errorf("%s is not converted: it does not pass; correct what is reported above", from.result.Path)
	}
	made, lost, err := payload.Convert(from.doc)
	for _, loss := range lost {
		r.note(c, "not carried from %s: %s: %s", from.doc.Input.Path, loss.Field, loss.Why)
	}
	if err == nil {
		err = r.checkConverted(c, k, made)
	}
	if err != nil {
		return fmt.Errorf("%s is not converted: %w", path, err)
	}
	if err := r.deliver(target, made); err != nil {
		return err
	}
	if target != "" {
		r.note(c, "wrote %s", target)
	}
	return nil
}

// checkConverted returns an error if a payload has one, and prints the findings.
func (r *runner) checkConverted(c *cli.Context, k checker, made string) error {
	engine, err := k.engines.For(c.String("output"))
	if err != nil {
		return err
	}
	result, err := engine.CheckInput(document.Input{Path: "<converted>", As: document.Task, Named: true, Data: []byte(made)})
	if err != nil {
		return err
	}
	if result.Findings = result.Failures(); len(result.Findings) == 0 {
		return nil
	}
	if err := r.printOnStderr(c, []rules.Result{result}); err != nil {
		return err
	}
	return errors.New("what came of it does not pass; change what is named above in the original")
}
