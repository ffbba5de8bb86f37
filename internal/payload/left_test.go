package payload

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/handofflint/handofflint/internal/document"
)

const (
	mebibyte = 1 << 20
	paid     = "---KELOS_HANDOFF_START---\n{\"version\": 1, \"summary\": \"S\"}\n---KELOS_HANDOFF_END---\n"
	branched = "---KELOS_OUTPUTS_START---\nbranch: b\n---KELOS_OUTPUTS_END---\n"
	blocked  = "## Metadata\n\n```json\n{\"agent\": \"a\", \"status\": \"complete\"}\n```\n"
)

// TestLongLogs holds that of a log the payload alone is bounded, and that
// nothing else over the limit is taken for a log.
func TestLongLogs(t *testing.T) {
	lines := strings.Repeat("a log\xff\n", mebibyte/4)
	objects := strings.Repeat("{\"text\": \"\\\"task_id\\\": \\\"task_summary\\\": x\"}\n", mebibyte/16)
	tests := []struct {
		name, path, text string
		says             string // the error, "" for none
		summary, branch  string
	}{
		{"a payload at the end", "a.log", lines + branched + paid, "", "S", "b"},
		{"a payload at the beginning", "a.log", branched + paid + lines, "", "S", "b"},
		{"behind objects that quote handoffs", "a.log", objects + branched + paid, "", "S", "b"},
		{"outputs alone", "a.log", lines + branched, "", "", "b"},
		{"nothing", "<stdin>", lines, "", "", ""},
		{"a log that shows a metadata block", "a.log", lines + blocked + paid, "", "S", ""},
		{"an output with a metadata block", "a.log", lines + blocked, "line 262147 begins a metadata block", "", ""},
		{"JSON by its name", "a.json", lines + paid, "larger", "", ""},
		{"Markdown by its name", "A.MD", lines + paid, "larger", "", ""},
		{"a report by its place", ".claude/agent-handoffs/s/01-a-report.md", lines, "larger", "", ""},
		{"a report", "a.txt", "---\nagent_role: a\n---\n" + lines + paid, "larger", "", ""},
		{"one object that quotes markers", "<stdin>", `{"text": "` + strings.Repeat("x", mebibyte) + strings.ReplaceAll(paid, `"`, "") + `"}`, "larger", "", ""},
	}
	engine := testEngine(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			left, err := ReadLeft(strings.NewReader(tt.text), document.Input{Path: tt.path, Named: true}, engine.Limits())
			if tt.says != "" {
				if err == nil || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("the error is %v, want %q", err, tt.says)
				}
				return
			}
			if err != nil || left.LeftNothing() != (tt.summary == "") {
				t.Fatalf("LeftNothing is %v, %v", left.LeftNothing(), err)
			}
			d := left.Dependency(nil, "a")
			if d.Results["branch"] != tt.branch || d.Handoff != nil && d.Handoff.Summary != tt.summary {
				t.Errorf("got %+v", d)
			}
		})
	}
}

// TestLongPayload: what is over the limit between the markers is told.
func TestLongPayload(t *testing.T) {
	log := "x\n" + document.HandoffMarkers.Start + strings.Repeat("x", mebibyte+1) + document.HandoffMarkers.End
	left, err := ReadLeft(strings.NewReader(log), document.Input{Path: "a.log", Named: true}, testEngine(t).Limits())
	if err != nil || !left.Handoff.Long || left.Doc != nil || left.LeftNothing() {
		t.Errorf("got %+v, %v", left.Doc, err)
	}
}

func TestBrokenStream(t *testing.T) {
	broken := errors.New("input/output error")
	for _, log := range []string{"", strings.Repeat("x\n", mebibyte)} {
		r := io.MultiReader(strings.NewReader(log), iotest.ErrReader(broken))
		if _, err := ReadLeft(r, document.Input{Path: "a.log"}, testEngine(t).Limits()); !errors.Is(err, broken) {
			t.Errorf("got %v, want the stream's error", err)
		}
	}
}

// FuzzReadLeft: whatever a task leaves, it is read without a panic, and what its
// markers hold is found, or is an error.
func FuzzReadLeft(f *testing.F) {
	for _, log := range []string{"", "{", "{}\n{}", branched + paid, blocked + branched, "---\nagent_role: x\n", "\ufeff{\"task_id\": 1}", paid[:40]} {
		f.Add("a.log", log)
		f.Add("a.json", log)
	}
	engine := testEngine(f)
	f.Fuzz(func(t *testing.T, path, log string) {
		left, err := ReadLeft(strings.NewReader(log), document.Input{Path: path, Named: true}, engine.Limits())
		if err != nil || left.Doc == nil {
			t.Fatalf("%q is not read: %v", log, err)
		}
		if !left.LeftNothing() {
			return
		}
		if d := left.Dependency(nil, "a"); d.Handoff != nil || len(d.Results) > len(d.Outputs) {
			t.Errorf("%q left nothing, and has %+v", log, d)
		}
	})
}
