package cli

import (
	"errors"
	"slices"

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
		Flags:       append([]cli.Flag{formatFlag(ruleFormats...), sharedFlag("color")}, configFlags()...),
		Action:      r.rules,
		Subcommands: []*cli.Command{r.testRulesCommand(), r.newRuleCommand()},
	}
}

// ruleFormats are the forms that rules are printed in.
var ruleFormats = []string{"text", "json", "markdown"}

func (r *runner) rules(c *cli.Context) error {
	catalogue, settings, err := r.catalogue(c)
	if err != nil {
		return err
	}
	selected, err := selectRules(catalogue, c.Args().Slice())
	if err != nil {
		return err
	}
	entries := make([]ruleEntry, len(selected))
	for i, rule := range selected {
		entries[i] = ruleEntryOf(rule).With(settings)
	}
	return r.printRules(c, entries, entries, "")
}

// printRules prints a list of rules; full is what JSON has of them, and more what a
// person reads after it. If the configuration gives a rule its severity, the summary
// ends with the position.
func (r *runner) printRules(c *cli.Context, entries []ruleEntry, full any, more string) error {
	switch c.String("format") {
	case "json":
		return r.printJSON(map[string]any{"version": version(), "rules": full})
	case "markdown":
		return r.printContent(markdownIndex(entries))
	}
	rows := [][]string{{"NAME", "SEVERITY", "FORMATS", "SUMMARY"}}
	for _, e := range entries {
		rows = append(rows, []string{e.Name, e.SeverityShort(), e.FormatsText(), e.Summary + setNote(e.From)})
	}
	table := text.EscapeLines(tableWithin(rows, r.columns())) // in one line each if nobody reads
	return r.printText(bold(r.useColor(c)).FirstLine(table) + more)
}

// selectRules are the rules that the arguments mean, in the catalogue's order,
// each once; all of them without arguments.
func selectRules(catalogue *rules.Catalogue, args []string) ([]*rules.Rule, error) {
	if len(args) == 0 {
		return catalogue.Rules, nil
	}
	var wanted []*rules.Rule
	for _, arg := range args {
		matched := catalogue.Match(arg)
		if matched == nil {
			matched = catalogue.Match(arg + "/*")
		}
		if len(matched) == 0 {
			return nil, errors.New(catalogue.UnknownRule(arg))
		}
		wanted = append(wanted, matched...)
	}
	return slices.DeleteFunc(slices.Clone(catalogue.Rules), func(r *rules.Rule) bool {
		return !slices.Contains(wanted, r)
	}), nil
}
