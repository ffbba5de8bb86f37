package claims

import (
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// claimedOf matches what was claimed in a message that it was not done.
var claimedOf = text.MustCompile(`"([^"]+)" was (?:changed|run)`)

// TestSections checks which files and commands a section claims, and with "*" whether it claims to list all
// files: only then is another change missing from it.
func TestSections(t *testing.T) {
	long := strings.Repeat("new ", maxAbove/4)[:maxAbove-1]
	team, err := teamrules.Read([]teamrules.Source{{Name: "own.cue", Data: []byte(`formats: own: {
		title: "Own"
		form: "markdown"
		where: ["*-own.md"]
		rounds: "^Fix round"
		sections: [
			{title: "Files changed", claims: "changed"},
			{title: "Commits", optional: true, claims: "commits"},
			{title: "Commands", optional: true, claims: "runs"},
		]
	}`)}})
	if err != nil {
		t.Fatal(err)
	}
	engine, err := rules.NewEngine(Add(checks.All()), rules.Options{Team: team})
	if err != nil {
		t.Fatal(err)
	}
	agent := timeline.Build([]*ledger.Ledger{{Agent: "a", Cwd: "/w", Deeds: []ledger.Deed{{Act: ledger.Write, Path: "/w/z.go", Line: 1}}}}, nil)
	for section, want := range map[string]string{
		"- `src/a.go`": "src/a.go *",
		"- src/a.go: the loop\n- `src/b.go` (new)":                "src/a.go src/b.go *",
		"- [the loop](src/a.go)":                                  "src/a.go *",
		"- `go test ./src/a.go`":                                  "",
		"-  M src/a.go":                                           "",
		"- `a.go`":                                                "*", // it may be in any folder
		"- `src/a`":                                               "*", // it may be one
		"- `done`":                                                "",
		"- [ ] `src/a.go`":                                        "",
		"- `src/a.go` → `src/b.go`":                               "",
		"- `src/a.go`, `src/b.go`":                                "src/a.go",
		"- `src/a.go`\n\nThe rest is as it was.":                  "src/a.go",
		"- `src/a.go`\n\n```\nsrc/b.go\n```":                      "src/a.go",
		"```\nsrc/a.go\n```":                                      "",
		"`src/a.go` is new.":                                      "",
		"- `src/a.go`:\n  - the loop":                             "src/a.go",
		strings.Repeat("- `a.go`\n", maxNamed):                    "*",
		strings.Repeat("- `a.go`\n", maxNamed+1):                  "",
		"Created: `src/a.go`":                                     "src/a.go *",
		"- `src/*.go`":                                            "",
		"Created:":                                                "",
		"Deleted: `src/a.go`":                                     "",
		"- Created:\n  - `src/a.go`":                              "src/a.go *",
		"### Created\n\n- `src/a.go`":                             "src/a.go *",
		"### Deleted\n\n- `src/a.go`":                             "",
		"### Related\n\n- `src/a.go`":                             "",
		"- `src/b.go`\n\n### Commits\n\n- `src/a.go`":             "src/b.go",
		"- " + long + ":\n  - `src/a.go`":                         "src/a.go *",
		"- " + long + "s:\n  - `src/a.go`":                        "",
		"| File | What |\n|---|---|\n| `src/a.go` | new |":        "src/a.go *",
		"| File | " + long + "|\n|---|---|\n| `src/a.go` | new |": "",
		"| File | Status |\n|---|---|\n| `src/a.go` | done |\n| `src/b.go` | to come |":                   "src/a.go *",
		"- `src/a.go`\n\n## Commands\n\n- `npm audit`: 0 found\n- Lint: `npm ci`\n- `npm test` (to come)": "npm audit src/a.go *",
		"- `src/a.go`\n\n## Commands\n\n### Created\n\n- `npm audit`":                                     "src/a.go *",
		"- `src/a.go`\n\n## Fix round 1\n\nThe lock is held.":                                             "src/a.go",
	} {
		in := rules.Input{Path: "a-own.md", Named: true, Data: []byte("# Quota\n\nIt is done.\n\n## Files changed\n\n" + section + "\n")}
		var found []string
		for _, accusation := range accusations(t, engine, in, &Facts{Timeline: agent}) {
			if m := claimedOf.FindStringSubmatch(accusation); m != nil {
				found = append(found, m[1])
			}
			if strings.HasPrefix(accusation, "evidence/unlisted-change") {
				found = append(found, "*")
			}
		}
		slices.SortStableFunc(found, func(a, b string) int {
			return strings.Compare(strings.ReplaceAll(a, "*", "~"), strings.ReplaceAll(b, "*", "~"))
		})
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%.50q: %q, want %q", section, got, want)
		}
	}
}
