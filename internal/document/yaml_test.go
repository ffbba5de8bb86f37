package document

import (
	"fmt"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

func TestYAMLScalars(t *testing.T) {
	tests := []struct{ in, want string }{
		// The core schema, YAML 1.2.2 section 10.3.2.
		{"", `null`}, {"~", `null`}, {"null", `null`}, {"Null", `null`}, {"NULL", `null`}, {"nULL", `"nULL"`},
		{"true", `true`}, {"True", `true`}, {"TRUE", `true`}, {"false", `false`}, {"False", `false`}, {"FALSE", `false`},
		{"yes", `"yes"`}, {"no", `"no"`}, {"on", `"on"`}, {"Off", `"Off"`}, {"y", `"y"`}, {"tRUE", `"tRUE"`},
		{"0", `0`}, {"12", `12`}, {"-7", `-7`}, {"+7", `7`}, {"-0", `0`},
		{"01", `1`}, {"08", `8`}, {"010", `10`}, {"-007", `-7`}, {"000", `0`},
		{"0x1F", `"0x1F"`}, {"0o17", `"0o17"`},
		{"123456789012345678901234567890", `123456789012345678901234567890`},
		{"0b11", `"0b11"`}, {"1_000", `"1_000"`},
		{"1.5", `1.5f`}, {"-1.5e+3", `-1.5e+3f`}, {".5", `0.5f`}, {"1.", `1`}, {"2.0", `2`}, {"+.5E3", `0.5e3f`}, {"01.50", `1.50f`}, {"1e3", `1e3f`}, {"1.e3", `1e3f`}, {"15e-1", `15e-1f`},
		{".inf", `".inf"`}, {"-.INF", `"-.INF"`}, {".nan", `".nan"`},
		{".", `"."`}, {"1.2.3", `"1.2.3"`}, {"1e", `"1e"`}, {"+", `"+"`}, {"12:30", `"12:30"`},
		{"2026-05-31", `"2026-05-31"`}, {"2026-05-31T12:00:00Z", `"2026-05-31T12:00:00Z"`},

		// Quotes and block styles make strings.
		{`"12"`, `"12"`}, {`'true'`, `"true"`}, {`""`, `""`}, {"|\n  12", `"12\n"`}, {">-\n  ~", `"~"`},
		{`"\x41\u00e9\t\
  b"`, `"Aé\tb"`},
	}
	for _, test := range tests {
		_, root, faults := parseYAMLText("v: " + test.in)
		if len(faults) > 0 {
			t.Errorf("%q: %v", test.in, faults)
			continue
		}
		if got := render(root.Field("v")); got != test.want {
			t.Errorf("%q is %s, want %s", test.in, got, test.want)
		}
	}
}

func TestYAMLSpans(t *testing.T) {
	for in, want := range map[string]string{
		"v:\nb: 1": "2:3 ", "v:\n\n# c\nb: 1": "2:3 ", "v: # c\n": "2:3 ", "v:\n  x": "3:3 x", "v:\n  x\n  y\nb: 1": "3:3 x\n  y", "v:\n  \"\"": "3:3 \"\"", "\ufeffv: x": "2:5 x", "v: {}": "2:4 {}", "v:\n- 1\n- 2": "3:1 - 1\n- 2", "v: [a: 1, b] ": "2:4 [a: 1, b]", "v: {a: {b: 1 } } ": "2:4 {a: {b: 1 } }", "v:\n  a: 1\nb: 2": "3:3 a: 1",
	} {
		src, root, faults := parseYAMLText(in)
		at := root.Field("v").Value
		pos := src.Pos(at.Start)
		if got := fmt.Sprintf("%d:%d %s", pos.Line, pos.Column, src.Slice(at)); got != want || faults != nil {
			t.Errorf("%q is at %q, want %q", in, got, want)
		}
	}
	if _, _, faults := ParseYAML([]byte("a: 1"), Limits{Depth: 1, Values: 9}); faults != nil {
		t.Errorf("a scalar is no level: %v", faults)
	}
}

func TestYAMLKeys(t *testing.T) {
	tests := []struct{ in, want string }{
		{"1: a\n~: b\ntrue: c", `{"1":"a" "~":"b" "true":"c"}`},
		{"0x10: a\n2026-05-31: b", `{"0x10":"a" "2026-05-31":"b"}`},
		{"?\n: a", `{"":"a"}`},
		{"\"a\\tb\": 1\n'it''s': 2", `{"a\tb":1 "it's":2}`},
		{"? a\n: 1\n? b\n", `{"a":1 "b":null}`},
		{`"<<": {a: 1}`, `{"<<":{"a":1}}`},
		{"a: <<", `{"a":"<<"}`},
	}
	for _, test := range tests {
		_, root, faults := parseYAMLText(test.in)
		if got := render(root); got != test.want || len(faults) > 0 {
			t.Errorf("%q: %s, %v, want %s", test.in, got, faults, test.want)
		}
	}
}

// The limit counts values without keys, including the root. The fault is at the first value beyond it.
func TestYAMLValuesBudget(t *testing.T) {
	limits := Limits{Depth: 64, Values: 7}
	tests := []struct{ in, variant string }{
		{"a: [1, 2, 3, 4, 5]", ""},
		{"a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6", ""},
		{"a: [1, 2, 3, 4, 5, «é», 7, 8, 9]", "too-many"},
		{"a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\ng: «é»\nh: 8", "too-many"},
		{"a: [1, 2, 3, 4, 5]\nb: «[»]", "too-many"},
	}
	for _, test := range tests {
		in, span, _ := marked(t, "---\n"+test.in+"\n---\n")
		faults := parseFrontMatter(text.NewSource([]byte(in)), limits).faults
		switch {
		case test.variant == "" && len(faults) > 0:
			t.Errorf("%q: %v", in, faults)
		case test.variant != "" && (len(faults) != 1 || faults[0].Variant != test.variant || faults[0].Span != span || faults[0].Values["limit"] != "7"):
			t.Errorf("%q: %v, want %s at %v", in, faults, test.variant, span)
		}
	}
}

// Some YAML readers treat these as line ends, others do not.
func TestYAMLForeignLineBreaks(t *testing.T) {
	for _, br := range []string{"\r", "\u0085", "\u2028", "\u2029"} {
		src, _, faults := parseYAMLText("a: 1" + br + "b: 2")
		if len(faults) != 1 || faults[0].Variant != "character" || src.Slice(faults[0].Span) != br {
			t.Errorf("%q: %v", br, faults)
		}
	}
}
