package cli

import (
	"github.com/urfave/cli/v2"
)

func (r *runner) explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what a rule reports, why, and what right looks like",
		ArgsUsage: "RULE",
		Description: `Of a group, such as metadata, all rules are listed; -f json has all texts of
all of them.

Examples:
   handofflint explain metadata/blocked-next-agent
   handofflint explain -v report/too-few-words
   handofflint explain 'report/*'
   handofflint explain -f json placeholder`,
		Flags: append([]cli.Flag{
			formatFlag(ruleFormats...),
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "also list the parameters, and say what the format is"},
			sharedFlag("color"),
		}, configFlags()...),
		Action: r.explain,
	}
}

func (r *runner) explain(c *cli.Context) error {
	name, err := oneArgument(c, "the name of a rule")
	if err != nil {
		return err
	}
	catalogue, settings, err := r.catalogue(c)
	if err != nil {
		return err
	}
	selected, err := selectRules(catalogue, []string{name})
	if err != nil {
		return err
	}
	plain := settings.Plain()
	docs := make([]ruleDoc, len(selected))
	for i, rule := range selected {
		docs[i] = ruleDocOf(catalogue, rule).With(settings, rule, plain.Rule(rule.Name))
	}
	switch format := c.String("format"); {
	case len(docs) == 1 && format == "markdown":
		return r.printContent(docs[0].Markdown())
	case len(docs) == 1 && format == "text":
		return r.printText(docs[0].Text(bold(r.useColor(c)), c.Bool("verbose")))
	}
	entries := make([]ruleEntry, len(docs))
	for i, d := range docs {
		entries[i] = d.ruleEntry
	}
	return r.printRules(c, entries, docs, "\n`handofflint explain NAME` says more of one.\n")
}
