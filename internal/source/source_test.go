package source

import (
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

// Nothing can be set of a built-in format: passed over in silence, an entry of
// that name would judge nothing, and nobody would know.
func TestParseRefusesBuiltInFormats(t *testing.T) {
	for name, data := range map[string]string{
		"a.cue":  "formats: task: {where: [\"x\"]}\n",
		"a.yaml": "formats: {task: {where: [x]}}\n",
	} {
		_, problems := Parse(name, []byte(data), builtin)
		if len(problems) != 1 || problems[0].Line != 1 || problems[0].Column != 10+strings.Count(name, "yaml") {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

func TestParseTakesWhatIsNotBuiltIn(t *testing.T) {
	tests := []struct{ name, source string }{
		{"a.cue", `
import "strings"

exclude: ["a"], rules: {"task/no-version": "off", "a/b": {must: #A}, "task/*": "error"}
rules: "a/c": {severity: "off"}
rules: "a/d": "off"
formats: {own: {title: strings.ToUpper("x")}}
#A: _b
_b: 1
let c = 2
other: c
`},
		{"a.yaml", `
exclude: [a]
rules:
  "task/no-version": off
  "task/*": error
  a/b: {must: '#A'}
  a/c: {severity: off}
  a/d: off
formats:
  own: {title: X}
`},
	}
	for _, tt := range tests {
		f, problems := Parse(tt.name, []byte(tt.source), builtin)
		if problems != nil {
			t.Fatal(problems)
		}
		if got := names(f); !slices.Equal(got, []string{"rules a/b", "formats own"}) {
			t.Errorf("%s: entries %q", tt.name, got)
		}
		var settings []string
		for _, s := range f.Settings {
			settings = append(settings, s.Name)
		}
		if !slices.Equal(settings, []string{"a/c", "a/d"}) {
			t.Errorf("%s: settings %q", tt.name, settings)
		}
		text, _ := f.CUE("_x")
		for _, left := range []string{"exclude", "task", "other", "a/c"} {
			if strings.Contains(text, left) {
				t.Errorf("%s: %s is left in\n%s", tt.name, left, text)
			}
		}
	}
}

// What is blanked out moves nothing.
func TestPlaces(t *testing.T) {
	source := "other: 1\nrules: \"a/b\": {must: {data: 1}, params: [1, {x: 2}]}\n"
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
		"rules:\n  a/b:\n    must: |\n      data: a!: strings.MinRunes(2)\n",
		"rules: {a/b: {must: '1}, evil: {'}}",
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
