package constraint_test

import (
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/constraint/constrainttest"
	"github.com/handofflint/handofflint/internal/document"
)

// schema is a test schema, #S or the field S of a CUE file, and documents to
// start from.
type schema struct {
	name, src string
	seeds     []string
}

// compiled is a schema as checker and as oracle. Each has a context of its
// own: the oracle is asked without the package's lock.
type compiled struct {
	schema
	checker  *constraint.Checker
	required cue.Value
	// json is the schema as JSON Schema, leavesOut where that cannot express it
	// in full.
	json      *jsonschema.Schema
	leavesOut bool
	seeds     []*document.Node
}

// agrees compares all three on one document.
func (c compiled) agrees(t *testing.T, n *document.Node) bool {
	t.Helper()
	accepted := constrainttest.Agrees(t, c.required, c.checker, n)
	constrainttest.AgreesSchema(t, c.json, c.leavesOut, c.checker, n)
	if t.Failed() {
		t.Fatalf("schema %s:\n%s", c.name, c.src)
	}
	return accepted
}

func compileSchema(t testing.TB, s schema) compiled {
	t.Helper()
	c, err := constraint.Compile(lookup(t, s.src, false))
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	out := compiled{schema: s, checker: c, required: lookup(t, s.src, true)}
	written, err := c.JSONSchema(constraint.SchemaOptions{})
	if err != nil {
		out.leavesOut = true
		if written, err = c.JSONSchema(constraint.SchemaOptions{LeaveOut: true}); err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
	}
	out.json = constrainttest.CompileSchema(t, written)
	for _, seed := range s.seeds {
		out.seeds = append(out.seeds, constrainttest.MustNode(seed))
	}
	return out
}

// lookup builds a CUE file and returns its definition #S or its field S.
func lookup(t testing.TB, src string, required bool) cue.Value {
	t.Helper()
	f, err := parser.ParseFile("schema.cue", src)
	if err != nil {
		t.Fatal(err)
	}
	if required {
		constrainttest.Require(f, "S", "must")
	}
	inst := build.NewContext().NewInstance("", nil)
	if err := inst.AddSyntax(f); err != nil {
		t.Fatal(err)
	}
	if err := inst.Complete(); err != nil {
		t.Fatal(err)
	}
	v := cuecontext.New().BuildInstance(inst)
	if v.Err() != nil {
		t.Fatal(v.Err())
	}
	if s := v.LookupPath(cue.ParsePath("#S")); s.Exists() {
		return s
	}
	return v.LookupPath(cue.ParsePath("S"))
}

func FuzzAgainstCUE(f *testing.F) {
	var all []compiled
	for i, s := range schemas {
		all = append(all, compileSchema(f, s))
		for seed := range 4 {
			f.Add([]byte{byte(i), byte(seed), byte(i * 7), byte(seed * 13), byte(i + seed), 9, 3, byte(seed)})
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		s := all[int(data[0])%len(all)]
		n := constrainttest.Generate(data[1:], s.seeds...)
		s.agrees(t, n)
	})
}

// TestAgainstCUE is the fuzz test's everyday form: a fixed stretch of
// documents for every schema.
func TestAgainstCUE(t *testing.T) {
	for i, s := range schemas {
		t.Run(s.name, func(t *testing.T) {
			c := compileSchema(t, s)
			accepted := 0
			state := uint32(2463534242 + i)
			for range rounds {
				data := make([]byte, 24)
				for j := range data {
					state ^= state << 13
					state ^= state >> 17
					state ^= state << 5
					data[j] = byte(state >> 11)
				}
				n := constrainttest.Generate(data[:state%24], c.seeds...)
				if c.agrees(t, n) {
					accepted++
				}
			}
			if accepted == 0 {
				t.Error("no generated document was accepted: the comparison shows nothing")
			}
		})
	}
}

// rounds is how many documents TestAgainstCUE makes for a schema.
const rounds = 1000
