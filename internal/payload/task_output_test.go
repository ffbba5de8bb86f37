package payload

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

const (
	mebibyte = 1 << 20
	paid     = "---KELOS_HANDOFF_START---\n{\"version\": 1, \"summary\": \"S\"}\n---KELOS_HANDOFF_END---\n"
	branched = "---KELOS_OUTPUTS_START---\nbranch: b\n---KELOS_OUTPUTS_END---\n"
	blocked  = "## Metadata\n\n```json\n{\"agent\": \"a\", \"status\": \"complete\"}\n```\n"
)

// TestLongLogs holds that only the payload of a log is bounded, and that nothing else over the limit counts
// as a log.
func TestLongLogs(t *testing.T) {
	lines := strings.Repeat("a log\xff\n", mebibyte/4)
	objects := strings.Repeat("{\"text\": \"\\\"task_id\\\": \\\"task_summary\\\": x\"}\n", mebibyte/16)
	tests := []struct {
		name, path, text string
		large            bool
		summary, branch  string
	}{
		{"a payload at the end", "a.log", lines + branched + paid, false, "S", "b"},
		{"a payload at the beginning", "a.log", branched + paid + lines, false, "S", "b"},
		{"behind objects that quote handoffs", "a.log", objects + branched + paid, false, "S", "b"},
		{"outputs alone", "a.log", lines + branched, false, "", "b"},
		{"nothing", "<stdin>", lines, false, "", ""},
		{"a log that shows a metadata block", "a.log", lines + blocked + paid, false, "S", ""},
		{"an output with a metadata block", "a.log", lines + blocked, true, "", ""},
		{"JSON by its name", "a.json", lines + paid, true, "", ""},
		{"Markdown by its name", "A.MD", lines + paid, true, "", ""},
		{"a report by its place", ".claude/agent-handoffs/s/01-a-report.md", lines, true, "", ""},
		{"a report", "a.txt", "---\nagent_role: a\n---\n" + lines + paid, true, "", ""},
		{"UTF-16", "a.log", "\xff\xfe" + lines, true, "", ""},
		{"UTF-16 of the other order", "a.log", "\xfe\xff" + lines, true, "", ""},
		{"one object that quotes markers", "<stdin>", `{"text": "` + strings.Repeat("x", mebibyte) + strings.ReplaceAll(paid, `"`, "") + `"}`, true, "", ""},
	}
	engine := testEngine(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			left, fault := ReadTaskOutput(document.Input{Path: tt.path, Named: true, Data: []byte(tt.text)}, engine.Limits())
			if tt.large {
				if fault == nil || fault.Rule != document.RuleTooLarge {
					t.Errorf("the fault is %v", fault)
				}
				return
			}
			if fault != nil || (left.Doc == nil) != (tt.summary == "") {
				t.Fatalf("no handoff: %v, %v", (left.Doc == nil), fault)
			}
			d := left.Dependency("a")
			if d.Name != "a" || d.Results["branch"] != tt.branch || d.Handoff != nil && d.Handoff.Summary() != tt.summary {
				t.Errorf("got %+v", d)
			}
			if left.Doc != nil && left.Doc.Input.Path != tt.path {
				t.Errorf("the handoff is of %q", left.Doc.Input.Path)
			}
		})
	}
}

// TestNamedHandoffs checks that a file is not read as a log if its name or the user says that it is a handoff.
func TestNamedHandoffs(t *testing.T) {
	engine := testEngine(t)
	for _, tt := range []struct {
		in   document.Input
		want document.Format
	}{
		{document.Input{Path: "a.md", Data: []byte("Done.\n" + branched)}, document.Unknown},
		{document.Input{Path: "a.log", As: "report", Data: []byte(paid)}, "report"},
		{document.Input{Path: "a.log", As: "context", Data: []byte(paid)}, "context"},
		{document.Input{Path: "docs/context/1717500000-a.json", Data: []byte("Done.\n" + paid)}, "context"},
		{document.Input{Path: "a.json", Data: []byte("{}\n{}\n")}, Task},
		{document.Input{Path: "a.log", Data: []byte("{}")}, Task},
		{document.Input{Path: "a.log", Data: []byte("\uFEFF\n{}")}, Task},
	} {
		if left, _ := ReadTaskOutput(tt.in, engine.Limits()); left.Doc == nil || left.Doc.Format != tt.want {
			t.Errorf("%s with %q is a log, or no %q", tt.in.Path, tt.in.Data, tt.want)
		}
	}
	if left, _ := ReadTaskOutput(document.Input{Path: "a.log", Data: []byte("{}\n{}\n")}, engine.Limits()); left.Doc != nil {
		t.Error("objects on lines are no log")
	}
}

// TestBlockBelowOutputs holds that a metadata block below the outputs of a log keeps its line.
func TestBlockBelowOutputs(t *testing.T) {
	left, _ := ReadTaskOutput(document.Input{Path: "a.log", Named: true, Data: []byte(branched + blocked)}, testEngine(t).Limits())
	if at := left.Doc.Source.Pos(left.Doc.Body.Blocks[0].Start); at.Line != 7 {
		t.Errorf("it is at %+v", at)
	}
}

// TestLongPayload holds that a payload over the limit is reported.
func TestLongPayload(t *testing.T) {
	log := "x\n" + HandoffMarkers.Start + strings.Repeat("x", mebibyte+1) + HandoffMarkers.End
	left, fault := ReadTaskOutput(document.Input{Path: "a.log", Named: true, Data: []byte(log)}, testEngine(t).Limits())
	if fault != nil || !left.Handoff.Long || left.Doc != nil {
		t.Errorf("got %+v, %v", left.Doc, fault)
	}
}

// FuzzReadTaskOutput holds that any output is read without a panic, and the content of its markers is found
// or is an error.
func FuzzReadTaskOutput(f *testing.F) {
	for _, log := range []string{"", "{", "{}\n{}", branched + paid, blocked + branched, "---\nagent_role: x\n", "\ufeff{\"task_id\": 1}", paid[:40]} {
		f.Add("a.log", log)
		f.Add("a.json", log)
	}
	engine := testEngine(f)
	f.Fuzz(func(t *testing.T, path, log string) {
		left, fault := ReadTaskOutput(document.Input{Path: path, Named: true, Data: []byte(log)}, engine.Limits())
		if fault != nil {
			t.Fatalf("%q is not read: %v", log, fault)
		}
		if left.Doc != nil {
			return
		}
		if d := left.Dependency("a"); d.Handoff != nil || len(d.Results) > len(d.Outputs) {
			t.Errorf("%q left nothing, and has %+v", log, d)
		}
	})
}
