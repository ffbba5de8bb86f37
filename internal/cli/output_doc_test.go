package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/report"
)

// TestOutputDoc holds docs/output.md to the program: it shows a file, and has a
// section for each format with all that a run over that file and another one
// prints. -update writes what the program prints into the sections.
func TestOutputDoc(t *testing.T) {
	docPath, err := filepath.Abs(docsFolder + "/output.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(readFile(t, docPath))
	faulty, found := readmeBlock(doc, "```json\n")
	if !found {
		t.Fatal("docs/output.md shows no file")
	}
	passing := readFile(t, "../../testdata/examples/docs/context/1717500000-fix-auth-race.json")
	t.Chdir(t.TempDir())
	putFile(t, "docs/context/1717500000-fix-auth-race.json", passing)
	putFile(t, "docs/context/1780247146-export.json", []byte(faulty))
	for _, name := range report.Names() {
		doc = compareSection(t, doc, "`"+name+"`", printedRun(t, "--no-failure-log", "--format", name))
	}
	printedRun(t, "--format", "text", "--failure-log", "failures.jsonl", "--now", "2026-05-31T17:12:26Z")
	var line bytes.Buffer
	if err := json.Indent(&line, readFile(t, "failures.jsonl"), "", "  "); err != nil {
		t.Fatal(err)
	}
	doc = compareSection(t, doc, "The failure log", strings.Replace(line.String(), version(), "0.1.0", 1))
	if *update {
		if err := os.WriteFile(docPath, []byte(doc), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// putFile writes a file and the folders that it stands in.
func putFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// printedRun is what check prints. The version of the documentation is that of the
// first release.
func printedRun(t *testing.T, options ...string) string {
	t.Helper()
	var out, notes bytes.Buffer
	streams := Streams{In: strings.NewReader(""), Out: &out, Err: &notes, Getenv: func(string) string { return "" }}
	args := append([]string{"handofflint", "check", "--no-config"}, options...)
	if code := Main(streams, args); code != ExitFailed || notes.Len() > 0 {
		t.Fatalf("%s: exit code %d, want %d: %s", options, code, ExitFailed, notes.String())
	}
	return strings.ReplaceAll(out.String(), `"`+version()+`"`, `"0.1.0"`)
}

// compareSection compares the first code block of a format's section with what
// the program prints, and gives the documentation with that in its place.
func compareSection(t *testing.T, doc, heading, want string) string {
	t.Helper()
	before, section, found := strings.Cut(doc, "\n## "+heading+"\n")
	opening := strings.Index(section, "```")
	if !found || opening < 0 {
		t.Errorf("docs/output.md has no section %q with a code block", heading)
		return doc
	}
	start := opening + strings.Index(section[opening:], "\n") + 1
	length := strings.Index(section[start:], "\n```\n") + 1
	if shown := section[start : start+length]; !*update && shown != want {
		t.Errorf("the section %q of docs/output.md is not what check prints (-shown +printed):\n%s", heading, cmp.Diff(shown, want))
	}
	return before + "\n## " + heading + "\n" + section[:start] + want + section[start+length:]
}
