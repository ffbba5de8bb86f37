package payload

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

func TestDependencyOutputs(t *testing.T) {
	s, e := OutputsMarkers.Start, OutputsMarkers.End
	tests := []struct {
		name, log, lines, results string
		state                     document.MarkedState
	}{
		{"no markers", "branch: x\n", "", "", document.Unmarked},
		{"a pair", "a: 0\n" + s + "\nbranch: x\npr: https://a: b\n" + e + "\nc: 1\n", "branch: x|pr: https://a: b", "branch=x pr=https://a: b", document.Paired},
		{"on one line, behind a prefix", "12:00 " + s + " a: 1 " + e, "a: 1", "a=1", document.Paired},
		{"CRLF and blank lines", s + "\r\n a: 1\r\n\r\n" + e, "a: 1", "a=1", document.Paired},
		{"equal keys", s + "\na: 1\na: 2\n" + e, "a: 1|a: 2", "a=2", document.Paired},
		{"no key, no value, no space", s + "\n: 1\na: \nb:2\nc\n" + e, ": 1|a:|b:2|c", "", document.Paired},
		{"the last pair", s + "\na: 1\n" + e + s + "\na: 2\n" + e, "a: 2", "a=2", document.Paired},
		{"nothing between", s + e, "", "", document.Paired},
		{"cut off", "é\nx " + s + "\na: 1\n", "", "", document.CutOff},
		{"END alone", "x\n" + e, "", "", document.Headless},
		{"noise that is no text", "\xff\x00\n" + s + "\na: 1\n" + e, "a: 1", "a=1", document.Paired},
		{"behind lines of objects", "{\"a\": 1}\n{\"b\": 2}\n" + s + "\na: 1\n" + e, "a: 1", "a=1", document.Paired},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			left, fault := ReadTaskOutput(document.Input{Path: "a.log", Named: true, Data: []byte(tt.log)}, testEngine(t).Limits())
			if fault != nil || left.Outputs.State != tt.state || left.Doc != nil {
				t.Fatalf("state %d, %v", left.Outputs.State, fault)
			}
			d := left.Dependency("a")
			if got := strings.Join(d.Outputs, "|"); got != tt.lines {
				t.Errorf("lines %q, want %q", got, tt.lines)
			}
			var pairs []string
			for _, key := range slices.Sorted(maps.Keys(d.Results)) {
				pairs = append(pairs, key+"="+d.Results[key])
			}
			if got := strings.Join(pairs, " "); got != tt.results {
				t.Errorf("results %q, want %q", got, tt.results)
			}
		})
	}
}

func testEngine(t testing.TB) *rules.Engine {
	t.Helper()
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// TestReadDependency reads one file of each kind.
func TestReadDependency(t *testing.T) {
	const handoff = "---KELOS_HANDOFF_START---\n{\"summary\": \"S\", \"detail\": \"D\", \"data\": {\"k\": \"v\"}}\n---KELOS_HANDOFF_END---\n"
	const outs = "---KELOS_OUTPUTS_START---\nbranch: b\n---KELOS_OUTPUTS_END---\n"
	const block = "## Metadata\n\n```json\n{\"agent\": \"a\", \"status\": \"complete\", \"summary\": \"M\"}\n```\n"
	tests := []struct {
		name, path, text                string
		nothing                         bool
		summary, detail, value, results string
	}{
		{"a payload", "p.json", `{"version": 2, "summary": "S", "detail": "D", "data": {"k": "v"}}`, false, "S", "D", "v", ""},
		{"a payload that quotes markers", "p.json", `{"version": 2, "summary": "S", "detail": "---KELOS_OUTPUTS_START---"}`, false, "S", "---KELOS_OUTPUTS_START---", "", ""},
		{"a log", "a.log", "x\n" + outs + handoff, false, "S", "D", "v", "b"},
		{"a log, handoff first", "a.log", handoff + outs, false, "S", "D", "v", "b"},
		{"a log without handoff", "a.log", "x\n" + outs, true, "", "", "", "b"},
		{"a log with an empty payload", "a.log", outs + "---KELOS_HANDOFF_START---\n \n---KELOS_HANDOFF_END---", true, "", "", "", "b"},
		{"a log of objects that quote handoffs", "a.log", `{"type": "read", "text": "\"task_id\": \"task_summary\": 1"}` + "\n" + outs + handoff, false, "S", "D", "v", "b"},
		{"a log of objects without a handoff", "a.log", `{"type": "read", "text": "\"task_id\": \"task_summary\": 1"}` + "\n{}\n", true, "", "", "", ""},
		{"a log that shows a metadata block", "a.log", block + outs + handoff, false, "S", "D", "v", "b"},
		{"an output with a metadata block, in a log", "a.log", block + outs, false, "M", "", "", "b"},
		{"text around it", "a.log", "Done.\n\n" + block + outs + "exit 0\n", false, "M", "Done.\n\nexit 0", "", "b"},
		{"nothing", "a.log", "", true, "", "", "", ""},
		{"a context file", "docs/context/1717500000-k.json", `{"schema_version": 1, "task_id": "1717500000-k", "task_summary": "S", "key_findings": ["F"], "k": "v"}`, false, "S", "## Key findings\n\n- F", "v", ""},
	}
	engine := testEngine(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			left, fault := ReadTaskOutput(document.Input{Path: tt.path, Named: true, Data: []byte(tt.text)}, engine.Limits())
			if fault != nil {
				t.Fatal(fault)
			}
			if got := (left.Doc == nil); got != tt.nothing {
				t.Errorf("no handoff: %v", got)
			}
			d := left.Dependency("n")
			if (d.Handoff == nil) != tt.nothing {
				t.Fatalf("the handoff is %v", d.Handoff)
			}
			if d.Handoff != nil && (d.Handoff.Summary() != tt.summary || d.Handoff.Detail() != tt.detail || d.Handoff.Data()["k"] != tt.value) {
				t.Errorf("the handoff is %+v", *d.Handoff)
			}
			if d.Results["branch"] != tt.results {
				t.Errorf("the results are %v", d.Results)
			}
		})
	}
}

// TestBrokenFilesLeftSomething holds that a damaged handoff never counts as none.
func TestBrokenFilesLeftSomething(t *testing.T) {
	engine := testEngine(t)
	for path, data := range map[string]string{
		"empty.json": "", "other.json": `{"x": 1}`, "text.md": "# Report\n", "cut.log": "---KELOS_HANDOFF_START---\n{",
		"end.log": "x ---KELOS_HANDOFF_END---", "broken.log": "---KELOS_HANDOFF_START---{---KELOS_HANDOFF_END---",
		"two.log": `{"version": 1, "summary": "S"}` + "\n" + `{"version": 1, "summary": "T"}`, "open.txt": "---\nagent_role: x\n\n## 1. What Was Done\n\n## 2. Output Artifacts\n", "json.txt": `{"summary": "S", "detail": 1,}`,
	} {
		left, fault := ReadTaskOutput(document.Input{Path: path, Named: true, Data: []byte(data)}, engine.Limits())
		if fault != nil || (left.Doc == nil) {
			t.Errorf("%s is taken for a log without a handoff: %v", path, fault)
		}
	}
}
