package constrainttest_test

import (
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/parser"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/constraint/constrainttest"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

func TestRequire(t *testing.T) {
	f, err := parser.ParseFile("x.cue", `a: b: 1
#D: {a: {b: int}, c?: {d: string}, _h: 1, #E: {f: 2}, [string]: {g: 3}, "#q": 4}
rules: x: {must: data: y: 1, other: 2}
`)
	if err != nil {
		t.Fatal(err)
	}
	constrainttest.Require(f, "must")
	got, err := format.Node(f)
	if err != nil {
		t.Fatal(err)
	}
	want := `a: b: 1
#D: {a!: {b!: int}, c?: {d!: string}, _h: 1, #E: {f!: 2}, [string]: {g!: 3}, "#q"!: 4}
rules: x: {must: data!: y!: 1, other: 2}
`
	if string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestNode(t *testing.T) {
	const src = ` {"a": [1, -2.5e1 , "x\n"], "b" : {} ,"a": null, "c": true}`
	n := constrainttest.MustNode(src)
	if got, want := constrainttest.JSON(n), `{"a":null,"b":{},"c":true}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	spans := map[text.Span]string{
		n.Value:            src[1:],
		n.Field("b").Key:   `"b"`,
		n.Field("b").Value: `{}`,
		n.Field("a").Value: `null`,
		n.Field("c").Value: `true`,
	}
	for span, want := range spans {
		if got := src[span.Start:span.End]; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if n := constrainttest.MustNode("[1.0, 10]"); n.Items[0].Kind != document.Float || n.Items[1].Kind != document.Int {
		t.Error("1.0 is a float and 10 an integer")
	}
	for _, broken := range []string{"", "{", "[1", "1 2", `{"a"}`, `{"a":}`, "nul"} {
		if n, err := constrainttest.Node(broken); err == nil {
			t.Errorf("%q is read as %s", broken, constrainttest.JSON(n))
		}
	}
}

// FuzzGenerate: any bytes make a document that is JSON, and equal bytes equal
// ones, without touching the seed.
func FuzzGenerate(f *testing.F) {
	const seed = `{"a":{"b":[1,"x"]},"c":null}`
	f.Add([]byte("0123456789"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		n := constrainttest.MustNode(seed)
		first := constrainttest.JSON(constrainttest.Generate(data, n))
		second := constrainttest.JSON(constrainttest.Generate(data, n))
		if first != second {
			t.Errorf("%s, then %s", first, second)
		}
		if _, err := constrainttest.Node(first); err != nil {
			t.Error(err)
		}
		if got := constrainttest.JSON(n); got != seed {
			t.Errorf("the seed became %s", got)
		}
	})
}

// recorder is a testing.TB that takes a failure for an answer.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

// TestAgreesNotices: a comparison that cannot fail would show nothing.
func TestAgreesNotices(t *testing.T) {
	ctx := cuecontext.New()
	value := func(src string) cue.Value { return ctx.CompileString(src) }
	checker, err := constraint.Compile(value(`{a!: int, ...}`))
	if err != nil {
		t.Fatal(err)
	}
	for required, disagrees := range map[string]bool{
		`{a!: int, ...}`: false, `{a!: string, ...}`: true, `{a!: int, b!: int, ...}`: true, `close({a!: 1 | 2})`: false, `{a!: >5}`: true,
	} {
		r := &recorder{TB: t}
		constrainttest.Agrees(r, value(required), checker, constrainttest.MustNode(`{"a":1}`))
		if r.failed != disagrees {
			t.Errorf("%s: disagreement is %t", required, r.failed)
		}
	}
	schema, err := checker.JSONSchema(constraint.SchemaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := constraint.Compile(value(`{a!: string, ...}`))
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{TB: t}
	constrainttest.AgreesSchema(r, constrainttest.CompileSchema(t, schema), false, other, constrainttest.MustNode(`{"a":1}`))
	if !r.failed {
		t.Error("a JSON Schema that says another thing goes unnoticed")
	}
}
