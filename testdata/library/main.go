// Command gate lets an orchestrator go on where the handoffs that it is given
// are right: it prints what is wrong with each, and exits with 1 where one has
// an error, with 2 where it could not judge.
package main

import (
	"fmt"
	"os"

	schema "github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/rules"
)

func main() {
	worst, err := run(os.Args[1:])
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case worst == rules.Error:
		os.Exit(1)
	}
}

// run judges the files and says how much their worst finding weighs.
func run(paths []string) (rules.Severity, error) {
	files, err := schema.Sources.ReadDir(".")
	if err != nil || len(files) == 0 {
		return rules.Off, fmt.Errorf("there are no schemas: %v", err)
	}
	g, err := newGate()
	if err != nil {
		return rules.Off, err
	}
	results, err := g.judgeAll(paths)
	if err != nil {
		return rules.Off, err
	}
	worst := rules.Off
	for _, r := range results {
		if w := r.Worst(); w == rules.Error || worst == rules.Off {
			worst = w
		}
		for _, f := range r.Findings {
			fmt.Println(line(f))
		}
	}
	s := rules.Summarize(results)
	fmt.Printf("%d passed, %d with warnings, %d failed\n", s.Passed, s.Warned, s.Failed)
	return worst, nil
}

// line is a finding on one line, quoted where it quotes the file.
func line(f rules.Finding) string {
	var place rules.Pos = f.Range.Start
	return fmt.Sprintf("%s:%d:%d: %s: %q [%s]", f.Path, place.Line, place.Column, f.Severity, f.Message, f.Rule)
}
