package rules_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"
	"github.com/santhosh-tekuri/jsonschema/v6"

	schema "github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/constraint/constrainttest"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// subject is one constraint of the catalogue: as it was compiled, as CUE has
// it, and documents to start from.
type subject struct {
	name     string
	checker  *constraint.Checker
	required cue.Value
	seeds    []*document.Node
	// written is the constraint in JSON Schema, which may accept more where
	// leftOut says that JSON Schema cannot say all of it.
	written *jsonschema.Schema
	leftOut bool
}

// write makes the JSON Schema of a subject.
func (s *subject) write(t testing.TB) {
	t.Helper()
	written, err := s.checker.JSONSchema(constraint.SchemaOptions{})
	if s.leftOut = err != nil; s.leftOut {
		written, err = s.checker.JSONSchema(constraint.SchemaOptions{LeaveOut: true})
	}
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	s.written = constrainttest.CompileSchema(t, written)
}

// agrees holds the constraint to CUE and to its JSON Schema.
func (s *subject) agrees(t testing.TB, n *document.Node) bool {
	t.Helper()
	constrainttest.AgreesSchema(t, s.written, s.leftOut, s.checker, n)
	return constrainttest.Agrees(t, s.required, s.checker, n)
}

var formats = []document.Format{document.Report, document.Metadata, document.Context, document.Task}

// subjects are all constraints of the catalogue, in a fixed order. Every rule
// is switched on, so that none is left out.
func subjects(t testing.TB) []subject {
	t.Helper()
	e := engine(t, "*=warning")
	var all []subject
	for _, format := range formats {
		patterns, err := rules.Patterns(e, format)
		if err != nil {
			t.Fatal(err)
		}
		oracle := required(t, format)
		for path, checker := range patterns {
			v := oracle.LookupPath(cue.ParsePath(path))
			if v.Err() != nil {
				t.Fatalf("%s: %v", path, v.Err())
			}
			s := subject{name: path, checker: checker, required: v}
			s.seeds = seedsFor(t, e, format, strings.HasPrefix(path, "formats"))
			s.write(t)
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b subject) int { return strings.Compare(a.name, b.name) })
	return slices.CompactFunc(all, func(a, b subject) bool { return a.name == b.name })
}

// required is the sources of a format in which every field that a pattern has
// is marked as required, in a context of their own.
func required(t testing.TB, format document.Format) cue.Value {
	t.Helper()
	instance := build.NewContext().NewInstance("", nil)
	for _, name := range rules.SourceFiles(format) {
		for _, folder := range []fs.FS{schema.Sources, rules.Sources()} {
			source, err := fs.ReadFile(folder, name)
			if err != nil {
				continue
			}
			file, err := parser.ParseFile(name, source)
			if err != nil {
				t.Fatal(err)
			}
			constrainttest.Require(file, "when", "must", "schema", "advice")
			if err := instance.AddSyntax(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := instance.Complete(); err != nil {
		t.Fatal(err)
	}
	value := cuecontext.New().BuildInstance(instance)
	if value.Err() != nil {
		t.Fatal(value.Err())
	}
	return value
}

// seedsFor are valid documents of a format and documents that patterns are
// about: the handoff's own object, or the whole tree that rules look at.
func seedsFor(t testing.TB, e *rules.Engine, format document.Format, dataOnly bool) []*document.Node {
	t.Helper()
	blocked := edit(t, validPhased, `"status": "complete"`, `"status": "blocked", "blocked_reason": "unknown", "attempted": ["Ran it"], "verdict": "REJECTED"`)
	texts := map[document.Format][]string{
		document.Report:   {validReport, edit(t, validReport, `"written"`, `"verified"`) + "More.\n", edit(t, validReport, `"written"`, `"writing"`)},
		document.Metadata: {validBase, validPhased, edit(t, validPhased, `"phase"`, `"verification": {"tests": "18 pass"}, "phase"`), blocked, edit(t, blocked, `"next_agent": "reviewer"`, `"next_agent": null, "blockers": [{"type": "a", "description": "b", "resolution": "c"}]`), "# Work\n\n---\n\n```json\n" + validBase + "```\n\nMore.\n"},
		document.Context:  {validContext, edit(t, validContext, "null,", `{"reason": "tests-failed", "error_summary": "Two fail", "attempt": 1},`)},
		document.Task:     {validTask},
	}[format]
	var seeds []*document.Node
	for _, text := range texts {
		path := map[bool]string{true: "a.json", false: "a.md"}[strings.HasPrefix(text, "{")]
		doc := document.Parse(rules.Input{Path: path, Data: []byte(text), As: format, Named: true, Info: sealed}, e.Limits().Limits)
		if doc.Data() == nil {
			t.Fatalf("no data in %q", text)
		}
		seed := doc.Root
		if dataOnly {
			seed = doc.Data()
		}
		// Through JSON, so that both judges read exactly the same.
		seeds = append(seeds, constrainttest.MustNode(constrainttest.JSON(seed)))
	}
	return seeds
}

// rounds is how many documents each constraint judges in the everyday test.
const rounds = 150

// TestCatalogueAgainstCUE holds every compiled constraint of the catalogue to
// CUE's own verdict on a fixed stretch of documents.
func TestCatalogueAgainstCUE(t *testing.T) {
	all := subjects(t)
	if len(all) < 25 {
		t.Errorf("only %d constraints were found", len(all))
	}
	for i, s := range all {
		t.Run(s.name, func(t *testing.T) {
			state, verdicts := uint32(2463534242+i), map[bool]int{}
			for range rounds {
				data := make([]byte, 24)
				for j := range data {
					state ^= state << 13
					state ^= state >> 17
					state ^= state << 5
					data[j] = byte(state >> 11)
				}
				n := constrainttest.Generate(data[:state%24], s.seeds...)
				verdicts[s.agrees(t, n)]++
				if t.Failed() {
					return
				}
			}
			if verdicts[true] == 0 || verdicts[false] == 0 {
				t.Errorf("all documents had one verdict, which shows nothing: %v", verdicts)
			}
		})
	}
}

func FuzzCatalogueAgainstCUE(f *testing.F) {
	all := subjects(f)
	for i := range all {
		f.Add([]byte{byte(i), 1, 7, byte(i * 13), 3, 9, byte(i), 2})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		s := all[int(data[0])%len(all)]
		s.agrees(t, constrainttest.Generate(data[1:], s.seeds...))
		if t.Failed() {
			t.Log(s.name)
		}
	})
}
