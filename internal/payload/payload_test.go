package payload

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/document"
)

const s, e = "---KELOS_HANDOFF_START---", "---KELOS_HANDOFF_END---"

// A byte order mark of a file that was printed changes nothing.
func TestByteOrderMarkInside(t *testing.T) {
	for _, inside := range []string{"\uFEFF{}", "\n \uFEFF{}\n", "{}\uFEFF"} {
		log := "x\n" + HandoffMarkers.Start + inside + HandoffMarkers.End + "\n"
		found := Find([]byte(log), HandoffMarkers, 100)
		if string(found.Inside()) != "{}" {
			t.Errorf("%q: inside is %q", inside, found.Inside())
		}
	}
}

func TestFind(t *testing.T) {
	tests := []struct {
		name, log string
		state     document.MarkedState
		inside    string
		long      bool
	}{
		{"nothing", "a log\n", document.Unmarked, "", false},
		{"a payload", "a log\n" + s + "\n{}\n" + e + "\nmore\n", document.Paired, "{}", false},
		{"as long as may be", s + "\n\t12345\r\n" + e, document.Paired, "12345", false},
		{"too long", s + "123456" + e, document.Paired, "123456", true},
		{"far apart", s + strings.Repeat(" ", 8000) + "1" + e, document.Paired, "1", false},
		{"cut off, whatever its length", s + strings.Repeat("x", 8000), document.CutOff, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := Find([]byte(tt.log), HandoffMarkers, 5)
			if found.State != tt.state || string(found.Inside()) != tt.inside || found.Long != tt.long {
				t.Errorf("state %d, %q, long %t", found.State, found.Inside(), found.Long)
			}
		})
	}
}

// TestCheckMarked holds that outputs that cannot be read as they were printed are an error at their position.
func TestCheckMarked(t *testing.T) {
	const start, end = "---KELOS_OUTPUTS_START---", "---KELOS_OUTPUTS_END---"
	tests := []struct {
		name, log string
		want      string
	}{
		{"none", "a log\n", ""},
		{"lines", "x\n" + start + "\na: 1\n" + end + "\n", ""},
		{"indented", start + "\n  a: 1\n" + end, ""},
		{"END behind white space", "  " + start + "\n  a: 1\n  " + end, ""},
		{"in one line", "x " + start + " a: 1 " + end, ""},
		{"END in a line of its own", "x " + start + "\na: 1\n" + end, ""},
		{"END behind text in another column", start + "\na: 1 " + end, ""},
		{"cut", "x\n " + start + "\na: 1\n", "a.log:2:2: " + start + " without " + end + " after it"},
		{"headless", "x\na: 1\n" + end, "a.log:3:1: " + end + " without " + start + " before it"},
		{"not UTF-8", start + "\na: \xff\n" + end, "a.log:1:1: the outputs that begin here are not UTF-8"},
		{"a NUL byte", start + "\na: \x00\n" + end, "a.log:1:1: the outputs that begin here are not UTF-8"},
		{"a NUL byte before all", start + "\x00" + end, "a.log:1:1: the outputs that begin here are not UTF-8"},
		{"a prefix", "pod: " + start + "\npod: a: 1\npod: " + end, "a.log:1:6: each line"},
		{"long", start + strings.Repeat("x", 101) + end, "a.log:1:1: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckMarked("a.log", Find([]byte(tt.log), OutputsMarkers, 100), OutputsMarkers, 100)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
	if err := CheckMarked("a.log", Find([]byte(s), HandoffMarkers, 100), HandoffMarkers, 100); err != nil {
		t.Errorf("a handoff that is cut off has its own check: %v", err)
	}
}

func TestOutputs(t *testing.T) {
	tests := []struct {
		name, text string
		want       []Output
	}{
		{"nothing", "", nil},
		{"lines", "branch: main\npr: https://example.org/1\n", []Output{{"branch", "main"}, {"pr", "https://example.org/1"}}},
		{"CRLF and white space", "  a: 1\r\n\tb :  2 \r\n", []Output{{"a", "1"}, {"b", "2"}}},
		{"cut at the first", "error: exit: 2", []Output{{"error", "exit: 2"}}},
		{"no key, no value, neither", ": 1\na: \nb:\nc\n\n: \n", nil},
		{"a colon without a space", "a:1\nurl:x: y", []Output{{"url:x", "y"}}},
		{"the last of equal keys", "a: 1\nb: 2\na: 3\n", []Output{{"b", "2"}, {"a", "3"}}},
		{"one without a value does not count", "a: 1\na: \n", []Output{{"a", "1"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Outputs(tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCompact(t *testing.T) {
	tests := []struct{ name, object, want string }{
		{"white space", "{\n  \"a\" : [ 1,\r\n\t2 ]\n}\n", `{"a":[1,2]}`},
		{"order of keys", `{"b": 1, "a": 2}`, `{"b":1,"a":2}`},
		{"numbers", `{"a": 1.0, "b": 1E400, "c": 12345678901234567890, "d": -0}`, `{"a":1.0,"b":1E400,"c":12345678901234567890,"d":-0}`},
		{"text", `{"a": "é <b> & \u00e9 \/ \ud83d \" \\ 日本"}`, `{"a":"é <b> & \u00e9 \/ \ud83d \" \\ 日本"}`},
		{"markers", `{"` + s + `": "x` + e + `"}`, `{"\u002d--KELOS_HANDOFF_START---":"x\u002d--KELOS_HANDOFF_END---"}`},
		{"markers of outputs", `{"a": "` + OutputsMarkers.Start + `"}`, `{"a":"\u002d--KELOS_OUTPUTS_START---"}`},
		{"markers that share dashes", `{"a": "----KELOS_HANDOFF_START---KELOS_HANDOFF_END---"}`, `{"a":"-\u002d--KELOS_HANDOFF_START\u002d--KELOS_HANDOFF_END---"}`},
		{"a backslash before a marker", `{"a": "\\` + e + `"}`, `{"a":"\\\u002d--KELOS_HANDOFF_END---"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Compact([]byte(tt.object))
			if err != nil || string(got) != tt.want {
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
		})
	}
	if _, err := Compact([]byte(`{"a": }`)); err == nil {
		t.Error("what is no JSON is compacted")
	}
}

// FuzzCompact holds that a reader of the log finds exactly one payload with the same meaning, whatever
// precedes it and is in it.
func FuzzCompact(f *testing.F) {
	f.Add("x", s+"\n", "")
	f.Add(e, "\\"+e, s+"{")
	f.Add("---KELOS_---KELOS_HANDOFF_", "-"+OutputsMarkers.End, "---")
	f.Fuzz(func(t *testing.T, key, value, before string) {
		object := map[string]any{key: value, "n": json.Number("1.50"), "list": []any{value, key}}
		var source bytes.Buffer
		encoder := json.NewEncoder(&source)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", " ")
		if err := encoder.Encode(object); err != nil {
			t.Fatal(err)
		}
		compact, err := Compact(source.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		log := before + HandoffMarkers.Start + "\n" + string(compact) + "\n" + HandoffMarkers.End + "\n"
		found := Find([]byte(log), HandoffMarkers, len(log))
		if err != nil || found.State != document.Paired || !bytes.Equal(found.Inside(), compact) {
			t.Fatalf("found %q (%v), want %q", found.Inside(), err, compact)
		}
		if want, got := decode(t, source.Bytes()), decode(t, compact); !reflect.DeepEqual(want, got) {
			t.Errorf("it means %v, want %v", got, want)
		}
		if bytes.ContainsAny(compact, "\n") || bytes.Contains(compact, []byte(markerOpening)) {
			t.Errorf("a marker or a line end is left in %q", compact)
		}
	})
}

func decode(t *testing.T, data []byte) (v any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
