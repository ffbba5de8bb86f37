// Package examples holds a team's own rules to examples: files that a rule has
// to report, and files that it must not.
//
// A rule's folder is named after it and has one or both of
//
//	bad/   what the rule reports
//	good/  what comes near and is right
//
// Every file in these that is not hidden is an example, judged as if a user had named it, as a
// handoff of the rule's format if the rule is for only one. Every folder in
// these is one, too: it is walked, for formats that are known by their place,
// and for sessions. Files of CUE or YAML outside of bad and good are sources
// of rules.
package examples

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// The two folders of a rule.
const (
	Bad  = "bad"
	Good = "good"
)

// Tree is what is under a folder of rules.
type Tree struct {
	// Sources are the paths of the files that rules may be in, sorted.
	Sources []string
	// Folders are the folders that have examples, sorted.
	Folders []string
}

// Find looks through folders. An error is the file system's.
func Find(roots []string) (Tree, error) {
	var t Tree
	for _, root := range roots {
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return t.visit(name, entry)
		})
		if err != nil {
			return t, err
		}
	}
	slices.Sort(t.Sources)
	slices.Sort(t.Folders)
	t.Sources, t.Folders = slices.Compact(t.Sources), slices.Compact(t.Folders)
	return t, nil
}

func (t *Tree) visit(name string, entry fs.DirEntry) error {
	switch {
	case entry.IsDir() && (entry.Name() == Bad || entry.Name() == Good):
		t.Folders = append(t.Folders, filepath.Dir(name))
		return fs.SkipDir
	case entry.IsDir() && entry.Name() == ".git":
		return fs.SkipDir
	case entry.Type().IsRegular() && strings.EqualFold(filepath.Ext(name), ".cue"):
		t.Sources = append(t.Sources, name)
	}
	return nil
}

// has reports whether a source is one of the tree's, however its path is written.
func (t Tree) has(source string) bool {
	path, err := filepath.Abs(filepath.FromSlash(source))
	return err == nil && slices.ContainsFunc(t.Sources, func(s string) bool {
		other, err := filepath.Abs(s)
		return err == nil && other == path
	})
}

// Result is what became of a rule's examples.
type Result struct {
	Rule string `json:"rule"`
	// Bad and Good are how many examples there are.
	Bad  int `json:"bad"`
	Good int `json:"good"`
	// Failures are what is not as it should be, empty for a rule that passed.
	Failures []Failure `json:"failures"`
}

// Failure is an example that does not show what it should, or the lack of one.
type Failure struct {
	// Path is the example, or the folder that lacks one. Line and Column are 0
	// where no place in it is meant.
	Path    string `json:"path"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

// Runner judges examples.
type Runner struct {
	Catalogue *rules.Catalogue
	// Engine has every rule switched on that is off by default.
	Engine *rules.Engine
}

// Run judges the examples of a tree, and says what became of them of each rule
// that is in it or has examples in it; a rule without any is among the
// results. Rules that stand elsewhere need none here. An error says that
// something could not be judged, or that a folder is for no rule.
func (r *Runner) Run(ctx context.Context, tree Tree) ([]Result, error) {
	results := map[string]*Result{}
	for _, rule := range r.Catalogue.Rules {
		if rule.Origin != "" && !rule.Generated && tree.has(rule.Origin) {
			results[rule.Name] = &Result{Rule: rule.Name, Failures: []Failure{}}
		}
	}
	for _, folder := range tree.Folders {
		rule, err := r.ruleOf(folder)
		if err != nil {
			return nil, err
		}
		if results[rule.Name] == nil {
			results[rule.Name] = &Result{Rule: rule.Name, Failures: []Failure{}}
		}
		if err := r.runFolder(ctx, rule, folder, results[rule.Name]); err != nil {
			return nil, err
		}
	}
	var sorted []Result
	for _, rule := range r.Catalogue.Rules {
		if result := results[rule.Name]; result != nil {
			result.lacking(rule)
			sorted = append(sorted, *result)
		}
	}
	return sorted, nil
}

// lacking says what examples a rule does not have.
func (r *Result) lacking(rule *rules.Rule) {
	switch where := rule.Origin; {
	case r.Bad+r.Good == 0:
		r.fail(where, "it has no examples: put files that it must report into %s/%s, and right ones into %s/%s", rule.Name, Bad, rule.Name, Good)
	case r.Bad == 0:
		r.fail(where, "it has no bad example: nothing shows that it ever fires")
	case r.Good == 0:
		r.fail(where, "it has no good example: nothing shows that it can be satisfied")
	}
}

func (r *Result) fail(path, format string, args ...any) {
	r.Failures = append(r.Failures, Failure{Path: filepath.ToSlash(path), Message: fmt.Sprintf(format, args...)})
}

// ruleOf is the rule that a folder is named after: by its last two steps, or
// by the last alone.
func (r *Runner) ruleOf(folder string) (*rules.Rule, error) {
	abs, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	abs = filepath.ToSlash(abs)
	last := path.Base(abs)
	for _, name := range []string{path.Base(path.Dir(abs)) + "/" + last, last} {
		if rule := r.Catalogue.Rule(name); rule != nil {
			return rule, nil
		}
	}
	name := path.Base(path.Dir(abs)) + "/" + last
	return nil, fmt.Errorf("%s has examples and is not named after its rule: %s", filepath.ToSlash(folder), r.Catalogue.UnknownRule(name))
}

func (r *Runner) runFolder(ctx context.Context, rule *rules.Rule, folder string, result *Result) error {
	for _, kind := range []string{Bad, Good} {
		entries, err := files.Named.ReadDir(filepath.Join(folder, kind))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, entry := range entries {
			if isLitter(entry) {
				continue
			}
			found, err := r.judge(ctx, rule, filepath.Join(folder, kind, entry.Name()), entry.IsDir())
			if err != nil {
				return err
			}
			example := filepath.Join(folder, kind, entry.Name())
			if kind == Bad {
				result.Bad++
				result.mustFire(rule, example, found)
			} else {
				result.Good++
				result.mustNotFire(rule, example, found)
			}
		}
	}
	return nil
}

// isLitter reports whether an entry is a file that a system or an editor leaves in
// folders, and no example: none of the formats is a hidden file.
func isLitter(entry fs.DirEntry) bool {
	name := entry.Name()
	return !entry.IsDir() && (strings.HasPrefix(name, ".") || name == "Thumbs.db" || name == "desktop.ini")
}

// judge judges one example.
func (r *Runner) judge(ctx context.Context, rule *rules.Rule, example string, folder bool) ([]rules.Result, error) {
	linter := &lint.Linter{Engine: r.Engine, Jobs: 1}
	if len(rule.Formats) == 1 && rule.Formats[0] != rules.SessionFormat && !folder {
		linter.As = rule.Formats[0]
	}
	found, err := lint.Walk(ctx, []string{example}, lint.Options{NoIgnoreFiles: true, Also: r.Engine.MayMatch})
	if err != nil {
		return nil, err
	}
	return linter.Run(ctx, found)
}

func (r *Result) mustFire(rule *rules.Rule, example string, found []rules.Result) {
	others := map[string]bool{}
	for _, f := range findings(found) {
		if f.Rule == rule.Name {
			return
		}
		others[f.Rule] = true
	}
	r.fail(example, "the rule does not fire%s", instead(others, found))
}

// instead says what was reported of an example in place of what should be.
func instead(others map[string]bool, found []rules.Result) string {
	names := make([]string, 0, len(others))
	for name := range others {
		names = append(names, name)
	}
	slices.Sort(names)
	switch {
	case len(names) > 0:
		return ", but " + strings.Join(names, ", ")
	case !judged(found):
		return ": nothing was judged, for no file is a handoff"
	}
	return ""
}

// mustNotFire fails if the rule fires, where the example could not be
// judged by it, and where there was nothing to judge.
func (r *Result) mustNotFire(rule *rules.Rule, example string, found []rules.Result) {
	if !judged(found) {
		r.fail(example, "nothing was judged, for no file is a handoff")
	}
	for _, f := range findings(found) {
		message := ""
		switch {
		case f.Rule == rule.Name:
			message = "the rule fires: " + f.Message
		case strings.HasPrefix(f.Rule, "file/") && f.Rule != "file/too-small" || strings.HasPrefix(f.Rule, "syntax/"):
			message = "it could not be judged: " + f.Message
		default:
			continue
		}
		r.Failures = append(r.Failures, Failure{Path: f.Path, Line: f.Range.Start.Line, Column: f.Range.Start.Column, Message: message})
	}
}

func findings(results []rules.Result) []rules.Finding {
	var all []rules.Finding
	for _, r := range results {
		all = append(all, r.Findings...)
	}
	return all
}

func judged(results []rules.Result) bool {
	return slices.ContainsFunc(results, func(r rules.Result) bool { return r.Skipped == "" })
}

// Overrides switch on what is off by default, so that its examples can show
// something.
func Overrides(catalogue *rules.Catalogue) []rules.Override {
	var overrides []rules.Override
	for _, rule := range catalogue.Rules {
		if rule.Origin != "" && offByDefault(rule) {
			overrides = append(overrides, rules.Override{Pattern: rule.Name, Severity: rules.Warning})
		}
	}
	return overrides
}

func offByDefault(rule *rules.Rule) bool {
	for _, severity := range rule.Profiles {
		if severity != rules.Off {
			return false
		}
	}
	return rule.Severity == rules.Off
}
