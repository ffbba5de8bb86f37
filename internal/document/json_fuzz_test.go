package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// jsonSeeds are the seeds of the fuzzing: one document per production of the grammar.
var jsonSeeds = []string{
	`{}`, `[]`, `null`, `"a": {"b": 1}`, ``, ` `,
	`{"a": [1, -0, 2.5e+3, 1E-2], "b": {"c": null, "d": true, "e": false}}`,
	`{"a": "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud83d \u0000"}`,
	`{"a": 1, "\u0061": 2, "b": {"": 0, "": 0}}`,
	`{"日本": "語 😀", "é": "` + "\xff" + `"}`,
	`{"a": [1, 2,], }`, `{"a": 1 "b": 2}`, `{"a" 1}`, `{"a": }`, `{"a": [1}`, `{,}`,
	`{'a': “b”}`, `{a: b}`, `{"a": "he said "yes" to it"}`, `{"a": 1} {`,
	`{"a": NaN, "b": -Infinity, "c": None}`, `{"a": [01, +1, .5, 1., 0x1F, -, 1e]}`,
	"{\"a\": \"x\ny\"}", "{ // c\n\"a\": /* b */ 1 # d\n}", `{"a": "\x\u12`, `{"a": tru`,
	text.BOM + "{\r\n\t\"a\": 1\r\n}\r\n", "{\u00a0\"a\": 1}",
	`{"a":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + `}`,
	`{"a":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`,
}

// fuzzLimits do not limit the number of values, which is tested separately.
var fuzzLimits = Limits{Depth: 64, Values: math.MaxInt, Lines: 100_000}

func FuzzJSON(f *testing.F) {
	for _, seed := range jsonSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !utf8.Valid(data) {
			t.Skip("which is refused before")
		}
		src := text.NewSource(data)
		whole := text.Span{Start: src.Start(), End: len(data)}
		root, faults := parseJSON(src, whole, fuzzLimits)
		if want := acceptable(data[src.Start():], fuzzLimits.Depth); (len(faults) == 0) != want {
			t.Fatalf("faults %v, but encoding/json's verdict is %v", faults, want)
		}
		checkPlaces(t, src, root, whole)
		checkFaultPlaces(t, src, faults)
		checkEncodings(t, data, root, faults, func(src *text.Source) (*Node, []Fault) {
			return parseJSON(src, text.Span{Start: src.Start(), End: len(src.Bytes())}, fuzzLimits)
		})
		if len(faults) == 0 {
			checkJSONSlices(t, src, root)
			checkDecoded(t, data[src.Start():], root)
		}
	})
}

// acceptable reports whether encoding/json accepts a text, and the value is an object that is not nested too
// deeply and repeats no key.
func acceptable(data []byte, depth int) bool {
	if !json.Valid(data) || !bytes.HasPrefix(bytes.TrimLeft(data, jsonSpace), []byte("{")) {
		return false
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return soundValue(decoder, depth)
}

// soundValue reads a value from a decoder and reports whether it nests no deeper
// than depth and has no object with a repeated key.
func soundValue(decoder *json.Decoder, depth int) bool {
	token, err := decoder.Token()
	if err != nil {
		return errors.Is(err, io.EOF)
	}
	open, ok := token.(json.Delim)
	if !ok {
		return true
	}
	if depth == 0 {
		return false
	}
	seen := map[string]bool{}
	for decoder.More() {
		if open == '{' {
			key, _ := decoder.Token()
			name, _ := key.(string)
			if seen[name] {
				return false
			}
			seen[name] = true
		}
		if !soundValue(decoder, depth-1) {
			return false
		}
	}
	_, err = decoder.Token()
	return err == nil
}

// checkPlaces checks that the spans of a tree are nested and in order.
func checkPlaces(t *testing.T, src *text.Source, n *Node, inside text.Span) {
	t.Helper()
	if n == nil {
		return
	}
	if !within(n.Value, inside) || n.Value.Start < src.Start() || n.Value.End > len(src.Bytes()) {
		t.Fatalf("%s %q at %v is outside %v", n.Kind, n.Name, n.Value, inside)
	}
	at := n.Value.Start
	for _, item := range n.Items {
		if n.Kind == Object {
			if item.Key.Start < at || item.Key.End < item.Key.Start {
				t.Fatalf("key %q at %v is not behind %d", item.Name, item.Key, at)
			}
			at = item.Key.End
		}
		checkPlaces(t, src, item, text.Span{Start: at, End: n.Value.End})
		at = item.Value.End
	}
}

func within(inner, outer text.Span) bool {
	return outer.Start <= inner.Start && inner.Start <= inner.End && inner.End <= outer.End
}

// checkFaultPlaces checks that the spans of faults are within the file and split no character.
func checkFaultPlaces(t *testing.T, src *text.Source, faults []Fault) {
	t.Helper()
	whole := text.Span{Start: src.Start(), End: len(src.Bytes())}
	for _, fault := range faults {
		spans := []text.Span{fault.Span}
		for _, related := range fault.Related {
			spans = append(spans, related.Span)
		}
		for _, span := range spans {
			if !within(span, whole) || splitsRune(src, span.Start) || splitsRune(src, span.End) {
				t.Fatalf("%s %s: %v is no place in the file", fault.Rule, fault.Variant, span)
			}
		}
	}
}

func splitsRune(src *text.Source, at int) bool {
	data := src.Bytes()
	return utf8.Valid(data) && at < len(data) && !utf8.RuneStart(data[at])
}

// checkEncodings checks that a parser returns the same values and faults with a byte order mark and with
// CRLF.
func checkEncodings(t *testing.T, data []byte, root *Node, faults []Fault, parse func(*text.Source) (*Node, []Fault)) {
	t.Helper()
	if bytes.ContainsRune(data, '\r') || bytes.HasPrefix(data, []byte(text.BOM)) {
		return
	}
	crlf := bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
	bom := append([]byte(text.BOM), data...)
	for name, other := range map[string][]byte{"CRLF": crlf, "a BOM": bom} {
		otherRoot, otherFaults := parse(text.NewSource(other))
		if got, want := render(otherRoot), render(root); got != want {
			t.Fatalf("with %s the tree is\n%s, without\n%s", name, got, want)
		}
		if got, want := faultNames(otherFaults), faultNames(faults); got != want {
			t.Fatalf("with %s the faults are %s, without %s", name, got, want)
		}
	}
}

func faultNames(faults []Fault) string {
	var names []string
	for _, fault := range faults {
		names = append(names, fault.Rule+" "+fault.Variant)
	}
	return strings.Join(names, ", ")
}

// checkJSONSlices compares keys and values with the text at their spans.
func checkJSONSlices(t *testing.T, src *text.Source, n *Node) {
	t.Helper()
	slice := src.Slice(n.Value)
	switch n.Kind {
	case Int, Float, Bool:
		if _, literal, ok := jsonNumber(slice); ok {
			slice = literal
		}
		if slice != n.Text {
			t.Fatalf("%s %q cuts out %q", n.Kind, n.Text, slice)
		}
	case String:
		checkJSONString(t, slice, n.Text)
	case Object:
		for _, item := range n.Items {
			checkJSONString(t, src.Slice(item.Key), item.Name)
		}
	}
	for _, item := range n.Items {
		checkJSONSlices(t, src, item)
	}
}

func checkJSONString(t *testing.T, slice, value string) {
	t.Helper()
	var want string
	if err := json.Unmarshal([]byte(slice), &want); err != nil || value != want {
		t.Fatalf("%s is %q, want %q (%v)", slice, value, want, err)
	}
}

// checkDecoded compares a tree with what encoding/json decodes.
func checkDecoded(t *testing.T, data []byte, root *Node) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var want any
	if err := decoder.Decode(&want); err != nil {
		t.Fatal(err)
	}
	compareDecoded(t, root, want)
}

func compareDecoded(t *testing.T, n *Node, want any) {
	t.Helper()
	ok := false
	switch want := want.(type) {
	case nil:
		ok = n.Kind == Null
	case bool:
		ok = n.Kind == Bool && n.Text == map[bool]string{true: "true", false: "false"}[want]
	case string:
		ok = n.Kind == String && n.Text == want
	case json.Number:
		kind, literal, isNumber := jsonNumber(want.String())
		ok = isNumber && n.Text == literal && n.Kind == kind
	case []any:
		ok = n.Kind == List && len(n.Items) == len(want)
		for i := 0; ok && i < len(want); i++ {
			compareDecoded(t, n.Items[i], want[i])
		}
	case map[string]any:
		ok = n.Kind == Object && len(n.Items) == len(want)
		for i := 0; ok && i < len(n.Items); i++ {
			compareDecoded(t, n.Items[i], want[n.Items[i].Name])
		}
	}
	if !ok {
		t.Fatalf("%s %q, want %#v", n.Kind, n.Text, want)
	}
}

// A metadata handoff of 1.3 KB, as agents write them.
const benchmarkJSON = "testdata/bench/metadata.json"

func readBench(b *testing.B, name string) []byte {
	b.Helper()
	data, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	b.ResetTimer()
	return data
}

func BenchmarkJSON(b *testing.B) {
	data := readBench(b, benchmarkJSON)
	for b.Loop() {
		src := text.NewSource(data)
		if _, faults := parseJSON(src, text.Span{Start: 0, End: len(data)}, fuzzLimits); len(faults) > 0 {
			b.Fatal(faults)
		}
	}
}

// BenchmarkEncodingJSON is the baseline for BenchmarkJSON.
func BenchmarkEncodingJSON(b *testing.B) {
	data := readBench(b, benchmarkJSON)
	for b.Loop() {
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			b.Fatal(err)
		}
	}
}
