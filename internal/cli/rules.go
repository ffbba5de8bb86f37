package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// rulesArguments are the arguments of `rules`.
const rulesArguments = "[RULE | GROUP]... | test [DIR] | new NAME"

func (r *runner) rulesCommand() *cli.Command {
	return &cli.Command{
		Name:      "rules",
		Usage:     "list the rules",
		ArgsUsage: rulesArguments,
		Description: `Lists all rules, or those that are named. "error (phased)" is a rule that is an
error in one profile of its format and off in the others. With a configuration
the severities are those that it gives.

A team's own rules, from the configuration and its rule-files, are among them:
docs/custom-rules.md says how to write some.

Examples:
   handofflint rules
   handofflint rules report 'metadata/*'
   handofflint rules -f json | jq -r '.rules[] | select(.severity == "off") | .name'`,
		Flags:       []cli.Flag{formatFlag("text", "json")},
		Action:      r.rules,
		Subcommands: []*cli.Command{r.testRulesCommand(), r.newRuleCommand()},
	}
}

func (r *runner) rules(c *cli.Context) error {
	docs, err := r.selectRules(c, c.Args().Slice())
	if err != nil {
		return err
	}
	if c.String("format") == "json" {
		entries := make([]ruleEntry, len(docs))
		for i, d := range docs {
			entries[i] = d.ruleEntry
		}
		return r.printJSON(map[string]any{"version": version(), "rules": entries})
	}
	return r.printRuleTable(c, docs)
}

// printRuleTable prints a line a rule. If the configuration gives a rule its severity,
// the line ends with the position.
func (r *runner) printRuleTable(c *cli.Context, docs []ruleDoc) error {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tSEVERITY\tFORMATS\tSUMMARY")
	for _, d := range docs {
		summary := d.Summary
		if d.From != "" {
			summary += " (from " + d.From + ")"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", d.Name, d.SeverityText(), d.FormatsText(), text.Escape(summary))
	}
	_ = table.Flush() // a builder takes everything
	heading, rows, _ := strings.Cut(b.String(), "\n")
	return r.printText(r.bold(c, heading) + "\n" + rows)
}

func (r *runner) explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what a rule reports, why, and what right looks like",
		ArgsUsage: "RULE",
		Description: `Prints a page of Markdown. Of a group, such as metadata, all rules are listed;
-f json has all texts of all of them.

Examples:
   handofflint explain metadata/blocked-next-agent
   handofflint explain -v report/too-few-words
   handofflint explain 'report/*'
   handofflint explain -f json placeholder`,
		Flags: []cli.Flag{
			formatFlag("text", "json"),
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "also list the parameters, and say what the format is"},
		},
		Action: r.explain,
	}
}

func (r *runner) explain(c *cli.Context) error {
	name, err := oneArgument(c, "the name of a rule")
	if err != nil {
		return err
	}
	docs, err := r.selectRules(c, []string{name})
	switch {
	case err != nil:
		return err
	case c.String("format") == "json":
		return r.printJSON(map[string]any{"version": version(), "rules": docs})
	case len(docs) > 1:
		return r.printRuleTable(c, docs)
	}
	page := docs[0].Markdown(c.Bool("verbose"))
	if !r.useColor(c, r.streams.Out) {
		return r.printContent(page)
	}
	heading := regexp.MustCompile(`(?m)^##? .*$`)
	return r.printText(heading.ReplaceAllStringFunc(text.EscapeLines(page), func(line string) string { return r.bold(c, line) }))
}

// selectRules are the rules that the arguments name, in the catalogue's order, each
// once; all of them without arguments.
func (r *runner) selectRules(c *cli.Context, args []string) (docs []ruleDoc, err error) {
	catalogue, settings, err := r.catalogue(c)
	if err != nil {
		return nil, err
	}
	wanted := map[*rules.Rule]bool{}
	for _, arg := range args {
		matched := catalogue.Match(arg)
		if matched == nil {
			matched = catalogue.Match(arg + "/*")
		}
		if len(matched) == 0 {
			return nil, errors.New(catalogue.UnknownRule(arg))
		}
		for _, rule := range matched {
			wanted[rule] = true
		}
	}
	for _, rule := range catalogue.Rules {
		if len(args) == 0 || wanted[rule] {
			docs = append(docs, ruleDocOf(catalogue, rule, settings))
		}
	}
	return docs, nil
}
