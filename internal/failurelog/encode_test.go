package failurelog

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// upstreamLine is what upstream's validator writes: only its five keys, a
// blank after each comma and colon, its own words.
const upstreamLine = `{"timestamp": "2026-05-31T12:21:29+00:00", "file": "/h/01-writer-report.md", ` +
	`"error_types": ["handoff_end_missing"], "error_count": 2, "errors": ["⚠️ .done 缺失", "❌ <!-- handoff-end -->"]}`

// TestUpstreamLine: upstream's line comes back with the same keys and values.
func TestUpstreamLine(t *testing.T) {
	var e Entry
	if err := e.UnmarshalJSON([]byte(upstreamLine)); err != nil {
		t.Fatal(err)
	}
	want := Entry{
		Timestamp: "2026-05-31T12:21:29+00:00", File: "/h/01-writer-report.md",
		ErrorTypes: []string{"handoff_end_missing"}, ErrorCount: 2,
		Errors: []string{"⚠️ .done 缺失", "❌ <!-- handoff-end -->"},
	}
	if diff := cmp.Diff(want, e); diff != "" {
		t.Errorf("entry (-want +got):\n%s", diff)
	}
	checkLine(t, e, strings.NewReplacer(`": `, `":`, `, "`, `,"`).Replace(upstreamLine)+"\n")
}

// TestReadLine says what is read from lines that differ from ours, by what
// they look like when they are written again.
func TestReadLine(t *testing.T) {
	for _, test := range []struct{ name, line, want string }{
		{"a lone error type, as upstream writes it for a missing file",
			`{"timestamp":"","file":"f","error_types":"file_missing","error_count":1,"errors":["gone"]}`,
			`{"timestamp":"","file":"f","error_types":["file_missing"],"error_count":1,"errors":["gone"]}`},
		{"no error types, as upstream has it for a fault that it does not class",
			`{"timestamp":"","file":"f","error_types":[],"error_count":1,"errors":["x"]}`,
			`{"timestamp":"","file":"f","error_types":[],"error_count":1,"errors":["x"]}`},
		{"unknown keys stay, by name, numbers digit for digit",
			`{"z":{"a": [1, 2]},"file":"f","error_types":[],"b":12345678901234567890.10}`,
			`{"timestamp":"","file":"f","error_types":[],"error_count":0,"errors":[],"b":12345678901234567890.10,"z":{"a":[1,2]}}`},
		{"known keys of another type stay as they are, in their place",
			`{"timestamp":1780230089,"file":"f","error_types":["a"],"error_count":"two","errors":["ok",3],"role":null,"schema":1}`,
			`{"timestamp":1780230089,"file":"f","error_types":["a"],"error_count":"two","errors":["ok",3],"schema":1,"tool":"",` +
				`"source":"","format":"","role":null,"task_id":"","session_id":"","severity":"","findings":[]}`},
		{"a key of ours on a line of upstream's",
			`{"timestamp":"","file":"f","error_types":[],"error_count":0,"errors":[],"role":"writer","host":"h"}`,
			`{"timestamp":"","file":"f","error_types":[],"error_count":0,"errors":[],"role":"writer","host":"h"}`},
		{"findings without error types",
			`{"file":"f","findings":[{"rule":"r","line":3,"message":"m","more":1}]}`,
			`{"timestamp":"","file":"f","error_types":[],"error_count":0,"errors":[],"findings":[{"rule":"r","line":3,"message":"m"}]}`},
		{"keys are told apart by case",
			`{"file":"f","FILE":"g","error_types":[]}`,
			`{"timestamp":"","file":"f","error_types":[],"error_count":0,"errors":[],"FILE":"g"}`},
		{"invalid UTF-8 is made valid",
			"{\"file\":\"f\xff\",\"error_types\":[],\"x\":\"\xfe\"}",
			`{"timestamp":"","file":"f�","error_types":[],"error_count":0,"errors":[],"x":"�"}`},
		{"a carriage return before the line feed",
			`{"file":"f","error_types":[]}` + "\r",
			`{"timestamp":"","file":"f","error_types":[],"error_count":0,"errors":[]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var e Entry
			if err := e.UnmarshalJSON([]byte(test.line)); err != nil {
				t.Fatal(err)
			}
			checkLine(t, e, test.want+"\n")
		})
	}
}

// TestHalfReadList: a list with a stranger in it is kept as it stands, and no
// half of it is taken for the whole.
func TestHalfReadList(t *testing.T) {
	var e Entry
	if err := e.UnmarshalJSON([]byte(`{"file":"f","error_types":[],"errors":["a",3,"b"]}`)); err != nil {
		t.Fatal(err)
	}
	if e.Errors != nil || string(e.Extra["errors"]) != `["a",3,"b"]` {
		t.Errorf("errors %q, extra %s", e.Errors, e.Extra["errors"])
	}
}

func TestForeignLine(t *testing.T) {
	for _, line := range []string{
		``, `null`, `[]`, `"file"`, `1`, `{}`, `{"file":"f"`, `{"file":"f","error_types":[]}}`, `nothing of ours`,
		`{"file":"f"}`, `{"error_types":[]}`, `{"findings":[]}`, `{"file":null,"error_types":[]}`,
		`{"file":1,"error_types":[]}`, `{"file":"f","error_types":{}}`, `{"file":"f","error_types":null,"findings":null}`,
		`{"file":"f","findings":"r"}`, `{"level":"info","msg":"started","file":"main.go"}`,
		"\x00\x00\x00", strings.Repeat("[", MaxLine),
	} {
		var e Entry
		if err := e.UnmarshalJSON([]byte(line)); err == nil {
			t.Errorf("%.60q is taken for an entry: %+v", line, e)
		}
	}
}

// TestHiddenCharacters: a line is safe to print, and means the same.
func TestHiddenCharacters(t *testing.T) {
	const nasty = "a\x1b[31m\x00\n\r\t\x7f\u0085\u009b2J\u202e\u2066\u200f\u2028<b>&"
	e := Entry{File: nasty, Extra: map[string]json.RawMessage{"k\u009b": json.RawMessage("\"\u202e\"")}}
	checkLine(t, e, `{"timestamp":"","file":"a\u001b[31m\u0000\n\r\t\u007f\u0085\u009b2J\u202e\u2066\u200f\u2028<b>&",`+
		`"error_types":[],"error_count":0,"errors":[],"k\u009b":"\u202e"}`+"\n")
	line, _ := encodeLine(e)
	var back Entry
	if err := back.UnmarshalJSON(line); err != nil || back.File != nasty {
		t.Errorf("reads back as %q, %v", back.File, err)
	}
}

func TestUnwritableExtra(t *testing.T) {
	_, err := encodeLine(Entry{File: "f", Extra: map[string]json.RawMessage{"k": json.RawMessage("{")}})
	if err == nil || !strings.Contains(err.Error(), `"k"`) {
		t.Errorf("error %v, want one that names the key", err)
	}
}

// FuzzEntry: no line breaks the reader; what is read can be written as one
// clean line, and that line stays as it is from then on.
func FuzzEntry(f *testing.F) {
	for _, seed := range []string{
		upstreamLine, `{"file":"f","error_types":"x","schema":1,"findings":[{"rule":"r","line":1,"message":"m"}]}`,
		`{"file":"\u009b","findings":[null],"error_count":1e3,"x":[{}],"role":null}`, `{"file":"f"}`, "{\"file\":\"\xff\"", `[]`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var first, second Entry
		if first.UnmarshalJSON(data) != nil {
			return
		}
		once, err := first.MarshalJSON()
		if err != nil {
			t.Fatalf("read but not written: %v", err)
		}
		if !json.Valid(once) || !utf8.Valid(once) || bytes.ContainsFunc(once, func(r rune) bool { return r < ' ' || r >= 0x7F && r <= 0x9F || unicode.Is(unicode.Bidi_Control, r) }) {
			t.Fatalf("no clean line: %q", once)
		}
		if err := second.UnmarshalJSON(once); err != nil {
			t.Fatalf("written but not read: %v\n%s", err, once)
		}
		twice, err := second.MarshalJSON()
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("changes when it is read again (%v):\n%s\n%s", err, once, twice)
		}
	})
}
