package ruledoc

import (
	"testing"
)

func TestCode(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a", "`a`"},
		{"a `b` c", "`` a `b` c ``"},
		{"```", "```` ``` ````"},
	} {
		if got := code(c.text); got != c.want {
			t.Errorf("code(%q) = %q, want %q", c.text, got, c.want)
		}
	}
	if got, want := fenced("", "a\n```json\nb"), "````\na\n```json\nb\n````\n"; got != want {
		t.Errorf("fenced: %q, want %q", got, want)
	}
}
