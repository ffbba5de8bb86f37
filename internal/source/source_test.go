package source

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cuelang.org/go/cue/parser"
)

func builtin(kind, name string) bool {
	return strings.Contains(name, "*") || kind == "rules" && name == "task/no-version" || kind == "formats" && name == "task"
}

// names are the entries of a file.
func names(f *File) []string {
	var out []string
	for _, e := range f.Entries {
		out = append(out, e.Kind+" "+e.Name)
	}
	return out
}

// In a file of rules a setting would be passed over in silence, and so would an
// entry of a built-in name.
func TestParseRefusesWhatItDoesNotRead(t *testing.T) {
	for _, tt := range []struct{ name, source, want string }{
		{"a.cue", "formats: task: {where: [\"x\"]}\n", "1:10 builtin-formats"},
		{"a.cue", "rules: {\"task/no-version\": \"off\", \"a/*\": \"off\"}\n", "1:9 builtin-rules, 1:35 builtin-rules"},
		{"a.cue", "#A: 1\nstrict: true\n", "2:1 other"},
		{"a.yaml", "strict: true\nformats: {own: {title: X}}\n", "2:1 formats"},
		{"a.yaml", "rules:\n  a/b: {must: 'x', variants: {v: {when: x}}}\n  a/c: {check: x}\n", "2:9 misplaced, 2:35 misplaced"},
	} {
		_, problems := Parse(tt.name, []byte(tt.source), builtin)
		var got []string
		for _, p := range problems {
			got = append(got, fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Fault.Variant))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %q, want %s", tt.source, got, tt.want)
		}
	}
}

func TestParseTakesEntries(t *testing.T) {
	tests := []struct{ name, source string }{
		{"a.cue", `
package team

import "strings"

rules: "a/b": {must: #A}
formats: {own: {title: strings.MinRunes(1)}}
#A: _b
_b: 1
let c = 2
`},
		{"a.yaml", `
exclude: [a]
rules:
  "task/no-version": off
  "task/*": error
  a/b: {check: dataSize, params: {max: 3}}
  a/c: {severity: off}
  a/d: off
`},
	}
	for _, tt := range tests {
		f, problems := Parse(tt.name, []byte(tt.source), builtin)
		if problems != nil {
			t.Fatal(problems)
		}
		if got := names(f); !slices.Equal(got, []string{"rules a/b", "formats own"}[:len(got)]) || len(got) == 0 {
			t.Errorf("%s: entries %q", tt.name, got)
		}
		text, _ := f.CUE("_x")
		for _, left := range []string{"exclude", "task", "a/c", "a/d", "package team"} {
			if strings.Contains(text, left) {
				t.Errorf("%s: %s is left in\n%s", tt.name, left, text)
			}
		}
	}
}

// What is blanked out moves nothing.
func TestPlaces(t *testing.T) {
	source := "package x\nrules: \"a/b\": {must: {data: 1}, params: [1, {x: 2}]}\n"
	f, problems := Parse("a.cue", []byte(source), builtin)
	if problems != nil {
		t.Fatal(problems)
	}
	text, offset := f.CUE("_x")
	at := strings.Index(text, "data: 1")
	if got := f.At(at - offset).Start; got != strings.Index(source, "data: 1") {
		t.Errorf("At is %d", got)
	}
	for want, steps := range map[string][]string{
		"{must: {data: 1}, params: [1, {x: 2}]}": {"rules", "a/b"},
		"{data: 1}":                              {"rules", "a/b", "must"},
		"2":                                      {"rules", "a/b", "params", "1", "x"},
		"{x: 2}":                                 {"rules", "a/b", "params", "1", "nowhere"},
	} {
		if got := f.Source.Slice(f.Spans(steps...).Value); got != want {
			t.Errorf("Place(%q) is %q, want %q", steps, got, want)
		}
	}
}

func TestLiteral(t *testing.T) {
	f, _ := Parse("a.cue", []byte("rules: \"a/b\": {summary: \"x\", severity: _s, params: {n: 1, l: [true, 2.5]}}\nrules: \"a/b\": why: \"y\"\n_s: \"off\"\n"), builtin)
	n, unknown := f.Literal("rules", "a/b")
	if n.Field("summary").Str() != "x" || n.Field("why").Str() != "y" || n.Lookup("params", "l", "1").Text != "2.5" {
		t.Errorf("the literal is %+v", n)
	}
	if len(unknown) != 1 || !unknown["/severity"] {
		t.Errorf("unknown is %v", unknown)
	}
}

// What was parsed without a fault is CUE once it is written anew, alone and in
// its field, whatever it was made of.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`rules: "a/b": {must: data: {a!: 1}}`,
		`rules: {"task/no-version": "off", "a/b": {x: 1}}, other: {}`,
		"import \"strings\"\n#A: strings.MinRunes(1)\nformats: own: schema: #A\n",
		"rules:\n  a/b:\n    check: dataSize\n    params: {max: 3, l: [a, true, null, 0x1F, .inf, 1_000, 1e3]}\n",
		"rules: {a/b: {check: '1}, evil: {'}}",
		"\ufeffrules: \"a/b\": {}\r\n",
		"let x = 1\nrules: {let y = x, \"a/b\": y}",
		"@extern(embed)\nrules: \"a/b\": _ @embed(file=x)",
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, cue bool) {
		name := "a.yaml"
		if cue {
			name = "a.cue"
		}
		file, problems := Parse(name, data, builtin)
		if len(problems) > 0 {
			for _, p := range problems {
				if p.Line < 1 || p.Column < 1 || p.Message == "" && p.Fault == nil {
					t.Errorf("%+v", p)
				}
			}
			return
		}
		text, offset := file.CUE("_x")
		if _, err := parser.ParseFile(name, text); err != nil {
			t.Errorf("%v in\n%s\nmade of\n%s", err, text, data)
		}
		for i := 0; i < len(text)-offset; i += 1 + len(text)/100 {
			if at := file.At(i); at.Start < 0 || at.End > len(data) {
				t.Fatalf("At(%d) is %v", i, at)
			}
		}
		for _, e := range file.Entries {
			file.Literal(e.Kind, e.Name)
		}
		file.Standalone("x")
	})
}
