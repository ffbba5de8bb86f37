package ledger

import (
	"strings"
	"testing"
)

// TestIsOf checks that absolute paths below different roots are different files. A relative path may begin
// in any folder.
func TestIsOf(t *testing.T) {
	for _, tt := range []struct {
		deed, name string
		want       Answer
	}{
		{"/w/a/b.go", "/w/a/b.go", Yes},
		{"/w/a/b.go", "/w/A/B.go", Yes},
		{"/w/a/b.go", "a/b.go", Yes},
		{"/w/a/b.go", "/w/a", Yes},
		{"a/b.go", "/w/a/b.go", Yes},
		{"/w/a/b.go", "/a/b.go", Unknown},
		{"/a/b.go", "/w/a/b.go", Unknown},
		{"/w/src/b.go", "/src", No},
		{"/w/src/b.go", "C:/src/b.go", Unknown},
		{"/w/a/b.go", "c/b.go", No},
		{"a/b.go", "a", Yes},
		{"", "b.go", No},
		{"", ".", No},
		{Anything, "b.go", Unknown},
		{Anything, "a/b.go", Unknown},
		{"/w/a/*.go", "b.go", Unknown},
		{"/w/a/*.go", "b.ts", No},
		{"/w/a/**.go", "b.ts", Unknown},
		{"/w/a/**", "a/b.go", Unknown},
		{"/w/a/**", "b.go", Unknown},
		{"/w/a/**", "c/b.go", No},
		{"/w/*/**", "c/b.go", Unknown},
		{"/w/a/b.go", "a/c.go", No},
	} {
		if got := (&Deed{Path: tt.deed, Glob: strings.Contains(tt.deed, "*")}).IsOf(tt.name); got != tt.want {
			t.Errorf("%s of %s: %v, want %v", tt.deed, tt.name, got, tt.want)
		}
	}
}
