package document

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/text"
)

// testLimits are large enough for every document that does not test limits.
var testLimits = Limits{Depth: 64, Values: 1000, Lines: 100_000}

// marked removes the marks of an input: the fault is between « and », and each related position between ‹ and
// ›.
func marked(t *testing.T, s string) (input string, fault text.Span, related []text.Span) {
	t.Helper()
	var b strings.Builder
	fault = text.At(-1)
	for _, r := range s {
		switch at := b.Len(); r {
		case '«':
			fault = text.At(at)
		case '»':
			fault.End = at
		case '‹':
			related = append(related, text.At(at))
		case '›':
			related[len(related)-1].End = at
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), fault, related
}

// checkFault compares a fault with the expected one.
func checkFault(t *testing.T, got Fault, rule, variant string, span text.Span, related []text.Span, values map[string]string) {
	t.Helper()
	if got.Rule != rule || got.Variant != variant {
		t.Errorf("fault is %s %q, want %s %q", got.Rule, got.Variant, rule, variant)
	}
	if got.Span != span {
		t.Errorf("fault at %v, want %v", got.Span, span)
	}
	var places []text.Span
	for _, r := range got.Related {
		places = append(places, r.Span)
	}
	if diff := cmp.Diff(related, places); diff != "" {
		t.Errorf("related places (-want +got):\n%s", diff)
	}
	if len(values)+len(got.Values) == 0 {
		return
	}
	if diff := cmp.Diff(values, got.Values); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

// render writes a tree in one line: strings quoted, floats with an f.
func render(n *Node) string {
	if n == nil {
		return "nil"
	}
	var parts []string
	for _, item := range n.Items {
		part := render(item)
		if n.Kind == Object {
			part = fmt.Sprintf("%q:%s", item.Name, part)
		}
		parts = append(parts, part)
	}
	switch n.Kind {
	case Null:
		return "null"
	case String:
		return strconv.Quote(n.Text)
	case Float:
		return n.Text + "f"
	case List:
		return "[" + strings.Join(parts, " ") + "]"
	case Object:
		return "{" + strings.Join(parts, " ") + "}"
	}
	return n.Text
}

// renderPlaces returns a tree's keys and values as `key=value` in the source's text, in the file's order.
func renderPlaces(src *text.Source, n *Node) []string {
	var places []string
	for _, item := range n.Items {
		if n.Kind == Object {
			places = append(places, src.Slice(item.Key)+"="+src.Slice(item.Value))
		} else {
			places = append(places, src.Slice(item.Value))
		}
		places = append(places, renderPlaces(src, item)...)
	}
	return places
}

func parseJSONText(s string) (*text.Source, *Node, []Fault) {
	src := text.NewSource([]byte(s))
	root, faults := parseJSON(src, text.Span{Start: 0, End: len(s)}, testLimits)
	return src, root, faults
}

func TestJSONValues(t *testing.T) {
	tests := []struct{ in, want string }{
		{`{}`, `{}`},
		{" \t\r\n{ } \n", `{}`},
		{`{"a":null,"b":true,"c":false}`, `{"a":null "b":true "c":false}`},
		{`{"a":[0,-0,12,-7]}`, `{"a":[0 -0 12 -7]}`},
		{`{"a":[0.5,1e3,1E-2,-1.0,2.50]}`, `{"a":[0.5f 1e3f 1E-2f -1 2.50f]}`},
		{`{"a":[],"b":[[],{}]}`, `{"a":[] "b":[[] {}]}`},
		{`{"":""}`, `{"":""}`},
		{`{"a":"\"\\\/\b\f\n\r\t"}`, `{"a":"\"\\/\b\f\n\r\t"}`},
		{`{"\u0061":"\u00e9\u00E9"}`, `{"a":"éé"}`},
		{`{"a":"\ud83d\ude00"}`, `{"a":"😀"}`},
		{`{"a":"\ud83d"}`, `{"a":"` + "\uFFFD" + `"}`},
		{`{"a":"\ude00\ud83d"}`, `{"a":"` + "\uFFFD\uFFFD" + `"}`},
		{`{"a":"\ud83d\u0041"}`, `{"a":"` + "\uFFFDA" + `"}`},
		{`{"日本":"語"}`, `{"日本":"語"}`},
		{text.BOM + `{"a":1}`, `{"a":1}`},
	}
	for _, test := range tests {
		_, root, faults := parseJSONText(test.in)
		if got := render(root); got != test.want || len(faults) > 0 {
			t.Errorf("%q: %s, %v, want %s and no fault", test.in, got, faults, test.want)
		}
	}
}

func TestJSONPlaces(t *testing.T) {
	want := []string{
		`"a"=1`, `"b"=[ true , "x\ny" ]`, `true`, `"x\ny"`,
		`"日\u672c"={"c": -2.5e1}`, `"c"=-2.5e1`,
	}
	const in = `{"a": 1,«»"b"	:[ true , "x\ny" ],«»"日\u672c": {"c": -2.5e1}}`
	for name, breaks := range map[string]string{"LF": "\n", "CRLF": "\r\n"} {
		for _, bom := range []string{"", text.BOM} {
			s := bom + "\n" + strings.ReplaceAll(in, "«»", breaks)
			src, root, faults := parseJSONText(s)
			if len(faults) > 0 {
				t.Fatalf("%s: %v", name, faults)
			}
			if diff := cmp.Diff(want, renderPlaces(src, root)); diff != "" {
				t.Errorf("%s: places (-want +got):\n%s", name, diff)
			}
			if got, want := src.Slice(root.Value), strings.TrimSpace(strings.TrimPrefix(s, bom)); got != want {
				t.Errorf("%s: root is %q, want %q", name, got, want)
			}
		}
	}
}

func TestJSONInSpan(t *testing.T) {
	const in = "# A ```json\n" + `{"a": 1}` + "\n``` }"
	start := strings.Index(in, "{")
	src := text.NewSource([]byte(in))
	span := text.Span{Start: start, End: start + len(`{"a": 1}`) + 1}
	root, faults := parseJSON(src, span, testLimits)
	if len(faults) > 0 || render(root) != `{"a":1}` {
		t.Fatalf("%s, %v", render(root), faults)
	}
	if got, want := src.Range(root.Items[0].Value).Start, (text.Pos{Offset: start + 6, Line: 2, Column: 7}); got != want {
		t.Errorf("value at %v, want %v", got, want)
	}
}

func TestJSONFaults(t *testing.T) {
	values := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	tests := []struct {
		in      string
		variant string
		values  map[string]string
		tree    string
	}{
		{`«»`, "empty", nil, `nil`},
		{" \n«»", "empty", nil, `nil`},
		{`«[»1, {"a": 2}]`, "not-an-object", values("got", "a list"), `[1 {"a":2}]`},
		{`«"text"»`, "not-an-object", values("got", "a text"), `"text"`},
		{`«12»`, "not-an-object", values("got", "a number"), `12`},
		{`«1.5»`, "not-an-object", values("got", "a number"), `1.5f`},
		{`«true»`, "not-an-object", values("got", "a boolean"), `true`},
		{`«[»{"a": 2}]`, "not-an-object", values("got", "a list"), `[{"a":2}]`},
		{`«null»`, "not-an-object", values("got", "null"), `null`},
		{`«"agent"»: {"x": 1}, "b": 2`, "headless", values("got", `"agent"`), `"agent"`},
		{`«"text"» {"a": 1}`, "not-an-object", values("got", "a text"), `"text"`},
		{`«x»": 1}`, "headless", values("got", "x"), `nil`},
		{`«"a"» : [1`, "headless", values("got", `"a"`), `"a"`},

		{"«```json»\n{\"a\": 1}\n```", "fenced", values("got", "```json"), `nil`},
		{"«```json» \t\n{\"a\": 1}\n```", "fenced", values("got", "```json"), `nil`},
		{"«Here it is:»  {\"a\": 1}", "leading-text", values("got", `"Here it is:"`), `nil`},
		{"«nul»", "not-an-object", values("got", "a text"), `nil`},
		{"«```yaml»\n{\"a\": 1}\n```", "leading-text", values("got", "```yaml"), `nil`},
		{"«```json»\n[1]\n```", "not-an-object", values("got", "a text"), `nil`},
		{"«// x»\n{\"a\": 1}", "comment", values("got", "//"), `nil`},

		{`‹[›1«»`, "cut-off", values("open", "list", "line", "1"), `[1]`},
		{`‹{›«»`, "cut-off", values("open", "object", "line", "1"), `{}`},
		{"{\"a\": 1,\n\"b\": ‹{›\"c\": 2,«»\n", "cut-off", values("open", "object", "line", "2"), `{"a":1 "b":{"c":2}}`},
		{"\n\n{\"a\": ‹[›1«»", "cut-off", values("open", "list", "line", "3"), `{"a":[1]}`},
		{`{"a": ‹[›«»`, "cut-off", values("open", "list", "line", "1"), `{"a":[]}`},
		{`‹{›"a": [1], "b": {}«»`, "cut-off", values("open", "object", "line", "1"), `{"a":[1] "b":{}}`},
		{`‹{›"a"«»`, "cut-off", values("open", "object", "line", "1"), `{"a":null}`},
		{`‹{›"a":«» `, "cut-off", values("open", "object", "line", "1"), `{"a":null}`},
		{`‹{›"a": tru«»`, "cut-off", values("open", "object", "line", "1"), `{"a":null}`},
		{"‹{›\"a\": -«»\n", "cut-off", values("open", "object", "line", "1"), `{"a":null}`},
		{`‹{›"a": 1.«»`, "cut-off", values("open", "object", "line", "1"), `{"a":null}`},
		{`‹{›"a": 1e«»`, "cut-off", values("open", "object", "line", "1"), `{"a":null}`},
		{`{"a": ‹"›text«»`, "cut-off", values("open", "string", "line", "1"), `{"a":null}`},
		{"{\"a\": ‹\"›text«»\r\n\n", "cut-off", values("open", "string", "line", "1"), `{"a":null}`},
		{`{"a": ‹"›é\«»`, "cut-off", values("open", "string", "line", "1"), `{"a":null}`},
		{`{"a": ‹"›x\d«»`, "cut-off", values("open", "string", "line", "1"), `{"a":null}`},
		{`{"a": ‹"›\u12«»`, "cut-off", values("open", "string", "line", "1"), `{"a":null}`},
		{`{"a": 1, ‹"›key«»`, "cut-off", values("open", "string", "line", "1"), `{"a":1}`},

		{`{"a": 1} «{»"b": 2}`, "trailing-data", values("got", "{"), `{"a":1}`},
		{"{}\n«`»``", "trailing-data", values("got", "`"), `{}`},
		{`{}«,»`, "trailing-data", values("got", ","), `{}`},
		{`{"a": 1«,» }`, "trailing-comma", values("want", "}"), `{"a":1}`},
		{`{"a": [1«,»]}`, "trailing-comma", values("want", "]"), `{"a":[1]}`},
		{"{\"a\": 1‹›\n «\"b\"»: 2}", "missing-comma", values("got", `"b"`), `{"a":1}`},
		{"{\"a\": 1‹› «\"»b\n\": 2}", "missing-comma", values("got", `"\""`), `{"a":1}`},
		{`{"a": {}‹› «b»: 2}`, "missing-comma", values("got", "b"), `{"a":{}}`},
		{`{"a": [1‹› «2»]}`, "missing-comma", values("got", "2"), `{"a":[1]}`},
		{`{"a": [{}‹›«{»}]}`, "missing-comma", values("got", "{"), `{"a":[{}]}`},
		{`{"a": [1‹› «[»]]}`, "missing-comma", values("got", "["), `{"a":[1]}`},
		{`{"a" «1»}`, "missing-colon", values("key", "a", "got", "1"), `{"a":null}`},
		{`{"a"«}»`, "missing-colon", values("key", "a", "got", "}"), `{"a":null}`},
		{`{"a"«,» "b"}`, "missing-colon", values("key", "a", "got", ","), `{"a":null}`},
		{`{"a" «=» 1}`, "missing-colon", values("key", "a", "got", "="), `{"a":null}`},

		{`{"a": «}»`, "no-value", values("got", "}"), `{"a":null}`},
		{`{"a": «,» "b": 1}`, "no-value", values("got", ","), `{"a":null}`},
		{`{"a": [1,«,» 2]}`, "no-value", values("got", ","), `{"a":[1]}`},
		{`{"a":«]»`, "no-value", values("got", "]"), `{"a":null}`},
		{`«}»`, "not-an-object", values("got", "a text"), `nil`},
		{`«,»`, "not-an-object", values("got", "a text"), `nil`},
		{`{«,»}`, "no-key", values("got", ","), `{}`},
		{`{"a": 1,«,»}`, "no-key", values("got", ","), `{"a":1}`},
		{`{«{»}}`, "no-key", values("got", "{"), `{}`},
		{`{"a": 1«;» "b": 2}`, "unexpected", values("got", ";", "want", "}"), `{"a":1}`},
		{`{"a": 1«:» 2}`, "unexpected", values("got", ":", "want", "}"), `{"a":1}`},
		{`{"a": "x" «[»1]}`, "unexpected", values("got", "[", "want", "}"), `{"a":"x"}`},
		{`{"a": ["b"«:» 1]}`, "unexpected", values("got", ":", "want", "]"), `{"a":["b"]}`},
		{`{"a": ‹[›1«}»`, "wrong-bracket", values("got", "}", "want", "]", "line", "1"), `{"a":[1]}`},
		{`{"a": ‹[›«}»`, "wrong-bracket", values("got", "}", "want", "]", "line", "1"), `{"a":[]}`},
		{"\n‹{›\"a\": 1«]»", "wrong-bracket", values("got", "]", "want", "}", "line", "2"), `{"a":1}`},
		{`‹{›«]»`, "wrong-bracket", values("got", "]", "want", "}", "line", "1"), `{}`},

		{`{«'a'»: 1}`, "quotes", values("got", "'a'"), `{}`},
		{`{"a": «'it is'»}`, "quotes", values("got", `"'it is'"`), `{"a":null}`},
		{"{\"a\": «'»x\n'}", "quotes", values("got", "'"), `{"a":null}`},
		{`{«“a”»: 1}`, "quotes", values("got", "“a”"), `{}`},
		{`{"a": «‘x’»}`, "quotes", values("got", "‘x’"), `{"a":null}`},
		{`{"a": ‹"›he said «"»yes" to it"}`, "stray-quote", values("got", "yes"), `{"a":"he said "}`},
		{`{‹"›a«"»b": 1}`, "stray-quote", values("got", "b"), `{"a":null}`},
		{`{«agent»: 1}`, "unquoted-key", values("got", "agent"), `{}`},
		{`{«$ref»: 1}`, "unquoted-key", values("got", "$ref"), `{}`},
		{`{«1»: 1}`, "unquoted-key", values("got", "1"), `{}`},
		{`{"a": «complete»}`, "unquoted-value", values("got", "complete"), `{"a":null}`},
		{`{"a": «...»}`, "unquoted-value", values("got", "..."), `{"a":null}`},
		{`«Hello world»`, "not-an-object", values("got", "a text"), `nil`},

		{"{ «// why»\r\n\"a\": 1}", "comment", values("got", "//"), `{}`},
		{`{"a": «/* b */» 1}`, "comment", values("got", "/*"), `{"a":null}`},
		{`{"a" «/* b»`, "comment", values("got", "/*"), `{"a":null}`},
		{`{"a": 1 «# c»`, "comment", values("got", "#"), `{"a":1}`},
		{`{} «//»`, "comment", values("got", "//"), `{}`},
		{`{"a":«` + "\u00a0" + `»1}`, "white-space", values("got", "U+00A0"), `{"a":null}`},
		{`«` + "\u00a0" + `»{"a": 1}`, "white-space", values("got", "U+00A0"), `nil`},
		{`{«` + "\u200b" + `»"a": 1}`, "white-space", values("got", "U+200B"), `{}`},

		{`{"a": «NaN»}`, "literal", values("got", "NaN", "want", "null"), `{"a":null}`},
		{`{"a": «-Infinity»}`, "literal", values("got", "-Infinity", "want", "null"), `{"a":null}`},
		{`{"a": «True»}`, "literal", values("got", "True", "want", "true"), `{"a":null}`},
		{`{"a": «FALSE»}`, "literal", values("got", "FALSE", "want", "false"), `{"a":null}`},
		{`{"a": «None»}`, "literal", values("got", "None", "want", "null"), `{"a":null}`},
		{`{"a": «undefined»}`, "literal", values("got", "undefined", "want", "null"), `{"a":null}`},
		{`{"a": «01»}`, "bad-number", values("got", "01", "want", "1"), `{"a":null}`},
		{`{"a": «-00»}`, "bad-number", values("got", "-00", "want", "-0"), `{"a":null}`},
		{`{"a": «+1»}`, "bad-number", values("got", "+1", "want", "1"), `{"a":null}`},
		{`{"a": «.5»}`, "bad-number", values("got", ".5", "want", "0.5"), `{"a":null}`},
		{`{"a": «1.»}`, "bad-number", values("got", "1.", "want", "1"), `{"a":null}`},
		{`{"a": «1.e5»}`, "bad-number", values("got", "1.e5", "want", "1e5"), `{"a":null}`},
		{`{"a": «0x1F»}`, "unquoted-value", values("got", "0x1F"), `{"a":null}`},
		{`{"a": «1_000»}`, "unquoted-value", values("got", "1_000"), `{"a":null}`},
		{`{"a": «2026-05-31»}`, "unquoted-value", values("got", "2026-05-31"), `{"a":null}`},
		{`{"a": «-»}`, "unquoted-value", values("got", "-"), `{"a":null}`},
		{`{"a": «1e»}`, "unquoted-value", values("got", "1e"), `{"a":null}`},

		{`{"a": "x«\d»"}`, "bad-escape", values("got", `\d`), `{"a":null}`},
		{`{"a": "C:«\é»"}`, "bad-escape", values("got", `\é`), `{"a":null}`},
		{`{"a": "«\u12»G4"}`, "bad-escape", values("got", `\u12`), `{"a":null}`},
		{"{\"a\": \"«\\»\nx\"}", "bad-escape", values("got", `\`), `{"a":null}`},
		{"{\"a\": ‹\"›x«\n»y\"}", "control-character", values("got", "U+000A", "want", `\n`), `{"a":null}`},
		{"{\"a\": ‹\"›x\r«\n»y\"}", "control-character", values("got", "U+000A", "want", `\n`), `{"a":null}`},
		{"{\"a\": ‹\"›x«\t»y\"}", "control-character", values("got", "U+0009", "want", `\t`), `{"a":null}`},
		{"{\"a\": ‹\"›é«\x01»y\"}", "control-character", values("got", "U+0001", "want", `\u0001`), `{"a":null}`},
	}
	for _, test := range tests {
		in, span, related := marked(t, test.in)
		t.Run(in, func(t *testing.T) {
			_, root, faults := parseJSONText(in)
			if len(faults) != 1 {
				t.Fatalf("%d faults, want one: %v", len(faults), faults)
			}
			checkFault(t, faults[0], ruleJSON, test.variant, span, related, test.values)
			if got := render(root); got != test.tree {
				t.Errorf("tree is %s, want %s", got, test.tree)
			}
		})
	}
}

func TestJSONQuotesLittleOfTheFile(t *testing.T) {
	for in, want := range map[string]string{
		`{"a": ` + strings.Repeat("é", 100) + `}`:     `"` + strings.Repeat("é", 40) + `…"`,
		`{"a": 1 "` + strings.Repeat("é", 100) + `"}`: `"\"` + strings.Repeat("é", 39) + `…"`,
	} {
		_, _, faults := parseJSONText(in)
		if got := faults[0].Values["got"]; got != want {
			t.Errorf("%s: got is %q, want %q", in, got, want)
		}
	}
}
