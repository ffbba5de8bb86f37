package report

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/handofflint/handofflint/rules"
)

// published compiles a schema of docs/schemas. Readers are told to expect new
// keys, so the schemas are open; closed makes of them the whole truth, so that
// a key which they do not describe is an error here.
func published(t testing.TB, name string, closed bool) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	for _, file := range []string{"check.schema.json", "finding.schema.json"} {
		r, err := os.Open(filepath.Join("..", "..", "docs", "schemas", file))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(r)
		r.Close()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if closed {
			closeObjects(doc)
		}
		if err := compiler.AddResource("file:///schemas/"+file, doc); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := compiler.Compile("file:///schemas/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// closeObjects forbids unknown keys in every schema that lists known ones.
func closeObjects(schema any) {
	object, ok := schema.(map[string]any)
	if !ok {
		return
	}
	for _, sub := range object {
		closeObjects(sub)
	}
	if _, ok := object["properties"].(map[string]any); ok && object["type"] == "object" {
		object["additionalProperties"] = false
	}
}

// decode reads one JSON value as the schema library wants it.
func decode(t testing.TB, s string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(s))
	if err != nil {
		t.Fatalf("%v in %s", err, s)
	}
	return v
}

func TestSchemas(t *testing.T) {
	check, finding := published(t, "check.schema.json", true), published(t, "finding.schema.json", true)
	leftOut := runOf(rules.Result{Path: "a.md", Suppressed: 2, Known: 1})
	leftOut.Disabled = []Disabled{{
		By: "c.yaml", Paths: []string{"docs"}, RulesOff: []string{"a/a"}, RulesLowered: []string{"a/b"}, Settings: []string{"fail-on: never"},
		FilesHidden: 1, FoldersHidden: 2, FindingsKnown: 3,
	}}
	for _, run := range []Run{runOf(), runOf(every...), runOf(placeholderResult), leftOut, one(rules.Finding{Rule: "r", Severity: rules.Error})} {
		out := render(t, "json", run)
		if err := check.Validate(decode(t, out)); err != nil {
			t.Errorf("json: %v in %s", err, out)
		}
		for line := range strings.Lines(render(t, "jsonl", run)) {
			if err := finding.Validate(decode(t, line)); err != nil {
				t.Errorf("jsonl: %v in %s", err, line)
			}
		}
	}
}

// What is not reported has its place in the formats of others.
func TestDisabledKeepsToTheSchemas(t *testing.T) {
	run := runOf(append(every, rules.Result{Path: "b.md", Suppressed: 2})...)
	run.Disabled = []Disabled{{By: "c.yaml", RulesOff: []string{"a/a"}}}
	parseJUnit(t, render(t, "junit", run))
	out := render(t, "sarif", run)
	holdTo(t, "sarif", out)
	for _, line := range []string{"c.yaml: 1 rule off (a/a)", "2 findings suppressed within files"} {
		if !strings.Contains(out, line) {
			t.Errorf("sarif: no %q in %s", line, out)
		}
	}
}

// TestSchemasReject changes one thing of a finding that is right.
func TestSchemasReject(t *testing.T) {
	schema := published(t, "finding.schema.json", false)
	tests := []struct {
		name, old, new string
		ok             bool
	}{
		{"nothing changed", "", "", true},
		{"new key", `{"rule"`, `{"later":1,"rule"`, true},
		{"line 0", `"line":104`, `"line":0`, false},
		{"column as text", `"column":13`, `"column":"13"`, false},
		{"severity off", `"severity":"warning"`, `"severity":"off"`, false},
		{"no message", `"message":"needs-review`, `"massage":"needs-review`, false},
		{"related null", `"related":[]`, `"related":null`, false},
		{"pointer without a slash", `"pointer":"/status"`, `"pointer":"status"`, false},
		{"fix null", `"fix":{`, `"fix":null,"x":{`, false},
		{"edit without its text", `"new_text"`, `"text"`, false},
	}
	line := render(t, "jsonl", one(every[2].Findings[1]))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.Replace(line, tt.old, tt.new, 1)
			if tt.old != "" && changed == line {
				t.Fatalf("%q is not in %s", tt.old, line)
			}
			if err := schema.Validate(decode(t, changed)); (err == nil) != tt.ok {
				t.Errorf("valid = %v, want %v: %v", err == nil, tt.ok, err)
			}
		})
	}
}

// TestJSONStrings is about text that is legal in JSON and harmful where JSON
// is shown: it is escaped, and means the same.
func TestJSONStrings(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"HTML stays", `<a href="x">&</a>`, `<a href=\"x\">&</a>`},
		{"letters stay", "é 中 🎉", "é 中 🎉"},
		{"controls", "\x00\x1b\n\t", `\u0000\u001b\n\t`},
		{"DEL and C1", "\x7f\u009b", `\u007f\u009b`},
		{"separators", "\u2028\u2029", `\u2028\u2029`},
		{"bidirectional", "\u202e\u2066\u200b", `\u202e\u2066\u200b`},
		{"tag, a pair of surrogates", "\U000e0041", `\udb40\udc41`},
		{"not UTF-8", "a\xff", `a\ufffd`},
		{"workflow command", "##[x]##vso[y]", `#\u0023[x]#\u0023vso[y]`},
		{"backslash", `\##[`, `\\#\u0023[`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := render(t, "jsonl", one(rules.Finding{Rule: "r", Severity: rules.Error, Message: tt.in}))
			if !strings.Contains(out, `"message":"`+tt.want+`"`) {
				t.Errorf("the message %q is not %s in %s", tt.in, tt.want, out)
			}
			checkMessage(t, out, tt.in)
		})
	}
}

// checkMessage holds the message of a line of jsonl to the text it was made of.
func checkMessage(t *testing.T, line, message string) {
	t.Helper()
	var got struct{ Message string }
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		t.Fatalf("%v in %q", err, line)
	}
	if want := string([]rune(message)); got.Message != want {
		t.Errorf("the message %q is read as %q", want, got.Message)
	}
}

// TestJSONKeys holds the order of the keys, which diffs of reports rest on.
func TestJSONKeys(t *testing.T) {
	out := render(t, "jsonl", one(every[2].Findings[1]))
	want := `{"rule":"metadata/status-spelling","severity":"warning","path":"a.json",` +
		`"line":104,"column":13,"end_line":104,"end_column":27,"pointer":"/status",` +
		`"message":"needs-review is spelt needs_review","help":"write needs_review","url":"","related":[],` +
		`"fix":{"message":"spell it needs_review","edits":[{"line":104,"column":14,"end_line":104,"end_column":26,"new_text":"needs_review"}]}}` + "\n"
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzJSON(f *testing.F) {
	for i, s := range hostile {
		f.Add(s, s, i, -i)
	}
	check, finding := published(f, "check.schema.json", true), published(f, "finding.schema.json", true)
	f.Fuzz(func(t *testing.T, path, message string, start, end int) {
		run := one(rules.Finding{Rule: "r", Severity: rules.Warning, Path: path, Message: message, Help: path,
			Range:   span(start, end, end, start),
			Related: []rules.Related{{Path: path, Message: message}},
			Fix:     &rules.Fix{Message: message, Edits: []rules.Edit{{Range: span(end, start, start, end), NewText: path}}}})
		whole, line := render(t, "json", run), render(t, "jsonl", run)
		if err := check.Validate(decode(t, whole)); err != nil {
			t.Errorf("json: %v", err)
		}
		if err := finding.Validate(decode(t, line)); err != nil {
			t.Errorf("jsonl: %v", err)
		}
		checkMessage(t, line, message)
		for l := range strings.Lines(whole + line) {
			if what := acts(strings.TrimSuffix(l, "\n")); what != "" {
				t.Errorf("the line %q holds %s", l, what)
			}
		}
	})
}
