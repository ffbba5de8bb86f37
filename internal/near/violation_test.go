package near

import (
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// TestValue holds that a value is found by its synonyms, else by its spelling.
func TestValue(t *testing.T) {
	v := schema.Violation{
		Kind:    schema.Enum,
		Allowed: []string{"complete", "blocked", "needs_review"},
		Attr:    &schema.Attr{Means: "complete: done, all_done; blocked: stuck"},
	}
	for said, want := range map[string]string{
		"done": "complete", "Done.": "complete", "all-done": "complete", "All Done": "complete", "stuck": "blocked",
		"completed": "complete", "BLOCKED": "blocked", "needs-review": "needs_review",
		"": "", "-": "", "LGTM": "", "donated": "",
	} {
		v.Node = &document.Node{Kind: document.String, Text: said}
		if got := Value(&v); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// TestNearest holds that a value is the nearest only if no other is as near.
func TestNearest(t *testing.T) {
	v := schema.Violation{
		Kind:    schema.Enum,
		Allowed: []string{"complete", "blocked", "unlocked", "part1", "part2"},
		Attr:    &schema.Attr{Means: "complete: done"},
	}
	for said, want := range map[string]string{
		"blockd": "blocked", "Blocked": "blocked", "done": "complete", "part1": "part1", "part3": "", "part": "", "LGTM": "", "": "",
	} {
		v.Node = &document.Node{Kind: document.String, Text: said}
		if got := Nearest(&v); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestValues(t *testing.T) {
	v := &schema.Violation{
		Kind: schema.Enum, Pointer: "/data/status", Node: &document.Node{Kind: document.String, Text: "dnoe"},
		Want: "one of blocked, done", Got: "dnoe", Allowed: []string{"blocked", "done"}, Attr: &schema.Attr{},
	}
	got := Values(v, "/status")
	for name, want := range map[string]string{
		"field": "status", "name": "status", "value": `"dnoe"`, "near": `"done"`, "values": "done, blocked", "want": "one of blocked, done", "by": "0",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
}
