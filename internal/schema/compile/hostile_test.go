package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema/compile"
	"github.com/handofflint/handofflint/internal/text"
)

func many(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
	}
	return b.String()
}

// hostile are files that would cost an evaluator, or a careless compiler, unlimited time and memory. A reason
// of "" means that they are valid.
var hostile = []struct{ name, source, reason string }{
	{"shift", "import \"math/bits\"\nv: bits.Lsh(1, 100000000000)", "import"},
	{"repeat", "import \"strings\"\nv: strings.Repeat(\"a\", 100000000000)", "function"},
	{"comprehension", "import \"list\"\nv: [for x in list.Range(0, 1000000000, 1) {x}]", "expression"},
	{"interpolation", "_a: \"aaaaaaaa\"\n_b: \"\\(_a)\\(_a)\"\nv: _b", "expression"},
	{"unions", "v: " + many(14, func(i int) string { return fmt.Sprintf("({k!: %d, a?: 1} | {k!: 0, b?: 1}) & ", i+1) }) + "{}", "unions"},
	{"unions of scalars", "v: " + many(50, func(i int) string { return fmt.Sprintf("(>%d | null) & ", i) }) + "_", "unions"},
	{"constants", "v: " + many(20000, func(int) string { return "1|" }) + "1", "operands"},
	{"as many constants as there may be", "v: " + many(999, func(int) string { return "1|" }) + "1", ""},
	{"one constant more", "v: " + many(1000, func(int) string { return "1|" }) + "1", "operands"},
	{"operands", "v: " + many(20000, func(int) string { return "1&" }) + "1", "operands"},
	{"branches", "v: " + many(900, func(i int) string { return fmt.Sprintf("{k!: %d}|", i) }) + "null", "operands"},
	{"labels", strings.Repeat("a: ", 20_000) + "1", "deep"},
	{"240 KB of labels", strings.Repeat("a: ", 80_000) + "1", "bytes"},
	{"labels on lines", strings.Repeat("a:\n", 20_000) + "1", "deep"},
	{"labels in braces", strings.Repeat("a: b: {", 40) + strings.Repeat("}", 40), "deep"},
	{"brackets", "v: " + strings.Repeat("[", 60_000), "deep"},
	{"100,000 brackets", "v: " + strings.Repeat("[", 100_000), "bytes"},
	{"signs", "v: " + strings.Repeat("!", 60_000) + "1", "deep"},
	{"minus signs", "v: " + strings.Repeat("-", 60_000) + "1", "deep"},
	{"minus signs apart", "v: " + strings.Repeat("- ", 30_000) + "1", "deep"},
	{"parentheses", "v: " + strings.Repeat("(", 30_000) + "1" + strings.Repeat(")", 30_000), "deep"},
	{"interpolations in each other", "v: " + strings.Repeat(`"\(`, 20_000), "expression"},
	{"a chain of definitions", "v: #d0\n" + many(4000, func(i int) string { return fmt.Sprintf("#d%d: #d%d\n", i, i+1) }) + "#d4000: 1", "size"},
	{"definitions in fields", "v: #d0\n" + many(3500, func(i int) string { return fmt.Sprintf("#d%d: a: #d%d\n", i, i+1) }) + "#d3500: 1", "size"},
	{"definitions in optional fields", "v: #d0\n" + many(1500, func(i int) string { return fmt.Sprintf("#d%d: {a?: #d%d & {b?: 1}, ...}\n", i, i+1) }) + "#d1500: {...}", "size"},
	{"definitions that refer to each other", "v: [" + many(900, func(i int) string { return fmt.Sprintf("#d%d,", i) }) + "]\n" +
		many(900, func(i int) string { return fmt.Sprintf("#d%d: {a?: #d%d, b?: #d%d}\n", i, (i*7+1)%900, (i*13+5)%900) }), ""},
	{"a chain of constants", "v: <_0\n" + many(70, func(i int) string { return fmt.Sprintf("_%d: _%d\n", i, i+1) }) + "_70: 1", "operand"},
	{"many mistakes", "#A: [" + many(300, func(i int) string { return fmt.Sprintf("#x%d, ", i) }) + "]\nv: 1", "reference"},
	{"one circle", "v: #d0\n" + many(4000, func(i int) string { return fmt.Sprintf("#d%d: #d%d\n", i, (i+1)%4000) }), "size"},
	{"doubling", "v: #d0\n" + many(40, func(i int) string { return fmt.Sprintf("#d%d: {x: #d%d, y: #d%d}\n", i, i+1, i+1) }) + "#d40: 1", ""},
	{"doubling with &", "v: #d0 & #d0 & _h\n_h: #d0 & {...}\n" + many(40, func(i int) string { return fmt.Sprintf("#d%d: {x: #d%d & {...}, y: #d%d & {...}}\n", i, i+1, i+1) }) + "#d40: {...}", ""},
	{"two that double", "v: #a0 & #b0\n" + many(40, func(i int) string {
		return fmt.Sprintf("#a%d: {x: #a%d, y: #a%d}\n#b%d: {x: #b%d, y: #b%d}\n", i, i+1, i+1, i, i+1, i+1)
	}) + "#a40: 1\n#b40: 1", "size"},
	{"two that are recursive", "v: #A & #B\n#A: {a?: #A, b?: #A, ...}\n#B: {a?: #B, b?: #B, ...}", "recursive"},
	{"doubling unions", "v: #d0\n" + many(40, func(i int) string { return fmt.Sprintf("#d%d: #d%d | #d%d\n", i, i+1, i+1) }) + "#d40: {a: 1}", ""},
	{"doubling conjunctions", "v: #d0\n" + many(40, func(i int) string { return fmt.Sprintf("#d%d: #d%d & #d%d\n", i, i+1, i+1) }) + "#d40: {a: 1}", ""},
	{"doubling defaults", "v: *_0 | 1\n" + many(40, func(i int) string { return fmt.Sprintf("_%d: [_%d, _%d]\n", i, i+1, i+1) }) + "_40: 1", "size"},
	{"patterns and names", "v: {" + many(1500, func(i int) string { return fmt.Sprintf("[=~\"(a|b){%d}\"]: _\na%d?: 1\n", i%90, i) }) + "}", "size"},
	{"patterns, which cost more than other values", "v: {" + many(250, func(i int) string { return fmt.Sprintf("a%d?: =~\"x\"\n", i) }) + "}", "size"},
	{"numbers", "v: 1e999999999 | -0x" + strings.Repeat("f", 30_000) + " | <1e-999999999", ""},
	{"nulls", strings.Repeat("\x00", 60_000), "syntax"},
}

func TestHostileFiles(t *testing.T) {
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			refusals := refusalsOf(tt.source)
			reason := ""
			if len(refusals) > 0 {
				reason = refusals[0].Reason
			}
			if len(refusals) > 100 {
				t.Errorf("%d refusals", len(refusals))
			}
			if reason != tt.reason {
				t.Errorf("refused as %q, want %q", reason, tt.reason)
			}
		})
	}
}

// No bytes make the parser or the compiler fail, and compiled Nodes can be used.
func FuzzParse(f *testing.F) {
	for _, s := range schemas {
		f.Add(source(s))
	}
	for _, tt := range hostile {
		if len(tt.source) < 2000 {
			f.Add(tt.source)
		}
	}
	f.Add("v: =~\"(\"")
	f.Add("v: \"\\(a) c \\([1, {x: 2}]) d\"\nw: #\"\"\"\n\t\\#(b)\n\t\"\"\"#")
	f.Add("v~X: 1\nw: func(int): int\nx: a...\ntry: {try {a?}}")
	docs := []*document.Node{{Kind: document.Object, Items: []*document.Node{{Kind: document.Int, Name: "a", Text: "1"}}}, {Kind: document.List, Items: []*document.Node{{Kind: document.Null}}}, {Kind: document.String, Text: "a"}}
	f.Fuzz(func(t *testing.T, src string) {
		s, refusals := compile.Parse([]byte(src), builtin)
		if s == nil && len(refusals) == 0 {
			t.Fatal("neither a source nor a refusal")
		}
		for _, r := range refusals {
			if r.At.Start < 0 || r.At.Start > len(src) || r.At.End < r.At.Start || r.At.End > len(src)+1 {
				t.Fatalf("refused at %v of %d bytes", r.At, len(src))
			}
		}
		if s == nil {
			return
		}
		s.Root(func([]string) bool { return false })
		root, _ := s.Root(values)
		for _, field := range root.Items {
			s.Find(field, "a")
			n, _ := s.Pattern(field)
			for _, doc := range docs {
				n.Check(doc, &text.Steps{})
			}
			n.Want()
		}
	})
}
