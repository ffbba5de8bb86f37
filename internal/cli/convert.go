package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "make a handoff in another format",
		ArgsUsage: "FILE | -",
		Description: `A report, a context file or a metadata block becomes a task payload; a metadata
block also becomes the beginning of a report. What cannot be carried is named on
stderr, with the reason. Nothing is invented: if FILE does not say something, a
report has a placeholder, and a payload without a summary is not written.

  from      to task                                      to report
  report    summary; sections to detail; other fields
            to data
  context   task_summary to summary; findings, files,
            constraints, approach to detail; other
            fields to data
  metadata  summary or handoff.context; lists and text   agent, time, summary;
            to detail; other fields to data              lists to sections

FILE must pass, and so must what is made.
Findings go to stderr.

Exit codes: 0 written; 2 not written.

Examples:
   handofflint convert docs/context/1717500000-fix.json --to task -o handoff.json
   handofflint convert output.md --to report > 02-reviewer-report.md`,
		Flags: slices.Concat([]cli.Flag{
			choiceFlag("to", "", "make a `FORMAT`: task or report", "", "task", "report"),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, which must not exist", TakesFile: true},
			&cli.BoolFlag{Name: "force", Usage: "replace the file of --output"},
			sharedFlag("quiet"), sharedFlag("as"), sharedFlag("rule"), sharedFlag("no-inline"),
		}, generalFlags()),
		Action: r.convert,
	}
}

func (r *runner) convert(c *cli.Context) error {
	judge, err := r.judgeOptions(c, c.Bool("no-inline"))
	if err != nil {
		return err
	}
	path, err := oneArgument(c, "the handoff")
	if err != nil {
		return err
	}
	to, output := document.Format(c.String("to")), c.String("output")
	if to == "" {
		return errors.New("--to is missing: it takes report or task")
	}
	if err := notOver(output, "a file that is read", path); err != nil {
		return err
	}
	from, err := r.judgeFile(c, judge, path, document.Unknown, nil)
	if err != nil {
		return err
	}
	if !from.passes() {
		return fmt.Errorf("%s is not converted: it does not pass; correct what is reported above", from.result.Path)
	}
	engine := judge.engine
	if output != "" {
		if engine, err = judge.engines.For(output); err != nil {
			return err
		}
	}
	made, err := r.converted(c, engine, from.doc, to)
	for _, lost := range made.Lost {
		r.say(c, "not carried from %s: %s: %s", from.doc.Input.Path, lost.Field, lost.Why)
	}
	if err != nil {
		return fmt.Errorf("%s is not converted: %w", path, err)
	}
	write := r.deliver
	if output != "" && !c.Bool("force") {
		write = createFile
	}
	if err := write(c, output, made.Text); err != nil {
		return err
	}
	if len(made.Open) > 0 {
		r.say(c, "to fill in: %s; `handofflint check` names the places", strings.Join(made.Open, ", "))
	}
	if output != "" {
		r.say(c, "wrote %s", output)
	}
	return nil
}

// converted makes the other handoff, and holds it to what check asks of it.
func (r *runner) converted(c *cli.Context, engine *rules.Engine, doc *document.Document, to document.Format) (payload.Converted, error) {
	blank, err := skeleton(to, "base")
	if err != nil {
		return payload.Converted{}, err
	}
	made, err := payload.Convert(doc, to, blank)
	if err != nil {
		return made, err
	}
	result, err := made.Check(engine, to, blank)
	if err == nil && len(result.Findings) > 0 {
		if err = r.tell(c, []rules.Result{result}); err == nil {
			err = errors.New("what came of it does not pass; change what is named above in the original")
		}
	}
	return made, err
}
