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
	const line = "claims about files were only partly checked: git gave no answer within 10 s"
	if got := render(t, "sarif", run); !strings.Contains(got, `"text": "`+line+`"`) {
		t.Errorf("sarif: got\n%s", got)
	}
	var summary strings.Builder
	if err := WriteGitHubSummary(&summary, run, 1000); err != nil || !strings.Contains(summary.String(), "\nclaims about files were only partly checked&#58; git gave no answer within 10 s\n") {
		t.Errorf("the summary of the step: %q, %v", summary.String(), err)
	}
	var object any
	if err := json.Unmarshal([]byte(render(t, "json", run)), &object); err != nil {
		t.Fatal(err)
	}
	if err := published(t, "check.schema.json", true).Validate(object); err != nil {
		t.Error(err)
	}
}
