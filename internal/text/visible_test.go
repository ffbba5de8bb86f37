package text

import "testing"

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"":                                "",
		"plain text\twith\r\nwhite space": "plain text\twith\r\nwhite space",
		"T\u200bB\u00adD\ufeff":           "TBD",
		"a\u3164\u2800\u115f\u1160\uffa0b\x00\x1b\x7f\u0090": "ab",
		"a&nbsp;b":            "a\u00a0b",
		"a&#8203;b &lt;x&gt;": "ab <x>",
		"a\u00a0b":            "a\u00a0b",
	} {
		if got := Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
}
