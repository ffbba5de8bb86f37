package near

import (
	"maps"
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// TestValue holds that a value is found by its synonyms, else by its spelling.
func TestValue(t *testing.T) {
	v := schema.Violation{
		Kind:    schema.Enum,
		Allowed: []string{"complete", "blocked", "needs_review"},
		Attr:    &schema.Attr{Means: "complete: done, all_done,; blocked: stuck"},
	}
	for said, want := range map[string]string{
		"done": "complete", "Done.": "complete", "DONE!": "complete", "all-done": "complete", "All Done": "complete", "stuck": "blocked",
		"completed": "complete", "BLOCKED": "blocked", "needs-review": "needs_review",
		"": "", "-": "", "LGTM": "", "donated": "",
	} {
		v.Node = &document.Node{Kind: document.String, Text: said}
		if got := Value(&v); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// TestSameWord holds that only one value of the same letters is meant, of at most a hundred.
func TestSameWord(t *testing.T) {
	v := schema.Violation{Kind: schema.Enum, Allowed: []string{"needs_review", "in-work", "In work"}, Attr: &schema.Attr{}}
	for said, want := range map[string]string{"Needs Review": "needs_review", "needs": "", "in_work": ""} {
		v.Node = &document.Node{Kind: document.String, Text: said}
		if got := SameWord(&v); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
	for range maxCompared - 2 {
		v.Node = &document.Node{Kind: document.String, Text: "Needs Review"}
		if got := SameWord(&v); got != "needs_review" || Value(&v) != got {
			t.Fatalf("%d values: %q", len(v.Allowed), got)
		}
		v.Allowed = append(v.Allowed, "other")
	}
	if SameWord(&v) != "" || Value(&v) != "" {
		t.Errorf("a value is compared with %d", len(v.Allowed))
	}
	v.Kind, v.Allowed = schema.PatternMismatch, v.Allowed[:1]
	if SameWord(&v) != "" || Value(&v) != "" {
		t.Error("a pattern has values")
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
	if got := Values(&schema.Violation{Kind: schema.Length, Node: v.Node, Attr: v.Attr}, "/status"); slices.Contains(slices.Collect(maps.Keys(got)), "values") {
		t.Errorf("a length has values: %v", got)
	}
	far := *v
	far.Node = &document.Node{Kind: document.String, Text: "LGTM"}
	if got := Values(&far, "/status"); got["near"] != "" || got["values"] != "blocked, done" {
		t.Errorf("none is near: %v", got)
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
