package ledger

import (
	"strings"
	"testing"
)

// TestCostlyPattern checks that a pattern with many alternatives, or one that takes many steps, is quickly
// taken to match anything.
func TestCostlyPattern(t *testing.T) {
	tests := []struct {
		pattern, path string
		want          bool
	}{
		{"src/*.go", "src/a.go", true},
		{"src/*.go", "src/b/a.go", false},
		{"src/a.go", "src/a.go", true},
		{"src/a.go", "src/b.go", false},
		{Anything, "src/a.go", true},
		{"src/{a,b}.go", "src/b.go", true},
		{"src/{a,b}.go", "src/c.go", false},
		{"src/*[a", "src/b", false},
		{"src/[ai].go", "src/a.go", false}, // a name
		{Anything, "/w/src/a.go", true},
		{strings.Repeat("{"+strings.Repeat("a,", 60)+"b}", 7) + "x", "y", true},
		{strings.Repeat("*a", 9), "y", false},
		{"*" + strings.Repeat("a", 900) + "b", strings.Repeat("a", 4000), true},
	}
	for _, test := range tests {
		deed := Deed{Path: test.pattern, Glob: strings.ContainsAny(test.pattern, "*?{")}
		if got := deed.Covers(test.path); got != test.want {
			t.Errorf("%.20s covers %.20s: %v, want %v", test.pattern, test.path, got, test.want)
		}
	}
}
