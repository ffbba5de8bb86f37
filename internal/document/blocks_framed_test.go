package document

import "testing"

// TestFramed has what belongs to a metadata block above its fence.
func TestFramed(t *testing.T) {
	const block = "```json\n{\"agent\": \"a\", \"status\": \"complete\"}\n```"
	const heading = "## Metadata\n\n" + block
	for name, tt := range map[string]struct{ text, want string }{
		"a heading":                    {"Text.\n\n" + heading + "\n", heading},
		"a heading under dashes":       {"Text.\n\n---\n\n" + heading + "\nMore.\n", "---\n\n" + heading},
		"dashes":                       {"Text.\n\n---\n" + block, "---\n" + block},
		"dashes that underline, above": {"Text.\n---\n" + heading, heading},
		"dashes that underline":        {"Metadata\n---\n" + block, ""},
		"front matter, above":          {"---\na: b\n\n---\n" + heading, heading},
		"front matter":                 {"---\na: b\n\n---\n" + block, ""},
		"dashes behind front matter":   {"---\na: b\n---\n\n---\n" + block, "---\n" + block},
		"dashes first":                 {"---\n" + block, ""},
		"nothing above":                {"\n" + block + "\nMore.\n", block},
		"an introduction":              {"Here it is:\n\n" + block, ""},
		"three spaces":                 {"## Metadata\n   " + block, "## Metadata\n   " + block},
		"four spaces":                  {"## Metadata\n    " + block, ""},
		"a space behind the fence":     {heading + "  \nMore.\n", heading + "  "},
	} {
		t.Run(name, func(t *testing.T) {
			doc := Parse(Input{Path: "a.md", Data: []byte(tt.text), Named: true}, Limits{Depth: 9, Values: 99, Trailing: 99})
			if doc.Body == nil {
				t.Fatalf("no block: %v", doc.Faults)
			}
			if got := doc.Source.Slice(doc.Body.Framed); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestSelfContained(t *testing.T) {
	for markdown, want := range map[string]bool{
		"":                                      true,
		"Text.":                                 true,
		"```\na\n```":                           true,
		"```sh\na\n```\n\n~~~\nb\n~~~":          true,
		"````\n```sh\n````":                     true,
		"```sh":                                 false,
		"```\na\n```\n```":                      false,
		"```\na\n~~~":                           false,
		"<!-- a -->":                            true,
		"<!-- a":                                false,
		"a -->":                                 false,
		"`code` in a line, and ```three``` too": true,
	} {
		if got := SelfContained(markdown); got != want {
			t.Errorf("%q: %t", markdown, got)
		}
	}
}
