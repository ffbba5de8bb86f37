package rules_test

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// notes is a format of Markdown, and a rule for it that asks for a check.
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

// What a rule of a team's own does not say of its check, custom.cue does; what
// it says counts.
func TestChecksHaveDefaults(t *testing.T) {
	const fill = `variants: {blank: {}, level: {}, empty: {}}, `
	for _, tt := range []struct{ name, check, text, message string }{
		{"two marks", `check: "sectionTitles", params: sections: [{title: "Goal"}]`, "x\n", `"Goal": ## Goal`},
		{"three marks", `check: "sectionTitles", params: {sections: [{title: "Goal"}], level: 3}`, "x\n", `"Goal": ### Goal`},
		{"a character", `check: "sectionSizes", params: sections: [{title: "Goal"}]`, "## Goal\n", `"Goal": 0 characters of 1`},
		{"a character though words are asked for", `check: "sectionSizes", params: sections: [{title: "Goal", words: 2}]`, "## Goal\n", `"Goal": 0 characters of 1`},
		{"nothing", `check: "sectionSizes", params: sections: [{title: "Goal", characters: 0}]`, "## Goal\n", ""},
		{"one word", `check: "sectionSizes", params: sections: [{title: "Goal", words: 2}]`, "## Goal\nship\n", `"Goal": 1 word of 2`},
		{"three characters", `check: "sectionSizes", params: sections: [{title: "Goal", characters: 9}]`, "## Goal\nend\n", `"Goal": 3 characters of 9`},
		{"marks around an answer", `check: "placeholder", params: empty: ["None"]`, "## Goal\n\n1. **None**\n", `section "Goal"`},
		{"no mark is one", `check: "placeholder", params: {empty: ["None"], marks: 0}`, "## Goal\n- None\n", ""},
	} {
		message := "{title}: {count} {unit} of {min}"
		switch {
		case strings.Contains(tt.check, "sectionTitles"):
			message = "{title}: {heading}"
		case strings.Contains(tt.check, "placeholder"):
			message = "{where}"
		}
		e := custom(t, "rules.cue", notes(fill+tt.check, message), rules.Override{Pattern: "placeholder", Severity: rules.Off})
		result := checkInput(t, e, rules.Input{Path: "a.notes.md", Data: []byte(tt.text), Named: true})
		switch found := result.Findings; {
		case tt.message == "" && len(found) > 0:
			t.Errorf("%s: %v", tt.name, found)
		case tt.message != "" && (len(found) != 1 || found[0].Message != tt.message):
			t.Errorf("%s: %v, want %s", tt.name, found, tt.message)
		}
	}
}
