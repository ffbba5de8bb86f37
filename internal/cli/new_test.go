package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

// FuzzPrefill: what --role takes is what a reader of the report finds.
func FuzzPrefill(f *testing.F) {
	for _, s := range []string{"spec-reader", `a "quoted" one`, `back\slash`, "$1 ${2}", "#: - {x} [y]", "<your role>", "审稿 é", "\u2028", "a\nb", "\ufffe"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, role string) {
		var out, errs bytes.Buffer
		streams := Streams{In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" }}
		if Main(streams, []string{"handofflint", "new", "report", "--role=" + role}) != ExitClean {
			return
		}
		doc := document.Parse(document.Input{Data: out.Bytes(), As: document.Report}, document.Limits{Depth: 64, Values: 1000})
		if got := doc.Data().Field("agent_role").Str(); got != role {
			t.Errorf("a reader finds %q, given was %q", got, role)
		}
	})
}

// TestCreateFileLeavesNothing: no temporary file is left, whether it worked or
// not, and what is there is kept.
func TestCreateFileLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.md")
	if err := createFile(path, "first"); err != nil {
		t.Fatal(err)
	}
	if err := createFile(path, "second"); err == nil {
		t.Error("an existing file was overwritten")
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "first" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

// TestPublishWithoutLinks: where links fail the file is created all the same,
// and still never overwritten.
func TestPublishWithoutLinks(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.md")
	if err := publish(filepath.Join(folder, "no such file"), path, "text"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "text" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if err := publish(filepath.Join(folder, "no such file"), path, "more"); err == nil {
		t.Error("an existing file was overwritten")
	}
}
