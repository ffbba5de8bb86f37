package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/cli/check"
	"github.com/handofflint/handofflint/rules"
)

// TestFixesDoc holds the table in docs/fixes.md to the catalogue: it names the
// rules with a fix, each once, and no other.
func TestFixesDoc(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(docsFolder, "fixes.md"))
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, m := range regexp.MustCompile(`\[.([a-z-]+/[a-z-]+).\]\(rules/([a-z-]+/[a-z-]+)\.md\)`).FindAllStringSubmatch(string(page), -1) {
		if m[1] != m[2] {
			t.Errorf("%s leads to the page of %s", m[1], m[2])
		}
		got = append(got, m[1])
	}
	catalogue, err := rules.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range catalogue.Rules {
		if len(r.FixMessages()) > 0 {
			want = append(want, r.Name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("docs/fixes.md has %q, the catalogue %q", got, want)
	}
}

// What a file has that acts on a terminal is not printed to one.
func TestShownOnATerminal(t *testing.T) {
	const diff = "--- a\n+++ a\n@@ -1 +1 @@\n-\x1b[2J\r\n+é\u202e\n b"
	const want = "--- a\n+++ a\n@@ -1 +1 @@\n-\\x1b[2J\\r\n+é\\u202e\n b"
	if got := check.Shown(diff, false); got != want {
		t.Errorf("%q", got)
	}
	const red, green, end = "\x1b[31m", "\x1b[32m", "\x1b[0m"
	if got := check.Shown("-\x1b[0m\n+a\n", true); got != red+`-\x1b[0m`+end+"\n"+green+"+a"+end+"\n" {
		t.Errorf("%q", got)
	}
}
