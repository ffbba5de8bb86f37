package lsp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/text"
)

type item struct {
	Label, Detail, SortText, FilterText string
	Documentation                       struct{ Kind, Value string }
	TextEdit                            edit
}

const (
	report   = ".claude/agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md"
	context_ = "docs/context/1717500000-fix.json"
	task     = "kelos-handoff.json"

	sddReport = ".superpowers/sdd/task-1-report.md"
)

func TestCompletion(t *testing.T) {
	tests := []struct {
		name, file string
		// text has a ¦ at the cursor.
		text string
		// labels are the offered items in order, required ones with a *; first is the text after choosing the first.
		labels, first string
	}{
		{
			"keys of front matter", report,
			"---\nagent_role: architect\ntask_id: T-1\n¦\nstatus: written\n---\n# x\n",
			"session_id* sequence* created* handoff_type* summary* tags handofflint files_modified",
			"---\nagent_role: architect\ntask_id: T-1\nsession_id: \nstatus: written\n---\n# x\n",
		},
		{
			"a key that is begun", report,
			"---\nagent_role: architect\nses¦\n---\n",
			"task_id* session_id* sequence* status* created* handoff_type* summary* tags handofflint files_modified",
			"---\nagent_role: architect\ntask_id: \n---\n",
		},
		{
			"a key with its colon", report,
			"---\nses¦: x\ntask_id: y\n---\n",
			"agent_role* session_id* sequence* status* created* handoff_type* summary* tags handofflint files_modified",
			"---\nagent_role: x\ntask_id: y\n---\n",
		},
		{
			"a key with its colon, above what is broken", report,
			"---\nses¦: x\n[a\n---\n",
			"agent_role* task_id* session_id* sequence* status* created* handoff_type* summary* tags handofflint files_modified",
			"---\nagent_role: x\n[a\n---\n",
		},
		{
			"front matter that is not closed", report,
			"---\r\n¦",
			"agent_role* task_id* session_id* sequence* status* created* handoff_type* summary* tags handofflint files_modified",
			"---\r\nagent_role: ",
		},
		{
			"values of front matter", report,
			"---\nstatus: ¦\n---\n", "writing written verified", "---\nstatus: writing\n---\n",
		},
		{
			"a value right after the colon", report,
			"---\nstatus:¦\n---\n", "writing written verified", "---\nstatus: writing\n---\n",
		},
		{
			"a value in quotes", report,
			"---\nstatus: \"wri¦\"\n---\n", `"writing" "written" "verified"`, "---\nstatus: \"writing\"\n---\n",
		},
		{"a value without choices", report, "---\ntask_id: ¦\n---\n", "", ""},
		{"below the front matter", report, "---\nstatus: written\n---\n¦\n", "", ""},
		{"a comment", report, "---\n# sta¦\n---\n", "", ""},
		{
			"a key below a key", report,
			"---\nhandofflint:\n  ¦\n---\n", "disable*", "---\nhandofflint:\n  disable: \n---\n",
		},
		{
			"keys of JSON", context_,
			`{"task_id": "x", ¦}`,
			"task_summary* schema_version relevant_files key_findings constraints suggested_approach previous_failure tdd handofflint",
			`{"task_id": "x", "task_summary": }`,
		},
		{
			"keys of an empty object", context_,
			`{¦`,
			"task_id* task_summary* schema_version relevant_files key_findings constraints suggested_approach previous_failure tdd handofflint",
			`{"task_id": `,
		},
		{
			"a key that is begun, before another", context_,
			"{\n  \"ta¦\n  \"tdd\": true\n}",
			"task_id* task_summary* schema_version relevant_files key_findings constraints suggested_approach previous_failure handofflint",
			"{\n  \"task_id\": ,\n  \"tdd\": true\n}",
		},
		{
			"a key with its colon in JSON", context_,
			`{"task¦": "x", "tdd": true}`,
			"task_id* task_summary* schema_version relevant_files key_findings constraints suggested_approach previous_failure handofflint",
			`{"task_id": "x", "tdd": true}`,
		},
		{
			"a value of JSON", context_,
			`{"previous_failure": {"attempt": 1, "reason": ¦ }}`,
			`"tests-failed" "compile-error" "empty-output"`,
			`{"previous_failure": {"attempt": 1, "reason": "tests-failed" }}`,
		},
		{
			"a value that is begun", context_,
			"{\"previous_failure\": {\n  \"reason\": \"te¦\n  \"attempt\": 1}}",
			`"tests-failed" "compile-error" "empty-output"`,
			"{\"previous_failure\": {\n  \"reason\": \"tests-failed\"\n  \"attempt\": 1}}",
		},
		{"a boolean", context_, `{"tdd": t¦`, "true false", `{"tdd": true`},
		{"keys of an object below", context_, `{"previous_failure": {"reason": "x", ¦}, "task_id": "y"}`, "error_summary* attempt*", `{"previous_failure": {"reason": "x", "error_summary": }, "task_id": "y"}`},
		{"emoji before the place", context_, `{"x": "😀", "previous_failure": {"reason": "¦"}}`, `"tests-failed" "compile-error" "empty-output"`, `{"x": "😀", "previous_failure": {"reason": "tests-failed"}}`},
		{"an item of a list", context_, `{"key_findings": ["¦"]}`, "", ""},
		{
			"a metadata block", "output.md",
			"# Work\n\n## Metadata\n\n```json\n{\n  \"agent\": \"x\",\n  \"status\": \"¦\n  \"skills_invoked\": []\n}\n```\n",
			`"complete" "blocked" "needs_review"`,
			"# Work\n\n## Metadata\n\n```json\n{\n  \"agent\": \"x\",\n  \"status\": \"complete\"\n  \"skills_invoked\": []\n}\n```\n",
		},
		{
			"an item of a list in a metadata block", "output.md",
			"## Metadata\n\n```json\n{\"agent\": \"x\", \"status\": \"blocked\", \"skills_invoked\": [], \"handoff\": {\"blockers\": [{\"type\": \"y\", ¦}]}}\n```\n",
			"description* resolution*",
			"## Metadata\n\n```json\n{\"agent\": \"x\", \"status\": \"blocked\", \"skills_invoked\": [], \"handoff\": {\"blockers\": [{\"type\": \"y\", \"description\": }]}}\n```\n",
		},
		{
			"a heading", sddReport,
			"# Task 1\n\n## Tests\n\n12 passed\n\n## Con¦\n\nNone\n", "Files changed Commits Concerns Self-review",
			"# Task 1\n\n## Tests\n\n12 passed\n\n## Files changed\n\nNone\n",
		},
		{
			"a heading of nothing but number signs", "HANDOFF.md",
			"# Session\r\n\r\n###¦\r\n\r\n## Next steps (soon)\r\n", "Current state Decisions Blockers",
			"# Session\r\n\r\n### Current state\r\n\r\n## Next steps (soon)\r\n",
		},
		{
			"a heading that is written", sddReport,
			"# Task 1\n\n## Tests¦\n\n12 passed\n\n## Concerns\n", "Files changed Commits Tests Self-review",
			"# Task 1\n\n## Files changed\n\n12 passed\n\n## Concerns\n",
		},
		{"within number signs", sddReport, "# Task 1\n\n#¦# Tests\n\n12 passed\n", "", ""},
		{"a report without front matter", report, "## 1. What Was Done\n\nst¦\n", "", ""},
		{"a report that begins with text", report, "¦\n\n```json\n{}\n```\n", "", ""},
		{"an empty report", report, "¦\n", "", ""},
		{"below a line", report, "# Report\n\n---\nst¦\n", "", ""},
		{"nothing but a line", report, "# Report\n\n---\n\n¦", "", ""},
		{
			"below a fence in front matter", report, "---\nsummary: |\n  ```\n  x\nta¦\n---\n",
			"agent_role* task_id* session_id* sequence* status* created* handoff_type* tags handofflint files_modified",
			"---\nsummary: |\n  ```\n  x\nagent_role: \n---\n",
		},
		{"more front matter than is parsed", report, "---\n" + strings.Repeat("#\n", 32<<10) + "¦\n---\n", "", ""},
		{"a heading in a code block", sddReport, "# Task 1\n\n```\n## ¦\n```\n", "", ""},
		{"a heading of a context file", context_, "# ¦", "", ""},
		{
			"a numbered heading", report,
			"---\nagent_role: x\n---\n\n## 1. What Was Done\n\n## ¦", "2. Output Artifacts* 3. Decisions and Trade-offs* 4. Concerns and Caveats* 5. Next Agent Actions*",
			"---\nagent_role: x\n---\n\n## 1. What Was Done\n\n## 2. Output Artifacts",
		},
		{
			"a key of paused work", ".planning/HANDOFF.json",
			"{\"version\": \"1.0\", \"timestamp\": \"x\", \"task\": 1, ¦}", "total_tasks* status* completed_tasks* remaining_tasks* blockers* human_actions_pending* decisions* uncommitted_files* next_action* context_notes* handofflint",
			"{\"version\": \"1.0\", \"timestamp\": \"x\", \"task\": 1, \"total_tasks\": }",
		},
		{"a file of another ending", "build.log", "---KELOS_HANDOFF_START---\n{¦}\n---KELOS_HANDOFF_END---\n", "", ""},
		{"no handoff", "README.md", "---\n¦\n---\n", "", ""},
	}
	c := start(t, nil, `{}`)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before, after, _ := strings.Cut(test.text, "¦")
			c.open(test.file, before+after)
			items := c.complete(test.file, before)
			var labels []string
			for _, i := range items {
				if i.Detail == "required" {
					i.Label += "*"
				}
				labels = append(labels, i.Label)
			}
			if diff := cmp.Diff(test.labels, strings.Join(labels, " ")); diff != "" {
				t.Fatalf("-want +got:\n%s", diff)
			}
			if len(items) > 0 {
				if diff := cmp.Diff(test.first, applyUTF16(t, before+after, items[0].TextEdit)); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
		})
	}
}

// complete requests the completions after a text.
func (c *client) complete(name, before string) (items []item) {
	c.t.Helper()
	c.call("textDocument/completion", object{"textDocument": object{"uri": c.uri(name)}, "position": after(before)}, &items)
	for i := 1; i < len(items); i++ {
		if items[i-1].SortText >= items[i].SortText {
			c.t.Errorf("%s is not sorted after %s", items[i].Label, items[i-1].Label)
		}
	}
	return items
}

// after returns the position at the end of a text.
func after(before string) text.Position {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	units := 0
	for _, r := range line {
		units++
		if r > 0xFFFF {
			units++
		}
	}
	return text.Position{Line: strings.Count(before, "\n"), Character: units}
}
