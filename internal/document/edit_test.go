package document

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

var editBounds = Limits{Depth: 64, Values: 20000}

func TestSet(t *testing.T) {
	const value = `{"reason": "a <b> \"c\": d, e", "attempt": 1}`
	const lines = "{\n    \"reason\": \"a <b> \\\"c\\\": d, e\",\n    \"attempt\": 1\n  }"
	tests := []struct{ name, in, want string }{
		{"two spaces", "{\n  \"a\": 1.50\n}\n", "{\n  \"a\": 1.50,\n  \"p\": " + lines + "\n}\n"},
		{"in place", "{\n  \"p\": null,\n  \"z\": 1e3\n}", "{\n  \"p\": " + lines + ",\n  \"z\": 1e3\n}"},
		{"a tab, CRLF and a BOM", text.BOM + "{\r\n\t\"a\": 1\r\n}", text.BOM + "{\r\n\t\"a\": 1,\r\n\t\"p\": " + strings.NewReplacer("\n", "\r\n", "  ", "\t").Replace(lines) + "\r\n}"},
		{"one line", `{"a": 1}`, `{"a": 1, "p": ` + value + `}`},
		{"an empty object", "{}", "{\n  \"p\": " + lines + "\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, _, faults := ParseJSON([]byte(tt.in), editBounds)
			got := JSONText{[]byte(tt.in), root}.Set(root, "p", value)
			if len(faults) > 0 || string(got) != tt.want {
				t.Errorf("got\n%q, want\n%q", got, tt.want)
			}
		})
	}
}

// Remove undoes Add.
func TestAddAndRemove(t *testing.T) {
	for _, tt := range []struct{ in, value, want string }{
		{`{"l": []}`, "2", "{\"l\": [\n  2\n]}"},
		{`{"l": [1]}`, `{"a":2}`, `{"l": [1, {"a":2}]}`},
		{"{\n  \"l\": [\n    1\n  ]\n}", "2", "{\n  \"l\": [\n    1,\n    2\n  ]\n}"},
		{"{\n \"l\": [\n  1\n ]\n}", `{"a":2}`, "{\n \"l\": [\n  1,\n  {\n   \"a\": 2\n  }\n ]\n}"},
		{"{\r\n\t\"l\": []\r\n}", `{"a":2}`, "{\r\n\t\"l\": [\r\n\t\t{\r\n\t\t\t\"a\": 2\r\n\t\t}\r\n\t]\r\n}"},
	} {
		root, _, _ := ParseJSON([]byte(tt.in), editBounds)
		added := JSONText{[]byte(tt.in), root}.Add(root.Field("l"), "", tt.value)
		if string(added) != tt.want {
			t.Errorf("got\n%q, want\n%q", added, tt.want)
		}
		root, _, _ = ParseJSON(added, editBounds)
		list := root.Field("l")
		if got := (JSONText{added, root}).Remove(list, list.Items[len(list.Items)-1]); string(got) != tt.in {
			t.Errorf("removed: %q, want %q", got, tt.in)
		}
	}
	const three = `{"a": 1, "b": 2, "c": 3}`
	root, _, _ := ParseJSON([]byte(three), editBounds)
	for name, want := range map[string]string{"a": `{"b": 2, "c": 3}`, "b": `{"a": 1, "c": 3}`, "c": `{"a": 1, "b": 2}`} {
		if got := (JSONText{[]byte(three), root}).Remove(root, root.Field(name)); string(got) != want {
			t.Errorf("without %s: %s", name, got)
		}
	}
}

// FuzzSet holds that the resulting text is JSON, has the new value, and keeps every other member.
func FuzzSet(f *testing.F) {
	for _, seed := range []string{
		"{}", "{\n}", `{"a":1}`, "{\n  \"a\": 1.50,\r\n\t\"p\": null}", text.BOM + "{ \"a\" : [1, {}] }", `{"a":1,"a":2}`,
		"{\"p\": {\"x\": 1}, \"b\"\n:\n\"\\ud83d\\ude00\"}", "{\"a\\\"\": \"}\\\\\"\r\n}\r\n",
	} {
		f.Add([]byte(seed), "p", "a \"quoted\\ text\": b, c")
	}
	f.Fuzz(func(t *testing.T, data []byte, name, value string) {
		old, _, faults := ParseJSON(data, editBounds)
		if len(faults) > 0 || old == nil || old.Kind != Object {
			return
		}
		name, value = strings.ToValidUTF8(name, "?"), strings.ToValidUTF8(value, "?")
		quoted, err := json.Marshal(map[string]string{"reason": value})
		if err != nil {
			t.Fatal(err)
		}
		after := JSONText{data, old}.Set(old, name, string(quoted))
		root, _, faults := ParseJSON(after, Limits{Depth: 64, Values: editBounds.Values + 2})
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
