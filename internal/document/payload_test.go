package document

import (
	"strings"
	"testing"
)

// The markers as upstream writes them.
const (
	payloadStart = "---KELOS_HANDOFF_START---"
	payloadEnd   = "---KELOS_HANDOFF_END---"
)

func TestPayload(t *testing.T) {
	const s, e = payloadStart, payloadEnd
	tests := []struct {
		name string
		text string
		want string // the summary that was read
		bad  string // the faults
	}{
		{"a pair", "a\n" + s + "\n{\"summary\": \"1\"}\n" + e + "\nb\n", "1", ""},
		{"on one line, behind a prefix", "12:00 | " + s + `{"summary": "1"}` + e + " ok", "1", ""},
		{"with a BOM and CRLF", "\ufeff" + s + "\r\n{\"summary\":\r\n\"1\"}\r\n" + e, "1", ""},
		{"with a BOM of the file that was printed", "a\n" + s + "\n\ufeff{\"summary\": \"1\"}\n" + e, "1", ""},
		{"the last of two pairs", s + `{"summary": "1"}` + e + s + `{"summary": "2"}` + e, "2", ""},
		{"the last START before the last END", s + " aborted\n" + s + `{"summary": "2"}` + e, "2", ""},
		{"the last END", s + `{"summary": "1"}` + e + "\nsee " + e, "", "syntax/json/trailing-data@1:42"},
		{"no END", "a\n" + s + "\n{\"summary\": \"1\"}\n", "", "syntax/json/payload-cut-off@2:1"},
		{"no END after a pair", s + taskText + e + "\n" + s + "\n{", "", "syntax/json/payload-cut-off@2:1"},
		{"END alone", "a " + e, "", "syntax/json/payload-no-start@1:3"},
		{"END first", e + s, "", "syntax/json/payload-cut-off@1:24"},
		{"nothing between", "a\n " + s + " \r\n\t" + e, "", "syntax/json/payload-empty@2:2"},
		{"broken JSON", s + "\n{\"summary\": 1,}\n" + e, "", "syntax/json/trailing-comma@2:14"},
		{"no payload", "go\n[1]\n", "", "file/unknown-format/no-payload@1:1"},
		{"a plain file", `{"summary": "1"}`, "1", ""},
		{"a plain file that names the markers", `{"summary": "` + s + `"}`, s, ""},
		{"a plain file, broken", `{"summary": "1"`, "", "syntax/json/cut-off@1:16"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := parseText("build.log", tt.text, Task)
			if got := strings.Join(faultsOf(d), " "); got != tt.bad {
				t.Errorf("faults %q, want %q", got, tt.bad)
			}
			if got := d.Data().Field("summary").Str(); got != tt.want {
				t.Errorf("summary %q, want %q", got, tt.want)
			}
			for _, f := range d.Faults {
				if m := f.Values["marker"]; m != "" && f.Values["want"] != "" && (!strings.HasPrefix(tt.text[f.Span.Start:], m) || f.Values["want"] != map[string]string{s: e, e: s}[m]) {
					t.Errorf("the marker is %q, and %q is missing", m, f.Values["want"])
				}
			}
			if d.Fatal != (tt.bad != "") || d.Body != nil {
				t.Errorf("fatal %v, body %v", d.Fatal, d.Body)
			}
		})
	}
}

// Upstream's reader decodes the version into an integer and rejects 1.0.
func TestPayloadVersion(t *testing.T) {
	for version, want := range map[string]string{"1": "integer 1", "1.0": "number 1.0", `"1.0"`: "string 1.0"} {
		n := parseText("a.json", `{"summary": "s", "version": `+version+`}`, Task).Data().Field("version")
		if got := n.Kind.String() + " " + n.Text; got != want {
			t.Errorf("%s is the %s, want %s", version, got, want)
		}
	}
}

func TestPayloadFaultValues(t *testing.T) {
	f := parseText("x.log", payloadStart, Task).Faults[0]
	if f.Values["marker"] != payloadStart || f.Values["want"] != payloadEnd {
		t.Errorf("values %v", f.Values)
	}
	if f.Span.Len() != len(payloadStart) {
		t.Errorf("the span is %v", f.Span)
	}
}
