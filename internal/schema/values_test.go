package schema

import (
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

// TestWanted checks how a message says what is wanted.
func TestWanted(t *testing.T) {
	const role = "the name of a role"
	for name, tt := range map[string]struct {
		violation Violation
		want      string
	}{
		"a missing field":              {Violation{Kind: Missing, Want: "string", Words: role, Attr: &Attr{}}, role},
		"one without words":            {Violation{Kind: Missing, Want: "string", Attr: &Attr{}}, "a string"},
		"an empty one":                 {Violation{Kind: Empty, Want: "string", Words: role, Attr: &Attr{}}, role},
		"another type":                 {Violation{Kind: Type, Want: "null or integer", Words: role, Attr: &Attr{}}, role},
		"a number that is too small":   {Violation{Kind: Bound, Want: "integer of at least 1", Words: role, Attr: &Attr{}}, "an integer of at least 1"},
		"another value":                {Violation{Kind: Enum, Want: "a or b", Attr: &Attr{Values: "a, b"}}, "one of a, b"},
		"a missing one of some values": {Violation{Kind: Missing, Want: "a or b", Words: role, Attr: &Attr{Values: "a, b"}}, role},
		"an empty one of some values":  {Violation{Kind: Empty, Want: "a or b", Words: role, Attr: &Attr{Values: "a, b"}}, role},
		"a list":                       {Violation{Kind: Type, Want: "list of strings", Words: role, Attr: &Attr{Holds: "a list of roles"}}, "a list of roles"},
		"a list without words for it":  {Violation{Kind: Type, Want: "list of strings", Words: role, Attr: &Attr{}}, role},
		"an item of a list":            {Violation{Kind: Type, Want: "string", Words: role, Attr: &Attr{Holds: "a list of roles"}}, role},
		"several kinds":                {Violation{Kind: Mismatch, Want: "null or object or list of strings", Attr: &Attr{}}, "null or an object or a list of strings"},
		"an adjective":                 {Violation{Kind: Mismatch, Want: "non-blank string", Attr: &Attr{}}, "a non-blank string"},
	} {
		tt.violation.Node, tt.violation.Got = &document.Node{}, "integer"
		values := tt.violation.Values("/role")
		if got := values["want"]; got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
		if got := values["got"]; got != "an integer" {
			t.Errorf("%s: got %q", name, got)
		}
		if got := values["value"] == ""; got != (tt.violation.Kind == Missing) {
			t.Errorf("%s: the value is %q", name, values["value"])
		}
	}
	if got := (&Violation{Allowed: []string{"a"}, Attr: &Attr{}}).Listed(); len(got) != 1 || got[0] != "a" {
		t.Errorf("listed are %q", got)
	}
}

// TestNodeText checks how a message quotes a value.
func TestNodeText(t *testing.T) {
	for json, want := range map[string]string{`"a\"b"`: `"a\"b"`, `1.50`: "1.50", `true`: "true", `null`: "null", `["a"]`: "a list", `{"a": 1}`: "an object"} {
		if got := NodeText(parse(t, json)); got != want {
			t.Errorf("%s: %s, want %s", json, got, want)
		}
	}
}
