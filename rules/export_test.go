package rules

import (
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// FormatValue is the CUE value of a format's sources and rules, for tests that hold
// what was compiled to CUE's own verdict.
func FormatValue(format document.Format) (cue.Value, error) {
	return loadSources(skipAllBut(string(format)))
}

// SourceFiles are the embedded CUE files that belong to a format, by name.
func SourceFiles(format document.Format) (names []string) {
	skip := skipAllBut(string(format))
	_, _ = loadSources(func(name string) bool {
		if !skip(name) {
			names = append(names, name)
		}
		return skip(name)
	})
	return names
}

// Patterns are all constraints that an engine has compiled for a format, by
// the path of the value that each was compiled from.
func Patterns(e *Engine, format document.Format) (map[string]*constraint.Checker, error) {
	j, err := e.ruleSet(format)
	if err != nil {
		return nil, err
	}
	patterns := map[string]*constraint.Checker{}
	add := func(c *constraint.Checker, steps ...string) {
		if c != nil {
			patterns[pathOf(steps...)] = c
		}
	}
	add(j.schema, "formats", string(format), "schema")
	add(j.advice, "formats", string(format), "advice")
	for _, p := range j.profiles {
		for i, when := range p.when {
			add(when, "formats", string(format), "profiles", p.name, "when", "#"+strconv.Itoa(i))
		}
		add(p.schema, "formats", string(format), "profiles", p.name, "schema")
	}
	for _, r := range j.runners {
		for _, p := range r.cases {
			steps := []string{"rules", r.rule.Name}
			if p.variant != "" {
				steps = append(steps, "variants", p.variant)
			}
			add(p.when, append(steps[:len(steps):len(steps)], "when")...)
			add(p.must, append(steps[:len(steps):len(steps)], "must")...)
		}
	}
	return patterns, nil
}

func pathOf(steps ...string) string {
	var selectors []cue.Selector
	for _, s := range steps {
		if index, err := strconv.Atoi(strings.TrimPrefix(s, "#")); err == nil {
			selectors = append(selectors, cue.Index(index))
			continue
		}
		selectors = append(selectors, cue.Str(s))
	}
	return cue.MakePath(selectors...).String()
}

// Sources are the embedded CUE files of the rules.
func Sources() fs.FS { return sources }

// CustomChecks are the checks that rules of a team's own may ask for.
func CustomChecks() ([]string, error) {
	var c contracts
	err := c.load()
	return slices.Sorted(maps.Keys(c.checks)), err
}

// CustomBranches are the fields of a document that patterns of a team's own may
// ask for: those of the file, and those of bodies by format or form.
func CustomBranches() (file []string, bodies map[string][]string, err error) {
	var c contracts
	err = c.load()
	return c.branches.File, c.branches.Body, err
}
