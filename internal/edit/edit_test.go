package edit

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

var limits = document.Limits{Depth: 64, Values: 20000}

type failure struct {
	Reason  string `json:"reason"`
	Attempt int    `json:"attempt"`
}

var value = failure{Reason: `a <b> "c": d, e`, Attempt: 1}

// set applies SetMember to the object at a path of a text.
func set(t *testing.T, data string, name string, value any, path ...string) string {
	t.Helper()
	root, _, faults := document.ParseJSON([]byte(data), limits)
	if len(faults) > 0 {
		t.Fatalf("%q: %+v", data, faults)
	}
	edit, err := SetMember([]byte(data), root.Lookup(path...), name, value)
	if err != nil {
		t.Fatal(err)
	}
	return string(edit.Apply([]byte(data)))
}

func TestSetMember(t *testing.T) {
	const line = `{"reason": "a <b> \"c\": d, e", "attempt": 1}`
	tests := []struct{ name, in, want string }{
		{"two spaces", "{\n  \"a\": 1.50\n}\n", "{\n  \"a\": 1.50,\n  \"p\": {\n    \"reason\": \"a <b> \\\"c\\\": d, e\",\n    \"attempt\": 1\n  }\n}\n"},
		{"four spaces, in place", "{\n    \"p\": null,\n    \"z\": 1e3\n}", "{\n    \"p\": {\n        \"reason\": \"a <b> \\\"c\\\": d, e\",\n        \"attempt\": 1\n    },\n    \"z\": 1e3\n}"},
		{"a tab", "{\n\t\"a\": 1\n}", "{\n\t\"a\": 1,\n\t\"p\": {\n\t\t\"reason\": \"a <b> \\\"c\\\": d, e\",\n\t\t\"attempt\": 1\n\t}\n}"},
		{"CRLF and a BOM", text.BOM + "{\r\n  \"a\": 1\r\n}\r\n", text.BOM + "{\r\n  \"a\": 1,\r\n  \"p\": {\r\n    \"reason\": \"a <b> \\\"c\\\": d, e\",\r\n    \"attempt\": 1\r\n  }\r\n}\r\n"},
		{"one line", `{"a": 1}`, `{"a": 1, "p": ` + line + `}`},
		{"one line, in place", `{"p": null, "a": 1}`, `{"p": ` + line + `, "a": 1}`},
		{"no white space", `{"a":1,"b":2}`, `{"a":1,"b":2,"p":{"reason":"a <b> \"c\": d, e","attempt":1}}`},
		{"no white space, one member", `{"a":1}`, `{"a":1,"p":{"reason":"a <b> \"c\": d, e","attempt":1}}`},
		{"white space of its own", `{ "a" : 1 , "b" : 2 }`, `{ "a" : 1 , "b" : 2 , "p" : {"reason" : "a <b> \"c\": d, e" , "attempt" : 1} }`},
		{"empty", `{}`, `{"p": ` + line + `}`},
		{"empty over lines", "{\n}", "{\n  \"p\": {\n    \"reason\": \"a <b> \\\"c\\\": d, e\",\n    \"attempt\": 1\n  }\n}"},
		{"no indentation", "{\n\"a\":1\n}", "{\n\"a\":1,\n\"p\":{\n\"reason\": \"a <b> \\\"c\\\": d, e\",\n\"attempt\": 1\n}\n}"},
		{"behind a BOM", text.BOM + `{"a": 1}`, text.BOM + `{"a": 1, "p": ` + line + `}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := set(t, tt.in, "p", value); got != tt.want {
				t.Errorf("got\n%q, want\n%q", got, tt.want)
			}
		})
	}
}

func TestSetMemberOfAnInnerObject(t *testing.T) {
	in := "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": {\"d\": 2}\n}\n"
	want := "{\n  \"a\": {\n    \"b\": 1,\n    \"n\\\"\": \"x\"\n  },\n  \"c\": {\"d\": 2}\n}\n"
	if got := set(t, in, `n"`, "x", "a"); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	want = "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": {\"d\": true}\n}\n"
	if got := set(t, in, "d", true, "c"); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}

func TestSetMemberRefuses(t *testing.T) {
	root, _, _ := document.ParseJSON([]byte("{}"), limits)
	if _, err := SetMember([]byte("{}"), root, "a", func() {}); err == nil {
		t.Error("a function was marshalled")
	}
}

// FuzzSetMember: what stands there afterwards is JSON, has the value that was
// set, and every other member as it was, in its order and in its spelling.
func FuzzSetMember(f *testing.F) {
	for _, seed := range []string{
		"{}", "{\n}", `{"a":1}`, "{\n  \"a\": 1.50,\r\n\t\"p\": null}", text.BOM + "{ \"a\" : [1, {}] }", `{"a":1,"a":2}`,
		"{\"p\": {\"x\": 1}, \"b\"\n:\n\"\\ud83d\\ude00\"}", "{\"a\\\"\": \"}\\\\\"\r\n}\r\n",
	} {
		f.Add([]byte(seed), "p", "a \"quoted\\ text\": b, c")
	}
	f.Fuzz(func(t *testing.T, data []byte, name, value string) {
		root, _, faults := document.ParseJSON(data, limits)
		if len(faults) > 0 || root == nil || root.Kind != document.Object {
			return
		}
		name, value = strings.ToValidUTF8(name, "?"), strings.ToValidUTF8(value, "?")
		edit, err := SetMember(data, root, name, failure{Reason: value, Attempt: 1})
		if err != nil {
			t.Fatal(err)
		}
		after := edit.Apply(data)
		checkSet(t, data, after, name, value)
	})
}

func checkSet(t *testing.T, before, after []byte, name, value string) {
	t.Helper()
	old, _, _ := document.ParseJSON(before, limits)
	root, _, faults := document.ParseJSON(after, document.Limits{Depth: 64, Values: limits.Values + 3})
	if len(faults) > 0 || !json.Valid(bytes.TrimPrefix(after, []byte(text.BOM))) {
		t.Fatalf("%q is no JSON: %+v", after, faults)
	}
	if got := root.Field(name); got.Field("reason").Str() != value || got.Field("attempt").Text != "1" {
		t.Fatalf("%q has not what was set", after)
	}
	if want := len(old.Items) + 1; old.Field(name) == nil && len(root.Items) != want {
		t.Fatalf("%q has %d members, want %d", after, len(root.Items), want)
	}
	for i, item := range old.Items {
		same := root.Items[i]
		if same.Name != item.Name || !bytes.Equal(after[same.Key.Start:same.Key.End], before[item.Key.Start:item.Key.End]) {
			t.Fatalf("%q: member %d is not %q", after, i, item.Name)
		}
		if item.Name != name && !bytes.Equal(after[same.Value.Start:same.Value.End], before[item.Value.Start:item.Value.End]) {
			t.Fatalf("%q: the value of %q has changed", after, item.Name)
		}
	}
}
