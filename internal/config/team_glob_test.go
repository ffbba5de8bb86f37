package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// TestFilesMatching holds that the files of a glob are found, and that deep folders and many stars take time
// in proportion to the files and the pattern.
func TestFilesMatching(t *testing.T) {
	root := t.TempDir()
	deep := "x" + strings.Repeat("/a", 40)
	for _, name := range []string{"a.cue", "rules/b.cue", "rules/c.txt", "rules/more/d.cue", deep + "/e.cue"} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	place, err := files.Named.Find(root)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		pattern string
		want    []string
	}{
		{"*.cue", []string{"a.cue"}},
		{"*/*.cue", []string{"rules/b.cue"}},
		{"r*/**/*.cue", []string{"rules/b.cue", "rules/more/d.cue"}},
		{"{rules,x}/[bc].*", []string{"rules/b.cue", "rules/c.txt"}},
		{"x" + strings.Repeat("/**/a", 6) + "/**/*.cue", []string{deep + "/e.cue"}},
		{"x" + strings.Repeat("/**/a", 6) + "/**/*.none", nil},
	}
	for _, test := range tests {
		var steps text.Steps
		if got := filesMatching(place, test.pattern, &steps); !slices.Equal(got, test.want) {
			t.Errorf("%s matches %v, want %v", test.pattern, got, test.want)
		}
		if steps.Used() > 200_000 || !strings.Contains(test.pattern, "**") && steps.Used() > 10_000 { // other folders are skipped
			t.Errorf("%s takes %d steps", test.pattern, steps.Used())
		}
	}
	if gone := filesMatching(place.In("gone"), "*.cue", &text.Steps{}); gone != nil {
		t.Errorf("found %v in a folder that is not there", gone)
	}
	if got := filesMatching(place, "**/*.cue", text.NewSteps(10)); got != nil {
		t.Errorf("found %v after the bound", got)
	}
}

// A run whose globs take too long has no engines; the next run of a server starts anew.
func TestCostlyGlobs(t *testing.T) {
	c := yaml(t, "overrides: [{paths: docs, strict: true}]\n")
	engines, err := c.Engines(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c.globs.Take(text.MaxSteps + 1)
	if _, err := engines.For("a.md"); !errors.Is(err, files.ErrGlobs) {
		t.Errorf("got %v", err)
	}
	dir := folder(t, map[string]string{YAMLName: "rule-files: [\"*.cue\"]\nrules: {team/x: off}\n", "a.cue": teamRule})
	l := &loader{}
	l.globs.Take(text.MaxSteps + 1)
	l.readConfig(filepath.Join(dir, YAMLName), files.Named)
	team, err := l.readTeam()
	if s := l.files[0]; err != nil || !team.unread || len(s.problems) != 1 || s.problems[0].Variant != "unread" {
		t.Errorf("rule files that take too long: %+v, %v", s.problems, err)
	}
	c.NextRun()
	if _, err := engines.For("a.md"); err != nil {
		t.Errorf("in the next run: %v", err)
	}
}
