package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// The two folders of a rule's examples. Every file in them that is not hidden is an example: it is checked as if a user
// had named it, as a handoff of the rule's format if there is only one. Every folder in them is also an example: it is
// walked, for formats that are recognised by their path, and for sessions.
const (
	badFolder  = "bad"
	goodFolder = "good"
)

func (r *runner) testRulesCommand() *cli.Command {
	return &cli.Command{
		Name:      "test",
		Usage:     "test rules of your own against their examples",
		ArgsUsage: "[DIR]...",
		Description: `Tests the rules in the .cue files of DIR, by default of handoff-rules and of
rule-files in the configuration. Each rule has a folder of its name in DIR or
handoff-rules, with files that it must report in bad and right ones in good.

Exit codes: 0 every rule does what its examples say; 2 one does not, or has
no example of a kind.

Example:
   handofflint rules test`,
		Action: r.testRules,
	}
}

// exampleResult is the result of a rule's examples.
type exampleResult struct {
	rule string
	// bad and good are how many examples there are.
	bad, good int
	// failures say which example fails, or what is missing; none for a rule that passed.
	failures []string
}

func (r *exampleResult) fail(path, message string) {
	r.failures = append(r.failures, filepath.ToSlash(path)+": "+message)
}

// testRules checks the examples of the rules in files and folders, and prints the results by rule.
func (r *runner) testRules(c *cli.Context) error {
	roots := c.Args().Slice()
	home := c.Args().First() // of examples that are missing
	if len(roots) == 0 {
		var err error
		roots, err = r.ruleFiles()
		if err != nil {
			return err
		}
		home = rulesFolder
	}
	sources, folders, err := findExamples(roots)
	if err != nil {
		return err
	}
	options, err := r.optionsWithRules(sources)
	if err != nil {
		return err
	}
	catalogue, err := rules.LoadCatalogue(options)
	if err != nil {
		return err
	}
	exampleFolders := map[*rules.Rule][]string{}
	for _, folder := range folders {
		rule, err := ruleOfFolder(catalogue, folder)
		if err != nil {
			return err
		}
		exampleFolders[rule] = append(exampleFolders[rule], folder)
	}
	// A rule that is off by default is switched on, so that its examples can show something.
	for _, rule := range catalogue.Rules {
		if rule.Origin != "" && rule.Severity == rules.Off {
			options.Overrides = append(options.Overrides, rules.Override{Pattern: rule.Name, Severity: rules.Warning})
		}
	}
	engine, err := rules.NewEngine(allChecks(), options)
	if err != nil {
		return err
	}
	var results []exampleResult
	for _, rule := range catalogue.Rules {
		isSource := func(source string) bool { return files.Real(source) == files.Real(filepath.FromSlash(rule.Origin)) }
		needsExamples := rule.Origin != "" && !rule.Generated && slices.ContainsFunc(sources, isSource)
		if exampleFolders[rule] == nil && !needsExamples {
			continue
		}
		result, err := runExamples(c.Context, engine, rule, exampleFolders[rule], home)
		if err != nil {
			return err
		}
		results = append(results, result)
	}
	if len(results) == 0 {
		return fmt.Errorf("there are no rules in %s: `handofflint rules new team/owner` makes one", strings.Join(roots, ", "))
	}
	return r.printExamples(results)
}

// ruleFiles returns what `rules test` tests by default: the files in rule-files of the configuration, and handoff-rules.
func (r *runner) ruleFiles() ([]string, error) {
	settings, err := r.config()
	if err != nil {
		return nil, err
	}
	var roots []string
	for _, source := range settings.Sources() {
		roots = append(roots, filepath.FromSlash(source.Name))
	}
	if _, err := files.Named.Lstat(rulesFolder); err == nil || len(roots) == 0 {
		roots = append(roots, rulesFolder)
	}
	return roots, nil
}

// findExamples searches folders for files that may have rules, and for folders that have examples.
func findExamples(roots []string) (sources, folders []string, err error) {
	for _, root := range roots {
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() {
				switch entry.Name() {
				case badFolder, goodFolder:
					folders = append(folders, filepath.Dir(name))
					return fs.SkipDir
				case ".git":
					return fs.SkipDir
				}
			}
			if entry.Type().IsRegular() && strings.EqualFold(filepath.Ext(name), ".cue") {
				sources = append(sources, name)
			}
			return nil
		})
		if err != nil {
			return nil, nil, fmt.Errorf("cannot look through %s: %w; `handofflint rules new` makes a rule with examples", filepath.ToSlash(root), files.Reason(err))
		}
	}
	slices.Sort(sources)
	slices.Sort(folders)
	return slices.Compact(sources), slices.Compact(folders), nil
}

// optionsWithRules returns the configuration's settings, with the rules and formats of further files.
func (r *runner) optionsWithRules(paths []string) (rules.Options, error) {
	settings, err := r.config()
	if err != nil {
		return rules.Options{}, err
	}
	options, sources := settings.Options(), slices.Clone(settings.Sources())
	for _, path := range paths {
		if hasSource(settings, path) {
			continue
		}
		data, over, err := files.Named.ReadFile(path, teamrules.MaxSource)
		if over {
			err = fmt.Errorf("%s has more than %d bytes, the most that rules are read from: split it", path, teamrules.MaxSource)
		}
		if err != nil {
			return options, fmt.Errorf("cannot read rules: %w", err)
		}
		sources = append(sources, teamrules.Source{Name: filepath.ToSlash(path), Data: data})
	}
	if len(sources) > len(settings.Sources()) {
		options.Team, err = teamrules.Read(sources)
	}
	return options, err
}

// hasSource reports whether the rules of a configuration include those of a file.
func hasSource(settings *config.Config, path string) bool {
	return slices.ContainsFunc(settings.Sources(), func(s teamrules.Source) bool { return files.Real(filepath.FromSlash(s.Name)) == files.Real(path) })
}

// ruleOfFolder returns the rule that a folder is named after, by its last two steps.
func ruleOfFolder(catalogue *rules.Catalogue, folder string) (*rules.Rule, error) {
	abs, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(filepath.Dir(abs)) + "/" + filepath.Base(abs)
	rule := catalogue.Rule(name)
	if rule == nil {
		return nil, fmt.Errorf("%s has examples and is not named after its rule: %s", filepath.ToSlash(folder), catalogue.UnknownRule(name))
	}
	return rule, nil
}

// runExamples checks the examples of a rule in folders. home is the folder for examples that are missing. An error means
// that something could not be checked at all.
func runExamples(ctx context.Context, engine *rules.Engine, rule *rules.Rule, folders []string, home string) (exampleResult, error) {
	result := exampleResult{rule: rule.Name}
	for _, folder := range folders {
		for _, kind := range []string{badFolder, goodFolder} {
			entries, err := files.Named.ReadDir(filepath.Join(folder, kind))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return result, err
			}
			for _, entry := range entries {
				isHidden := !entry.IsDir() && strings.HasPrefix(entry.Name(), ".")
				if isHidden {
					continue
				}
				example := filepath.Join(folder, kind, entry.Name())
				checked, err := checkOneExample(ctx, engine, rule, example, entry.IsDir())
				if err != nil {
					return result, err
				}
				result.add(example, kind, checked)
			}
		}
	}
	if result.bad == 0 || result.good == 0 {
		folder := filepath.ToSlash(filepath.Join(home, filepath.FromSlash(rule.Name)))
		result.fail(rule.Origin, fmt.Sprintf("it lacks examples: put a file that it must report into %s/%s, and a right one into %[1]s/%[3]s", folder, badFolder, goodFolder))
	}
	return result, nil
}

// checkOneExample checks a file or folder as an example of a rule.
func checkOneExample(ctx context.Context, engine *rules.Engine, rule *rules.Rule, example string, isFolder bool) ([]rules.Result, error) {
	linter := &lint.Linter{Engine: engine, Jobs: 1}
	hasOneFormat := len(rule.Formats) == 1 && rule.Formats[0] != rules.SessionFormat
	if hasOneFormat && !isFolder {
		linter.As = rule.Formats[0]
	}
	walked, err := lint.Walk(ctx, []string{example}, lint.Options{NoIgnoreFiles: true, Also: engine.MayMatch})
	if err != nil {
		return nil, err
	}
	return linter.Run(ctx, walked)
}

// add records an example of a kind, one of the two folders.
func (r *exampleResult) add(example, kind string, checked []rules.Result) {
	hasHandoff := rules.Summarize(checked).Files > 0
	if !hasHandoff {
		r.fail(example, "nothing was judged, for no file is a handoff")
	}
	switch kind {
	case badFolder:
		r.bad++
		if hasHandoff {
			r.mustFire(example, lint.Findings(checked))
		}
	case goodFolder:
		r.good++
		r.mustNotFire(lint.Findings(checked))
	}
}

// mustFire records a failure unless the rule has a finding.
func (r *exampleResult) mustFire(example string, findings []rules.Finding) {
	var fired []string
	for _, f := range findings {
		fired = append(fired, f.Rule)
	}
	slices.Sort(fired)
	if !slices.Contains(fired, r.rule) {
		r.fail(example, strings.TrimSuffix("the rule does not fire, but "+strings.Join(slices.Compact(fired), ", "), ", but "))
	}
}

// mustNotFire records a failure for each finding of the rule, and for each that kept the example from being checked.
// Findings of other rules do not matter.
func (r *exampleResult) mustNotFire(findings []rules.Finding) {
	for _, f := range findings {
		isOfFile := strings.HasPrefix(f.Rule, "file/") && f.Rule != "file/too-small"
		at := fmt.Sprintf("%s:%d:%d", f.Path, f.Range.Start.Line, f.Range.Start.Column)
		switch {
		case f.Rule == r.rule:
			r.fail(at, "the rule fires: "+f.Message)
		case isOfFile, strings.HasPrefix(f.Rule, "syntax/"):
			r.fail(at, "it could not be judged: "+f.Message)
		}
	}
}

// printExamples prints the results and returns the exit code.
func (r *runner) printExamples(results []exampleResult) error {
	var b strings.Builder
	failed := 0
	for _, result := range results {
		verdict := "ok  "
		if len(result.failures) > 0 {
			verdict = "FAIL"
			failed++
		}
		fmt.Fprintf(&b, "%s %s (%d bad, %d good)\n", verdict, result.rule, result.bad, result.good)
		for _, failure := range result.failures {
			b.WriteString("     " + text.Escape(failure) + "\n")
		}
	}
	fmt.Fprintf(&b, "\n%s: %d passed, %d failed\n", text.Count(len(results), "rule"), len(results)-failed, failed)
	err := r.printText(b.String())
	if err == nil && failed > 0 {
		return exitCode(ExitFailed)
	}
	return err
}

// printProblems prints the mistakes in a team's rules like findings.
func printProblems(w io.Writer, problems []teamrules.Problem) {
	for _, p := range problems {
		fmt.Fprintln(w, text.Escape(fmt.Sprintf("%s:%d:%d: error: %s", p.Path, p.Line, p.Column, p.Message)))
		if p.Help != "" {
			fmt.Fprintln(w, "   = "+text.Escape(p.Help))
		}
	}
	fmt.Fprintf(w, "handofflint: nothing was judged: %s in your own rules and formats\n", text.Count(len(problems), "mistake"))
}
