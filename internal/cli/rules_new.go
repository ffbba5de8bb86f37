package cli

import (
	"embed"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// newRuleFiles are a rule to start from, and a right handoff of each format.
// OWNER stands for the field that the rule asks for.
//
//go:embed newrule
var newRuleFiles embed.FS

// rulesFolder is where `rules new` puts rules unless it is told otherwise.
const rulesFolder = "handoff-rules"

func (r *runner) newRuleCommand() *cli.Command {
	return &cli.Command{
		Name:      "new",
		Usage:     "make a rule of your own, with examples to change",
		ArgsUsage: "NAME",
		Description: `NAME is GROUP/NAME, such as team/owner. The rule and an example of each kind are
written into a folder of that name, and pass ` + "`handofflint rules test`" + ` as they
are. The rule is added to rule-files of the configuration, which is made if
there is none, so that it is on at once. Nothing else that is there is changed.

Examples:
   handofflint rules new team/owner --for task
   handofflint rules test`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "for", Value: "task", Usage: "make it for `FORMAT`"},
			&cli.StringFlag{Name: "dir", Value: rulesFolder, Usage: "put its folder into `DIR`", TakesFile: true},
			sharedFlag("source"), sharedFlag("quiet"),
		}, configFlags()...),
		Action: r.newRule,
	}
}

func (r *runner) newRule(c *cli.Context) error {
	name, err := oneArgument(c, "the name of the rule")
	if err != nil {
		return err
	}
	if !rules.ValidRuleName(name) {
		return fmt.Errorf("%q is not a name for a rule: use a group and a name in lower-case letters, digits and dashes, such as team/owner", name)
	}
	format := c.String("for")
	if err := oneOf("--for", format, document.FormatNames); err != nil {
		return fmt.Errorf("%w: of other formats there are no examples to start from; write the rule by hand as docs/custom-rules.md shows", err)
	}
	catalogue, _, err := r.catalogue(c)
	if err != nil {
		return err
	}
	if known := catalogue.Rule(name); known != nil {
		return fmt.Errorf("there is a rule %s already%s: choose another name", name, strings.TrimSuffix(", in "+known.Origin, ", in "))
	}
	made, err := ruleFiles(name, format, c.String("dir"))
	if err != nil {
		return err
	}
	if err := r.writeRule(c, made); err != nil {
		return err
	}
	if err := r.switchOn(c, made[0].path); err != nil {
		return err
	}
	test := "handofflint rules test"
	if dir := c.String("dir"); dir != rulesFolder {
		test += " " + text.ShellQuote(filepath.ToSlash(dir))
	}
	r.say(c, "change the rule and its examples, then run `%s`", test)
	return nil
}

// switchOn adds a file of rules to the configuration, unless its rule-files name it
// already.
func (r *runner) switchOn(c *cli.Context, rule string) error {
	shown := filepath.ToSlash(rule)
	if c.Bool("no-config") {
		r.say(c, "`check` applies the rule once rule-files of the configuration name %s", shown)
		return nil
	}
	path, err := r.configPath(c)
	if err != nil {
		return err
	}
	r.configured = false // the new file may match its globs
	settings, err := r.config(c)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(settings.Sources(), func(s rules.Source) bool { return samePlace(filepath.FromSlash(s.Name), rule) }) {
		return nil
	}
	if path == "" {
		path = config.YAMLName
	}
	entry, err := relativeTo(filepath.Dir(path), rule)
	var text string
	if err == nil {
		text, err = settings.WithRuleFile(entry)
	}
	if err != nil {
		r.say(c, "name %s under rule-files of %s to switch it on: %v", shown, filepath.ToSlash(path), err)
		return nil
	}
	if err := files.Write(path, []byte(text), files.WriteOptions{}); err != nil {
		return err
	}
	r.say(c, "added it to rule-files of %s: it is on", filepath.ToSlash(path))
	return nil
}

// relativeTo is a file's path as rule-files of a configuration in a folder has it.
func relativeTo(folder, file string) (string, error) {
	from, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	entry, err := filepath.Rel(from, to)
	switch entry = filepath.ToSlash(entry); {
	case err != nil || strings.HasPrefix(entry, "../"):
		return "", errors.New("it is not below that folder")
	case strings.ContainsAny(entry, `*?[]{}\!`):
		return "", errors.New("its path has signs that globs use")
	}
	return entry, nil
}

// newFile is a file of a new rule.
type newFile struct{ path, text string }

// ruleFiles are the files of a new rule, in its folder.
func ruleFiles(name, format, dir string) ([]newFile, error) {
	rule, err := newRuleFiles.ReadFile("newrule/rule.cue")
	if err != nil {
		return nil, err
	}
	file := map[string]string{"report": "report.md", "metadata": "metadata.json", "context": "context.json", "task": "task.json"}[format]
	right, err := newRuleFiles.ReadFile("newrule/" + file)
	if err != nil {
		return nil, err
	}
	fill := strings.NewReplacer("NAME", name, "FORMAT", format, "DIR", filepath.ToSlash(dir))
	lines := strings.SplitAfter(string(right), "\n")
	wrong := slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, "OWNER") })
	folder, ending := filepath.Join(dir, filepath.FromSlash(name)), filepath.Ext(file)
	return []newFile{
		{filepath.Join(folder, "rule.cue"), fill.Replace(string(rule))},
		{filepath.Join(folder, badFolder, "no-owner"+ending), strings.Join(wrong, "")},
		{filepath.Join(folder, goodFolder, "owner"+ending), strings.Replace(string(right), "OWNER", "owner", 1)},
	}, nil
}

// writeRule writes the files, none of which may be there yet. It keeps `check` from
// taking examples for handoffs, unless the folder of all rules says itself what is to
// be ignored in it.
func (r *runner) writeRule(c *cli.Context, made []newFile) error {
	for _, f := range made {
		if _, err := files.Named.Lstat(f.path); err == nil {
			return fmt.Errorf("%s is there already and is not overwritten: choose another name, or another --dir", filepath.ToSlash(f.path))
		}
	}
	for _, f := range made {
		if err := createWithFolder(c, f.path, f.text); err != nil {
			return err
		}
		r.say(c, "wrote %s", filepath.ToSlash(f.path))
	}
	ignore := filepath.Join(c.String("dir"), ".handofflintignore")
	if _, err := files.Named.Lstat(ignore); err == nil {
		return nil
	}
	return createFile(c, ignore, "# Examples of rules are not handoffs.\n"+badFolder+"/\n"+goodFolder+"/\n")
}
