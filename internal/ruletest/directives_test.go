package ruletest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

func TestParseDirectives(t *testing.T) {
	got, err := parseDirectives("case.txtar", strings.Join([]string{
		"# a comment",
		"",
		"as: report",
		"paths: a.md  b.md",
		"files: c.md",
		"stdin: d.md",
		"now: 2026-01-02T03:04:05Z",
		"os: linux darwin",
		`bytes: e.json "caf\xe9: #"`,
		"mtime: a.md -90s",
		"size: a.md 1048577",
		"mode: a.md 640",
		"link: f.md ../g.md",
		"folder: h",
		"fifo: i.md",
		"evidence: claims files",
		"transcript: t.jsonl",
		"git: commit -q -m first",
		"rename: i.md j/i.md",
		"remove: j/i.md",
		"cut: a.md",
	}, "\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := directives{
		as:       "report",
		paths:    []string{"a.md", "b.md"},
		files:    []string{"c.md"},
		stdin:    "d.md",
		now:      time.Date(2026, time.January, 2, 3, 4, 5, 0, time.UTC),
		systems:  []string{"linux", "darwin"},
		evidence: []string{rules.KindClaims, rules.KindFiles, rules.KindActions},

		transcript: "t.jsonl",
		steps: []step{
			{what: "bytes", path: "e.json", argument: "caf\xe9: #"},
			{what: "mtime", path: "a.md", argument: "-90s", offset: -90 * time.Second},
			{what: "size", path: "a.md", argument: "1048577", number: 1048577},
			{what: "mode", path: "a.md", argument: "640", number: 0o640},
			{what: "link", path: "f.md", argument: "../g.md"},
			{what: "folder", path: "h"},
			{what: "fifo", path: "i.md"},
			{what: "git", argument: "commit -q -m first", offset: 7 * time.Hour},
			{what: "rename", path: "i.md", argument: "j/i.md"},
			{what: "remove", path: "j/i.md"},
			{what: "cut", path: "a.md"},
		},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(directives{}, step{})); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// An ignored directive would make a case test something else than it says.
func TestParseDirectivesRefuses(t *testing.T) {
	for _, line := range []string{
		"as",
		"as:",
		"formats: report",
		"now: yesterday",
		"mtime: a.md",
		"mtime: a.md 5",
		"size: a.md big",
		"bytes: a.md caf",
		"mode: a.md 900",
		"link: a.md",
		"folder: a b",
		"folder: ../a",
		"fifo: /tmp/a",
		"evidence: gossip",
		"rename: a.md",
	} {
		if d, err := parseDirectives("case.txtar", "\n"+line); err == nil {
			t.Errorf("%q is taken for %+v", line, d)
		} else if !strings.HasPrefix(err.Error(), "case.txtar:2: ") {
			t.Errorf("%q: the error does not say where: %v", line, err)
		}
	}
}

// A case is built as its directives say, whatever the machine's clock.
func TestBuild(t *testing.T) {
	into := t.TempDir()
	c := archived(t, "mtime: a.md +2s\nsize: b.json 5\nfolder: c/d\ncut: e.md\n-- a.md --\ntext\n-- e.md --\nno end\n")
	if err := c.build(into); err != nil {
		t.Fatal(err)
	}
	a, err := os.Stat(filepath.Join(into, "a.md"))
	if err != nil || !a.ModTime().Equal(standardTime.Add(2*time.Second-fileAge)) {
		t.Errorf("a.md is of %v, %v", a.ModTime(), err)
	}
	if b, err := os.ReadFile(filepath.Join(into, "b.json")); err != nil || string(b) != "     " {
		t.Errorf("b.json is %q, %v", b, err)
	}
	if d, err := os.Stat(filepath.Join(into, "c", "d")); err != nil || !d.IsDir() {
		t.Errorf("there is no folder c/d: %v", err)
	}
	if e, err := os.ReadFile(filepath.Join(into, "e.md")); err != nil || string(e) != "no end" {
		t.Errorf("e.md is %q, %v", e, err)
	}
}

// archived returns a multi-file case from the text of its archive.
func archived(t *testing.T, text string) *testCase {
	t.Helper()
	path := filepath.Join(t.TempDir(), "case"+testkit.CaseSuffix)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := readCase(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWriteGolden holds that a golden is written to the end of an archive, without other changes.
func TestWriteGolden(t *testing.T) {
	const files = "# said before\nas: report\n-- a.md --\nx\r\n-- b.done --\n"
	c := archived(t, files+"-- want --\nold\n")
	if err := c.writeGolden("new\n"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(c.path)
	if want := files + "-- want --\nnew\n"; err != nil || string(got) != want {
		t.Errorf("%v: got %q, want %q", err, got, want)
	}
}

func TestReadGolden(t *testing.T) {
	got := goldenFindings("a.json:1:1-1:2 error schema/x /b | one | two\n" +
		"    help: do | this\n" +
		"    related: a.json:1:1-1:2 | it opens here\n" +
		"a.json:2:1-2:2 warning schema/y | three\r\n")
	want := []goldenFinding{{message: "one | two", help: "do | this"}, {message: "three"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(goldenFinding{})); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// A golden without a case is not a test, and must not look like one.
func TestReadCasesRefusesLeftoverGoldens(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "gone.json.want"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if cases, err := readCases(folder); err == nil {
		t.Errorf("taken for %d cases", len(cases))
	}
}
