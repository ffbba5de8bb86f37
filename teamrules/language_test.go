package teamrules

import (
	"os"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

// TestLanguage reads the file that the reference in docs shows.
func TestLanguage(t *testing.T) {
	source, err := os.ReadFile("testdata/language.cue")
	if err != nil {
		t.Fatal(err)
	}
	table, problems := read("language.cue", string(source))
	if problems != nil {
		t.Fatalf("%q", problems)
	}
	handoff := `{"id": "a", "kind": "task", "priority": 5, "result": {"kind": "failed", "reason": "b"},
		"tags": ["c"], "env": {"HOME": "/"}, "folder": "docs/d", "lead": "e", "other": 1}`
	for _, f := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"id": "a", `, "", "/id"},
		{`"priority": 5`, `"priority": 6`, "/priority"},
		{`, "reason": "b"`, "", "/result/reason"},
		{`["c"]`, "[]", "/tags"},
		{`"HOME": "/"`, `"HOME": 1`, "/env/HOME"},
		{`"docs/d"`, `"d"`, "/folder"},
		{`"other"`, `"password"`, "/password"},
	} {
		value, _, faults := document.ParseJSON([]byte(strings.Replace(handoff, f.old, f.new, 1)), document.Limits{Depth: 64, Values: 1000})
		if len(faults) > 0 {
			t.Fatalf("with %s: %v", f.new, faults)
		}
		var got string
		for _, v := range table.Formats[0].Schema.Check(value, nil) {
			got += v.Pointer
		}
		if got != f.want {
			t.Errorf("with %s: violations at %q, not %q", f.new, got, f.want)
		}
	}
}
