package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// folder creates a new folder with files, by name with slashes.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// load reads a configuration that must be valid.
func load(t testing.TB, dir, name string) *Config {
	t.Helper()
	c, err := Load(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// yaml returns a configuration in a new folder.
func yaml(t testing.TB, text string) *Config {
	t.Helper()
	return load(t, folder(t, map[string]string{YAMLName: text}), YAMLName)
}

// mistakes returns the mistakes of a configuration, as "line:column kind".
func mistakes(t testing.TB, path string) []string {
	t.Helper()
	_, err := Load(path)
	if err == nil {
		return nil
	}
	var problems *Problems
	if !errors.As(err, &problems) {
		t.Fatal(err)
	}
	var list []string
	for _, r := range problems.Results {
		for _, f := range r.Findings {
			list = append(list, place(f)+" "+f.Variant)
			checkTold(t, f)
		}
	}
	return list
}

func place(f rules.Finding) string {
	return strconv.Itoa(f.Range.Start.Line) + ":" + strconv.Itoa(f.Range.Start.Column)
}

// checkTold checks that the words of a finding are filled in.
func checkTold(t testing.TB, f rules.Finding) {
	t.Helper()
	words := strings.NewReplacer("{a,b}", "", "[a-z]", "", "`{`", "").Replace(f.Message + f.Help)
	for _, left := range []string{"{name}", "{near}", "{names}", "{path}", "{want}", "{got}", "{limit}", "{problem}", "{reason}", "{rule}", "{key}"} {
		if strings.Contains(words, left) {
			t.Errorf("%s: %s is left in %q = %q", f.Variant, left, f.Message, f.Help)
		}
	}
	if f.Message == "" || f.Help == "" {
		t.Errorf("%s has no words", f.Variant)
	}
	if f.Severity != rules.Error || !f.Unjudged {
		t.Errorf("%s: %s does not keep anything from being judged", f.Variant, f.Severity)
	}
}

func wantMistakes(t testing.TB, name, path string, want ...string) {
	t.Helper()
	if got := mistakes(t, path); !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", name, got, want)
	}
}

// teamRule is a file of rules.
const teamRule = `rules: "team/x": {summary: "s", formats: ["task"], severity: "error", check: "dataSize", params: max: 1, message: "m"}
`
