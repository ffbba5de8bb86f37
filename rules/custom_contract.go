package rules

import (
	"fmt"
	"regexp"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"io/fs"

	schema "github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/constraint"
)

// contracts are the schemas of custom.cue for a source's entries.
type contracts struct {
	rule, format *constraint.Checker
	checks       map[string]checkContract
	names        map[string]*regexp.Regexp
	reserved     []string
	branches     branches
	words        map[string]Words
	yaml         *Rule
}

type checkContract struct {
	of     string // "file" or "session"
	params *constraint.Checker
}

func (c *contracts) load() error {
	instance := build.NewContext().NewInstance("", nil)
	for _, f := range []struct {
		folder fs.FS
		name   string
	}{{schema.Sources, sharedSchema}, {sources, pathFile}, {sources, customFile}} {
		if err := addFile(instance, f.folder, f.name); err != nil {
			return err
		}
	}
	root := cuecontext.New().BuildInstance(instance)
	if err := root.Err(); err != nil {
		return fmt.Errorf("%s: %w", customFile, err)
	}
	v := lookup(root, "custom")
	var err error
	if c.rule, err = compileAt(v, "rule"); err != nil {
		return err
	}
	if c.format, err = compileAt(v, "format"); err != nil {
		return err
	}
	if err := c.loadNames(v); err != nil {
		return err
	}
	if c.yaml, err = readRule(ruleYAML, lookup(v, "yaml")); err != nil {
		return err
	}
	return c.loadChecks(lookup(v, "checks"))
}

// ruleYAML is the rule for formats that are YAML files.
const ruleYAML = "syntax/yaml"

func (c *contracts) loadNames(v cue.Value) error {
	in := reading(v)
	c.names = map[string]*regexp.Regexp{}
	for _, kind := range []string{"rules", "formats"} {
		re, err := regexp.Compile(in.text("names." + kind))
		if err != nil {
			return err
		}
		c.names[kind] = re
	}
	c.reserved = in.list("reserved")
	in.note("branches", lookup(v, "branches").Decode(&c.branches))
	var err error
	c.words, err = readWords(lookup(v, "words"))
	in.note("words", err)
	return in.err
}

func (c *contracts) loadChecks(v cue.Value) error {
	c.checks = map[string]checkContract{}
	return eachField(v, func(name string, field cue.Value) error {
		in := reading(field)
		params, err := compileAt(field, "params")
		in.note("params", err)
		c.checks[name] = checkContract{of: in.text("of"), params: params}
		return in.err
	})
}

// CustomRuleContract returns the contract of a team's rule. An error is a bug in
// handofflint.
//
// Internal: it serves the commands of handofflint.
func CustomRuleContract() (*constraint.Checker, error) {
	c := &contracts{}
	err := c.load()
	return c.rule, err
}
