package rules_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

func TestCustomRulesInYAML(t *testing.T) {
	source := `
exclude: [a]
rules:
  "task/no-version": off
  team/own:
    summary: a rule of our own
    formats: [task]
    severity: warning
    message: "{field} is wrong"
    must: |
      data: summary!: strings.MinRunes(500)
`
	e := custom(t, "team.yml", source, rules.Override{Pattern: "team/*", Severity: rules.Error})
	want(t, "yaml", checkInput(t, e, rules.Input{Path: "t.json", Data: []byte(task), Named: true}), "error team/own /summary")
}

// oneOrNone is a list of a text, or of none where it is empty.
func oneOrNone(s string) []string {
	return slices.DeleteFunc([]string{s}, func(s string) bool { return s == "" })
}

// block is a rule in YAML whose pattern begins in line 7, or with `|` or `>` in
// line 6 and on lines below.
func block(style string, lines ...string) string {
	return "rules:\n  a/b:\n    summary: x\n    formats: [task]\n    message: x\n    must: " + style + "\n      " + strings.Join(lines, "\n      ") + "\n    severity: off\n"
}

// In YAML a mapping is a pattern as a text is: what it says of types, marks,
// open ends and other fields means what it means in CUE.
func TestPatternsInMappings(t *testing.T) {
	source := block("", "data:", "  version: int", "  owner!: '#Text'", "  summary!: strings.MinRunes(2)", "  tags?: [string, '...int']", "  kind?: '\"error\" | \"none\"'", "  '...': ") +
		"formats: {own: {title: x, form: json, where: ['*.own'], schema: {owner!: '#Text @rule(own/owner)', 'n?': [int]}}}\n"
	source = strings.Replace(source, "rules:\n", "rules:\n  own/owner: {summary: x, formats: [own], severity: warning, message: who, from: schema}\n", 1)
	e := custom(t, "team.yaml", source, rules.Override{Pattern: "a/b", Severity: rules.Error})
	head := `{"version": 1, "summary": "Traced it to a.go", `
	for text, broken := range map[string][]string{
		head + `"owner": "ann", "more": 1}`:         nil,
		head + `"owner": ""}`:                       {"error a/b /owner"},
		head + `"more": 1}`:                         {"error a/b /owner"},
		head + `"owner": "a", "tags": ["x", 1, 2]}`: nil,
		head + `"owner": "a", "tags": ["x", "y"]}`:  {"error a/b /tags/1"},
		head + `"owner": "a", "kind": "eror"}`:      {"error a/b /kind"},
		head + `"owner": "a", "kind": "error"}`:     nil,
	} {
		want(t, text, checkInput(t, e, rules.Input{Path: "t.json", Data: []byte(text), Named: true}), broken...)
	}
	own := checkInput(t, e, rules.Input{Path: "a.own", Data: []byte(`{"n": [1]}`)})
	want(t, "schema", own, "warning own/owner /owner")

	e = custom(t, "team.yaml", block("", "data:", "  summary: string", "  detail: '!=summary'"), rules.Override{Pattern: "a/b", Severity: rules.Error})
	for text, broken := range map[string]string{
		`{"version": 1, "summary": "Traced it to a.go", "detail": "Traced it to a.go"}`: "error a/b",
		`{"version": 1, "summary": "Traced it to a.go", "detail": "In the handler"}`:    "",
	} {
		want(t, text, checkInput(t, e, rules.Input{Path: "t.json", Data: []byte(text), Named: true}), oneOrNone(broken)...)
	}
}

func TestCustomMistakesInYAML(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"no YAML", "rules: [", "1:1 this is not valid YAML"},
		{"no mapping", "rules: [a]", "1:8 rules must be a mapping, this is a list"},
		{"no CUE", "rules:\n  a/b: {summary: x, formats: [task], severity: off, message: x, must: 'data: {'}", "2:79 not valid CUE"},
		{"a way out of its place", "rules:\n  a/b: {summary: x, formats: [task], severity: off, message: x, must: '1}, \"a/c\": {a: 1'}", "2:73 not valid CUE"},
		{"an import", "rules:\n  a/b: {summary: x, formats: [task], severity: off, message: x, must: 'import \"strings\"'}", "2:72 a pattern in YAML has no imports"},
		{"a pattern", "rules:\n  a/b: {summary: x, formats: [task], severity: off, message: x, must: 'data: a!: =~\"(\"'}", "2:84 this pattern does not compile"},
		{"a reference", "rules:\n  a/b: {summary: x, formats: [task], severity: off, message: x, must: 'data: a!: #No'}", "2:82 reference \"#No\" not found"},
		{"in a block", block("|", "data: {", "  a!: string", "  b!: strng", "}"), "9:13 reference \"strng\" not found"},
		{"no CUE in a block", block("|", "data: {", "  a!: string", "  b!: ]", "}"), "9:13 not valid CUE: expected"},
		{"in a folded block", block(">", "data: {a!: string,", "", "  b!: strng}"), "9:13 reference \"strng\" not found"},
		{"a pattern in a block", block("|", "data: {", "  a!: =~\"(\"", "}"), "8:15 this pattern does not compile"},
		{"in double quotes", "rules:\n  a/b: {summary: x, formats: [task], severity: off, message: x, must: \"data: {a!: \\\"x\\\" | strng}\"}", "2:91 reference \"strng\" not found"},
		{"a word in a mapping", block("", "data: {status!: done}"), "7:23 reference \"done\" not found"},
		{"words in a mapping", block("", "data: {status!: in progress}"), "7:26 not valid CUE"},
		{"a number in quotes", block("", "data: {version!: '2'}"), `7:24 "2" is a text in YAML, and none in CUE`},
		{"nothing in quotes", block("", "data: {status!: ''}"), "7:23 this text is empty, and so no CUE"},
		{"a function", block("", "data: {status!: error}"), "7:23 error is a function of CUE"},
		{"a mapping that leads out", block("", "data: {a!: '1}, \"x\": {a: 1'}"), "7:20 not valid CUE"},
		{"a definition in a mapping", block("", "data: {a!: '#Txt'}"), "7:19 reference \"#Txt\" not found"},
		{"a key", "rules:\n  a/b: {sumary: x, formats: [task], severity: off, message: x, must: 'data: a!: 1'}", "2:9 rule a/b has sumary"},
		{"a key twice", "rules: {}\nrules: {}\n", "2:1 duplicate key rules"},
		{"not UTF-8", "rules: \xff", "1:8 byte 7, 0xff, is not UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := rules.LoadCatalogue(rules.Source{Name: "team.yaml", Data: []byte(tt.source)})
			var mistakes *rules.SourceError
			if !errors.As(err, &mistakes) {
				t.Fatalf("no mistakes: %v", err)
			}
			if !slices.ContainsFunc(mistakes.Problems, func(p rules.Problem) bool {
				return strings.HasPrefix(fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Message), tt.want)
			}) {
				t.Errorf("no %q in:\n%v", tt.want, err)
			}
		})
	}
}
