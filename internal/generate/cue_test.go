package generate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/token"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
)

var folders = []fs.FS{os.DirFS("../../cue"), os.DirFS("../../rules"), os.DirFS("../../rules/facts")}

// subject is a Node of the table, its CUE value, and seed documents.
type subject struct {
	path  string
	node  *schema.Node
	cue   cue.Value
	seeds []*document.Node
	// published is the Node as a JSON Schema, which accepts more if leavesOut is set.
	published *jsonschema.Schema
	leavesOut bool
	// judged has the verdict on each document, by its text: many are equal.
	judged map[string]bool
}

// subjects returns all schemas, patterns, parameters and definitions of the table.
func subjects(t testing.TB) (all []subject) {
	t.Helper()
	oracle := required(t)
	in := func(v cue.Value, steps cue.Path, path string, n *schema.Node) {
		s := subject{path: path, node: n, cue: v.LookupPath(steps), judged: map[string]bool{}}
		if err := s.cue.Err(); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, text := range seeds[seedsOf(path)] {
			s.seeds = append(s.seeds, parseJSON(text))
		}
		s.publish(t)
		all = append(all, s)
	}
	add := func(path string, n *schema.Node) {
		if n != nil {
			in(oracle, cue.ParsePath(path), path, n)
		}
	}
	for _, d := range table.Builtin.Definitions {
		switch d.Name {
		case "limits": // rules refer to its values, so they are regular fields above
			in(required(t, d.Name), cue.ParsePath(d.Name), d.Name, d.Node)
		case "#CustomChecks": // one by one, since a document of all is large
			v := oracle.LookupPath(cue.ParsePath(d.Name))
			for _, f := range d.Node.Fields {
				in(v, cue.MakePath(cue.Str(f.Name).Required()), d.Name+"."+f.Name, f.Node)
			}
		default:
			add(d.Name, d.Node)
		}
	}
	for _, f := range table.Builtin.Formats {
		path := `formats."` + string(f.Name) + `"`
		add(path+".schema", f.Schema)
		add(path+".advice", f.Advice)
		for _, p := range f.Profiles {
			path := fmt.Sprintf("%s.profiles.%q", path, p.Name)
			add(path+".schema", p.Schema)
			add(path+".advice", p.Advice)
			for i, n := range p.When {
				add(fmt.Sprintf("%s.when[%d]", path, i), n)
			}
		}
	}
	for _, r := range table.Builtin.Rules {
		path := fmt.Sprintf("rules.%q", r.Name)
		add(path+".when", r.When)
		add(path+".must", r.Must)
		add(path+".params", r.ParamNode)
		for _, v := range r.Variants {
			path := fmt.Sprintf("%s.variants.%q", path, v.Name)
			add(path+".when", v.When)
			add(path+".must", v.Must)
		}
	}
	return all
}

func (s *subject) publish(t testing.TB) {
	t.Helper()
	made, exact := s.node.JSONSchema()
	if s.leavesOut = !exact; s.leavesOut && strings.HasPrefix(s.path, "formats.") {
		t.Errorf("%s: the published JSON Schema leaves something out", s.path)
	}
	text, err := json.Marshal(made)
	if err != nil {
		t.Fatalf("%s: %v", s.path, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if s.published, err = c.Compile("schema.json"); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// within are the fields of the sources whose regular fields are required in a Node.
var within = []string{"when", "must", "schema", "advice", "params", "_misspelling", "_absolutePaths", "_list", "_references", "_timestamps", "_judged"}

// required evaluates the sources in a new context, with every regular field of a pattern marked as required.
func required(t testing.TB, more ...string) cue.Value {
	t.Helper()
	files, err := parse(folders, contract)
	for _, f := range files {
		for _, d := range f.Decls {
			require(d, append(more, within...), false)
		}
	}
	value, err := evaluate(files, err)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// require marks the regular fields within definitions and the named fields.
func require(n ast.Node, names []string, inside bool) {
	ast.Walk(n, func(n ast.Node) bool {
		f, ok := n.(*ast.Field)
		if !ok {
			return true
		}
		name, _, err := ast.LabelName(f.Label)
		_, plain := f.Label.(*ast.Ident)
		hidden := plain && strings.HasPrefix(name, "_")
		definition := plain && strings.HasPrefix(name, "#")
		if inside && err == nil && f.Constraint == token.ILLEGAL && !hidden && !definition {
			f.Constraint = token.NOT
		}
		require(f.Value, names, inside || definition || slices.Contains(names, name))
		return false
	}, nil)
}

// agree fails the test if a Node, its JSON Schema and CUE differ about a document.
// It returns whether the document is accepted.
func (s *subject) agree(t testing.TB, n *document.Node) bool {
	t.Helper()
	text := toJSON(n)
	if accepted, known := s.judged[text]; known {
		return accepted
	}
	n = parseJSON(text)
	err := s.cue.Unify(cuecontext.New().CompileString(text)).Validate(cue.Concrete(true))
	if got := s.node.Match(n, nil); got != (err == nil) {
		t.Errorf("%s: %s\naccepted: %t, but CUE says: %v", s.path, text, got, err)
	}
	if found := s.node.Check(n, nil); (len(found) == 0) != (err == nil) {
		t.Errorf("%s: %s\nviolations: %+v, but CUE says: %v", s.path, text, found, err)
	}
	value, _ := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if other := s.published.Validate(value); (other == nil) != (err == nil) && !(s.leavesOut && other == nil) {
		t.Errorf("%s: %s\nthe JSON Schema says: %v\nbut CUE says: %v", s.path, text, other, err)
	}
	s.judged[text] = err == nil
	return err == nil
}

// rounds is the number of documents per Node in the everyday test.
const rounds = 5

// bytesOf returns the bytes of a round of a subject, the same in every run.
func bytesOf(subject, round int) []byte {
	state := uint32(2463534242 + 7919*subject + 104729*round)
	data := make([]byte, 64)
	for j := range data {
		state ^= state << 13
		state ^= state >> 17
		state ^= state << 5
		data[j] = byte(state >> 11)
	}
	return data[:8+state%56]
}

// TestAgainstCUE compares every Node of the table with CUE's verdict.
func TestAgainstCUE(t *testing.T) {
	// CUE's evaluation makes a lot of garbage: collecting it took a third of the time.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	seen := map[*schema.Node]bool{}
	for i, s := range subjects(t) {
		t.Run(s.path, func(t *testing.T) {
			verdicts := map[bool]int{}
			docs := append(around(s.node, seen), right(s.node))
			for _, n := range docs {
				verdicts[s.agree(t, n)]++
			}
			for round := range rounds {
				verdicts[s.agree(t, generate(bytesOf(i, round), s.node, s.seeds))]++
				if t.Failed() {
					return
				}
			}
			for _, seed := range s.seeds {
				accepted := s.agree(t, seed)
				verdicts[accepted]++
				if !accepted && strings.HasPrefix(s.path, "#") {
					t.Errorf("CUE rejects the seed %s", toJSON(seed))
				}
			}
			isOfRule := strings.HasPrefix(s.path, "rules.") // its cases in testdata/rules have both verdicts
			if !isOfRule && (verdicts[true] == 0 || verdicts[false] == 0) {
				t.Errorf("all documents had one verdict, which shows nothing: %v", verdicts)
			}
		})
	}
}

func FuzzAgainstCUE(f *testing.F) {
	all := subjects(f)
	for i := range all {
		f.Add(uint16(i), bytesOf(i, rounds))
	}
	f.Fuzz(func(t *testing.T, i uint16, data []byte) {
		s := all[int(i)%len(all)]
		s.agree(t, generate(data, s.node, s.seeds))
	})
}
