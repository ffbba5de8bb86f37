package handoff

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

var bounds = document.Limits{Depth: 64, Values: 20000}

func TestSetMember(t *testing.T) {
	value := struct {
		Reason  string `json:"reason"`
		Attempt int    `json:"attempt"`
	}{`a <b> "c": d, e`, 1}
	const line, lines = `{"reason":"a <b> \"c\": d, e","attempt":1}`, "{\n    \"reason\": \"a <b> \\\"c\\\": d, e\",\n    \"attempt\": 1\n  }"
	tests := []struct{ name, in, want string }{
		{"two spaces", "{\n  \"a\": 1.50\n}\n", "{\n  \"a\": 1.50,\n  \"p\": " + lines + "\n}\n"},
		{"in place", "{\n  \"p\": null,\n  \"z\": 1e3\n}", "{\n  \"p\": " + lines + ",\n  \"z\": 1e3\n}"},
		{"a tab, CRLF and a BOM", text.BOM + "{\r\n\t\"a\": 1\r\n}", text.BOM + "{\r\n\t\"a\": 1,\r\n\t\"p\": " + strings.NewReplacer("\n", "\r\n", "  ", "\t").Replace(lines) + "\r\n}"},
		{"one line", `{"a": 1}`, `{"a": 1,"p":` + line + `}`},
		{"one line, in place", `{"p": null, "a": 1}`, `{"p": ` + line + `, "a": 1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, _, faults := document.ParseJSON([]byte(tt.in), bounds)
			got, err := setMember([]byte(tt.in), root, "p", value)
			if len(faults) > 0 || err != nil || string(got) != tt.want {
				t.Errorf("got\n%q, want\n%q (%v)", got, tt.want, err)
			}
		})
	}
}

// FuzzSetMember: the text afterwards is JSON, has the value that was set, and
// every other member as it was.
func FuzzSetMember(f *testing.F) {
	for _, seed := range []string{
		"{}", "{\n}", `{"a":1}`, "{\n  \"a\": 1.50,\r\n\t\"p\": null}", text.BOM + "{ \"a\" : [1, {}] }", `{"a":1,"a":2}`,
		"{\"p\": {\"x\": 1}, \"b\"\n:\n\"\\ud83d\\ude00\"}", "{\"a\\\"\": \"}\\\\\"\r\n}\r\n",
	} {
		f.Add([]byte(seed), "p", "a \"quoted\\ text\": b, c")
	}
	f.Fuzz(func(t *testing.T, data []byte, name, value string) {
		old, _, faults := document.ParseJSON(data, bounds)
		if len(faults) > 0 || old == nil || old.Kind != document.Object || len(old.Items) == 0 {
			return
		}
		name, value = strings.ToValidUTF8(name, "?"), strings.ToValidUTF8(value, "?")
		after, err := setMember(data, old, name, map[string]string{"reason": value})
		if err != nil {
			t.Fatal(err)
		}
		root, _, faults := document.ParseJSON(after, document.Limits{Depth: 64, Values: bounds.Values + 2})
		if len(faults) > 0 || !json.Valid(bytes.TrimPrefix(after, []byte(text.BOM))) || root.Field(name).Field("reason").Str() != value {
			t.Fatalf("%q is not JSON, or has not what was set: %+v", after, faults)
		}
		if want := len(old.Items) + 1; old.Field(name) == nil && len(root.Items) != want {
			t.Fatalf("%q has %d members, want %d", after, len(root.Items), want)
		}
		for i, item := range old.Items {
			same := root.Items[i]
			if same.Name != item.Name || item.Name != name && !bytes.Equal(after[same.Value.Start:same.Value.End], data[item.Value.Start:item.Value.End]) {
				t.Fatalf("%q: member %d is not %q as it was", after, i, item.Name)
			}
		}
	})
}
