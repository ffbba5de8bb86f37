package lsp_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/cli"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/text"
)

// Examples of every rule have the diagnostics that `check` reports. Each offered action removes its finding,
// and adds none.
func TestExamplesOfRules(t *testing.T) {
	root := copyExamples(t)
	c := startIn(t, root, nil, `{}`)
	want, kinds := checked(t, root), map[string]int{}
	if len(want) < 100 {
		t.Fatalf("check has found something in %d files only", len(want))
	}
	for _, name := range handoffs(t, root) {
		data := testkit.Read(t, c.path(name))
		if !utf8.Valid(data) {
			continue // a message cannot hold it
		}
		got := c.open(name, string(data))
		var short []finding
		for _, d := range got {
			short = append(short, finding{d.Code, d.Severity, d.Range, d.Message})
		}
		for i := range want[name] {
			want[name][i].Range.inUnits(string(data))
		}
		if diff := cmp.Diff(want[name], short); diff != "" {
			t.Errorf("%s: check and the server differ (-check +server):\n%s", name, diff)
		}
		for i, a := range c.actions(name, span{}.whole()) {
			kinds[strings.Fields(a.Title)[0]+" "+a.Kind]++
			c.helps(name, got, c.replace(name, 2+i, c.apply(string(data), a)), a)
		}
		c.close(name)
	}
	if kinds["Suppress quickfix"] < 40 || kinds["Fix source.fixAll.handofflint"] < 3 {
		t.Errorf("too few actions: %v", kinds)
	}
}

// copyExamples copies the first three bad examples of each rule.
func copyExamples(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const from = "../../testdata/rules"
	folders, err := filepath.Glob(from + "/*/*/bad")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		cases, err := filepath.Glob(folder + "/*" + testkit.CaseSuffix)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range cases[:min(3, len(cases))] {
			example, err := testkit.ReadCase(path)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimPrefix(filepath.ToSlash(path), from)
			if err := example.Write(filepath.Join(root, strings.TrimSuffix(name, testkit.CaseSuffix))); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

// inUnits converts columns in characters, as in check, to the editor's.
func (s *span) inUnits(data string) {
	lines := strings.Split(data, "\n")
	for _, at := range []*text.Position{&s.Start, &s.End} {
		line := []rune(lines[at.Line])
		at.Character = len(utf16.Encode(line[:min(at.Character, len(line))]))
	}
}

type finding struct {
	Code     string
	Severity int
	Range    span
	Message  string
}

// checked returns the findings of `check` in the files of a folder, by name.
func checked(t *testing.T, root string) map[string][]finding {
	t.Helper()
	var out, stderr strings.Builder
	streams := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &stderr, Getenv: func(string) string { return "" }}
	cli.Main(streams, []string{"handofflint", "check", "-f", "json", "--no-failure-log", "--now", "2026-02-01T00:00:00Z", root})
	var report struct {
		Findings []struct {
			Rule, Severity, Path, Message, Help string
			Line, Column                        int
			EndLine                             int `json:"end_line"`
			EndColumn                           int `json:"end_column"`
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &report); err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	found := map[string][]finding{}
	for _, f := range report.Findings {
		name, err := filepath.Rel(root, filepath.FromSlash(f.Path))
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.ToSlash(name)
		severity := map[string]int{"error": 1, "warning": 2}[f.Severity]
		message := strings.TrimSuffix(f.Message+"\n"+f.Help, "\n")
		place := span{text.Position{Line: f.Line - 1, Character: f.Column - 1}, text.Position{Line: f.EndLine - 1, Character: f.EndColumn - 1}}
		found[name] = append(found[name], finding{f.Rule, severity, place, message})
	}
	return found
}

// copyTree copies a folder to a new one.
func copyTree(t *testing.T, from string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(root, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return root
}

// handoffs returns the names of the files in a folder that may be handoffs.
func handoffs(t *testing.T, root string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		if ext := filepath.Ext(name); entry.Type().IsRegular() && (ext == ".md" || ext == ".json") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
