package text

import "testing"

func TestCodeBlock(t *testing.T) {
	for s, want := range map[string]string{"": "", "\n": "", "a\n": "```\na\n```\n", "\n\n  a\n\nb\n\n": "```\n  a\n\nb\n```\n", "```\na\n```": "````\n```\na\n```\n````\n", "````\na": "`````\n````\na\n`````\n"} {
		if got := CodeBlock(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestFence(t *testing.T) {
	for line, want := range map[string]int{"": 0, "  ": 0, "aaa": 0, "``": 0, "```": 3, " ~~~~ md": 4, "```a`b": 0, "~~~a`b": 3} {
		if _, length, _, ok := Fence([]byte(line)); ok != (want > 0) || ok && length != want {
			t.Errorf("%q: %v with %d, want %d", line, ok, length, want)
		}
	}
}

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
