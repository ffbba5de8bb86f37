package rules

import (
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/source"
)

func compiled(t *testing.T, source string) cue.Value {
	t.Helper()
	v := cuecontext.New().CompileString(source)
	if err := v.Err(); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEntryReader(t *testing.T) {
	in := reading(compiled(t, `a: {text: "x", flag: true, list: ["x", "y"]}`))
	text, flag, list := in.text("a.text"), in.flag("a.flag"), in.list("a.list")
	if text != "x" || !flag || strings.Join(list, "") != "xy" || in.err != nil {
		t.Errorf("%q %t %q %v", text, flag, list, in.err)
	}
	if in.text("b") != "" || in.flag("a.b.c") || in.list("b") != nil || in.err != nil {
		t.Errorf("what is not there is read as something, or is an error: %v", in.err)
	}
	if in.text("a.list"); in.err == nil || !strings.HasPrefix(in.err.Error(), "a.list: ") {
		t.Errorf("a list for a text: %v", in.err)
	}
	if in.flag("a.text"); !strings.HasPrefix(in.err.Error(), "a.list: ") {
		t.Errorf("the first error is lost: %v", in.err)
	}
}

// What cannot be read of a rule is an error that names it: without its words,
// its fix or its severity it would judge as another rule.
func TestUnreadableRules(t *testing.T) {
	const sound = `severity: "error", message: "x", `
	if _, err := readRule("a/b", compiled(t, sound+`fix: {message: "y", replace: {a: "b"}}, upstream: {"/a": "b"}, formats: ["task"]`)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ entry, says string }{
		{`severity: 1, message: "x"`, "severity: "},
		{`message: "x"`, "severity: "},
		{`severity: "error", message: 1`, "message: "},
		{sound + `help: string`, "help: "},
		{sound + `final: "yes"`, "final: "},
		{sound + `yields: "placeholder"`, "yields: "},
		{sound + `formats: [1]`, "formats: "},
		{sound + `upstream: 1`, "upstream: "},
		{sound + `upstream: "/a": 1`, "upstream: "},
		{sound + `params: min: int`, "params: "},
		{sound + `variants: 1`, "variants: "},
		{sound + `variants: few: help: 1`, "variants: few: help: "},
		{sound + `fix: message: 1`, "fix: message: "},
		{sound + `fix: {message: "y", replace: 1}`, "fix: replace: "},
		{sound + `fix: {message: "y", set: string}`, "fix: set: "},
		{sound + `fix: {message: "y", edit: "none"}`, `fix: there is no editor "none"`},
		{sound + `variants: few: fix: {message: "y", replace: a: 1}`, "fix: few: replace: "},
	} {
		_, err := readRule("a/b", compiled(t, tt.entry))
		if err == nil || !strings.HasPrefix(err.Error(), "rule a/b: "+tt.says) {
			t.Errorf("%s: error %v, want one about %q", tt.entry, err, tt.says)
		}
	}
	for _, tt := range []struct{ entry, says string }{
		{`why: 1`, "why: "}, {`summary: 1`, "summary: "}, {`examples: bad: 1`, "examples.bad: "}, {`params: 1`, "params: "},
		{`variants: {}, from: 1`, "from: "},
	} {
		err := (&Rule{Name: "a/b"}).readTexts(compiled(t, tt.entry))
		if err == nil || !strings.HasPrefix(err.Error(), "rule a/b: "+tt.says) {
			t.Errorf("%s: error %v, want one about %q", tt.entry, err, tt.says)
		}
	}
}

// The rule that tells of YAML that cannot be parsed, and the sections that get
// other titles, are not left out where they cannot be read.
func TestUnreadableSources(t *testing.T) {
	c := &custom{formats: []*customFormat{{Custom: document.Custom{Name: "own", Form: document.FormYAML}, file: &customSource{File: &source.File{}}}}}
	if rule, err := c.yamlRule(compiled(t, `severity: "error", message: 1`)); err == nil || rule != nil {
		t.Errorf("syntax/yaml: %v, %v", rule, err)
	}
	s := &settings{titles: map[int]string{1: "Ergebnis"}}
	_, err := s.adapt("a/b", compiled(t, `params: sections: [{number: "one"}]`))
	if err == nil || !strings.HasPrefix(err.Error(), "rule a/b: sections: ") {
		t.Errorf("sections: %v", err)
	}
}

// A fault without a rule is an error: the document must not pass.
func TestFaultsNeedARule(t *testing.T) {
	e, err := NewEngine(nil, Options{Overrides: []Override{{Pattern: "*", Severity: Off}}})
	if err != nil {
		t.Fatal(err)
	}
	doc := document.Parse(Input{Path: "a.json", Data: []byte(`{"version": 1, "summary": "Traced it to src/a.go"}`)}, e.Limits().Limits)
	if _, err := e.Check(doc); err != nil {
		t.Fatal(err)
	}
	doc.Faults = []document.Fault{{Rule: "syntax/none"}}
	if _, err := e.Check(doc); err == nil || !strings.Contains(err.Error(), `a.json: there is no rule "syntax/none"`) {
		t.Errorf("error %v", err)
	}
}
