package hook

import (
	"path/filepath"
	"testing"
)

// TestFromHome checks the notations of a shell for the user's home folder.
func TestFromHome(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for path, want := range map[string]string{
		"~/a.md": filepath.Join(home, "a.md"), "$HOME/a.md": filepath.Join(home, "a.md"), "${HOME}/a.md": filepath.Join(home, "a.md"),
		"~a/b.md": "~a/b.md", "a/~/b.md": "a/~/b.md", "$HOMER/a.md": "$HOMER/a.md",
	} {
		if got := fromHome(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
