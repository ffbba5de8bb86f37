//go:build !windows

package dispatch

import "testing"

func TestArgument(t *testing.T) {
	for path, want := range map[string]string{
		"a/01-writer-report.md": "a/01-writer-report.md",
		"/home/x/a.md":          "/home/x/a.md",
		"作家/a.md":               "作家/a.md",
		"a b.md":                "'a b.md'",
		"a'b.md":                `'a'\''b.md'`,
		"$(touch x).md":         "'$(touch x).md'",
		"-x.md":                 "'-x.md'",
		"a;b":                   "'a;b'",
	} {
		if got := argument(path); got != want {
			t.Errorf("argument(%q) = %s, want %s", path, got, want)
		}
	}
}
