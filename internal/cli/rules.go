package cli

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

func (r *runner) rulesCommand() *cli.Command {
	format := new(choice)
	return &cli.Command{
		Name:      "rules",
		Usage:     "list the rules",
		ArgsUsage: "[RULE | GROUP]... | test [DIR] | new NAME",
		Description: `Lists all rules, or those that are named. "error (phased)" is a rule that is
an error in one profile of its format and off in the others. With a
configuration the severities are those that it gives.

A team's own rules, from rule-files of the configuration, are among them:
docs/custom-rules.md says how to write them.

Examples:
   handofflint rules
   handofflint rules report 'metadata/*'
   handofflint rules -f json | jq -r '.rules[] | select(.severity == "off") | .name'`,
		Flags:       []cli.Flag{formatFlag(format, "text", "json")},
		Action:      func(c *cli.Context) error { return r.rules(c, format) },
		Subcommands: []*cli.Command{r.testRulesCommand(), r.newRuleCommand()},
	}
}

func (r *runner) rules(c *cli.Context, format *choice) error {
	docs, err := r.selectRules(c.Args().Slice())
	if err != nil {
		return err
	}
	if format.value == "json" {
		entries := make([]ruleEntry, len(docs))
		for i, d := range docs {
			entries[i] = d.ruleEntry
		}
		return r.printJSON(map[string]any{"version": version(), "rules": entries})
	}
	return r.printRuleTable(docs)
}

// printRuleTable prints a line a rule.
func (r *runner) printRuleTable(docs []ruleDoc) error {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tSEVERITY\tFORMATS\tSUMMARY")
	for _, d := range docs {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", d.Name, d.SeverityText(), d.FormatsText(), text.Escape(d.Summary))
	}
	_ = table.Flush() // a builder takes everything
	screen := r.screen(r.streams.Out)
	summary := strings.Index(b.String(), "SUMMARY")
	var out strings.Builder
	for line := range strings.Lines(b.String()) {
		name := strings.Fields(line)[0]
		out.WriteString(screen.WrapLine(screen.Paint(terminal.Strong, name)+line[len(name):], summary))
	}
	return r.printText(out.String())
}

func (r *runner) explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what a rule reports, why, and what right looks like",
		ArgsUsage: "RULE",
		Description: `Prints a page of Markdown. Of a group, such as metadata, all rules are
listed.

Examples:
   handofflint explain metadata/blocked-next-agent
   handofflint explain -v report/too-few-words
   handofflint explain 'report/*'`,
		Flags:        []cli.Flag{r.options.verboseFlag("also list the parameters, and explain the format")},
		BashComplete: completeRules,
		Action:       r.explain,
	}
}

func (r *runner) explain(c *cli.Context) error {
	name, err := oneArgument(c, "the name of a rule")
	if err != nil {
		return err
	}
	docs, err := r.selectRules([]string{name})
	if err != nil {
		return err
	}
	if len(docs) > 1 {
		return r.printRuleTable(docs)
	}
	return r.printContent(docs[0].Markdown(r.options.verbose))
}

// selectRules returns the rules that the arguments name, such as report/no-action, report or 'report/*', in the
// catalogue's order, each once; all of them without arguments.
func (r *runner) selectRules(args []string) (docs []ruleDoc, err error) {
	catalogue, _, err := r.catalogue()
	if err != nil {
		return nil, err
	}
	wanted := map[*rules.Rule]bool{}
	for _, arg := range args {
		matched := catalogue.Match(arg)
		if len(matched) == 0 { // the name of a group
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
			docs = append(docs, ruleDocOf(catalogue, rule))
		}
	}
	return docs, nil
}

// newRuleFiles are a rule to start from, and a right handoff of each built-in format and of each form that a team's
// format may have. OWNER is replaced by the field that the rule requires.
//
//go:embed newrule
var newRuleFiles embed.FS

// rulesFolder is the default folder of a team's rules.
const rulesFolder = "handoff-rules"

// newRuleOptions are the options of `rules new`.
type newRuleOptions struct {
	format, dir string
}

func (r *runner) newRuleCommand() *cli.Command {
	o := new(newRuleOptions)
	return &cli.Command{
		Name:      "new",
		Usage:     "make a rule of your own, with examples to change",
		ArgsUsage: "NAME",
		Description: `NAME is GROUP/NAME, such as team/owner. The rule and an example of each kind
are written into a folder of that name, and pass ` + "`handofflint rules test`" + ` as
they are. The rule is added to rule-files of the configuration, which is made
if none exists, so that it is on at once. Existing files are not changed
otherwise.

Examples:
   handofflint rules new team/owner --for task
   handofflint rules test`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "for", Value: "task", Usage: "make it for `FORMAT`, which may be your own", Destination: &o.format},
			&cli.StringFlag{Name: "dir", Value: rulesFolder, Usage: "put its folder into `DIR`", TakesFile: true, Destination: &o.dir},
			r.options.quietFlag(),
		},
		Action: func(c *cli.Context) error { return r.newRule(c, o) },
	}
}

// newRule writes a rule with examples, and adds it to the configuration.
func (r *runner) newRule(c *cli.Context, o *newRuleOptions) error {
	name, err := oneArgument(c, "the name of the rule")
	if err != nil {
		return err
	}
	if !teamrules.ValidRuleName(name) {
		return fmt.Errorf("%q is not a name for a rule: use a group and a name in lower-case letters, digits and dashes, such as team/owner", name)
	}
	format, catalogue, err := r.formatNamed(o.format)
	if err != nil {
		return err
	}
	if known := catalogue.Rule(name); known != nil {
		return fmt.Errorf("there is a rule %s already%s: choose another name", name, strings.TrimSuffix(", in "+known.Origin, ", in "))
	}
	folder := filepath.Join(o.dir, filepath.FromSlash(name))
	if _, err := files.Named.Lstat(folder); err == nil {
		return fmt.Errorf("%s is there already and is not overwritten: choose another name, or another --dir", filepath.ToSlash(folder))
	}
	if err := r.writeRule(format, name, folder); err != nil {
		return err
	}
	// An ignore file keeps `check` from taking examples for handoffs.
	ignore := filepath.Join(o.dir, lint.IgnoreFile)
	if _, err := files.Named.Lstat(ignore); err != nil {
		if err := createWithFolder(ignore, "# Examples of rules are not handoffs.\n"+badFolder+"/\n"+goodFolder+"/\n"); err != nil {
			return err
		}
	}
	if err := r.switchOn(filepath.Join(folder, "rule.cue")); err != nil {
		return err
	}
	test := "handofflint rules test"
	if o.dir != rulesFolder {
		test += " " + text.ShellQuote(filepath.ToSlash(o.dir))
	}
	r.note("change the rule and its examples, then run `%s`", test)
	return nil
}

// writeRule writes a rule and its two examples into a folder. For a format of the team the
// examples are handoffs of its form.
func (r *runner) writeRule(format *rules.FormatInfo, name, folder string) error {
	of := string(format.Name)
	if format.Origin != "" {
		of = string(format.Spec().Form)
	}
	examples, err := fs.Glob(newRuleFiles, "newrule/"+of+".*")
	if err != nil || len(examples) == 0 {
		return fmt.Errorf("there is no example of the format %s to start from", format.Name)
	}
	example := examples[0]
	extension := path.Ext(example)
	rule, err := newRuleFiles.ReadFile("newrule/rule.cue")
	if err != nil {
		return err
	}
	right, err := newRuleFiles.ReadFile(example)
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(right), "\n")
	lacksOwner := slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, "OWNER") })
	for _, f := range []struct{ path, text string }{
		{"rule.cue", strings.NewReplacer("NAME", name, "FORMAT", string(format.Name)).Replace(string(rule))},
		{filepath.Join(badFolder, "no-owner"+extension), strings.Join(lacksOwner, "")},
		{filepath.Join(goodFolder, "owner"+extension), strings.Replace(string(right), "OWNER", "owner", 1)},
	} {
		path := filepath.Join(folder, f.path)
		if err := createWithFolder(path, f.text); err != nil {
			return err
		}
		r.note("wrote %s", filepath.ToSlash(path))
	}
	return nil
}

// withRuleFile returns the text of the configuration at a path with a file of rules added to its rule-files.
func withRuleFile(settings *config.Config, path, rule string) (string, error) {
	entry, err := filepath.Rel(filepath.Dir(realPath(path)), realPath(rule))
	if err != nil {
		return "", err
	}
	entry = filepath.ToSlash(entry)
	if !filepath.IsLocal(entry) || strings.ContainsAny(entry, `*?[]{}\!`) {
		return "", errors.New("it is not below that folder, or has signs that globs use")
	}
	return settings.WithRuleFile(entry)
}

// switchOn adds a file of rules to rule-files of the configuration, unless a glob there matches it.
func (r *runner) switchOn(rule string) error {
	if r.general.noConfig {
		r.note("`check` applies the rule once rule-files of the configuration name %s", filepath.ToSlash(rule))
		return nil
	}
	r.configured = false // reads the configuration again: its globs may match the new file
	settings, err := r.config()
	if err != nil || hasSource(settings, rule) {
		return err
	}
	path := config.YAMLName
	if paths := settings.Paths(); len(paths) > 0 {
		path = paths[len(paths)-1]
	}
	text, err := withRuleFile(settings, path, rule)
	if err != nil {
		r.note("name %s under rule-files of %s to switch it on: %v", filepath.ToSlash(rule), shownPath(path), err)
		return nil
	}
	if err := files.Write(path, []byte(text), files.WriteOptions{}); err != nil {
		return err
	}
	r.note("added it to rule-files of %s: it is on", shownPath(path))
	return nil
}
