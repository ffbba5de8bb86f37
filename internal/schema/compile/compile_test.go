package compile_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"cuelang.org/go/cue/parser"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/schema/compile"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/text"
)

// builtin are definitions as in a table.
var builtin = []schema.Definition{
	{Name: "#Metadata", Node: &schema.Node{Kinds: schema.Only(document.Object), Fields: []schema.Field{
		{Name: "agent", Required: true, Node: &schema.Node{Kinds: schema.Only(document.String), Doc: "The agent."}},
		{Name: "handoff", Node: &schema.Node{Kinds: schema.Only(document.Null) | schema.Only(document.Object), AnyOf: []*schema.Node{
			{Kinds: schema.Only(document.Null)},
			{Kinds: schema.Only(document.Object), Fields: []schema.Field{{Name: "context", Node: &schema.Node{Kinds: schema.Only(document.String)}}}},
		}}},
	}}},
	{Name: "#Text", Node: &schema.Node{Kinds: schema.Only(document.String), Tests: []schema.Test{{Op: schema.Match, Text: `\S`}}, Attr: &schema.Attr{Words: "a text"}}},
}

// Each refusal is at the text between « and ».
func TestRefusals(t *testing.T) {
	tests := []struct{ source, reason string }{
		{`v: {«let x = 1», a: 2}`, "expression"},
		{"«let x = 1»\nv: 2", "expression"},
		{`v: {a: 1, b: «a»}`, "field a"},
		{`v: {from: string, to: !=«from»}`, "field from"},
		{"rules: {}\nv: «rules»", "field rules"},
		{`v: «"\(»#Text)"`, "expression"},
		{`v: {«"\(»#Text)": 1}`, "expression"},
		{`v: {«if true {a: 1}»}`, "expression"},
		{`v: [«for x in [1] {x}»]`, "expression"},
		{`v: «1 + 2»`, "expression"},
		{`v: "a" & «"b" * 3»`, "expression"},
		{`v: «!true»`, "expression"},
		{"#A: {a: 1}\nv: «#A.a»", "expression #A.a"},
		{"#A: [1]\nv: «#A[0]»", "expression"},
		{`v: {«X=a»: 1}`, "expression"},
		{`v: «X={a: 1}»`, "expression"},
		{`v: {[«X=string»]: 1}`, "expression"},
		{`v: «'bytes'»`, "expression"},
		{`v: {(«#Text»): 1}`, ""},
		{`v: {«("a")»: 1}`, "label"},
		{`v: «close»({a: 1})`, "function close"},
		{`v: «len»("a")`, "function len"},
		{"import \"strings\"\nv: «strings.Repeat»(\"a\", 100000)", "function strings.Repeat"},
		{"import \"strings\"\nv: «strings»", "field strings"},
		{`v: «strings.MinRunes»(3)`, "unimported strings.MinRunes"},
		{"import «\"math/bits\"»\nv: 1", "import \"math/bits\""},
		{"import «list \"strings\"»\nv: list.MinItems(1)", "import \"strings\""},
		{"\"#A\": int\nv: «#A»", "reference #A"},
		{"_#A: {a?: 1}\nv: _#A & «{b!: 1}»", "closed b"},
		{"#A: {a: {b: 1}}\nv: «#A.a.b»", "expression"},
		{`v: {a: int «@engine()»}`, "attribute engine"},
		{`v: {a: int «@config(days)»}`, "attribute config"},
		{`v: {«[=~"a" | =~"b"]»: 1}`, "label"},
		{`v: *1 | «*2»`, "default"},
		{`v: [...int] & «!=null»`, "lists-joined"},
		{`v: «"\ud800"»`, "expression"},
		{"import \"strings\"\nv: strings.MinRunes(«99999999999999999999»)", "count strings.MinRunes"},
		{"v: [] & «[...int]»", "lists-joined"},
		{"#A: {a?: «#A | {b!: 1}»}\nv: #A", "recursive"},
		{"#A: {a?: «{b!: 1} | #A»}\nv: #A", "recursive"},
		{"#A: {a?: «*{b: 1} | #A»}\nv: #A", "recursive"},
		{`v: «{k?: "a"} | {k!: "b"}»`, "alike"},
		{`v: «{k!: int} | {k!: "a"}»`, "alike"},
		{`v: «{k!: "a", x!: 1} | {k!: "a" | "b", y!: 1}»`, "alike"},
		{"import «\"bits\"»\nv: 1", "import \"bits\""},
		{`v: «#Txet»`, "reference #Txet"},
		{`v: «owner»`, "reference owner"},
		{`v: «bytes»`, "reference bytes"},
		{`v: {a: {«#A»: 1}}`, "inner #A"},
		{`v: {«_a»: 1}`, "inner _a"},
		{`v: {a: 1 «@embed(file=x)»}`, "attribute embed"},
		{"«@extern(embed)»\n\nv: 1", "attribute extern"},
		{`v: {«@words("x")», a: 1}`, "attribute words"},
		{`v: {a: string «@claims("file")»}`, "claims"},
		{`v: {a: string «@claims()»}`, "claims"},
		{`v: {a: int «@claims("files")»}`, "claims-nothing"},
		{`v: {a: {b: string} «@claims("files")»}`, "claims-nothing"},
		{`v: {a: [...int] «@claims("files")»}`, "claims-nothing"},
		{`v: {a: [] «@claims("files")»}`, "claims-nothing"},
		{"#A: int «@claims(\"files\")»\nv: a: #A", "claims-nothing"},
		{`v: {a: string @claims("files"), b: [...#Text] @claims("read"), c: null | [...string] @claims("changed"), d: _ @claims("commits"), e: [string, ...int] @claims("runs"), f: «#X»}`, "reference #X"},
		{"_a: {b: 1}\n#A: {c: «_a»}\nv: #A", "hidden _a"},
		{"#A: {a: 1}\nv: {«#A», b: 2}", "embedding"},
		{`v: {«string»}`, "embedding"},
		{`v: {«[int]»: 1, a?: 1}`, "label"},
		{"import \"strings\"\nv: strings.MinRunes(«\"3\"»)", "count strings.MinRunes"},
		{"import \"strings\"\nv: strings.MinRunes(«-1»)", "count strings.MinRunes"},
		{"import \"strings\"\nv: «strings.MinRunes»", "count strings.MinRunes"},
		{"import \"list\"\nv: list.UniqueItems(«1»)", "operand"},
		{`v: =~«1»`, "operand"},
		{`v: >«null»`, "operand"},
		{"#A: [1]\nv: >«#A[0]»", "expression"},
		{"#A: [1]\nv: >«#A[0:1]»", "expression"},
		{`v: -«"a"»`, ""},
		{`v: =~«"("»`, "pattern missing closing ): `(`"},
		{`v: =~«"(abc){400}"»`, "large"},
		{`v: !~«"("»`, "pattern missing closing ): `(`"},
		{`v: =~«'a'»`, "operand"},
		{`v: «!5»`, "expression"},
		{`v: «-(1)»`, "expression"},
		{`v: «*1»`, "default"},
		{"#A: «#A»\nv: #A", "cycle #A"},
		{"#A: null | «#A»\nv: #A", "cycle #A"},
		{"#A: #B & {a: 1}\n#B: «#A»\nv: #A", "cycle #A"},
		{"#A: {a?: #A & «{b?: 1}»}\nv: #A", "recursive"},
		{"#A: {a?: {b?: 1} & «#A»}\nv: #A", "recursive"},
		{"#A: {a?: #B}\n#B: «#A»\nv: #A", "recursive"},
		{"#A: {a?: «#A» @words(\"x\")}\nv: #A", "recursive"},
		{"#A: {a?: int}\n«#A»: {b?: int}\nv: #A", "repeated #A"},
		{"#A: null | {a?: «#A»}\nv: #A", "cycle #A"},
		{"v: [int, ...] & «[...number]»", "lists-joined"},
		{`v: ({k!: 1} | {k!: 2}) & («{k!: 3} | {k!: 4}»)`, "unions"},
		{`v: (int | string) & («string | null»)`, "unions"},
		{"#S: \"a\" | \"b\"\nv: #S & («\"b\" | \"c\"»)", "unions"},
		{"#A: {a?: #A, ...}\n#B: {a?: #B, ...}\nv: #A & «#B»", "recursive"},
		{`v: {a?: «[int] | [string]»}`, "alike"},
		{`v: {a?: «{b: 1} | {c: 1}»}`, "alike"},
		{`v: «{k!: int} | {k!: string}»`, "alike"},
		{`v: «{k!: "a"} | {k?: "b"}»`, "alike"},
		{`v: «{k!: "a"} | {k!: int}»`, "alike"},
		{"#A: «{[=~\"a\"]: {x?: 1}, [=~\"b\"]: {y?: 1}}»\nv: #A", "patterns"},
		{"#A: {[=~\"a\"]: 1}\nv: #A & «{[=~\"b\"]: 1}»", "patterns"},
		{`v: int & «string»`, "nothing"},
		{`v: 1 & «2»`, "nothing"},
		{`v: {a?: {b!: "x" & «=~"y"»}}`, "nothing"},
		{`v: {a?: [...int & «string»]}`, "nothing"},
		{`v: [1, 2] & «[int]»`, ""},
		{`v: «{a!: 1, a!: 2}»`, "nothing"},
		{`v: {a!: «_|_»}`, "nothing"},
		{"#A: {a?: 1}\nv: #A & «{b!: 1}»", "closed b"},
		{"#A: {a?: 1}\nv: #A & {a?: 1} & «{b!: 1}»", "closed b"},
		{"#A: {[string]: int}\nv: #A & «{a!: >2}»", "patterns"},
		{`v: «_|_» | int`, "nothing"},
		{"#A: {k!: 1}\n#B: {k!: 2}\nv: #A & «#B»", ""},
		{`v: «_|_»`, "nothing"},
		{"«...»\nv: 1", "fields"},
		{"«{a: 1}»\nv: 1", "fields"},
		{`«v»?: 1`, "fields"},
		{"«[string]»: 1", "fields"},
		{"v: «}»", "syntax"},
		{"#A: {[=~\"a\"]: {x?: 1}} & «{[=~\"b\"]: {y?: 1}}»\nv: #A", "patterns"},
		{`v: «{k!: "a"} | {k!: "b"} | {k!: "a", x!: 1}»`, "alike"},
		{"import (\n\"list\"\n«\"math\"»\n)\nv: 1", "import \"math\""},
		{`v: («{a: 1} | {b: 1}»)`, "alike"},
	}
	for _, tt := range tests {
		src := strings.NewReplacer("«", "", "»", "").Replace(tt.source)
		at := text.Span{Start: strings.Index(tt.source, "«")}
		at.End = strings.Index(tt.source, "»") - len("«")
		refusals := refusalsOf(src)
		if len(refusals) != 1 {
			t.Errorf("%s: %d refusals", tt.source, len(refusals))
			continue
		}
		r := refusals[0]
		if about := cmp.Or(r.Values["name"], r.Values["problem"]); about != "" && r.Reason != "syntax" {
			r.Reason += " " + about
		}
		if tt.reason != "" && (r.Reason != tt.reason || r.At.Start != at.Start || r.Reason != "syntax" && r.At != at) {
			t.Errorf("%s: refused as %q at %q %v, want %q at %v", tt.source, r.Reason, src[r.At.Start:r.At.End], r.At, tt.reason, at)
		}
	}
	for source, want := range map[string]int{"import (\"a\", \"b\")\n#A: int\n#A: int\n#A: int\nv?: 1": 5} {
		if got := len(refusalsOf(source)); got != want {
			t.Errorf("%s: %d refusals, want %d", source, got, want)
		}
	}
}

// values reports whether a path is that of a field of a file.
func values(path []string) bool { return len(path) == 1 }

// refusalsOf returns all refusals of a source's fields.
func refusalsOf(src string) []compile.Refusal {
	s, refusals := compile.Parse([]byte(src), builtin)
	if s == nil {
		return refusals
	}
	root, more := s.Root(values)
	refusals = append(refusals, more...)
	for _, f := range root.Items {
		_, more := s.Pattern(f)
		refusals = append(refusals, more...)
	}
	return refusals
}

// Every refusal has a message.
func TestReasonsHaveWords(t *testing.T) {
	custom, err := os.ReadFile("../../../rules/custom.cue")
	if err != nil {
		t.Fatal(err)
	}
	sources, _ := os.ReadDir(".")
	for _, entry := range sources {
		if strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		code, err := os.ReadFile(entry.Name())
		if err != nil {
			continue
		}
		for _, reason := range reasons(string(code)) {
			if !strings.Contains(string(custom), fmt.Sprintf("%q: {", "refused-"+reason)) {
				t.Errorf("%s: no words for %q", entry.Name(), reason)
			}
		}
	}
}

// reasons returns the constants that source code passes as a reason.
func reasons(code string) []string {
	var found []string
	for _, before := range []string{"Reason: \"", "reason, name := \"", "reason = \"", "return \"", ", \""} {
		for _, part := range strings.Split(code, before)[1:] {
			word, rest, _ := strings.Cut(part, "\"")
			isCall := strings.HasPrefix(rest, ", nil)") || strings.HasPrefix(rest, ", named(") || strings.HasPrefix(rest, ", limit(")
			if word != "" && (before != ", \"" && before != "return \"" || isCall) {
				found = append(found, word)
			}
		}
	}
	return found
}

func TestSource(t *testing.T) {
	src := "\ufeffpackage x\r\n\r\n#Mine: #Text @words(\"mine\")\r\n_h: 1\r\nrules: \"a/b\": {summary: \"x\"}\r\nrules: \"c/d\": {must: data: {k!: 1, a: #Mine @rule(e/f)} | {k!: 2, b?: 1, [=~\"x\"]: 1}}\r\nother: 1\r\n_: 2\r\nrules: \"a/b\": final: true\r\n"
	s, refusals := compile.Parse([]byte(src), builtin)
	if refusals != nil {
		t.Fatal(refusals)
	}
	root, refusals := s.Root(func(path []string) bool { return path[len(path)-1] == "must" })
	want := `{"rules": {"a/b": {"summary": "x", "final": true}, "c/d": {"must": null}}, "other": 1, "_": 2}`
	if got := literalOf(root); got != want || refusals != nil {
		t.Errorf("%s, %v, want %s", got, refusals, want)
	}
	if !slices.Equal(s.Names(), []string{"#Metadata", "#Mine", "#Text", "_h"}) {
		t.Errorf("names %q", s.Names())
	}
	must := root.Lookup("rules", "c/d", "must")
	if node, _ := s.Pattern(must); node.Field("data") == nil || len(s.Rules()) != 1 || s.Rules()[0].Text != "e/f" {
		t.Errorf("%+v, rules %v", node, s.Rules())
	}
	for _, name := range []string{"a", "b"} {
		if at, found := s.Find(must, "data", name); !found || src[at.Start:at.End] != name {
			t.Errorf("%s is at %v", name, at)
		}
	}
	if _, refusals := s.Pattern(must); refusals != nil {
		t.Errorf("what was looked for is refused: %v", refusals)
	}
}

func TestData(t *testing.T) {
	src := `
_words: ["a", "b"]
_shared: {max: -1, deep: x: 1.50}
rules: r: {
	params: _shared
	params: {words: _words, on: true, none: null}
	must: data: a!: string
	variants: one: {when: [{a?: int}, {b?: int}], message: "m"}
	examples: {_shared}
}
`
	s, refusals := compile.Parse([]byte(src), builtin)
	if refusals != nil {
		t.Fatal(refusals)
	}
	root, refusals := s.Root(func(path []string) bool { return slices.Contains(path, "must") || slices.Contains(path, "when") })
	if refusals != nil {
		t.Fatal(refusals)
	}
	n := root.Lookup("rules", "r")
	want := `{"params": {"max": -1, "deep": {"x": 1.50}, "words": ["a", "b"], "on": true, "none": null}, "must": null, "variants": {"one": {"when": [null, null], "message": "m"}}, "examples": {"max": -1, "deep": {"x": 1.50}}}`
	if got := literalOf(n); got != want {
		t.Errorf("data:\n%s\nwant\n%s", got, want)
	}
	message := n.Lookup("variants", "one", "message")
	if src[message.Key.Start:message.Value.End] != `message: "m"` {
		t.Errorf("message is at %v, %v", message.Key, message.Value)
	}

	for source, reason := range map[string]string{
		`v: int`: "plain", `v: {a?: 1}`: "fields", `v: 1 | 2`: "fields", `v: {a: 1, a: 1}`: "fields", `v: {[string]: 1}`: "fields", `v: [1, ...]`: "plain",
		"_a: [_a, _a]\nv: _a": "size", "v: #Text": "plain", `v: {...}`: "fields", `v: =~"x"`: "plain", `v: {@words("x")}`: "attribute",
		"_a: {_a, b: 1}\nv: _a": "fields", `"": int`: "plain", `v: {a: 1} | {b: 1}`: "fields", `v: {a: 1 @words("x")}`: "attribute",
		"v: _0\n" + many(70, func(i int) string { return fmt.Sprintf("_%d: _%d\n", i, i+1) }) + "_70: 1": "plain",
	} {
		s, _ := compile.Parse([]byte(source), builtin)
		if _, refusals := s.Root(func([]string) bool { return false }); len(refusals) == 0 || refusals[0].Reason != reason {
			t.Errorf("%s: %v, want %s", source, refusals, reason)
		}
	}
}

// Comments, attributes and defaults belong to fields and definitions.
func TestWordsOfFields(t *testing.T) {
	n, refusals := compileWith(`
#Mine: #Text & =~"x" @words("mine, and short") @rule("a/b")
#Same: #Mine
v: {
	// What it
	// is.
	a: #Same
	b?: #Mine @words(better)
	c?: [...#Mine]
	d?: int & >=1 | *3
	e?: *{f: ["g"]} | null
	g?: #Text & _
	h?: *int | null // is beside it
	// Once.
	i?: string @words("once") @means("a: b")
	// Again.
	i?: _ @words("i")
	j?: _ @words("j")
	j?: string
	k?: #Tree
	...
}
#Tree: {
	// A tree.
	t?: #Tree
	x?: int
}`)
	if refusals != nil {
		t.Fatal(refusals)
	}
	a, b, c := n.Field("a"), n.Field("b"), n.Field("c")
	if a.Doc != "What it is." || a.Attr.Words != "mine, and short" || a.Attr.Rule != "a/b" {
		t.Errorf("a: %+v %+v", a, a.Attr)
	}
	if b.Attr.Words != "better" || b.Attr.Rule != "a/b" || c.Items.Attr.Words != "mine, and short" || n.Field("g").Attr.Words != "a text" {
		t.Errorf("b: %+v, items of c: %+v", b.Attr, c.Items.Attr)
	}
	if h := n.Field("h"); h.Doc != "" || h.Default != "" || !h.Kinds.Has(document.Int) {
		t.Errorf("h: %+v", h)
	}
	if c.Tests != nil {
		t.Errorf("c has a least length: %+v", c.Tests)
	}
	if got := n.Field("d").Want() + ", " + c.Items.Want(); got != "integer of at least 1, mine, and short" {
		t.Error(got)
	}
	if i, j := n.Field("i"), n.Field("j"); i.Doc != "Once." || i.Attr.Words != "once" || i.Attr.Means != "a: b" || j.Attr.Words != "j" {
		t.Errorf("i: %+v, j: %+v", i, j)
	}
	if n.Field("k").Field("t").Field("x") == nil {
		t.Error("a tree in a tree has no fields")
	}
	if n.Field("d").Default != "3" || n.Field("e").Default != `{"f":["g"]}` {
		t.Errorf("defaults %q, %q", n.Field("d").Default, n.Field("e").Default)
	}
}

// The program's own sources may be large, have any attribute, and defaults that CUE evaluates.
func TestTrusted(t *testing.T) {
	file, err := parser.ParseFile("", `
#A: {a?: int @engine() @words("a"), b?: string | *strings.Join(["x"], ""), c?: int | *"d", e?: [`+strings.Repeat("_, ", 60_000)+`...]}
#Data: {for x in [1] {"\(x)": x}}`, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	second, err := parser.ParseFile("", "#B: a?: #A", parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	s, refusals := compile.Trusted(file, second)
	if b, more := s.Definition("#B"); more != nil || b.Field("a").Field("b") == nil {
		t.Errorf("%+v, %v", b, more)
	}
	n, more := s.Definition("#A")
	if refusals != nil || more != nil {
		t.Fatal(refusals, more)
	}
	if a := n.Field("a"); !a.Attr.Engine || a.Attr.Words != "a" || n.Field("b").Want() != "string" || n.Field("c").Want() != "integer or d" {
		t.Errorf("%+v", n)
	}
}

func TestBuiltInDefinitions(t *testing.T) {
	n, refusals := compileWith(`
#Mine: #Metadata & {owner!: #Text, handoff?: {context!: string}}
v: #Mine`)
	if refusals != nil {
		t.Fatal(refusals)
	}
	for literal, want := range map[string]bool{
		`{"agent": "a", "owner": "b", "more": 1}`: true,
		`{"agent": "a"}`:               false,
		`{"agent": "a", "owner": " "}`: false,
		`{"agent": "a", "owner": "b", "handoff": {"context": "c"}}`:         true,
		`{"agent": "a", "owner": "b", "handoff": {}}`:                       false,
		`{"agent": "a", "owner": "b", "handoff": null}`:                     false,
		`{"agent": "a", "owner": "b", "handoff": {"context": 1}}`:           false,
		`{"agent": "a", "owner": "b", "handoff": {"context": "c", "d": 1}}`: true,
	} {
		s, _ := compile.Parse([]byte("v: "+literal), nil)
		root, _ := s.Root(func([]string) bool { return false })
		if n.Match(root.Field("v"), nil) != want {
			t.Errorf("%s: accepted is not %t", literal, want)
		}
	}
	if n.Field("agent").Doc != "The agent." {
		t.Errorf("agent: %+v", n.Field("agent"))
	}
	var names []string
	for _, f := range n.Fields {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "agent handoff owner" {
		t.Errorf("the fields are not in their order: %s", got)
	}
}

func compileWith(src string) (*schema.Node, []compile.Refusal) {
	s, refusals := compile.Parse([]byte(src), builtin)
	if refusals != nil {
		return nil, refusals
	}
	root, _ := s.Root(values)
	return s.Pattern(root.Items[0])
}

// The package reads CUE's syntax and links nothing that evaluates it.
func TestNoEvaluatorIsLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(string(out)) {
		_, core, isCore := strings.Cut(name, "cuelang.org/go/internal/core/")
		if name == "cuelang.org/go/cue" || isCore && core != "format" && core != "layer" {
			t.Errorf("%s is linked", name)
		}
	}
}

// The templates' examples, and a case of a rule, compile.
func TestShippedRulesCompile(t *testing.T) {
	template, err := os.ReadFile("../../cli/newrule/rule.cue")
	if err != nil {
		t.Fatal(err)
	}
	example, err := testkit.ReadCase("../../../testdata/rules/file/too-many-steps/bad/own-pattern.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"rule.cue": template, example.Files[0].Name: example.Files[0].Data} {
		s, refusals := compile.Parse(data, builtin)
		if refusals != nil {
			t.Fatalf("%s: %+v", name, refusals)
		}
		root, _ := s.Root(func(path []string) bool { return slices.Contains([]string{"must", "when"}, path[len(path)-1]) })
		for _, entry := range root.Field("rules").Items {
			for _, name := range []string{"must", "when"} {
				if n := entry.Field(name); n != nil {
					if _, refusals := s.Pattern(n); refusals != nil {
						t.Errorf("%s: %+v", name, refusals)
					}
				}
			}
		}
	}
}
