package compile_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/schema/compile"
	"github.com/handofflint/handofflint/internal/text"
)

const imports = "import \"list\"\nimport \"regexp\"\nimport \"strings\"\n"

// schemas use each allowed construct. A schema is `v`; the text before the last `;;` are definitions.
var schemas = []string{
	"string", "int", "number", "float", "bool", "null", "_", `"a"`, "1", "1.5", "-1", "+1", "1.0", "true", "1_000", "0x1F", "2K", "#\"a\"#", "\"\"\"\n\ta\n\t\"\"\"",
	"<5", "<=5", ">1", ">=1.5", "!=1", `!="a"`, "!=null", `<"b"`, `>="b"`, `<"("`, "< -1", `=~"^a"`, `!~"b$"`, "int & >=1 & <=5", "number & !=2", `string & !="a"`, `=~"a" & !~"b"`,
	"int | string", `"a" | "b"`, `"a" | "b" | 1 | null | true`, `"a" | int`, `*"a" | string`, "int & >=1 | *3", "null | {a?: int}", "string | [...int]", `=~"^a" | >3`, `("a" | "b") & !="a"`, `!="a" & ("a" | "b")`, "!=null & (int | null)", `*"a" | int`,
	"{a?: _|_}", "{a?: _|_, ...}", `(=~"a" | 1) & _`,
	"strings.MinRunes(2)", "strings.MaxRunes(1)", "strings.MinRunes(1) & strings.MaxRunes(2)", "regexp.Valid", "regexp.Valid()", "list.MinItems(1)", "list.MaxItems(1)", "list.UniqueItems", "list.UniqueItems()",
	"[...int] & list.MinItems(2)", "[...] & list.UniqueItems", "null | strings.MinRunes(2)",
	"[]", "[int]", "[int, string]", "[...]", "[...int]", "[int, ...]", "[int, ...string]", "[int, ...] & [...]", "[...{a!: int}]", "[...] & [_, int]", "[[...int], ...[]]", "[...(int | null)]",
	"{}", "{...}", "{a: int}", "{a!: int}", "{a?: int}", "{a!: int, ...}", "{a: b: int}", "{a?: b!: c?: int}", `{"a": int, "b-c"?: string}`, "{a: int, a: >2}", "{a?: int, a!: >2}", "{a!: int, a?: >2}", "{a!: int} & {a?: >2}", "{a!: 1} & ({k!: 1} | {k!: 2})", `{"#a"?: int}`, "{a?: {b?: int}, a?: {c?: int}}", "{a: 1, b?: 2}",
	"{[string]: int}", `{[=~"^a"]: int}`, `{[=~"^a"]: int, b?: string, a?: >2}`, `{[=~"^a"]: int, b!: string}`, `{[=~"a"]: int} & {b?: int}`, `{[=~"a"]: {a?: int}, [=~"b"]: {b?: int}}`, `{["a" | "b"]: int}`, `{[strings.MinRunes(2)]: int, ...}`, `{[=~"a"]: int, [=~"b"]: >2}`, `{[!="a"]: string, a?: int}`, `{[string]: {a?: int}, b?: {c?: int}}`,
	"{a?: int} & {b?: int}", "{a: int} & {a: >2}", `{[=~"^a"]: int} & {a?: >2}`, `{a?: >2} & {[=~"^a"]: int}`, `{[=~"^a"]: int, [=~"a$"]: >2, a?: _}`, `{x?: int, k!: "a"} | {x?: int, k!: "b"}`, "{a?: {b?: int}} & {a?: b?: >2}", "{a?: null | {b?: int}} & {a?: {b?: >2}}", "(null | {a?: int}) & {a?: >2, b!: int}", "({a?: int})",
	`{k!: "a", x!: int} | {k!: "b", y!: string}`, `{k!: "a"} | {k!: "b"} | {k!: null} | null | [...int]`, `({k!: "a", x?: int} | {k!: "b", ...}) & {k!: "b", z?: int}`, `{k!: "a" | "b", n?: int} | {k!: 1, n?: string}`,
	"#A: {a?: int};;#A", "#A: {a?: int};;#A & {a?: >2}", "#A: {a?: int, ...};;#A & {b?: int}", "#A: {};;#A", "#A: !=null & {a?: int};;#A", "#A: {a?: int} & !=null;;#A", "#A: {a?: int};;!=null & #A", "#A: {a?: int};;#A & !=null", "#A: {a?: {b?: int}};;#A", "#A: {a?: {b?: int}};;#A & {a?: {b?: >2}}",
	"#A: {a?: int} & {b?: int};;#A", "#A: {a?: int} & {b?: int} & {c?: int};;#A", `#A: {k!: "a"} | {k!: "b"};;#A | {k!: "c"}`, "#A: {a?: int}\n#B: #A;;#B", "#A: {a?: int}\n#B: #A & {a?: >2};;#B", "#A: {a?: int, ...}\n#B: #A & {b?: {c?: int}};;#B",
	"#A: {a?: int, ...}\n#B: {a?: int, b?: int};;#A & #B", "#A: {a?: {...}};;#A & {a?: {b?: int}}", "#A: {a?: _};;#A & {a?: {b?: int}}", "#A: {a?: _} & {a?: {b?: int}};;#A",
	"#A: {[string]: {a?: int}};;#A", `#A: {[=~"^a"]: int};;#A`, "#A: [...{a?: int}];;#A", "#A: [{a?: int}, ...];;#A & [...]",
	"#A: null | {a?: int};;#A", "#A: null | {a?: int};;#A & {a?: >2}", "#A: null | {a?: int}\n#B: #A | string;;#B", "#A: string\n#B: #A | int;;#B & !=1",
	"#A: {a?: #A, b?: int};;#A", "#A: {a?: [...#A], b?: int};;#A", "#A: {a!: null | #A};;#A", "#A: {[string]: #A | int};;#A", "#A: {a?: #B}\n#B: {b?: #A, c?: int};;#A", "#A: {a?: #A | [...#A] | null, b?: int};;{a?: #A}", "#A: [...#A];;#A", "#A: {a?: #A, ...};;#A & {b?: int}",
	"_a: int;;_a", "_a: {a?: int};;_a & {b?: int}", "_a: {a?: _a, b?: int};;_a", "_p: \"^a\";;=~_p", "#N: 3;;<#N", "_n: 2;;strings.MinRunes(_n)", "#A: {a?: _b}\n_b: string;;#A",
	"{a?: #A} & {a?: {b?: >2}}\n#A: {b?: int, c?: int}", "{a?: #A & {b!: 1}}\n#A: {b?: int, c?: int}", "[...#A] & [...]\n#A: {b?: int, c?: int}",
}

func source(schema string) string {
	definitions, v, found := strings.Cut(schema, ";;")
	if !found {
		definitions, v = "", schema
	}
	return imports + definitions + "\nv: " + v + "\n"
}

// Every construct means the same as in CUE.
func TestNodesAgreeWithCUE(t *testing.T) {
	for _, s := range schemas {
		t.Run(s, func(t *testing.T) {
			n, refusals := compileSource(t, source(s))
			if refusals != nil {
				t.Fatalf("refused: %+v", refusals)
			}
			agree(t, source(s), n, 60)
		})
	}
}

// Random schemas mean the same, too.
func TestRandomNodesAgreeWithCUE(t *testing.T) {
	compiled := 0
	for seed := range uint64(1500) {
		src := randomSource(rand.New(rand.NewPCG(seed, 1)))
		n, refusals := compileSource(t, src)
		if refusals == nil {
			compiled++
			agree(t, src, n, 15)
		}
	}
	if compiled < 100 {
		t.Errorf("only %d of 1500 schemas were compiled", compiled)
	}
}

func FuzzNodesAgreeWithCUE(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		src := randomSource(rand.New(rand.NewPCG(seed, 2)))
		if n, refusals := compileSource(t, src); refusals == nil {
			agree(t, src, n, 20)
		}
	})
}

// compileSource compiles the field v of a source.
func compileSource(t *testing.T, src string) (*schema.Node, []compile.Refusal) {
	t.Helper()
	s, refusals := compile.Parse([]byte(src), nil)
	if refusals != nil {
		return nil, refusals
	}
	root, _ := s.Root(values)
	if len(root.Items) != 1 || root.Items[0].Name != "v" {
		t.Fatalf("%s\nfields: %+v", src, root.Items)
	}
	return s.Pattern(root.Items[0])
}

// agree compares a Node with CUE's evaluator on random documents.
func agree(t *testing.T, src string, n *schema.Node, documents int) {
	t.Helper()
	context := cuecontext.New()
	want := context.BuildFile(required(t, src)).LookupPath(cue.ParsePath("v"))
	r := rand.New(rand.NewPCG(7, 7))
	for i := range documents {
		doc := randomDocument(r, i%4)
		if i < len(scalars) {
			field := *scalars[i]
			field.Name = "a"
			doc = &document.Node{Kind: document.Object, Items: []*document.Node{&field}}
		} else if i < 2*len(scalars) {
			doc = scalars[i-len(scalars)]
		}
		literal := literalOf(doc)
		err := want.Unify(context.CompileString(literal)).Validate(cue.Concrete(true))
		if n.Match(doc, nil) != (err == nil) {
			t.Errorf("%s\n%s\naccepted: %t, but CUE says: %v", src, literal, n.Match(doc, nil), err)
			return
		}
		if found := n.Check(doc, &text.Steps{}); (len(found) == 0) != (err == nil) {
			t.Errorf("%s\n%s\nfound %+v, but CUE says: %v", src, literal, found, err)
			return
		}
	}
}

// required marks every regular field of a source as required: it expresses in CUE what a Node makes of the
// unmarked source.
func required(t *testing.T, src string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile("", src)
	if err != nil {
		t.Fatal(err)
	}
	var used []ast.Decl
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.ImportDecl); ok {
			if !strings.Contains(strings.TrimPrefix(src, imports), strings.Trim(d.Specs[0].Path.Value, `"`)+".") {
				continue
			}
		}
		if f, ok := decl.(*ast.Field); ok {
			ast.Walk(f.Value, mark, nil)
		}
		used = append(used, decl)
	}
	file.Decls = used
	return file
}

func mark(n ast.Node) bool {
	if f, ok := n.(*ast.Field); ok && f.Constraint == token.ILLEGAL {
		if _, isPattern := f.Label.(*ast.ListLit); !isPattern {
			f.Constraint = token.NOT
		}
	}
	return true
}

var scalars = []*document.Node{
	{Kind: document.Null}, {Kind: document.Bool, Text: "true"}, {Kind: document.Bool, Text: "false"},
	{Kind: document.Int, Text: "1"}, {Kind: document.Int, Text: "2"}, {Kind: document.Int, Text: "3"}, {Kind: document.Int, Text: "-1"}, {Kind: document.Int, Text: "31"},
	{Kind: document.Float, Text: "1.0"}, {Kind: document.Float, Text: "1.5"}, {Kind: document.Float, Text: "3.25"},
	{Kind: document.Object}, {Kind: document.String, Text: "a"}, {Kind: document.String, Text: "b"}, {Kind: document.String, Text: "ab"}, {Kind: document.String, Text: ""}, {Kind: document.String, Text: "("},
}

var names = []string{"a", "b", "c", "k", "ab", "b-c"}

func randomDocument(r *rand.Rand, depth int) *document.Node {
	kind := r.IntN(5)
	if depth == 0 || kind == 0 {
		n := *scalars[r.IntN(len(scalars))]
		return &n
	}
	n := &document.Node{Kind: document.Object}
	if kind == 1 {
		n.Kind = document.List
	}
	seen := map[string]bool{}
	for range r.IntN(4) {
		item := randomDocument(r, depth-1)
		if n.Kind == document.Object {
			item.Name = names[r.IntN(len(names))]
			if seen[item.Name] {
				continue
			}
			seen[item.Name] = true
		}
		n.Items = append(n.Items, item)
	}
	return n
}

func literalOf(n *document.Node) string {
	switch n.Kind {
	case document.Null:
		return "null"
	case document.String:
		return fmt.Sprintf("%q", n.Text)
	case document.List, document.Object:
		var items []string
		for _, item := range n.Items {
			if n.Kind == document.Object {
				items = append(items, fmt.Sprintf("%q: %s", item.Name, literalOf(item)))
			} else {
				items = append(items, literalOf(item))
			}
		}
		if n.Kind == document.Object {
			return "{" + strings.Join(items, ", ") + "}"
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return n.Text
}

// randomSource returns a source in the subset, which may still be refused.
func randomSource(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(imports)
	for _, name := range []string{"#A", "#B", "_c"} {
		fmt.Fprintf(&b, "%s: %s\n", name, randomExpr(r, 3))
	}
	fmt.Fprintf(&b, "v: %s\n", randomExpr(r, 3))
	return b.String()
}

var leaves = []string{
	"string", "int", "number", "_", "null", `"a"`, `"b"`, "1", "2", ">1", "<=2", `=~"a"`, `!~"b"`, "!=1", "bool", `"a" | "b"`, "int | string", `null | "a"`,
	"strings.MinRunes(2)", "list.MaxItems(1)", "regexp.Valid", "_|_", "#A", "#B", "_c", "#A", "#B",
}

func randomExpr(r *rand.Rand, depth int) string {
	if depth == 0 {
		return leaves[r.IntN(len(leaves))]
	}
	switch r.IntN(9) {
	case 0:
		return leaves[r.IntN(len(leaves))]
	case 1:
		return "(" + randomExpr(r, depth-1) + " & " + randomExpr(r, depth-1) + ")"
	case 2:
		return "(null | " + randomExpr(r, depth-1) + ")"
	case 3:
		return "[" + randomExpr(r, depth-1) + ", ..." + randomExpr(r, depth-1) + "]"
	case 4:
		return "[..." + randomExpr(r, depth-1) + "]"
	case 5:
		return fmt.Sprintf("({k!: 1, a?: %s} | {k!: 2, b?: %s})", randomExpr(r, depth-1), randomExpr(r, depth-1))
	}
	var fields []string
	for range r.IntN(4) {
		name := names[r.IntN(4)] + []string{"?", "?", "!", ""}[r.IntN(4)]
		if r.IntN(8) == 0 {
			name = []string{`[=~"a"]`, `[string]`, `[=~"^b"]`}[r.IntN(3)]
		}
		fields = append(fields, name+": "+randomExpr(r, depth-1))
	}
	if r.IntN(3) == 0 {
		fields = append(fields, "...")
	}
	return "{" + strings.Join(fields, ", ") + "}"
}
