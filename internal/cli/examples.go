package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// The two folders of a rule's examples. Every file in these that is not hidden is an
// example, judged as if a user had named it, as a handoff of the rule's format if the
// rule is for only one. Every folder in these is one, too: it is walked, for formats
// that are known by their place, and for sessions.
const (
	badFolder  = "bad"
	goodFolder = "good"
)

// exampleTree is what is under a folder of rules: the files that rules may be in, and
// the folders that have examples, sorted.
type exampleTree struct{ sources, folders []string }

// findExamples looks through folders. An error is the file system's.
func findExamples(roots []string) (t exampleTree, err error) {
	for _, root := range roots {
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && (entry.Name() == badFolder || entry.Name() == goodFolder):
				t.folders = append(t.folders, filepath.Dir(name))
				return fs.SkipDir
			case entry.IsDir() && entry.Name() == ".git":
				return fs.SkipDir
			case entry.Type().IsRegular() && strings.EqualFold(filepath.Ext(name), ".cue"):
				t.sources = append(t.sources, name)
			}
			return nil
		})
		if err != nil {
			return t, err
		}
	}
	slices.Sort(t.sources)
	slices.Sort(t.folders)
	t.sources, t.folders = slices.Compact(t.sources), slices.Compact(t.folders)
	return t, nil
}

// has reports whether a source is one of the tree's, however its path is written.
func (t exampleTree) has(source string) bool {
	path, err := filepath.Abs(filepath.FromSlash(source))
	return err == nil && slices.ContainsFunc(t.sources, func(s string) bool {
		other, err := filepath.Abs(s)
		return err == nil && other == path
	})
}

// exampleResult is what became of a rule's examples.
type exampleResult struct {
	Rule string `json:"rule"`
	// Bad and Good are how many examples there are.
	Bad  int `json:"bad"`
	Good int `json:"good"`
	// Failures are what is not as it should be, empty for a rule that passed.
	Failures []exampleFailure `json:"failures"`
}

// exampleFailure is an example that does not show what it should, or the lack of one.
type exampleFailure struct {
	// Path is the example, or the folder that lacks one. Line and Column are 0
	// where no place in it is meant.
	Path    string `json:"path"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

// exampleRunner judges examples. Its engine has every rule switched on that is off by
// default.
type exampleRunner struct {
	catalogue *rules.Catalogue
	engine    *rules.Engine
}

// run checks the examples of a tree, and returns what became of them for each rule
// that is in it or has examples in it; a rule without any is among the
// results. Rules from elsewhere need none here. An error says that
// something could not be checked, or that a folder is for no rule.
func (r *exampleRunner) run(ctx context.Context, tree exampleTree) ([]exampleResult, error) {
	results := map[string]*exampleResult{}
	resultOf := func(rule *rules.Rule) *exampleResult {
		if results[rule.Name] == nil {
			results[rule.Name] = &exampleResult{Rule: rule.Name, Failures: []exampleFailure{}}
		}
		return results[rule.Name]
	}
	for _, rule := range r.catalogue.Rules {
		if rule.Origin != "" && !rule.Generated && tree.has(rule.Origin) {
			resultOf(rule)
		}
	}
	for _, folder := range tree.folders {
		abs, err := filepath.Abs(folder)
		if err != nil {
			return nil, err
		}
		// It is named after its rule by its last two steps, or by the last alone.
		last := filepath.Base(abs)
		name := filepath.Base(filepath.Dir(abs)) + "/" + last
		rule := cmp.Or(r.catalogue.Rule(name), r.catalogue.Rule(last))
		if rule == nil {
			return nil, fmt.Errorf("%s has examples and is not named after its rule: %s", filepath.ToSlash(folder), r.catalogue.UnknownRule(name))
		}
		for _, kind := range []string{badFolder, goodFolder} {
			if err := r.runFolder(ctx, rule, filepath.Join(folder, kind), kind == badFolder, resultOf(rule)); err != nil {
				return nil, err
			}
		}
	}
	var sorted []exampleResult
	for _, rule := range r.catalogue.Rules {
		result := results[rule.Name]
		if result == nil {
			continue
		}
		switch {
		case result.Bad+result.Good == 0:
			result.fail(rule.Origin, "it has no examples: put files that it must report into %s/%s, and right ones into %s/%s", rule.Name, badFolder, rule.Name, goodFolder)
		case result.Bad == 0:
			result.fail(rule.Origin, "it has no bad example: nothing shows that it ever fires")
		case result.Good == 0:
			result.fail(rule.Origin, "it has no good example: nothing shows that it can be satisfied")
		}
		sorted = append(sorted, *result)
	}
	return sorted, nil
}

func (r *exampleResult) fail(path, format string, args ...any) {
	r.Failures = append(r.Failures, exampleFailure{Path: filepath.ToSlash(path), Message: fmt.Sprintf(format, args...)})
}

// runFolder checks the examples in a folder, in which there need not be any.
func (r *exampleRunner) runFolder(ctx context.Context, rule *rules.Rule, folder string, bad bool, result *exampleResult) error {
	entries, err := files.Named.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		// What a system or an editor leaves in folders is no example.
		if name := entry.Name(); !entry.IsDir() && (strings.HasPrefix(name, ".") || name == "Thumbs.db" || name == "desktop.ini") {
			continue
		}
		example := filepath.Join(folder, entry.Name())
		linter := &lint.Linter{Engine: r.engine, Jobs: 1}
		if len(rule.Formats) == 1 && rule.Formats[0] != rules.SessionFormat && !entry.IsDir() {
			linter.As = rule.Formats[0]
		}
		walked, err := lint.Walk(ctx, []string{example}, lint.Options{NoIgnoreFiles: true, Also: r.engine.MayMatch})
		if err != nil {
			return err
		}
		found, err := linter.Run(ctx, walked)
		switch {
		case err != nil:
			return err
		case bad:
			result.Bad++
			result.mustFire(rule, example, found)
		default:
			result.Good++
			result.mustNotFire(rule, example, found)
		}
	}
	return nil
}

// notHandoff says that an example shows nothing.
const notHandoff = "nothing was judged, for no file is a handoff"

// mustFire fails if the rule does not fire.
func (r *exampleResult) mustFire(rule *rules.Rule, example string, found []rules.Result) {
	var others []string
	for _, f := range lint.Findings(found) {
		if f.Rule == rule.Name {
			return
		}
		others = append(others, f.Rule)
	}
	slices.Sort(others)
	switch {
	case len(others) > 0:
		r.fail(example, "the rule does not fire, but %s", strings.Join(slices.Compact(others), ", "))
	case nothingChecked(found):
		r.fail(example, "the rule does not fire: "+notHandoff)
	default:
		r.fail(example, "the rule does not fire")
	}
}

// mustNotFire fails if the rule fires, if the example could not be checked
// by it, and if there was nothing to check.
func (r *exampleResult) mustNotFire(rule *rules.Rule, example string, found []rules.Result) {
	if nothingChecked(found) {
		r.fail(example, notHandoff)
	}
	for _, f := range lint.Findings(found) {
		message := "it could not be judged: " + f.Message
		switch {
		case f.Rule == rule.Name:
			message = "the rule fires: " + f.Message
		case f.Rule == "file/too-small" || !strings.HasPrefix(f.Rule, "file/") && !strings.HasPrefix(f.Rule, "syntax/"):
			continue
		}
		r.Failures = append(r.Failures, exampleFailure{Path: f.Path, Line: f.Range.Start.Line, Column: f.Range.Start.Column, Message: message})
	}
}

func nothingChecked(results []rules.Result) bool {
	return !slices.ContainsFunc(results, func(r rules.Result) bool { return r.Skipped == "" })
}

// switchedOn switch on what is off by default, so that its examples can show
// something.
func switchedOn(catalogue *rules.Catalogue) (overrides []rules.Override) {
	for _, rule := range catalogue.Rules {
		off := rule.Severity == rules.Off
		for _, severity := range rule.Profiles {
			off = off && severity == rules.Off
		}
		if rule.Origin != "" && off {
			overrides = append(overrides, rules.Override{Pattern: rule.Name, Severity: rules.Warning})
		}
	}
	return overrides
}
