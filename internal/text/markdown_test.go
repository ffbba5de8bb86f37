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
	for s, want := range map[string]string{
		"":                                 "",
		"a\n```go\nb\n```\nc":              "a\n\nb\n\nc",
		"> ~~~\r\n> b\r\n":                 "\r\n> b\r\n",
		"```inline``` code\n":              "```inline``` code\n",
		"a ``` b\n":                        "a ``` b\n",
		"  - ```\n":                        "  - ```\n",
		"the last line has no end\n````md": "the last line has no end\n",
	} {
		if got := WithoutFences(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
