package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

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
