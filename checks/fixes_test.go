package checks

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
)

func TestMendedHeadings(t *testing.T) {
	title := &schema.Section{Number: 2, Starts: "Output Artifacts", Title: "Output Artifacts"}
	params := missingSectionsParams{Misspelling: near.Misspelling{Distance: 2, Each: 3, Letters: 5}}
	for heading, want := range map[string]string{
		"2 Output Artifacts":          "2. Output Artifacts",
		"2) Output Artifacts":         "2. Output Artifacts",
		"2: output artifacts":         "2. output artifacts",
		"2 - Output Artifacts (all)":  "2. Output Artifacts (all)",
		"2.Output Artifacts":          "2. Output Artifacts",
		"02. Output Artifacts":        "2. Output Artifacts",
		"Output Artifacts":            "2. Output Artifacts",
		"3. Output Artifacts":         "2. Output Artifacts",
		"2. Output Artefacts":         "2. Output Artifacts",
		"2. Ouptut Artifacts":         "2. Output Artifacts",
		"2. Output":                   "2. Output Artifacts",
		"3 Output Artifacts":          "",
		"3. Output Artefacts":         "",
		"Output Artefacts":            "",
		"Output":                      "",
		"2. Output of the run":        "",
		"2.1 Output Artifacts":        "",
		"2026 Output Artifacts":       "",
		"2026-05 Output Artifacts":    "",
		"2":                           "",
		"":                            "",
		"２. Output Artifacts":         "",
		"99999999999. Output Artifac": "",
	} {
		if got := params.corrected(heading, title); got != want {
			t.Errorf("%q: %q, want %q", heading, got, want)
		}
	}
}

func TestUnderRoot(t *testing.T) {
	for _, tt := range []struct{ path, root, want string }{
		{"/r/a/b.go", "/r", "a/b.go"},
		{"/r/a/", "/r/", "a/"},
		{"/r/a.go:10-80 (read)", "/r", "a.go:10-80 (read)"},
		{"/r/a..b", "/r", "a..b"},
		{"/r/a", "", ""},
		{"/r/a", "/", ""},
		{"/r", "/r", ""},
		{"/r/", "/r", ""},
		{"/r//a", "/r", ""},
		{"/ra/b", "/r", ""},
		{"/R/a", "/r", ""},
		{"/r/../a", "/r", ""},
		{"/r/a/../b", "/r", ""},
		{"/r/./b", "/r", ""},
		{`/r/a\..\..\b`, "/r", ""},
		{"r/a", "/r", ""},
		{"~/a", "/r", ""},
		{`C:\r\a\b.go`, "C:/r", "a/b.go"},
		{"c:/r/a", "C:/r", "a"},
		{`C:\R\a`, "C:/r", ""},
		{`D:\r\a`, "C:/r", ""},
		{`\\server\share\a`, "/server", ""},
	} {
		got, ok := underRoot(tt.path, tt.root)
		if !ok {
			got = ""
		}
		if got != tt.want {
			t.Errorf("%q under %q: %q, want %q", tt.path, tt.root, got, tt.want)
		}
	}
}

func TestInRoot(t *testing.T) {
	for file, want := range map[string]bool{
		"a.json": true, "docs/a.json": true, "/r/a.json": true, "<stdin>": true,
		"../a.json": false, "..": false, "/s/a.json": false, "..a/b.json": true, `C:\s\a.json`: false, `\\server\a.json`: false,
	} {
		if got := inRoot(file, "/r"); got != want {
			t.Errorf("%q: %t", file, got)
		}
	}
}

// FuzzUnderRoot holds that a relative path joined with the root is the original path, on Unix.
func FuzzUnderRoot(f *testing.F) {
	for _, p := range []string{"/r/a", "/r/../b", "/r/C:/a", `/r/a\b`, "/r/~/x"} {
		f.Add(p, "/r")
	}
	f.Fuzz(func(t *testing.T, p, root string) {
		relative, ok := underRoot(p, root)
		if !ok {
			return
		}
		if relative == "" || strings.HasPrefix(relative, "/") {
			t.Errorf("%q under %q is %q", p, root, relative)
		}
	})
}
