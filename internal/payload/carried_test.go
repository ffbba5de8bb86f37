package payload

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/rules"
)

var parseLimits = document.Limits{Depth: 64, Values: 20000, Lines: 30000, Trailing: 2000}

func parse(format document.Format, text string) *document.Document {
	return document.Parse(document.Input{Path: "x", Data: []byte(text), As: format, Named: true}, parseLimits)
}

// carried returns a text as a payload for a prompt.
func carried(t *testing.T, format document.Format, text string) *Handoff {
	t.Helper()
	p := handoffOf(parse(format, text))
	if p == nil {
		t.Fatal("no payload")
	}
	return p
}

const reportText = `---
agent_role: architect
task_id: t-1
session_id: s
sequence: 01
status: written
created: 2026-05-31
handoff_type: full
summary: "Traced <it> & mended"
tags: [a, b]
reviewed: true
nested: {x: 1}
nothing: null
---

Before.

# Title

## 1. What Was Done

It ` + "`works`" + `.

` + "```md\n## 2. No heading\n<!-- handoff-end -->\n```" + `

### Deeper

- # In a list

## Appendix

More.

<!-- handoff-end -->
`

func TestReportInPrompt(t *testing.T) {
	p := carried(t, "report", reportText)
	_, body, _ := strings.Cut(reportText, "---\n\n")
	if want := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(body), "<!-- handoff-end -->")); p.Detail() != want {
		t.Errorf("the detail is not the body:\n%s\nwant\n%s", p.Detail(), want)
	}
	if p.Summary() != "Traced <it> & mended" || p.Version() != 1 {
		t.Errorf("version %d, summary %q", p.Version(), p.Summary())
	}
	want := map[string]string{
		"agent_role": "architect", "task_id": "t-1", "session_id": "s", "sequence": "1", "status": "written",
		"created": "2026-05-31", "handoff_type": "full", "reviewed": "true",
	}
	for key, value := range want {
		if p.Data()[key] != value {
			t.Errorf("data %s is %q, want %q", key, p.Data()[key], value)
		}
	}
	if len(p.Data()) != len(want) {
		t.Errorf("data %v, want %v", p.Data(), want)
	}
}

// End markers, blank sections and white space alone in a line are not handed over, and an empty line is before each section.
func TestReportInPromptWithMarkersInside(t *testing.T) {
	text := strings.NewReplacer("## Appendix", "<!-- handoff-end -->\n\n## Appendix", "# Title\n\n", "# Title\n", "Done\n\nIt", "Done\n \t\nIt", "reviewed: true", `reviewed: " "`).Replace(reportText)
	p := carried(t, "report", text)
	if want := carried(t, "report", reportText).Detail(); p.Detail() != want {
		t.Errorf("the detail is\n%s\nwant\n%s", p.Detail(), want)
	}
	if _, said := p.Data()["reviewed"]; said {
		t.Errorf("data %v", p.Data())
	}
}

// A payload is not made of a damaged handoff, or of one without fields. Metadata that is a JSON file has no text
// around it.
func TestWhatIsNoPayload(t *testing.T) {
	for text, format := range map[string]document.Format{"{": "context", `{"a": `: "task", "# Where we are\n": "handover"} {
		if p := handoffOf(parse(format, text)); p != nil {
			t.Errorf("%q is %+v", text, p)
		}
	}
	task := carried(t, Task, `{"version": 2, "summary": "S", "detail": "D", "data": {"a": "b"}}`)
	if task.Version() != 2 || task.Summary() != "S" || task.Detail() != "D" || task.Data()["a"] != "b" {
		t.Errorf("a payload is %+v", task)
	}
	p := carried(t, "metadata", `{"agent": "a", "status": "complete", "files_modified": [null, "b.go"]}`)
	if p.Detail() != "## Files modified\n\n- null\n- b.go" {
		t.Errorf("the detail is %q", p.Detail())
	}
}

func TestContextInPrompt(t *testing.T) {
	p := carried(t, "context", `{
		"schema_version": 1, "task_id": "1717500000-x", "task_summary": "S",
		"key_findings": ["one\ntwo\r\n# b\rc", "three"], "relevant_files": ["a.go"], "constraints": [],
		"suggested_approach": "Do\n\n# it", "tdd": false, "extra": {"a": 1}, "count": 3,
		"previous_failure": {"reason": "tests-failed", "error_summary": "E\nF", "attempt": 1}}`)
	want := "## Key findings\n\n- one\n  two\n  # b\n  c\n- three\n\n## Relevant files\n\n- a.go\n\n## Suggested approach\n\nDo\n\n# it\n\n" +
		"## Previous failure\n\n- reason: tests-failed\n- error_summary: E\n  F\n- attempt: 1"
	if p.Detail() != want {
		t.Errorf("the detail is\n%s\nwant\n%s", p.Detail(), want)
	}
	if p.Summary() != "S" || len(p.Data()) != 3 || p.Data()["task_id"] != "1717500000-x" || p.Data()["tdd"] != "false" || p.Data()["count"] != "3" {
		t.Errorf("summary %q, data %v", p.Summary(), p.Data())
	}
}

const metadataText = "# Work\r\n\r\nDone.\r\n\r\n## Metadata\r\n\r\n```json\r\n" + `{
"agent": "dev", "next_phase": "of another program", "output_type": "o", "timestamp": "2026-05-31T12:21:29Z", "feature_directory": "f",
"skills_invoked": [], "library_skills_read": [], "source_files_verified": ["a.go:1-2"], "status": "blocked",
"handoff": {"next_agent": null, "next_phase": "testing", "context": "Know 3 things", "decisions": ["d"],
  "blockers": [{"type": "T", "description": "D\n## x", "resolution": "R"}]},
"verification": {"tests": {"run": 3, "list": [1, [2], {}, null]}}, "files_modified": ["b.go"]
}` + "\r\n```\r\n\r\nAfter.\r\n"

func TestMetadataInPrompt(t *testing.T) {
	p := carried(t, "metadata", metadataText)
	if p.Summary() != "Know 3 things" {
		t.Errorf("the summary is %q", p.Summary())
	}
	want := "## Blockers\n\n- {\"type\":\"T\",\"description\":\"D\\n## x\",\"resolution\":\"R\"}\n\n## Files modified\n\n- b.go\n\n" +
		"## Verification\n\n- tests: {\"run\":3,\"list\":[1, [2], {}, null]}\n\n" +
		"## Source files verified\n\n- a.go:1-2\n\n# Work\r\n\r\nDone.\n\nAfter."
	if p.Detail() != want {
		t.Errorf("the detail is\n%q\nwant\n%q", p.Detail(), want)
	}
	if p.Data()["next_phase"] != "testing" || p.Data()["status"] != "blocked" || p.Data()["next_agent"] != "" {
		t.Errorf("data %v", p.Data())
	}
}

// TestTableNamesFieldsThatAreThere checks that every field of the table is in the schema of its format.
func TestTableNamesFieldsThatAreThere(t *testing.T) {
	for format, from := range table.Load[sources]("render").From {
		schema := schemaOf(t, format)
		for _, field := range slices.Concat(from.Summary, slices.Collect(maps.Values(from.Data)), from.Drop) {
			hold(t, schema, field)
		}
		for _, part := range from.Detail {
			hold(t, schema, part.Field)
		}
	}
}

func schemaOf(t *testing.T, format document.Format) string {
	t.Helper()
	text := rules.SchemaSource(rules.BuiltIn().Format(string(format)))
	if format == "metadata" {
		text += "\nsummary?: phase?:" // of the phased profile
	}
	return text
}

func hold(t *testing.T, schema, path string) {
	t.Helper()
	if path == sectionsField || path == textField {
		return
	}
	for _, name := range strings.Split(path, ".") {
		if !regexp.MustCompile(`\b` + name + `[?!]:`).MatchString(schema) {
			t.Errorf("there is no field %s (%s)", name, path)
		}
	}
}
