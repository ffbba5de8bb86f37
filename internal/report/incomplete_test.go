package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

var incomplete = rules.IncompleteReason{Kind: rules.KindFiles, Why: "git gave no answer within 10 s"}

// TestIncomplete holds each format with a summary to saying which evidence was not asked
// to the end.
func TestIncomplete(t *testing.T) {
	run := runOf(rules.Result{Path: "a.md"})
	run.Incomplete = []rules.IncompleteReason{incomplete}
	for format, want := range map[string]string{
		"text":   "\nclaims about files were only partly checked: git gave no answer within 10 s\n",
		"json":   `"reason": "git gave no answer within 10 s"`,
		"github": "::error title=handofflint::claims about files were only partly checked: git gave no answer within 10 s\n",
		"junit":  "<system-out>claims about files were only partly checked: git gave no answer within 10 s</system-out>",
		"sarif":  `"executionSuccessful": false`,
	} {
		if got := render(t, format, run); !strings.Contains(got, want) {
			t.Errorf("%s: got\n%s\nwithout %s", format, got, want)
		}
	}
	var object any
	if err := json.Unmarshal(printed(t, run), &object); err != nil {
		t.Fatal(err)
	}
	if err := published(t, "check.schema.json", true).Validate(object); err != nil {
		t.Error(err)
	}
}

// TestMergeIncomplete holds that evidence which one part has not asked to the end is
// silent in all parts.
func TestMergeIncomplete(t *testing.T) {
	part := func(index int, results ...rules.Result) Run {
		run := runOf(results...)
		run.Shard = &Shard{Index: index, Count: 2, Set: "s", Settings: "s"}
		return run
	}
	of := func(rule, needs string) rules.Finding {
		return rules.Finding{Rule: rule, Needs: needs, Severity: rules.Warning, Message: "m"}
	}
	cut := part(1, rules.Result{Path: "a.md"}, rules.Result{Path: "x.md", Skipped: "no handoff"})
	cut.Incomplete = []rules.IncompleteReason{incomplete}
	whole := part(2,
		rules.Result{Path: "b.md", Suppressed: 1, Findings: []rules.Finding{of("evidence/no-such-file", "files")}},
		rules.Result{Path: "c.md", Findings: []rules.Finding{of("evidence/no-such-file", "files"), of("placeholder", "")}},
	)
	merged, _, err := Merge(readParts(t, printed(t, cut), printed(t, whole)))
	if err != nil {
		t.Fatal(err)
	}
	want := rules.Summary{Files: 3, Passed: 2, Warned: 1, Skipped: 1, Suppressed: 1, Warnings: 1}
	if merged.Summary != want || len(merged.Incomplete) != 1 {
		t.Errorf("got %+v and %v, want %+v", merged.Summary, merged.Incomplete, want)
	}
	for f := range merged.findings() {
		if f.Rule != "placeholder" {
			t.Errorf("%s is reported", f.Rule)
		}
	}
}
