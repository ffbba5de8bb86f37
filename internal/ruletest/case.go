package ruletest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// goldenSuffix is appended to the name of a single-file case to make the name of its golden.
const goldenSuffix = ".want"

// testCase is one entry of a rule's bad or good folder.
type testCase struct {
	name string
	path string // absolute
	// archive has the files of a multi-file case and their golden; nil for a single file.
	archive *testkit.Case
	// folder is set for a tree that is checked like a case, but belongs to no rule.
	folder bool
	// encode rewrites every text file of the copy; nil changes none.
	encode func([]byte) []byte
	directives
}

// readGolden returns the golden of the case, or "".
func (c *testCase) readGolden() (string, error) {
	if c.archive != nil {
		return c.archive.Want, nil
	}
	data, err := os.ReadFile(c.path + goldenSuffix)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return string(data), nil
}

func (c *testCase) writeGolden(golden string) error {
	if c.archive != nil {
		c.archive.Want = golden
		return c.archive.Save(c.path)
	}
	return os.WriteFile(c.path+goldenSuffix, []byte(golden), 0o644)
}

// readCases reads the cases of a folder, sorted by name. A golden without a case is an error, since it would
// look like a test that passes.
func readCases(folder string) ([]*testCase, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var cases []*testCase
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if of, ok := strings.CutSuffix(path, goldenSuffix); ok {
			if _, err := os.Lstat(of); err != nil {
				return nil, errors.New(path + " is the golden of no case")
			}
			continue
		}
		c, err := readCase(path)
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// readCase reads a case: a file, or an archive of several files.
func readCase(path string) (*testCase, error) {
	c := &testCase{name: testkit.CaseName(path), path: path, directives: directives{now: standardTime, paths: []string{filepath.Base(path)}}}
	if filepath.Ext(path) != testkit.CaseSuffix {
		stem := strings.TrimSuffix(c.name, filepath.Ext(c.name))
		if as := strings.TrimPrefix(filepath.Ext(stem), "."); slices.Contains(document.FormatNames, as) {
			c.as = document.Format(as)
		}
		return c, nil
	}
	var err error
	if c.archive, err = testkit.ReadCase(path); err != nil {
		return nil, err
	}
	c.directives, err = parseDirectives(path, c.archive.Directives)
	return c, err
}

// lint lints a copy of the case from within a new folder.
func (c *testCase) lint(t *testing.T, rule *rules.Rule, engines engines) []rules.Result {
	t.Helper()
	c.enter(t)
	return c.judge(t, rule, engines)
}

// enter copies the case into a new folder and changes to it.
func (c *testCase) enter(t *testing.T) {
	t.Helper()
	if len(c.systems) > 0 && !slices.Contains(c.systems, runtime.GOOS) {
		t.Skipf("the words are those of %s", strings.Join(c.systems, ", "))
	}
	work := t.TempDir()
	t.Cleanup(func() { c.unlock(work) })
	if err := c.build(work); errors.Is(err, errUnsupported) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Chdir(work)
}

// judge lints the copy that enter has made, in its current state.
func (c *testCase) judge(t *testing.T, rule *rules.Rule, engines engines) []rules.Result {
	t.Helper()
	facts := c.facts(t, rule)
	linter := &lint.Linter{Engine: engines.get(t, rule, c.directives), As: c.as, Jobs: 1, Facts: func(string) rules.Facts { return facts }}
	if c.stdin != "" {
		return c.lintStdin(t, linter)
	}
	found, err := c.find()
	if err != nil {
		t.Fatal(err)
	}
	results, err := linter.Run(context.Background(), found)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// find returns the files that the case names, or the result of a walk.
func (c *testCase) find() (found lint.Found, err error) {
	if len(c.files) == 0 {
		return lint.Walk(context.Background(), c.paths, lint.Options{})
	}
	for _, path := range c.files {
		found.Files = append(found.Files, lint.File{Path: path, Named: true})
	}
	return found, nil
}

// lintStdin lints one file as if it were standard input.
func (c *testCase) lintStdin(t *testing.T, linter *lint.Linter) []rules.Result {
	t.Helper()
	f, err := os.Open(filepath.FromSlash(c.stdin))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	checked, err := linter.CheckInput(document.Stdin(f, "", linter.Engine.Limits().Bytes))
	if err != nil {
		t.Fatal(err)
	}
	return []rules.Result{checked.Result}
}

// engines are the engines used so far: compiling one takes longer than all its checks here.
type engines map[engineKey]*rules.Engine

type engineKey struct {
	on    string // the rule that is switched on, or ""
	now   time.Time
	rules string // a team's
}

// get returns the engine for a case of a rule, with the rule switched on if it is off by default.
func (e engines) get(t *testing.T, rule *rules.Rule, d directives) *rules.Engine {
	t.Helper()
	key := engineKey{now: d.now}
	options := rules.Options{Now: d.now}
	if rule.IsOff() {
		key.on = rule.Name
		options.Overrides = []rules.Override{{Pattern: rule.Name, Severity: rules.Warning}}
	}
	if d.rules != "" {
		data, err := os.ReadFile(d.rules)
		if err != nil {
			t.Fatal(err)
		}
		key.rules = string(data)
		if options.Team, err = teamrules.Read([]teamrules.Source{{Name: d.rules, Data: data}}); err != nil {
			t.Fatal(err)
		}
	}
	if e[key] == nil {
		engine, err := rules.NewEngine(claims.Add(checks.All()), options)
		if err != nil {
			t.Fatal(err)
		}
		e[key] = engine
	}
	return e[key]
}
