package checks_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

var teamReport = `---
agent_role: reviewer
---

# Review

## 1. What Was Done

Read the diff.

## 2. Output Artifacts

<!-- $ go test ./...
FAIL -->
Ran all of it:

` + strings.Repeat("- src/cart/store.go keeps the version of the row beside its price\n", 20) + `
$ go test ./...
ok  	example.org/cart	0.4s
`

// TestTeamChecks runs the checks that only a team's rules use. Their params are written in YAML.
func TestTeamChecks(t *testing.T) {
	const task = `{"version": 1, "summary": "Traced it to a.go", "data": {"from": "dev", "to": "dev", "cc": "qa"}, "owner": "qa"}`
	for _, tt := range []struct {
		name, format, check, params, text string
		want                              []string
	}{
		{"a section shows it", "report", "sectionText", `{section: 2, contains: ['(?m)^(ok|FAIL)\s', 'never']}`, teamReport, nil},
		{"a section does not", "report", "sectionText", `{section: 1, contains: ['(?m)^(ok|FAIL)\s']}`, teamReport, []string{`7:1 1 "What Was Done" {text}`}},
		{"by its title", "report", "sectionText", `{section: output artifacts, contains: ['^FAIL']}`, teamReport, []string{`11:1 2 "Output Artifacts" {text}`}},
		{"a comment is not text", "report", "sectionText", `{section: 2, not-contains: [FAIL]}`, teamReport, nil},
		{"a comment keeps its lines", "report", "sectionText", `{section: 1, contains: ['(?m)^ {6}$']}`, strings.Replace(teamReport, "diff.", "diff. <!-- a\nbc -->\nDone.", 1), nil},
		{"what it must not show", "report", "sectionText", `{section: 2, not-contains: ['(?m)^Ran (all|some)', '(?m)\./\.\.\.$', no]}`, teamReport, []string{`15:1 not-contains "Ran all"`, `38:11 not-contains "./..."`}},
		{"both", "report", "sectionText", `{section: 1, contains: [ok], not-contains: [Read]}`, teamReport, []string{`7:1 1 "What Was Done" {text}`, `9:1 not-contains "Read"`}},
		{"no such section", "report", "sectionText", `{section: 9, contains: [ok]}`, teamReport, nil},
		{"fields differ", "task", "fieldsDiffer", `{fields: [data.data.from, data.data.cc, data.summary, data.nothing, data.none]}`, task, nil},
		{"fields are equal", "task", "fieldsDiffer", `{fields: [data.data.from, data.data.to, data.data.cc, data.owner]}`, task,
			[]string{`1:78 data.to data.from "dev"`, `1:107 owner data.cc "qa"`}},
		{"fields without a value", "task", "fieldsDiffer", `{fields: [data.x, data.y, data.data.a, data.data.b]}`,
			`{"version": 1, "summary": "s", "data": {"a": " ", "b": " "}, "x": null, "y": null}`, nil},
		{"fields of another type", "task", "fieldsDiffer", `{fields: [data.data.a, data.data.b]}`, `{"version": 1, "summary": "s", "data": {"a": 1, "b": 1}}`, nil},
		{"a field and the path", "task", "fieldsDiffer", `{fields: [file.path, data.owner]}`, `{"version": 1, "summary": "s", "owner": "a"}`, []string{`1:41 owner file.path "a"`}},
		{"no pattern for headings", "report", "placeholder", `{unfinished: [TBD]}`, teamReport + "\n### TBD\n", []string{`41:1 this heading "TBD"`}},
		{"no Markdown", "task", "sectionText", `{section: 1, contains: [ok]}`, task, nil},
		{"no Markdown", "task", "unfinishedSections", `{unfinished: [TBD], patterns: [x]}`, task, nil},
		{"no Markdown", "task", "missingSections", `{}`, task, nil},
		{"no Markdown", "task", "repeatedText", `{words: 8, times: 3, characters: 40, window: 100, different: 20}`, task, nil},
		{"no Markdown", "task", "sectionOrder", `{}`, task, nil},
		{"no Markdown", "task", "cutOff", `{open: [the]}`, task, nil},
		{"no task id", "task", "stale", `{days: 1}`, task, []string{"1:1 m"}},
	} {
		message := cmp.Or(map[string]string{
			"sectionText":  `"{number} {title} {text}", variants: "not-contains": message: "not-contains {text}"`,
			"fieldsDiffer": `"{field} {first} {value}"`,
			"placeholder":  `"{where} {text}"`,
		}[tt.check], `"m"`)
		params, _, _ := document.ParseYAML([]byte("params: "+tt.params), document.Limits{Depth: 9, Values: 99})
		rule := fmt.Sprintf(`rules: "team/own": {summary: "own", formats: [%q], severity: "error", check: %q, params: %s, message: %s}`, tt.format, tt.check, document.JSON(params.Field("params")), message)
		engine, err := teamEngine(rule)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		for _, text := range []string{tt.text, strings.ReplaceAll(tt.text, "\n", "\r\n")} {
			result, err := engine.CheckInput(rules.Input{Path: "a", As: rules.Format(tt.format), Data: []byte(text), Named: true, Info: &document.Info{ModTime: time.Unix(1, 0)}})
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			var got []string
			for _, f := range result.Findings {
				if f.Rule == "team/own" {
					got = append(got, fmt.Sprintf("%d:%d %s", f.Range.Start.Line, f.Range.Start.Column, f.Message))
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
		}
	}
}

// TestTeamSections holds what is said about the sections of a team's format.
func TestTeamSections(t *testing.T) {
	team, err := teamrules.Read([]teamrules.Source{{Name: "own.cue", Data: []byte(`formats: memo: {title: "Memo", form: "markdown", where: ["MEMO.md"], sections: [
		{title: "Summary", characters: 20}, {title: "Next steps", also: ["Resume here"]}, {title: "Blockers", empty: true}, {title: "Files", optional: true, words: 3},
	]}`)}})
	if err != nil {
		t.Fatal(err)
	}
	engine, err := rules.NewEngine(checks.All(), rules.Options{Team: team})
	if err != nil {
		t.Fatal(err)
	}
	const whole = "# T\n\n## Summary\n\nThe index is written under a lock.\n\n## Next steps\n\n- a\n\n## Blockers\n\nNone\n"
	for _, tt := range []struct{ name, text, want string }{
		{"all", whole, ""},
		{"none", "# T\n", `1:4 memo/missing-section: section "Blockers" is missing: no heading "## Blockers" (write "## Blockers" and what belongs under it: at least a line or "None")
1:4 memo/missing-section: section "Next steps" is missing: no heading "## Next steps" or "Resume here" (write "## Next steps" and what belongs under it: at least a line)
1:4 memo/missing-section: section "Summary" is missing: no heading "## Summary" (write "## Summary" and what belongs under it: at least 20 characters)`},
		{"nearly a title", strings.Replace(whole, "Next steps", "Next step", 1), `7:1 memo/missing-section: section "Next steps" is missing: "## Next step" is not its heading (write "## Next steps")`},
		{"a title in a list", strings.Replace(whole, "## Next steps", "- ## Next steps", 1), `7:3 memo/missing-section: section "Next steps" is missing: "## Next steps" is not its heading (write "## Next steps")`},
		{"a hidden title", strings.Replace(whole, "## Next steps", "```\n## Next steps\n```", 1), `13:1 memo/missing-section: section "Next steps" is missing: no heading "## Next steps" or "Resume here" (write "## Next steps" and what belongs under it: at least a line)`},
		{"too short", strings.Replace(whole, "is written under a lock", "waits", 1), `3:1 memo/section-too-short: section "Summary" has 16 characters, at least 20 are needed (say what the next agent needs to know, or what was looked for and not found)`},
		{"None, where an answer is wanted", strings.Replace(whole, "- a", "None", 1), `9:1 placeholder: section "Next steps" says only "None" (say what was looked for and not found, such as "None known: the full test suite passes")`},
		{"a section without text", strings.Replace(whole, "None\n", "", 1), ""},
		{"words", whole + "\n## Files\n\na b c\n", ""},
		{"words under subheadings", whole + "\n## Files\n\n### New\n\na b\n\n### Old\n\nc\n", ""},
		{"too few words", whole + "\n## Files\n\naaa bbb\n", `15:1 memo/section-too-short: section "Files" has 2 words, at least 3 are needed (say what the next agent needs to know, or what was looked for and not found)`},
		{"by another title", strings.Replace(whole, "Next steps", "Resume here", 1), ""},
	} {
		result, err := engine.CheckInput(rules.Input{Path: "MEMO.md", Data: []byte(tt.text), Named: true})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range result.Findings {
			got = append(got, fmt.Sprintf("%d:%d %s: %s (%s)", f.Range.Start.Line, f.Range.Start.Column, f.Rule, f.Message, f.Help))
		}
		if s := strings.Join(got, "\n"); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}

// TestNoTableIsCutOff holds that the text of a field, where a line may begin with a bar, is not a table.
func TestNoTableIsCutOff(t *testing.T) {
	team, err := teamrules.Read([]teamrules.Source{{Name: "own.cue", Data: []byte(`formats: {note: {title: "Note", form: "yaml", where: ["*.note"]}, memo: {title: "Memo", form: "markdown", where: ["*.memo"]}}
rules: "team/own": {summary: "own", formats: ["note", "memo"], severity: "error", check: "cutOff", params: open: ["the"], message: "m"}`)}})
	if err != nil {
		t.Fatal(err)
	}
	engine, err := rules.NewEngine(checks.All(), rules.Options{Team: team})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path, text string
		want       int
	}{{"a.note", "pattern: |\n  | head", 0}, {"a.memo", "| a | b |\n| c", 1}} {
		result, err := engine.CheckInput(rules.Input{Path: tt.path, Data: []byte(tt.text), Named: true})
		if err != nil || len(result.Findings) != tt.want {
			t.Errorf("%s: %+v, %v", tt.path, result.Findings, err)
		}
	}
}

// teamEngine returns an engine with the rules of a source.
func teamEngine(source string) (*rules.Engine, error) {
	team, err := teamrules.Read([]teamrules.Source{{Name: "own.cue", Data: []byte(source)}})
	if err != nil {
		return nil, err
	}
	return rules.NewEngine(checks.All(), rules.Options{Team: team})
}

// TestSectionTextNeedsPatterns holds that a rule that could never report anything is an error.
func TestSectionTextNeedsPatterns(t *testing.T) {
	source := `rules: "team/own": {summary: "s", formats: ["report"], severity: "error", check: "sectionText", params: section: 2, message: "m"}`
	engine, err := teamEngine(source)
	if err == nil {
		_, err = engine.CheckInput(rules.Input{Path: "a", As: "report", Data: []byte(teamReport)})
	}
	if err == nil || !strings.Contains(err.Error(), "contains or not-contains") {
		t.Errorf("error is %v", err)
	}
}
