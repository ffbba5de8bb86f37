package rules_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/rules"
)

// Patterns may require exactly the fields of a document's branches, in built-in and in team formats.
func TestBranchesAreThere(t *testing.T) {
	data := table.Load[struct {
		Branches struct {
			File []string
			Body map[string][]string
		}
	}]("custom")
	file, bodies := data.Branches.File, data.Branches.Body
	e := custom(t, "team.cue", ownFormats)
	block := "## Metadata\n\n```json\n" + validBase + "```\n\nmore\n"
	found, seen := map[string]bool{}, map[string]map[string]bool{}
	for _, tt := range []struct{ form, path, text string }{
		{"report", validReportPath, strings.Replace(validReport, "<!-- handoff-end -->", "<!-- handoff-end -->\n\nmore", 1)},
		{"metadata", "out.md", block}, {"context", "1717500000-fix-auth-race.json", validContext}, {"task", "t.json", validTask},
		{"markdown", "a.notes.md", "## Goal\n\nx\n"}, {"frontmatter", "fm/a.md", "---\nowner: a\n---\n# Goal\n"},
		{"yaml", "hand/a.yaml", "from: a\n"}, {"json", "a.json", `{"kind": "js"}`},
	} {
		info := &document.Info{ModTime: noon, Done: noon}
		if tt.form == "report" {
			info.Seal = strings.Repeat("0", 64)
		}
		doc := e.Parse(rules.Input{Path: tt.path, Data: []byte(tt.text), Named: true, Info: info})
		if doc.Fatal {
			t.Fatal(tt.path, doc.Faults)
		}
		for _, n := range doc.Root.Field("file").Items {
			found[n.Name] = true
		}
		seen[tt.form] = map[string]bool{}
		if body := doc.Root.Field("body"); body != nil {
			for _, n := range body.Items {
				seen[tt.form][n.Name] = true
			}
		}
	}
	same := func(what string, seen map[string]bool, listed []string) {
		if got, want := slices.Sorted(maps.Keys(seen)), slices.Sorted(slices.Values(listed)); !slices.Equal(got, want) {
			t.Errorf("%s has %q, custom.cue lists %q", what, got, want)
		}
	}
	same("file", found, file)
	if len(bodies) != len(seen) {
		t.Errorf("bodies of %d formats and forms are listed, %d were looked at", len(bodies), len(seen))
	}
	for form, fields := range seen {
		same(form, fields, bodies[form])
	}
}
