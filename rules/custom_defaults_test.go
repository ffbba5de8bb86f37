package rules_test

import (
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// notes is a Markdown format, and a rule for it with a check.
func notes(check, message string) string {
	return `formats: notes: {title: "Notes", form: "markdown", where: ["*.notes.md"]}
rules: "team/own": {
	summary:  "a rule of our own"
	formats: ["notes"]
	severity: "error"
	message: "` + message + `"
	` + check + `
}
`
}

// custom.cue has the default parameters for the checks of team rules; a rule may override them.
func TestChecksHaveDefaults(t *testing.T) {
	const fill = `variants: empty: {}, `
	for _, tt := range []struct{ name, check, text, message string }{
		{"marks around an answer", `check: "placeholder", params: empty: ["None"]`, "## Goal\n\n1. **None**\n", `section "Goal"`},
		{"no mark is one", `check: "placeholder", params: {empty: ["None"], marks: 0}`, "## Goal\n- None\n", ""},
	} {
		e := custom(t, "rules.cue", notes(fill+tt.check, "{where}"), rules.Override{Pattern: "placeholder", Severity: rules.Off})
		result := checkInput(t, e, rules.Input{Path: "a.notes.md", Data: []byte(tt.text), Named: true})
		switch found := result.Findings; {
		case tt.message == "" && len(found) > 0:
			t.Errorf("%s: %v", tt.name, found)
		case tt.message != "" && (len(found) != 1 || found[0].Message != tt.message):
			t.Errorf("%s: %v, want %s", tt.name, found, tt.message)
		}
	}
}
