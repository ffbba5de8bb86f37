package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/convert"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "make a handoff in another format, as far as its content carries",
		ArgsUsage: "FILE | -",
		Description: `A report, a context file or a metadata block becomes a task payload; a metadata
block also becomes the beginning of a report. What cannot be carried is named on
stderr, with the reason. Nothing is invented: where FILE is silent, a report has a
placeholder, which ` + "`handofflint check`" + ` names until it is filled in, and a payload
without a summary is not written.

  from       to task                                    to report
  report     summary; sections to detail; other
             fields to data
  context    task_summary to summary; findings, files,
             constraints and approach to detail; other
             fields to data
  metadata   summary, or else handoff.context; lists    agent, timestamp, summary;
             and text to detail; other fields to data   lists to sections 2, 4, 5

FILE must pass, and so must what is made.
Findings go to stderr.

Exit codes: 0 written; 2 not written.

Examples:
   handofflint convert docs/context/1717500000-fix.json --to task -o handoff.json
   handofflint convert output.md --to report > 02-reviewer-report.md`,
		Flags:  convertFlags(),
		Action: r.convert,
	}
}

func convertFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "to", Usage: "make a `FORMAT`: task or report"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write it to `FILE`, which must not exist yet", TakesFile: true},
		&cli.BoolFlag{Name: "force", Usage: "replace the file of --output"},
		quietFlag(),
	}, carryFlags("as")...)
}

func (r *runner) convert(c *cli.Context) error {
	r.setVerbosity(c)
	options, err := r.judgeOptions(c, c.Bool("no-inline"))
	if err != nil {
		return err
	}
	path, err := oneArgument(c, "the handoff")
	if err != nil {
		return err
	}
	table, err := rules.LoadConversions()
	if err != nil {
		return err
	}
	to, err := convertTarget(c, table)
	if err != nil {
		return err
	}
	if err := notOver(c.String("output"), path); err != nil {
		return err
	}
	from, err := r.convertSource(c, options, path)
	if err != nil {
		return err
	}
	engine, err := options.engineForOutput(c.String("output"))
	if err != nil {
		return err
	}
	made, err := r.converted(c, engine, table, from.doc, to)
	if err != nil {
		return fmt.Errorf("%s is not converted: %w", path, err)
	}
	return r.deliverConverted(c, from.doc.Input.Path, made)
}

// convertTarget reads --to.
func convertTarget(c *cli.Context, table *rules.Conversions) (document.Format, error) {
	targets := convert.Targets(table)
	to, err := parseFormat(c.String("to"))
	switch {
	case c.String("to") == "":
		return to, fmt.Errorf("--to is missing: it takes %s", orList(targets))
	case err != nil:
		return to, fmt.Errorf("--to: unknown format %q%s: it takes %s", c.String("to"), rules.DidYouMeanOne(c.String("to"), targets), orList(targets))
	case !slices.Contains(targets, string(to)):
		return to, fmt.Errorf("nothing can be converted to a %s; what can be: %s", to, strings.Join(convert.Pairs(table), ", "))
	}
	return to, nil
}

// convertSource reads and judges what is to be converted.
func (r *runner) convertSource(c *cli.Context, options judgeOptions, path string) (from judged, err error) {
	in, fault, err := r.readNamed(c.Context, path, options.engine.Limits().Bytes)
	if err != nil {
		return from, err
	}
	in.As = options.formatFor(in.Path)
	engine, err := options.engineFor(in.Path)
	if err != nil {
		return from, err
	}
	if from, err = judge(engine, in, fault); err != nil {
		return from, err
	}
	results := []rules.Result{from.result}
	if err := r.tell(c, results); err != nil {
		return from, err
	}
	r.logFailures(c, "convert", options.now, results)
	if !from.passes() {
		return from, fmt.Errorf("%s is not converted: it does not pass; mend what is named above", in.Path)
	}
	return from, nil
}

// converted makes the other handoff, and holds it to what check asks of it.
func (r *runner) converted(c *cli.Context, engine *rules.Engine, table *rules.Conversions, doc *document.Document, to document.Format) (convert.Result, error) {
	blank, err := skeleton(string(to), "base", false)
	if err != nil {
		return convert.Result{}, err
	}
	made, err := convert.To(table, doc, to, blank)
	if err != nil {
		return made, err
	}
	if to == document.Task && len(made.Open) > 0 {
		r.sayLost(c, doc.Input.Path, made)
		return made, fmt.Errorf("%s is not converted: it has nothing that can be the %s of a payload, and one without it says nothing to the next task; write it into the original", doc.Input.Path, strings.Join(made.Open, ", "))
	}
	bare, err := engine.CheckInput(madeOf(to, blank))
	if err != nil {
		return made, err
	}
	judged, err := engine.CheckInput(madeOf(to, made.Text))
	if err != nil {
		return made, err
	}
	if judged.Findings = made.Unexcused(judged.Findings, bare.Findings); len(judged.Findings) == 0 {
		return made, nil
	}
	if err := r.tell(c, []rules.Result{judged}); err != nil {
		return made, err
	}
	return made, errors.New("what came of it does not pass; change what is named above in the original")
}

// madeOf is a handoff that is in no file yet.
func madeOf(format document.Format, text string) document.Input {
	return document.Input{Path: "<converted>", Data: []byte(text), As: format, Named: true}
}

// sayLost says what is not carried, and why.
func (r *runner) sayLost(c *cli.Context, from string, made convert.Result) {
	for _, lost := range made.Lost {
		r.say(c, "not carried from %s: %s: %s", from, lost.Field, lost.Why)
	}
}

// deliverConverted writes the handoff and says what it lacks.
func (r *runner) deliverConverted(c *cli.Context, from string, made convert.Result) error {
	output := c.String("output")
	write := r.deliver
	if output != "" && !c.Bool("force") {
		write = createFile
	}
	if err := write(c, output, made.Text); err != nil {
		return err
	}
	r.sayLost(c, from, made)
	if len(made.Open) > 0 {
		r.say(c, "to fill in: %s; `handofflint check` names the places", strings.Join(made.Open, ", "))
	}
	if output != "" {
		r.say(c, "wrote %s", output)
	}
	return nil
}
