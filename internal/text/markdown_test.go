package text

import "testing"

func TestWithoutFences(t *testing.T) {
	for s, want := range map[string]struct {
		rest   string
		fences int
	}{
		"":                                 {"", 0},
		"a\n```go\nb\n```\nc":              {"a\n\nb\n\nc", 2},
		"> ~~~\r\n> b\r\n":                 {"\r\n> b\r\n", 1},
		"```inline``` code\n":              {"```inline``` code\n", 0},
		"a ``` b\n":                        {"a ``` b\n", 0},
		"  - ```\n":                        {"  - ```\n", 0},
		"the last line has no end\n````md": {"the last line has no end\n", 1},
	} {
		rest, fences := WithoutFences(s)
		if rest != want.rest || fences != want.fences {
			t.Errorf("%q: %q and %d fences, want %q and %d", s, rest, fences, want.rest, want.fences)
		}
	}
}
