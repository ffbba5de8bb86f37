package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/text"
)

// parseYAMLText parses a text as the front matter of an empty report.
func parseYAMLText(yaml string) (*text.Source, *Node, []Fault) {
	src := text.NewSource([]byte("---\n" + yaml + "\n---\n"))
	front := parseFrontMatter(src, testLimits)
	return src, front.data, front.faults
}

func TestFrontMatterDelimiters(t *testing.T) {
	tests := []struct{ name, in, tree, body string }{
		{"plain", "---\na: 1\n---\nbody\n", `{"a":1}`, "body\n"},
		{"no final line end", "---\na: 1\n---", `{"a":1}`, ""},
		{"CRLF", "---\r\na: 1\r\n---\r\nbody\r\n", `{"a":1}`, "body\r\n"},
		{"BOM", text.BOM + "---\na: 1\n---\nbody", `{"a":1}`, "body"},
		{"BOM inside", "---\n" + text.BOM + "a: 1\n---\nbody", `{"a":1}`, "body"},
		{"blank lines before", text.BOM + "\n \t\n\r\n---\na: 1\n---\nbody", `{"a":1}`, "body"},
		{"white space behind", "--- \t\na: 1\n---  \nbody", `{"a":1}`, "body"},
		{"thematic break in the body", "---\na: 1\n---\nx\n\n---\ny", `{"a":1}`, "x\n\n---\ny"},
		{"indented in a block scalar", "---\na: |\n  x\n  ---\n  y\nb: 2\n---\nbody", `{"a":"x\n---\ny\n" "b":2}`, "body"},
		{"tab before", "---\na: |\n  x\n  \t---\nb: 2\n---\nbody", `{"a":"x\n\t---\n" "b":2}`, "body"},
		{"in a value", "---\na: --- x ---\n---\nbody", `{"a":"--- x ---"}`, "body"},
		{"four hyphens", "---\na: |\n  ----\n---\nbody", `{"a":"----\n"}`, "body"},
		{"a mapping without fields", "---\n{}\n---\n", `{}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			src := text.NewSource([]byte(test.in))
			front := parseFrontMatter(src, testLimits)
			root, body, faults := front.data, front.body, front.faults
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			if got := render(root); got != test.tree {
				t.Errorf("tree is %s, want %s", got, test.tree)
			}
			if got := src.Slice(body); got != test.body {
				t.Errorf("body is %q, want %q", got, test.body)
			}
		})
	}
}

func TestFrontMatterAbsent(t *testing.T) {
	for _, test := range []struct{ in, variant string }{
		{"", "no-text"},
		{" \n\n", "no-text"},
		{text.BOM, "no-text"},
		{"# Report\n---\na: 1\n---\n", "absent"},
		{"\n\nHere it is:\n\n---\nagent_role: writer\n---\n", "absent"},
		{"  ---\na: 1\n---\n", "absent"},
		{"----\na: 1\n---\n", "absent"},
		{"--- yaml\na: 1\n---\n", "absent"},
		{"---\u00a0\na: 1\n---\n", "absent"},
	} {
		src := text.NewSource([]byte(test.in))
		front := parseFrontMatter(src, testLimits)
		root, faults := front.data, front.faults
		if root != nil || len(faults) != 1 {
			t.Fatalf("%q: %s, %v", test.in, render(root), faults)
		}
		checkFault(t, faults[0], ruleFrontMatter, test.variant, text.At(src.Start()), nil, nil)
	}
}

func TestFrontMatterNotClosed(t *testing.T) {
	for _, test := range []string{"«---»", "\n«---»\n", "«---» \na: 1\nb:\n- x\n\n# Title\n", "«---»\r\na: 1\r\n", "«---»\na: 1\n ---\ntext", "«---»\na: 1\n----\ntext"} {
		in, span, _ := marked(t, test)
		faults := parseFrontMatter(text.NewSource([]byte(in)), testLimits).faults
		if len(faults) != 1 {
			t.Fatalf("%q: %v", in, faults)
		}
		checkFault(t, faults[0], ruleFrontMatter, "not-closed", span, nil, nil)
	}
}

func TestFrontMatterEmpty(t *testing.T) {
	for _, marks := range []string{
		"«---\n---»\nbody", "\n«---\n\n  \n---» \nbody", "«---\n# nothing\n---»", text.BOM + "«---\r\n\r\n---»\r\n",
	} {
		in, span, _ := marked(t, marks)
		front := parseFrontMatter(text.NewSource([]byte(in)), testLimits)
		root, faults := front.data, front.faults
		if root != nil || len(faults) != 1 {
			t.Fatalf("%q: %s, %v", in, render(root), faults)
		}
		checkFault(t, faults[0], ruleFrontMatter, "empty", span, nil, nil)
	}
}

func TestFrontMatterFaults(t *testing.T) {
	problem := func(s string) map[string]string { return map[string]string{"problem": s} }
	got := func(s string) map[string]string { return map[string]string{"got": s} }
	tests := []struct {
		in      string
		variant string
		values  map[string]string
		tree    string
	}{
		{"«-» a\n- b", "not-mapping", got("list"), `["a" "b"]`},
		{"«[»a, b]", "not-mapping", got("list"), `["a" "b"]`},
		{"«some text»", "not-mapping", got("string"), `"some text"`},
		{"«12»", "not-mapping", got("integer"), `12`},
		{"«~»", "not-mapping", got("null"), `null`},

		// The library gives no line, or a wrong one, for most of these.
		{"«a: b: c»", "yaml", problem("mapping values are not allowed in this context"), `nil`},
		{"a: 1\n«b: c: d»\ne: 2", "yaml", problem("mapping values are not allowed in this context"), `nil`},
		{"a: 1\n «b: 2»", "yaml", problem("mapping values are not allowed in this context"), `nil`},
		{"a: 1\n«text»\nb: 2", "yaml", problem("could not find expected ':'"), `nil`},
		{"«a: @x»\nb: 2", "yaml", problem("found character that cannot start any token"), `nil`},
		{"a: 1\nb:\n\t«c: 2»\nd: 3", "yaml", problem("found character that cannot start any token"), `nil`},
		{"a: 1\n«b: \"open»\nc: 2", "yaml", problem("found unexpected end of stream"), `nil`},
		{"a: 1\n«b: 'open»\nc: 2", "yaml", problem("found unexpected end of stream"), `nil`},
		{"a: 1\n«b: \"\\d\"»\nc: 2", "yaml", problem("found unknown escape character"), `nil`},
		{"«a: \"x\" y»\nb: 2", "yaml", problem("did not find expected key"), `nil`},
		{"# c\na:\n  b: 1\n  «c: \"x\" y»\nd: 2", "yaml", problem("did not find expected key"), `nil`},
		{"a: \"x\n  «y \\d\"»", "yaml", problem("found unknown escape character"), `nil`},
		{"a: [x,\n  y]\n«b: [z»\nc: 2", "yaml", problem("did not find expected ',' or ']'"), `nil`},
		{"a: 1\n«b: {x: 1»\nc: 2", "yaml", problem("did not find expected ',' or '}'"), `nil`},
		{"a: 1\n«b: *important* thing»", "yaml", problem("did not find expected alphabetic or numeric character"), `nil`},
		{"a: 1\nb: x«\x07»\nc: *d", "character", got("U+0007"), `nil`},
		{"a: @b\nb: \"«\u009b»\"", "character", got("U+009B"), `nil`},
		{"a: 1\n«b: !t!x y»\nc: 2", "yaml", problem("found undefined tag handle"), `nil`},

		{"a: |\n  *x\nb: [y, «*x»]\nc: 1", "unsupported", got("alias *x"), `nil`},
		{"«&x» [1]", "unsupported", got("anchor &x"), `[1]`},
		{"«*x»", "unsupported", got("alias *x"), `nil`},
		{"a: «&x»\n  b: 1", "unsupported", got("anchor &x"), `{"a":{"b":1}}`},
		{"«&x» a: 1", "unsupported", got("anchor &x"), `{"a":1}`},
		{"a: «!!str» 1", "unsupported", got("tag !!str"), `{"a":1}`},
		{"a: [«!own» [1], 2]", "unsupported", got("tag !own"), `{"a":[[1] 2]}`},
		{"«<<»: {a: 1}\na: 2", "unsupported", got("merge key <<"), `{"<<":{"a":1} "a":2}`},
		{"«[»a, b]: 1", "unsupported", got("a key that is not a text"), `{"":1}`},
		{"? «k»: v\n: 1", "unsupported", got("a key that is not a text"), `{"":1}`},
		{"a: 1\n...\n«b: 2»", "several-documents", nil, `nil`},
		{"a: 1\n«--- b»", "several-documents", nil, `nil`},
		{"a: 1\n«--- # end»", "several-documents", nil, `nil`},
	}
	for _, test := range tests {
		in, span, _ := marked(t, "---\n"+test.in+"\n---\n")
		t.Run(in, func(t *testing.T) {
			front := parseFrontMatter(text.NewSource([]byte(in)), testLimits)
			root, faults := front.data, front.faults
			if len(faults) != 1 {
				t.Fatalf("%d faults, want one: %v", len(faults), faults)
			}
			checkFault(t, faults[0], ruleFrontMatter, test.variant, span, nil, test.values)
			if got := render(root); got != test.tree {
				t.Errorf("tree is %s, want %s", got, test.tree)
			}
		})
	}
}

// The library finds another fault in this text once it has CRLF.
func TestFrontMatterFaultWithCRLF(t *testing.T) {
	const in = "---\n# 8\n- 8\n-\n'\n'>>>>>>>c\n---"
	for _, s := range []string{in, strings.ReplaceAll(in, "\n", "\r\n")} {
		src := text.NewSource([]byte(s))
		front := parseFrontMatter(src, testLimits)
		root, faults := front.data, front.faults
		if len(faults) != 1 || root != nil || src.Pos(faults[0].Span.Start).Line != 5 {
			t.Errorf("%q: %s, %v", s, render(root), faults)
		}
	}
}

// In front matter too long to search, the fault is at the first line.
func TestFrontMatterFaultInALongText(t *testing.T) {
	below := strings.Repeat("f: 1\n", 20_000)
	for _, faulty := range []string{"c: d: e", "c: \"d\" e", "c", "c: *d"} {
		src, root, faults := parseYAMLText("a: \"x\"\n" + faulty + "\n" + below)
		if len(faults) != 1 || root != nil {
			t.Fatalf("%s: %v", faulty, faults)
		}
		if got := src.Slice(faults[0].Span); got != `a: "x"` || faults[0].Variant != "yaml" {
			t.Errorf("%s: the fault is %s at %q", faulty, faults[0].Variant, got)
		}
	}
}

func TestFrontMatterDuplicateKeys(t *testing.T) {
	tests := []struct{ in, key, tree string }{
		{"‹a›: 1\nb: 2\n«a»: 1", "a", `{"b":2 "a":1}`},
		{"‹a›: 1\n«\"a\"»: 2", "a", `{"a":2}`},
		{"‹1›: x\n«'1'»: y", "1", `{"1":"y"}`},
		{"x: {‹a›: 1, «\"\\x61\"»: 2}", "a", `{"x":{"a":2}}`},
	}
	for _, test := range tests {
		in, span, related := marked(t, "---\n"+test.in+"\n---\n")
		front := parseFrontMatter(text.NewSource([]byte(in)), testLimits)
		root, faults := front.data, front.faults
		if len(faults) != 1 {
			t.Fatalf("%s: %v", in, faults)
		}
		checkFault(t, faults[0], ruleDuplicateKey, "", span, related, values("key", test.key))
		if got := render(root); got != test.tree {
			t.Errorf("%s: tree is %s, want %s", in, got, test.tree)
		}
	}
}

func TestFrontMatterDepth(t *testing.T) {
	nested := func(levels int) string {
		return "a: " + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1)
	}
	if _, _, faults := parseYAMLText(nested(64)); len(faults) > 0 {
		t.Errorf("64 levels: %v", faults)
	}
	limit := map[string]string{"limit": "64"}
	_, root, faults := parseYAMLText(nested(65))
	if len(faults) != 1 || root == nil {
		t.Fatalf("65 levels: %v", faults)
	}
	at := len("---\na: ") + 63
	checkFault(t, faults[0], ruleFrontMatter, "too-deep", text.Span{Start: at, End: at + 1}, nil, limit)
}

// Each of these has the maximum size. None may take more time or memory than is proportional to its size.
func TestFrontMatterHostile(t *testing.T) {
	fill := func(s string) string { return strings.Repeat(s, (1<<20)/len(s)) }
	tests := []struct{ in, variant string }{
		{fill("["), "too-deep"},
		{fill("{"), "too-deep"},
		{fill("- "), "too-deep"},
		{fill("? "), "too-deep"},
		{fill("{a: "), "too-deep"},
		{fill("[\n"), "too-deep"},
		{fill("&a [*a,*a]"), "several-documents"},
		{"a: &a [" + fill("*a,") + "]", "unsupported"},
		{fill("k") + ": v", "yaml"},
		{"? " + fill("k") + "\n: v", "too-many"}, // the key is long
		{"a: [" + fill("é,") + "]", "too-many"},
		{"a: [" + fill("\"\\x61\",") + "]", "too-many"},
		{"a: |\n" + fill("  x\n"), ""},
		{"a: &a v\nb: [" + fill("*a,") + "]", "unsupported"},
		{fill("a: 1\n"), "duplicate-key"},
		{"a: 1\n" + fill("# x\n"), ""},
		{"a: \"" + fill("x\n "), "yaml"},
	}
	for _, test := range tests {
		_, _, faults := parseYAMLText(test.in)
		got := ""
		if len(faults) > 0 {
			got = strings.TrimPrefix(faults[0].Rule, "syntax/")
			if got == "front-matter" {
				got = faults[0].Variant
			}
		}
		if got != test.variant {
			t.Errorf("%.20q…: %q, want %q", test.in, got, test.variant)
		}
	}
}

// Each anchor, alias and tag is a fault of its own.
func TestFrontMatterReportsAllThatIsUnsupported(t *testing.T) {
	src, _, faults := parseYAMLText("a: &x [1, !own 2]\nb:\n  <<: *x\nc: *x")
	var got []string
	for _, f := range faults {
		got = append(got, f.Values["got"]+" "+src.Slice(f.Span))
	}
	want := []string{"anchor &x &x", "tag !own !own", "merge key << <<", "alias *x *x", "alias *x *x"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

func TestFrontMatterPlaces(t *testing.T) {
	const in = `é: "日本 \" x" # c
t:	😀 x
q: 'it''s'
p: plain
  text
l: |
  block

   text

f: >- # folded
  one
  two
e: |
s: [1, "two", {x: y}, [ ], a: b, ? c : d]
m: {k: v, l: , n, "o": [ p , ] }
b:
- a
-
- x: 1
  y: 2
-   - z
a:
  z: 1
? k
: v
n:
o: ~
? r
u: x #y
last: "end"`
	want := []string{
		`é="日本 \" x"`, `t=😀 x`, `q='it''s'`, "p=plain\n  text",
		"l=|\n  block\n\n   text", "f=>- # folded\n  one\n  two", `e=|`,
		`s=[1, "two", {x: y}, [ ], a: b, ? c : d]`, `1`, `"two"`, `{x: y}`, `x=y`, `[ ]`, `a: b`, `a=b`, `? c : d`, `c=d`,
		`m={k: v, l: , n, "o": [ p , ] }`, `k=v`, `l=`, `n=`, `"o"=[ p , ]`, `p`,
		"b=- a\n-\n- x: 1\n  y: 2\n-   - z", `a`, ``, "x: 1\n  y: 2", `x=1`, `y=2`, `- z`, `z`,
		`a=z: 1`, `z=1`, `k=v`, `n=`, `o=~`, `r=`, `u=x`, `last="end"`,
	}
	for _, breaks := range []string{"\n", "\r\n"} {
		for _, bom := range []string{"", text.BOM} {
			s := strings.ReplaceAll(bom+"---\n"+in+"\n---\n", "\n", breaks)
			src := text.NewSource([]byte(s))
			front := parseFrontMatter(src, testLimits)
			root, faults := front.data, front.faults
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			got := renderPlaces(src, root)
			for i := range got {
				got[i] = strings.ReplaceAll(got[i], "\r\n", "\n")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("places (-want +got):\n%s", diff)
			}
			if got := strings.ReplaceAll(src.Slice(root.Value), "\r\n", "\n"); got != in {
				t.Errorf("root is %q", got)
			}
		}
	}
}
