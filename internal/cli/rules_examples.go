package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) testRulesCommand() *cli.Command {
	return &cli.Command{
		Name:      "test",
		Usage:     "hold rules of your own to their examples",
		ArgsUsage: "[DIR]...",
		Description: `Reads the rules in DIR, by default handoff-rules, from files that end in .cue,
and those of the configuration. Each rule in DIR has a folder of its name there,
with files that it must report in bad and right ones in good. A rule of the
configuration needs no examples.

Exit codes: 0 every rule does what its examples say; 2 one does not, or has no
example of a kind.

Example:
   handofflint rules test`,
		Flags:  append([]cli.Flag{formatFlag("text", "json"), sharedFlag("source")}, configFlags()...),
		Action: r.testRules,
	}
}

func (r *runner) testRules(c *cli.Context) error {
	folders := c.Args().Slice()
	if len(folders) == 0 {
		folders = []string{rulesFolder}
	}
	tree, err := findExamples(folders)
	var cause *fs.PathError
	if errors.As(err, &cause) {
		return fmt.Errorf("cannot look through %s: %w", filepath.ToSlash(cause.Path), cause.Err)
	} else if err != nil {
		return err
	}
	options, _, err := r.catalogueOptions(c, tree.sources...)
	if err != nil {
		return err
	}
	catalogue, err := rules.LoadCatalogueWith(options)
	if err != nil {
		return err
	}
	options.Overrides = switchedOn(catalogue)
	engine, err := rules.NewEngine(checks.All(), options)
	if err != nil {
		return err
	}
	runner := &exampleRunner{catalogue, engine}
	results, err := runner.run(c.Context, tree)
	if err != nil {
		return err
	}
	if len(results) == 0 {
		return fmt.Errorf("there are no rules in %s: `handofflint rules new team/owner` makes one", strings.Join(folders, ", "))
	}
	return r.printExamples(c.String("format"), results)
}

// printExamples prints what became of the examples, and makes the exit code.
func (r *runner) printExamples(format string, results []exampleResult) error {
	var b strings.Builder
	failed := 0
	for _, result := range results {
		verdict := "ok  "
		if len(result.Failures) > 0 {
			verdict = "FAIL"
			failed++
		}
		fmt.Fprintf(&b, "%s %s (%d bad, %d good)\n", verdict, result.Rule, result.Bad, result.Good)
		for _, f := range result.Failures {
			place := f.Path
			if f.Line > 0 {
				place = fmt.Sprintf("%s:%d:%d", f.Path, f.Line, f.Column)
			}
			b.WriteString("     " + text.Escape(place+": "+f.Message) + "\n")
		}
	}
	fmt.Fprintf(&b, "\n%s: %d passed, %d failed\n", plural(len(results), "rule"), len(results)-failed, failed)
	var err error
	if format == "json" {
		err = r.printJSON(map[string]any{"version": version(), "passed": len(results) - failed, "failed": failed, "rules": results})
	} else {
		err = r.printText(b.String())
	}
	if err == nil && failed > 0 {
		return exitCode(ExitFailed)
	}
	return err
}

// printProblems prints what is wrong with sources, in the form of findings.
func printProblems(w io.Writer, problems []rules.Problem) {
	for _, p := range problems {
		fmt.Fprintln(w, text.Escape(fmt.Sprintf("%s:%d:%d: error: %s", p.Path, p.Line, p.Column, p.Message)))
		if p.Help != "" {
			fmt.Fprintln(w, "   = "+text.Escape(p.Help))
		}
	}
	fmt.Fprintf(w, "handofflint: nothing was judged: %s in your own rules and formats\n", plural(len(problems), "mistake"))
}
