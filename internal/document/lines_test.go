package document

import "testing"

func TestTooManyLines(t *testing.T) {
	limits := Limits{Depth: 64, Values: 100, Lines: 3}
	tests := []struct {
		name, text string
		as         Format
		variant    string
		lines      string
	}{
		{"as many as are read", "{\n}\n", Context, "", ""},
		{"a line more", "{\n\n}\n", Context, "lines", "4"},
		{"Markdown", "a\nb\r\nc\nd", Format("handover"), "lines", "4"},
		{"in a value", `{"a": "b\nc\nd\ne"}`, Context, "lines-in-values", "4"},
		{"by their code", `{"a": "b\u000ac\u000Ad\ne"}`, Context, "lines-in-values", "4"},
		{"by a code of YAML", "---\na: \"\\x0a\\x0A\\U0000000a\\U0000000A\"\n---", Report, "lines-in-values", "7"},
	}
	for _, tt := range tests {
		d := Parse(Input{Path: "a.md", Data: []byte(tt.text), As: tt.as, Named: true}, limits)
		var got Fault
		for _, f := range d.Faults {
			if f.Rule == RuleTooLarge {
				got = f
			}
		}
		if got.Variant != tt.variant || got.Values["lines"] != tt.lines {
			t.Errorf("%s: %q with %q lines, want %q with %q", tt.name, got.Variant, got.Values["lines"], tt.variant, tt.lines)
		}
		if tt.variant != "" && !d.Fatal {
			t.Errorf("%s: not fatal", tt.name)
		}
	}
}

// Too many lines in a file that was found are reported only if it is a handoff.
func TestTooManyLinesOfAFoundFile(t *testing.T) {
	limits := Limits{Depth: 64, Values: 100, Lines: 3}
	for path, want := range map[string]int{"README.md": 0, "agent-handoffs/s/01-dev-report.md": 1} {
		if d := Parse(Input{Path: path, Data: []byte("a\n\n\n\nb\n")}, limits); len(d.Faults) != want {
			t.Errorf("%s: %v", path, d.Faults)
		}
	}
}
