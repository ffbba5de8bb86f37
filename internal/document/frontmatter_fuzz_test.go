package document

import (
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/text"
)

// frontMatterSeeds are the seeds of the fuzzing.
var frontMatterSeeds = []string{
	"", "\n", "# T\n", "---", "---\n---", "---\n# c\n---\n", "---\na: 1\n\n## T\n", "  ---\na: 1\n---\n",
	"---\nagent_role: writer\nsequence: 01\ntags: [a, \"b\"]\ncreated: 2026-05-31T12:00:00Z\n---\n\n## 1. What Was Done\n",
	"---\na: |\n  x\n  ---\n\n   y\nb: >-\n  one\n  two\n---\nbody",
	"---\né: \"日本 \\\" \\x61\" # c\nt:\t😀 x\nq: 'it''s'\np: plain\n  text\n---",
	"---\ns: [1, \"two\", {x: y}, [ ], a: b, ? c : d]\nm: {k: v, l: , n, \"o\": [ p , ] }\n---",
	"---\nb:\n- a\n-\n- x: 1\n  y: 2\n-   - z\n? k\n: v\n? [a]\n: {}\n---",
	"---\na: &a\n  z: 1\nc: *a\n<<: *a\nd: &d [*d]\n---", "---\n<<: [{a: 1}, {b: 2}]\n<<: 3\n---",
	"---\ng: !!str 12\nh: &h !t foo\ni: &i\nj: !!null\nk: ! 3\n&l l: !x\n---",
	"---\na: ! 1\n---",
	"---\na: [~, null, true, yes, 0x1F, 0o17, 1_0, 0b1, .5, 1e3, .inf, -0, 12:30]\n---",
	"---\na: b: c\nd\n\te: \"f\n---", "---\na: 1\n...\nb: 2\n---", "---\na: 1\n--- b\n---", "---\na: *x\n---",
	text.BOM + "\r\n---\r\na: |\r\n  x\r\n  y\r\na: 2\r\n---\r\n", "---\na: 1\rb: 2\u0085c: 3\u2028d: 4\n---",
	"---\n ?", "---\nb:\n- `\xf2-\n- \fx", text.BOM + "\r\n---\r\na: |\r\n  x\r&a: 2\r\n---\r\n", "---\n# 8\n- 8\n-\n'\n'>>>>>>>c\n---", "---\n?\n- a\n \n :x\n---", // found by fuzzing
	"---\n" + strings.Repeat("[", 70) + "\n---", "---\n- a\n---", "---\n%YAML 1.1\n---", "---\n\"a\\tb\": \"c\\\n  d\"\n---",
}

func FuzzFrontMatter(f *testing.F) {
	for _, seed := range frontMatterSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		src := text.NewSource(data)
		whole := text.Span{Start: src.Start(), End: len(data)}
		front := parseFrontMatter(src, testLimits)
		root, body, faults := front.data, front.body, front.faults
		if isFound := len(faults) == 0; !within(body, whole) || isFound && body.End != whole.End {
			t.Fatalf("body %v is no end of the file", body)
		}
		if root == nil && len(faults) == 0 {
			t.Fatal("neither a tree nor a fault")
		}
		checkPlaces(t, src, root, whole)
		checkFaultPlaces(t, src, faults)
		checkEncodings(t, data, root, faults, func(src *text.Source) (*Node, []Fault) {
			front := parseFrontMatter(src, testLimits)
			return front.data, front.faults
		})
		if len(faults) == 0 {
			checkYAMLSlices(t, src, root)
		}
		checkAgainstLibrary(t, src, root, faults)
	})
}

// checkYAMLSlices compares scalars with the text at their spans.
func checkYAMLSlices(t *testing.T, src *text.Source, n *Node) {
	t.Helper()
	slice := src.Slice(n.Value)
	switch {
	case n.Kind == List || n.Kind == Object:
		checkBrackets(t, slice)
	case slice == "":
		if n.Text != "" {
			t.Fatalf("%s %q cuts out nothing", n.Kind, n.Text)
		}
	default:
		checkYAMLScalar(t, slice, n)
	}
	for _, item := range n.Items {
		checkYAMLSlices(t, src, item)
	}
}

func checkBrackets(t *testing.T, slice string) {
	t.Helper()
	for opening, closing := range map[string]string{"[": "]", "{": "}"} {
		if strings.HasPrefix(slice, opening) && !strings.HasSuffix(slice, closing) {
			t.Fatalf("%q is not closed", slice)
		}
	}
}

func checkYAMLScalar(t *testing.T, slice string, n *Node) {
	t.Helper()
	switch slice[0] {
	case '"', '\'':
		var want string
		if err := yaml.Unmarshal([]byte(slice), &want); err != nil || n.Kind == String && n.Text != want {
			t.Fatalf("%s is %q, want %q (%v)", slice, n.Text, want, err)
		}
	case '|', '>':
		if n.Kind == String && squeeze(n.Text) != "" && !strings.HasSuffix(squeeze(slice), squeeze(n.Text)) {
			t.Fatalf("%q cuts out %q", n.Text, slice)
		}
	default:
		if _, want := yamlScalar(&yaml.Node{Value: squeeze(slice)}); squeeze(n.Text) != want && squeeze(n.Text) != squeeze(slice) && n.Kind != Float {
			t.Fatalf("%s %q cuts out %q", n.Kind, n.Text, slice)
		}
	}
}

// squeeze removes all white space, which is all that YAML folds.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n\u0085\u2028\u2029", r) {
			return -1
		}
		return r
	}, s)
}

// checkAgainstLibrary compares a tree with what the YAML library decodes, except where the two differ on
// purpose: see yamlScalar.
func checkAgainstLibrary(t *testing.T, src *text.Source, root *Node, faults []Fault) {
	t.Helper()
	inside, _, found := splitFrontMatter(src)
	if !found {
		return
	}
	data := []byte(src.Slice(inside))
	var doc yaml.Node
	want := map[string]any{}
	if yaml.Unmarshal(data, &doc) != nil || hasNullKey(&doc) || yaml.Unmarshal(data, &want) != nil || len(doc.Content) == 0 {
		return
	}
	for _, fault := range faults {
		switch fault.Variant { // the library stops after the first document
		case "several-documents", "character", "too-deep", "not-mapping", "unsupported":
			return
		}
	}
	if len(faults) > 0 {
		t.Fatalf("the library finds no fault, but %v", faults)
	}
	compareYAML(t, src, root, want)
}

// hasNullKey reports whether a document has a null key, which the library drops.
func hasNullKey(n *yaml.Node) bool {
	for i, part := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && part.Tag == "!!null" || hasNullKey(part) {
			return true
		}
	}
	return false
}

func compareYAML(t *testing.T, src *text.Source, n *Node, want any) {
	t.Helper()
	ok := false
	switch want := want.(type) {
	case map[string]any:
		ok = n.Kind == Object && len(n.Items) == len(want)
		for i := 0; ok && i < len(n.Items); i++ {
			compareYAML(t, src, n.Items[i], want[n.Items[i].Name])
		}
	case map[any]any: // keys that are not strings
		ok = n.Kind == Object
	case []any:
		ok = n.Kind == List && len(n.Items) == len(want)
		for i := 0; ok && i < len(want); i++ {
			compareYAML(t, src, n.Items[i], want[i])
		}
	case nil:
		ok = n.Kind == Null
	case bool:
		ok = n.Kind == Bool && n.Text == strconv.FormatBool(want)
	case string:
		ok = n.Kind == String && n.Text == want || n.Kind == Float && tooLarge(n.Text)
	case time.Time:
		ok = n.Kind == String
	default:
		ok = sameNumber(n, src.Slice(n.Value), want)
	}
	if !ok {
		t.Fatalf("%s %q, want %#v", n.Kind, n.Text, want)
	}
}

// tooLarge reports whether a number is beyond 64-bit floating point, where the
// library falls back to a string.
func tooLarge(literal string) bool {
	_, err := strconv.ParseFloat(literal, 64)
	return err != nil
}

// sameNumber compares a number, or a string that only the library parses as one: 0b1, 1_0, -0x1, .inf, also
// in capitals.
func sameNumber(n *Node, slice string, want any) bool {
	if n.Kind == String {
		return strings.ContainsAny(slice, "_bBoOxXiInN")
	}
	digits := strings.TrimLeft(slice, "+-")
	if len(digits) > 1 && digits[0] == '0' && unicode.IsDigit(rune(digits[1])) {
		return n.Kind == Int || n.Kind == Float // the library reads it as octal
	}
	got, ok := new(big.Float).SetString(n.Text)
	if !ok {
		return false
	}
	float, _ := got.Float64()
	switch want := want.(type) {
	case int:
		return n.Kind == Int && n.Text == strconv.Itoa(want)
	case int64:
		return n.Kind == Int && n.Text == strconv.FormatInt(want, 10)
	case uint64:
		return n.Kind == Int && n.Text == strconv.FormatUint(want, 10)
	case float64:
		return float == want
	}
	return false
}

// The front matter of a report, as agents write it, with a body after it.
const benchmarkReport = "testdata/bench/report.md"

func BenchmarkFrontMatter(b *testing.B) {
	data := readBench(b, benchmarkReport)
	for b.Loop() {
		if front := parseFrontMatter(text.NewSource(data), testLimits); len(front.faults) > 0 {
			b.Fatal(front.faults)
		}
	}
}

// BenchmarkYAMLLibrary is the baseline for BenchmarkFrontMatter: the same front matter, extracted in advance.
func BenchmarkYAMLLibrary(b *testing.B) {
	data := readBench(b, benchmarkReport)
	src := text.NewSource(data)
	span, _, _ := splitFrontMatter(src)
	inside := []byte(src.Slice(span))
	for b.Loop() {
		var v map[string]any
		if err := yaml.Unmarshal(inside, &v); err != nil {
			b.Fatal(err)
		}
	}
}
