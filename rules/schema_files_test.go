package rules_test

import (
	"slices"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/handofflint/handofflint/rules"
)

// schemaCases are handoffs' own objects, and whether the formats' schemas accept them. A replacement turns
// the good one into a bad one.
var schemaCases = map[string]struct {
	good string
	bad  [][2]string // what is replaced, and by what
	fine [][2]string
}{
	"report": {
		good: `{"agent_role": "writer", "task_id": "t", "session_id": "s", "sequence": 1, "status": "written",
			"created": "2026-05-31", "handoff_type": "full", "summary": "Wrote two chapters"}`,
		bad: [][2]string{
			{`"writer"`, `""`},
			{`"sequence": 1`, `"sequence": 0`},
			{`"sequence": 1`, `"sequence": "1"`},
			{`"written"`, `"done"`},
			{`"Wrote two chapters"`, `"Wrote\ntwo chapters"`},
			{`"task_id": "t",`, ``},
		},
		fine: [][2]string{
			{`"2026-05-31"`, `20260531`},
			{`{`, `{"more": [1], "tags": ["a"], `},
		},
	},
	"metadata": {
		good: `{"agent": "a", "output_type": "o", "timestamp": "2026-05-31T12:21:29Z", "feature_directory": "d",
			"skills_invoked": [], "library_skills_read": [], "source_files_verified": [], "status": "complete"}`,
		bad: [][2]string{
			{`"status": "complete"`, `"status": "done"`},
			{`"2026-05-31T12:21:29Z"`, `"2026-02-30T12:21:29Z"`},
			{`"skills_invoked": []`, `"skills_invoked": "none"`},
			{`"agent": "a",`, ``},
			{`{`, `{"handoff": {"blockers": [{"type": "t"}]}, `},
		},
		fine: [][2]string{
			{`"complete"`, `"in_progress"`},
			{`{`, `{"handoff": {"next_agent": null, "extra": true}, `},
		},
	},
	"context": {
		good: `{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "s"}`,
		bad: [][2]string{
			{`"schema_version": 1`, `"schema_version": "1"`},
			{`"s"`, `" "`},
			{`{`, `{"previous_failure": {"reason": "tests failed", "error_summary": "e", "attempt": 1}, `},
			{`{`, `{"key_findings": [""], `},
		},
		fine: [][2]string{
			{`"schema_version": 1,`, ``},
			{`{`, `{"previous_failure": {"reason": "tests-failed", "error_summary": "e", "attempt": 2}, `},
		},
	},
	"task": {
		good: `{"version": 1, "summary": "s", "data": {"line": "142"}}`,
		bad: [][2]string{
			{`"142"`, `142`},
			{`"s"`, `""`},
			{`"s"`, `"` + strings.Repeat("é", 4097) + `"`},
			{`"version": 1`, `"version": 0`},
		},
		fine: [][2]string{
			{`"version": 1,`, ``},
			{`"s"`, `"` + strings.Repeat("é", 4096) + `"`},
		},
	},
}

// TestSchemaFiles compares the two exported schemas with the formats.
func TestSchemaFiles(t *testing.T) {
	for format, c := range schemaCases {
		t.Run(format, func(t *testing.T) {
			accepts := schemaReaders(t, format)
			check := func(document string, want bool) {
				for language, accepts := range accepts {
					if got := accepts(document); got != want {
						t.Errorf("%s accepts %s: %v, want %v", language, document, got, want)
					}
				}
			}
			check(c.good, true)
			for _, r := range c.fine {
				check(strings.Replace(c.good, r[0], r[1], 1), true)
			}
			for _, r := range c.bad {
				check(strings.Replace(c.good, r[0], r[1], 1), false)
			}
		})
	}
}

// schemaReaders return functions that validate by a format's schemas as other programs do.
func schemaReaders(t *testing.T, format string) map[string]func(string) bool {
	return map[string]func(string) bool{"CUE": cueReader(t, format), "JSON Schema": jsonReader(t, format)}
}

func cueReader(t *testing.T, format string) func(string) bool {
	source := rules.SchemaSource(rules.BuiltIn().Format(format))
	context := cuecontext.New()
	schema := context.CompileString(source).LookupPath(cue.ParsePath("#" + strings.ToUpper(format[:1]) + format[1:]))
	if schema.Err() != nil {
		t.Fatal(schema.Err())
	}
	return func(document string) bool {
		return schema.Unify(context.CompileString(document)).Validate(cue.Concrete(true)) == nil
	}
}

func jsonReader(t *testing.T, format string) func(string) bool {
	source, err := rules.JSONSchema(rules.BuiltIn().Format(format))
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(format, parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(format)
	if err != nil {
		t.Fatal(err)
	}
	return func(document string) bool {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
		if err != nil {
			t.Fatalf("%s: %v", document, err)
		}
		return schema.Validate(value) == nil
	}
}

// TestSchemaOfAProfile checks the JSON Schema of metadata with its two profiles, which CUE's single
// definition does not distinguish.
func TestSchemaOfAProfile(t *testing.T) {
	accepts := jsonReader(t, "metadata")
	base := schemaCases["metadata"].good
	phased := strings.Replace(base, `{`, `{"phase": "testing", "summary": "s", "handoff": {}, `, 1)
	for document, want := range map[string]bool{
		phased: true,
		strings.Replace(phased, `"summary": "s",`, ``, 1):                  false,
		strings.Replace(phased, `"handoff": {},`, ``, 1):                   false,
		strings.Replace(phased, `"handoff": {}`, `"handoff": null`, 1):     false,
		strings.Replace(phased, `"testing"`, `"tests"`, 1):                 false,
		strings.Replace(base, `{`, `{"verification": {}, `, 1):             false,
		strings.Replace(base, `{`, `{"handoff": {"blockers": []}, `, 1):    false,
		strings.Replace(base, `{`, `{"handoff": {"next_agent": "b"}, `, 1): true,
	} {
		if got := accepts(document); got != want {
			t.Errorf("accepts %s: %v, want %v", document, got, want)
		}
	}
}

// TestSchemaSourceText checks the text for readers.
func TestSchemaSourceText(t *testing.T) {
	for format := range schemaCases {
		source := rules.SchemaSource(rules.BuiltIn().Format(format))
		if n := strings.Count(source, "\npackage "); n != 1 {
			t.Errorf("%s has %d package clauses", format, n)
		}
		if strings.Contains(source, "\nformats:") || strings.Contains(source, "recognised:") {
			t.Errorf("%s holds what only the catalogue needs", format)
		}
		if !strings.HasPrefix(source, "// ") || !strings.Contains(source, "\n// #Text is ") {
			t.Errorf("%s has lost its comments", format)
		}
	}
}

func TestParameters(t *testing.T) {
	catalogue, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]rules.Parameter{}
	for _, p := range catalogue.Rule("report/too-few-words").Parameters() {
		byName[p.Name] = p
	}
	for name, want := range map[string]string{"roles.editor_in_chief": "800", "roles.fact_check": "500", "other": "200"} {
		if got := string(byName[name].Value); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if doc := byName["other"].Doc; doc != "Minimum words of any other role." {
		t.Errorf("other is explained by %q", doc)
	}
	if doc := byName["roles.reader"].Doc; !strings.HasPrefix(doc, "Minimum words by role") {
		t.Errorf("roles.reader is explained by %q, want the words on roles", doc)
	}
	changed, err := rules.LoadCatalogue(rules.Options{Params: params("report/too-few-words", `{"roles": {"mechanic": 90}}`)})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(changed.Rule("report/too-few-words").Parameters(), func(p rules.Parameter) bool { return p.Name == "roles.mechanic" })
	if i < 0 || changed.Rule("report/too-few-words").Parameters()[i].Doc != byName["roles.reader"].Doc {
		t.Error("a role that the team has added is not explained")
	}
	if p := catalogue.Rule("report/filename").Parameters(); p != nil {
		t.Errorf("a rule without parameters has %v", p)
	}
}
