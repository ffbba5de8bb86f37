package prompt

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func TestOutputs(t *testing.T) {
	const s, e = outputsStart, outputsEnd
	tests := []struct{ name, log, lines, results, bad string }{
		{"no markers", "branch: x\n", "", "", ""},
		{"a pair", "a: 0\n" + s + "\nbranch: x\npr: https://a: b\n" + e + "\nc: 1\n", "branch: x|pr: https://a: b", "branch=x pr=https://a: b", ""},
		{"on one line, behind a prefix", "12:00 " + s + " a: 1 " + e, "a: 1", "a=1", ""},
		{"CRLF and blank lines", s + "\r\n a: 1\r\n\r\n" + e, "a: 1", "a=1", ""},
		{"equal keys", s + "\na: 1\na: 2\n" + e, "a: 1|a: 2", "a=2", ""},
		{"no key, no value, no space", s + "\n: 1\na: \nb:2\nc\n" + e, ": 1|a:|b:2|c", "", ""},
		{"the last pair", s + "\na: 1\n" + e + s + "\na: 2\n" + e, "a: 2", "a=2", ""},
		{"the last START before the last END", s + "\na: 1\n" + s + "\na: 2\n" + e, "a: 2", "a=2", ""},
		{"nothing between", s + e, "", "", ""},
		{"cut off", "é\nx " + s + "\na: 1\n", "", "", "2:3: the log was cut off"},
		{"cut off after a pair", s + "\na: 1\n" + e + "\n" + s, "", "", "4:1: the log was cut off"},
		{"END alone", "x\n" + e, "", "", "2:1: the log was cut off"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines, err := outputs(text.NewSource([]byte(tt.log)))
			if (err == nil) != (tt.bad == "") || err != nil && !strings.Contains(err.Error(), tt.bad) {
				t.Fatalf("the error is %v, want %q", err, tt.bad)
			}
			if got := strings.Join(lines, "|"); got != tt.lines {
				t.Errorf("lines %q, want %q", got, tt.lines)
			}
			found := results(lines)
			var pairs []string
			for _, key := range slices.Sorted(maps.Keys(found)) {
				pairs = append(pairs, key+"="+found[key])
			}
			if got := strings.Join(pairs, " "); got != tt.results {
				t.Errorf("results %q, want %q", got, tt.results)
			}
		})
	}
}

func FuzzOutputs(f *testing.F) {
	f.Add(outputsStart + "\na: 1\n" + outputsEnd)
	f.Add(outputsEnd + outputsStart + "\n: \n")
	f.Fuzz(func(t *testing.T, log string) {
		lines, err := outputs(text.NewSource([]byte(log)))
		if err != nil && len(lines) > 0 {
			t.Errorf("both lines and %v", err)
		}
		if len(results(lines)) > len(lines) {
			t.Error("more results than lines")
		}
	})
}

func TestCheckName(t *testing.T) {
	for name, ok := range map[string]bool{
		"investigate": true, "a.b-c_D9": true, "": false, "a b": false, "a\x1b": false, "é": false, "a=b": false,
		strings.Repeat("a", 253): true, strings.Repeat("a", 254): false,
	} {
		if err := CheckName(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestReadDependency reads one file of each kind.
func TestReadDependency(t *testing.T) {
	const handoff = "---KELOS_HANDOFF_START---\n{\"summary\": \"S\", \"detail\": \"D\", \"data\": {\"k\": \"v\"}}\n---KELOS_HANDOFF_END---\n"
	const outs = "---KELOS_OUTPUTS_START---\nbranch: b\n---KELOS_OUTPUTS_END---\n"
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
		{"nothing", "a.log", "", true, "", "", "", ""},
		{"a context file", "c.json", `{"schema_version": 1, "task_id": "1717500000-k", "task_summary": "S", "key_findings": ["F"], "k": "v"}`, false, "S", "## Key findings\n\n- F", "v", ""},
	}
	table, err := rules.LoadConversions()
	if err != nil {
		t.Fatal(err)
	}
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := ReadInput(document.Input{Path: tt.path, Data: []byte(tt.text), Named: true}, engine.Limits().Limits)
			if got := LeftNothing(doc); got != tt.nothing {
				t.Errorf("LeftNothing is %v", got)
			}
			d, err := ReadDependency(table, "n", doc)
			if err != nil {
				t.Fatal(err)
			}
			if (d.Handoff == nil) != tt.nothing {
				t.Fatalf("the handoff is %v", d.Handoff)
			}
			if d.Handoff != nil && (d.Handoff.Summary != tt.summary || d.Handoff.Detail != tt.detail || d.Handoff.Data["k"] != tt.value) {
				t.Errorf("the handoff is %+v", *d.Handoff)
			}
			if d.Results["branch"] != tt.results {
				t.Errorf("the results are %v", d.Results)
			}
		})
	}
}

// TestBrokenFilesLeftSomething holds that a damaged handoff is never taken for
// none.
func TestBrokenFilesLeftSomething(t *testing.T) {
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string]string{
		"empty.json": "", "other.json": `{"x": 1}`, "text.md": "# Report\n", "cut.log": "---KELOS_HANDOFF_START---\n{",
		"end.log": "x ---KELOS_HANDOFF_END---", "latin.log": "\xe9", "broken.log": "---KELOS_HANDOFF_START---{---KELOS_HANDOFF_END---",
		"open.txt": "---\nagent_role: x\n", "json.txt": `{"summary": "S", "detail": 1,}`,
	} {
		doc := ReadInput(document.Input{Path: path, Data: []byte(data), Named: true}, engine.Limits().Limits)
		if LeftNothing(doc) {
			t.Errorf("%s is taken for a log without a handoff: %+v", path, doc.Faults)
		}
	}
}
