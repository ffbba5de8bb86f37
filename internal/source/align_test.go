package source

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

// A mark stands once in the scalar as it is written and once in its text.
func TestAlign(t *testing.T) {
	for name, source := range map[string]string{
		"literal":          "a: |\n  data: {\n    a!: string\n\n    b!: @\n  }\n",
		"literal, indent":  "a: |2\n    x\n  data: @\n",
		"literal, CRLF":    "a: |\r\n  data: {\r\n    b!: @\r\n  }\r\n",
		"folded":           "a: >-\n  data: {a!: string,\n  b!:\n\n  @}\n",
		"blank lines":      "a: |\n  x\n    \n  @\n",
		"plain":            "a: data @ x\n",
		"plain, two lines": "a: data:x\n  y @\n",
		"single quotes":    "a: 'it''s @'\n",
		"double quotes":    `a: "data: \"x\" \n \u00e9\t@ \x41"`,
		"a line end":       "a: \"one \\\n   two\n  three \\n @\"",
		"letters":          "a: |\n  # é日\n  @\n",
	} {
		root, src, faults := document.ParseYAML([]byte(source), yamlLimits)
		if faults != nil {
			t.Fatal(name, faults)
		}
		n := root.Field("a")
		at := align(src.Slice(n.Value), n.Text, n.Value.Start)
		if got, want := at[strings.Index(n.Text, "@")], strings.Index(source, "@"); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// However little the two have in common, every byte has a place.
func FuzzAlign(f *testing.F) {
	f.Add("|\n  a\n b", "a\nb")
	f.Add(`"\u00e9\`, "é")
	f.Add("*alias", "text")
	f.Fuzz(func(t *testing.T, raw, text string) {
		at := align(raw, text, 7)
		if len(at) != len(text)+1 {
			t.Fatalf("%d places", len(at))
		}
		for i, p := range at {
			if p < 7 || p > 7+len(raw) || i > 0 && p < at[i-1] {
				t.Fatalf("%q in %q: %v", text, raw, at)
			}
		}
	})
}
