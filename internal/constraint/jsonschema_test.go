package constraint_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/constraint/constrainttest"
)

// written are JSON Schemas in full, without the $schema that all begin with.
var written = []struct{ name, src, want string }{
	{"anything", `#S: _`, `{}`},
	{"kinds", `#S: {a: int, b: number, c?: float, d?: null | string, e?: bool, f?: null}`,
		`{"type":"object","required":["a","b"],"properties":{"a":{"type":"integer"},"b":{"type":"number"},` +
			`"c":{"type":"number","not":{"type":"integer"}},"d":{"type":["null","string"]},"e":{"type":"boolean"},"f":{"type":"null"}},"additionalProperties":false}`},
	{"constants", `#S: {a?: "x" | "y", b?: 1, c?: null | "z" | 1.5 | true, ...}`,
		`{"type":"object","properties":{"a":{"enum":["x","y"]},"b":{"const":1},"c":{"enum":[null,"z",1.5,true]}}}`},
	{"bounds", `#S: {a?: int & >=1 & <5, b?: number & !=2}`,
		`{"type":"object","properties":{"a":{"type":"integer","minimum":1,"exclusiveMaximum":5},"b":{"type":"number","not":{"const":2}}},"additionalProperties":false}`},
	{"strings", `import "strings"
#S: {a?: strings.MinRunes(1) & strings.MaxRunes(9) & =~"^x<>&", b?: =~"a" & =~"b", c?: !~"x", d?: =~"\\S" @words("text <b>")}`,
		`{"type":"object","properties":{"a":{"type":"string","minLength":1,"maxLength":9,"pattern":"^x<>&"},` +
			`"b":{"allOf":[{"type":"string","pattern":"a"},{"pattern":"b"}]},"c":{"type":"string","not":{"pattern":"x"}},` +
			`"d":{"description":"text <b>","type":"string","pattern":"[^\\t\\n\\f\\r ]"}},"additionalProperties":false}`},
	{"fields", `#S: {m?: {[string]: int}, n?: {[=~"^x"]: int, y?: string}, o?: {["a" | "b"]: int, [string]: number, ...}, no?: _|_}`,
		`{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}},` +
			`"n":{"type":"object","properties":{"y":{"type":"string"}},"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false},` +
			`"o":{"type":"object","patternProperties":{"^(?:a|b)$":{"type":"integer"},"":{"type":"number"}}},"no":false},"additionalProperties":false}`},
	{"lists", `import "list"
#S: {a?: [...string] & list.MinItems(1), b?: [int, string], c?: [_, ...], d?: list.UniqueItems()}`,
		`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"minItems":1},` +
			`"b":{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false,"minItems":2},` +
			`"c":{"type":"array","prefixItems":[true],"minItems":1},"d":{"type":"array","uniqueItems":true}},"additionalProperties":false}`},
	{"disjunctions", `#S: null | {k!: "a", ...} | {k!: "b", ...}`,
		`{"anyOf":[{"type":"null"},{"type":"object","required":["k"],"properties":{"k":{"const":"a"}}},{"type":"object","required":["k"],"properties":{"k":{"const":"b"}}}]}`},
	{"conjunctions", `#S: {a!: int, ...} & {b!: int, ...}`,
		`{"allOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}},{"type":"object","required":["b"],"properties":{"b":{"type":"integer"}}}]}`},
	{"matchN", `#S: {a?: matchN(1, [int, >5]), b?: matchN(>=1, [int, string]), c?: matchN(0, [int, "x"]), d?: matchN(2, [int, >5])}`,
		`{"type":"object","properties":{"a":{"oneOf":[{"type":"integer"},{"type":"number","exclusiveMinimum":5}]},` +
			`"b":{"anyOf":[{"type":"integer"},{"type":"string"}]},"c":{"not":{"anyOf":[{"type":"integer"},{"const":"x"}]}},` +
			`"d":{"allOf":[{"type":"integer"},{"type":"number","exclusiveMinimum":5}]}},"additionalProperties":false}`},
	{"recursive", `#Task: {name!: string, next?: null | #Task}
#S: {t: #Task}`,
		`{"type":"object","required":["t"],"properties":{"t":{"$ref":"#/$defs/Task"}},"additionalProperties":false,` +
			`"$defs":{"Task":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"next":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/Task"}]}},"additionalProperties":false}}}`},
}

func TestJSONSchema(t *testing.T) {
	for _, test := range written {
		t.Run(test.name, func(t *testing.T) {
			s, err := compile(t, test.src).JSONSchema(constraint.SchemaOptions{})
			if err != nil {
				t.Fatal(err)
			}
			constrainttest.CompileSchema(t, s)
			got := encode(t, s)
			rest, found := strings.CutPrefix(got, `{"$schema":"https://json-schema.org/draft/2020-12/schema"`)
			if want := strings.TrimPrefix(test.want, "{"); !found || strings.TrimPrefix(rest, ",") != want {
				t.Errorf("got  %s\nwant {…,%s", got, want)
			}
		})
	}
}

func encode(t *testing.T, s *constraint.Schema) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func TestJSONSchemaOptions(t *testing.T) {
	c := compile(t, `#S: {a!: >"b", c?: int}`)
	s, err := c.JSONSchema(constraint.SchemaOptions{Title: "A handoff", LeaveOut: true})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A handoff","type":"object","required":["a"],` +
		`"properties":{"a":{"type":"string"},"c":{"type":"integer"}},"additionalProperties":false}`
	if got := encode(t, s); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestJSONSchemaRefuses(t *testing.T) {
	tests := []struct{ src, reason string }{
		{`#S: {a!: {b?: >"x"}}`, `/a/b: JSON Schema cannot express a string above "x"`},
		{`import "strings"
#S: strings.HasPrefix("x")`, "the value itself: JSON Schema cannot express what only CUE can check"},
		{`import "time"
#S: [...time.Format("15:04")]`, `/*: JSON Schema cannot express a time in the layout "15:04"`},
		{`#S: {p?: =~"(?m)^a"}`, "/p: JSON Schema cannot express pattern (?m)^a: ECMA 262 has nothing for"},
		{`#S: {a?: int, ...} | {b?: int, ...}`, "ambiguous"},
		{`#S: {[!~"^x"]: int}`, "fields that are named by a string not matching ^x"},
		{`#S: matchN(2, [int, >5, <9])`, "a match of 2 of several schemas"},
		{`#S: matchN(0, [>"x"])`, "a string above"},
	}
	for _, test := range tests {
		c := compile(t, test.src)
		if s, err := c.JSONSchema(constraint.SchemaOptions{}); err == nil || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v %v, want %q", test.src, s, err, test.reason)
		}
		if _, err := c.JSONSchema(constraint.SchemaOptions{LeaveOut: true}); err != nil {
			t.Errorf("%s: %v, although it may leave something out", test.src, err)
		}
	}
}
