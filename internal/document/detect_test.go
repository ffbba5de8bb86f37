package document

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/protocol"
)

// usualLimits are the catalogue's limits.
var usualLimits = Limits{Depth: 64, Values: 100_000, Lines: 100_000, Trailing: 2000}

func TestFormatAt(t *testing.T) {
	tests := map[string]Format{
		"":                                     Unknown,
		"-":                                    Unknown,
		"README.md":                            Unknown,
		"agent-handoffs/s1/01-writer.md":       Report,
		".claude/agent-handoffs/s1/notes.MD":   Report,
		"./.claude/agent-handoffs/s1/n.md":     Report,
		"/home/u/p/agent-handoffs/s1/n.md":     Report,
		`C:\p\.claude\agent-handoffs\s1\n.md`:  Report,
		"../agent-handoffs/s1/n.md":            Report,
		"agent-handoffs/n.md":                  Unknown, // no session folder
		"agent-handoffs/s1/deeper/n.md":        Unknown,
		"agent-handoffs/s1/n.md.done":          Unknown,
		"my-agent-handoffs/s1/n.md":            Unknown,
		"docs/context/1717500000-a.json":       Context,
		"docs/context/2026-05-31-a.JSON":       Context,
		`docs\context\1717500000-a.json`:       Context,
		"/docs/context/1717500000-a.json":      Context,
		"docs/context/a.json":                  Unknown,
		"docs/context/1-a.json":                Unknown,
		"context/1717500000-a.json":            Unknown, // of which project?
		"src/context/1717500000-a.json":        Unknown,
		"docs/context/old/1717500000-a.json":   Unknown,
		"docs/context.json":                    Unknown,
		"docs/context/1-a.md":                  Unknown,
		"agent-handoffs/s1/01-writer.markdown": Report,
		"agent-handoffs/s1/notes.txt":          Unknown,
		"/tmp/kelos-handoff.json":              Task,
		"KELOS-HANDOFF.JSON":                   Task,
		"docs/context/kelos-handoff.json":      Task,
		"my-kelos-handoff.json":                Unknown,
		"kelos-handoff.json.bak":               Unknown,
	}
	for path, want := range tests {
		if got := FormatAt(protocol.Path{Shown: path}); got != want {
			t.Errorf("FormatAt(%q) = %q, want %q", path, got, want)
		}
	}
}

const (
	reportText   = "---\nagent_role: writer\n---\n\n## 1. What Was Done\n\nAll of it.\n"
	metadataText = "# Review\n\n## Metadata\n\n```json\n{\"agent\": \"a\", \"output_type\": \"x\", \"status\": \"complete\"}\n```\n"
	contextText  = `{"task_id": "1-a", "task_summary": "s"}`
	taskText     = `{"summary": "s", "version": 1}`
	twoSections  = "## 1. What Was Done\n\nAll.\n\n## 2. Output Artifacts\n"
	logText      = "go\n" + payloadStart + "\n" + taskText + "\n" + payloadEnd + "\nok\n"
)

func TestDetect(t *testing.T) {
	tests := []struct {
		name  string
		path  string
		named bool
		as    Format
		text  string
		want  Format
	}{
		{"the flag beats place and content", "agent-handoffs/s/n.md", false, Task, reportText, Task},
		{"the flag decides for bytes that are not text", "agent-handoffs/s/n.md", false, Task, "\xff", Task},
		{"the place beats content", "agent-handoffs/s/n.md", false, Unknown, metadataText, Report},
		{"an empty report in its place", "agent-handoffs/s/n.md", false, Unknown, "", Report},
		{"an empty context file in its place", "docs/context/2026-05-31-a.json", false, Unknown, " \n", Context},
		{"an empty file elsewhere", "a.md", true, Unknown, "\ufeff\n", Unknown},
		{"a report by its front matter", "a.md", false, Unknown, reportText, Report},
		{"a report by handoff_type", "a.md", false, Unknown, "---\nhandoff_type: full\n---\n", Report},
		{"a report with broken YAML", "a.md", false, Unknown, "---\nagent_role: a\nb: [\n---\n" + twoSections, Report},
		{"a report whose front matter never closes", "a.md", false, Unknown, "---\nagent_role: a\n\n" + twoSections, Report},
		{"broken YAML with a report's key", "a.md", false, Unknown, "---\nagent_role: a\nb: [\n---\n", Unknown},
		{"front matter with a report's key that never closes", "a.md", true, Unknown, "---\nagent_role: a\n\ntext\n", Unknown},
		{"other front matter", "a.md", false, Unknown, "---\nname: skill\n---\n\nagent_role: no\n", Unknown},
		{"a rule, then the keys as text", "a.md", false, Unknown, "---\n\nagent_role: a\n", Unknown},
		{"a report on standard input", "-", true, Unknown, reportText, Report},
		{"a metadata block", "a.md", false, Unknown, metadataText, Metadata},
		{"a metadata block on standard input", "-", true, Unknown, metadataText, Metadata},
		{"a metadata object", "a.json", false, Unknown, `{"agent": "a", "skills_invoked": []}`, Metadata},
		{"a metadata object with other keys", "a.json", false, Unknown, `{"agent": "a", "library_skills_read": 1, "x": 2}`, Metadata},
		{"the settings of an agent", "a.json", true, Unknown, `{"agent": "a", "output_type": "markdown"}`, Unknown},
		{"some program's state", "a.json", true, Unknown, `{"agent": "a", "status": "x"}`, Unknown},
		{"metadata without its beginning", "a.json", true, Unknown, `ent": "a", "output_type": "x", "skills_invoked": []}`, Unknown},
		{"a context file in a fence", "a.json", true, Unknown, "```json\n" + contextText + "\n```", Unknown},
		{"the same at its place", "docs/context/1717500000-a.json", false, Unknown, "```json\n" + contextText + "\n```", Context},
		{"a task behind words", "a.json", true, Unknown, "Here it is: " + taskText, Unknown},
		{"a task behind a comment", "a.json", true, Unknown, "// x\n" + taskText, Unknown},
		{"other JSON that is broken", "a.json", false, Unknown, `{"paths": {"summary": "s", "data": {},}, "version": 1}`, Unknown},
		{"a list of metadata objects", "a.json", false, Unknown, `[{"agent": "a", "output_type": "x"}]`, Unknown},
		{"the name of a payload", "out/Kelos-Handoff.json", false, Unknown, `{}`, Task},
		{"a report without its first bytes", "a.md", false, Unknown, reportText[2:] + twoSections, Report},
		{"a report behind words", "a.md", false, Unknown, "Here:\n\n" + reportText + twoSections, Report},
		{"a report in a fence", "a.md", false, Unknown, "```\n" + reportText + "```\n", Unknown},
		{"a report in a fence, by its name", "01-a-report.md", false, Unknown, "```\n" + reportText + "```\n", Report},
		{"two sections of a report", "a.md", false, Unknown, "text\n## 1. What Was Done\n\na\n\n## 2. Output Artifacts\n", Report},
		{"two sections of a report in capitals", "a.md", false, Unknown, strings.ToUpper(twoSections), Report},
		{"one section of a report", "a.md", false, Unknown, "## 1. What Was Done\n\na\n\n## 2. Plans\n", Unknown},
		{"sections of a report under a title", "a.md", false, Unknown, "# T\n\n## 1. What Was Done\n\na\n\n## 2. Output Artifacts\n", Unknown},
		{"an empty file with a report's name", "01-a-report.md", false, Unknown, "\n", Report},
		{"a text with a report's name", "01-a-report.md", false, Unknown, "# A\n", Unknown},
		{"a year's report, empty", "2024-annual-report.md", false, Unknown, "\n", Unknown},
		{"an empty file with a task's name", "1717500000-a.json", false, Unknown, "", Unknown},
		{"sections of a report in a JSON file", "a.json", false, Unknown, twoSections, Unknown},
		{"sections of a report below other front matter", "a.md", false, Unknown, "---\nname: x\n---\n" + twoSections, Unknown},
		{"sections of a report after code", "a.md", false, Unknown, "```\nx\n```\n" + twoSections, Unknown},
		{"sections with longer titles", "a.md", false, Unknown, "## 1. Introduction of it all\n\n## 2. Results of it all, and more\n", Unknown},
		{"a report's keys in JSON", "a.json", false, Unknown, `{"agent_role": "a", "handoff_type": "full"}`, Unknown},
		{"a report's keys in the front matter of a JSON file", "a.json", false, Unknown, reportText, Unknown},
		{"a metadata block in a JSON file", "a.json", false, Unknown, metadataText, Unknown},
		{"a metadata object in a Markdown file", "a.md", false, Unknown, `{"agent": "a", "skills_invoked": []}`, Unknown},
		{"metadata's keys in front matter", "a.md", false, Unknown, "---\nagent: a\nskills_invoked: []\n---\n", Unknown},
		{"an agent alone", "a.json", false, Unknown, `{"agent": "a"}`, Unknown},
		{"a context file by its keys", "a.json", false, Unknown, contextText, Context},
		{"a task id alone", "a.json", false, Unknown, `{"task_id": "a"}`, Unknown},
		{"a context file with a key of another program", "a.json", true, Unknown, `{"id": 7, "task_id": "12", "key_findings": ["x"]}`, Unknown},
		{"a context file with a type of another program", "a.json", true, Unknown, `{"task_id": 12, "key_findings": ["x"]}`, Unknown},
		{"findings that are objects", "a.json", true, Unknown, `{"task_id": "12", "key_findings": [{"x": 1}]}`, Unknown},
		{"no failure before", "a.json", false, Unknown, `{"task_id": "12", "previous_failure": null, "tdd": true}`, Context},
		{"a context file, cut off", "a.json", true, Unknown, `{"task_id": "a", "key_findings": ["b", `, Unknown},
		{"a task by its keys", "a.json", false, Unknown, taskText, Task},
		{"a task without an extension", "kelos-handoff", false, Unknown, taskText, Task},
		{"a task with all keys", "a.json", false, Unknown, `{"summary": "s", "version": 1, "detail": "d", "data": {"a": "b"}, "handofflint": {"disable": ["x"]}}`, Task},
		{"a summary alone", "a.json", true, Unknown, `{"summary": "s"}`, Unknown},
		{"a summary with texts", "a.json", true, Unknown, `{"summary": "s", "data": {"a": "b"}}`, Unknown},
		{"the totals of a test report", "a.json", true, Unknown, `{"version": 1, "summary": {"total": 3}}`, Unknown},
		{"the answer of an API", "a.json", true, Unknown, `{"version": 1, "summary": "GET users", "data": {"users": []}}`, Unknown},
		{"a digest", "a.json", true, Unknown, `{"version": 1, "summary": "s", "items": []}`, Unknown},
		{"a manifest that was found", "a.json", false, Unknown, `{"summary": "s", "version": "1.4.0"}`, Unknown},
		{"a version of another type, named", "a.json", true, Unknown, `{"summary": "s", "version": "1"}`, Unknown},
		{"a list", "a.json", true, Unknown, `[1]`, Unknown},
		{"JSON that is broken before its second key, named", "a.json", true, Unknown,
			"{\"agent\": \"a\"\n \"status\": \"complete\"}", Unknown},
		{"a log", "build.log", false, Unknown, logText, Task},
		{"a log that ends in the payload", "build.log", false, Unknown, payloadStart + "\n{", Task},
		{"a log whose lines are JSON", "build.log", false, Unknown, "{\"level\": 1}\n" + logText, Task},
		{"markers in a string of a JSON file", "a.json", false, Unknown, `{"a": "` + payloadStart + `"}`, Unknown},
		{"markers in a list of JSON", "a.json", false, Unknown, `["` + payloadStart + `"]`, Unknown},
		{"markers in found documentation", "docs/kelos.md", false, Unknown, logText, Unknown},
		{"markers in a named file", "docs/kelos.md", true, Unknown, logText, Task},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := Input{Path: tt.path, Data: []byte(tt.text), As: tt.as, Named: tt.named}
			if got := Detect(in, usualLimits); got != tt.want {
				t.Errorf("Detect = %q, want %q", got, tt.want)
			}
			d := Parse(in, usualLimits)
			if d.Format != tt.want {
				t.Errorf("Parse has %q, want %q", d.Format, tt.want)
			}
			if isFault := tt.named && !strings.HasSuffix(tt.path, ".json"); tt.want == Unknown && d.Fatal != isFault {
				t.Errorf("it is a fault: %t", d.Fatal)
			}
		})
	}
}

// A file that is named like a task has the format of its place, whatever its content.
func TestDetectByATasksName(t *testing.T) {
	for _, name := range []string{"docs/context/1717500000-a.json", "a/docs/context/2026-05-31-a.json", `docs\context\1717500000-a.JSON`} {
		for _, text := range []string{`{"schema_version": 2, "task": "x"}`, "I could not do it.", "[1]", "", `{"agent": "a", "output_type": "x"}`} {
			if got := Detect(Input{Path: name, Data: []byte(text)}, usualLimits); got != Context {
				t.Errorf("%s with %q: Detect = %q", name, text, got)
			}
		}
	}
	for _, name := range []string{"docs/context/171750-a.json", "docs/1717500000-a.json", "docs/context/20260531-a.json", "src/context/1717500000-a.json"} {
		if got := Detect(Input{Path: name, Data: []byte("[1]")}, usualLimits); got != Unknown {
			t.Errorf("%s: Detect = %q", name, got)
		}
	}
}

// A folder named context proves nothing: most repositories with one have no handoffs.
func TestDetectInAContextFolder(t *testing.T) {
	for text, want := range map[string]Format{
		contextText:            Context,
		`{"key_findings": []}`: Unknown,
		`{"task_id": "1717500000-a", "schema_version": 3}`: Unknown,
		`{"compilerOptions": {}}`:                          Unknown,
		`[1, 2]`:                                           Unknown,
		`{"key_findings": [1,, "b"`:                        Unknown,
		"":                                                 Unknown,
		`{"agent": "a", "skills_invoked": []}`:             Metadata,
	} {
		if got := Detect(Input{Path: "src/context/a.json", Data: []byte(text)}, usualLimits); got != want {
			t.Errorf("%s: Detect = %q, want %q", text, got, want)
		}
	}
}

func TestDetectFoundBlock(t *testing.T) {
	block := "```json\n{\"agent\": \"a\", \"status\": \"complete\", \"phase\": \"x\"}\n```\n"
	tests := []struct {
		name string
		text string
		want Format
	}{
		{"under a heading", "## Metadata\n" + block, Metadata},
		{"under a numbered heading in capitals", "### 11. OUTPUT METADATA (JSON)\n\n\n" + block, Metadata},
		{"under dashes", "text\n\n---\n\n" + block, Metadata},
		{"under dashes and a directive", "text\n\n---\n\n<!-- handofflint-disable a -->\n" + block, Metadata},
		{"under another heading", "## Example\n\n" + block, Unknown},
		{"under a word that only holds it", "## Metadatabase\n\n" + block, Unknown},
		{"under an introduction", "## Metadata\n\n" + strings.Repeat("é", 300) + "\n\n" + block, Metadata},
		{"under a long introduction", "## Metadata\n\n" + strings.Repeat("é", 301) + "\n\n" + block, Unknown},
		{"under text below dashes", "text\n\n---\n\nFor example:\n\n" + block, Unknown},
		{"under a details tag", "---\n\n<details open>\n\n" + block + "\n</details>\n", Metadata},
		{"in a fence of the same length", "## Metadata\n\n```markdown\n" + block + "```\n", Metadata},
		{"under a heading in between", "## Metadata\n\n### Example\n\n" + block, Unknown},
		{"at the very start", block, Unknown},
		{"1,999 characters before the end", "---\n" + block + "\n" + strings.Repeat("é", 1999) + "\n", Metadata},
		{"2,000 characters before the end", "---\n" + block + "\n" + strings.Repeat("é", 2000) + "\n", Unknown},
		{"the last of two decides", "---\n" + block + "## Example\n" + block, Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := Input{Path: "a.md", Data: []byte(tt.text)}
			if got := Detect(in, usualLimits); got != tt.want {
				t.Errorf("found: %q, want %q", got, tt.want)
			}
			in.Named = true
			if got := Detect(in, usualLimits); got != Metadata {
				t.Errorf("named: %q, want metadata", got)
			}
		})
	}
}

// An agent and a status are common in the answers of APIs: such an object counts only in a file that was
// named, and only if there is no better one.
func TestDetectOnlyStatus(t *testing.T) {
	weak := "## Metadata\n\n```json\n" + object + "\n```\n"
	broken := "## Metadata\n\n```json\n{\"agent\": \"a\", \"status\": \"x\",}\n```\n"
	for _, text := range []string{weak, broken, "---\n\n```json\n{\"agent\": \"a\", \"status\": \"x\", \"id\": 7}\n```\n"} {
		if got := Detect(Input{Path: "a.md", Data: []byte(text)}, usualLimits); got != Unknown {
			t.Errorf("%q, found: %q", text, got)
		}
		if got := Detect(Input{Path: "a.md", Data: []byte(text), Named: true}, usualLimits); got != Metadata {
			t.Errorf("%q, named: %q", text, got)
		}
	}
	d := Parse(Input{Path: "a.md", Data: []byte(metadataText + "\n" + weak)}, usualLimits)
	if d.Format != Metadata || len(d.Body.Blocks) != 1 || d.Data().Field("output_type") == nil {
		t.Errorf("beside a better one: %q, faults %v", d.Format, faultsOf(d))
	}
}
