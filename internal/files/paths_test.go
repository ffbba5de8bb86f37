package files

import (
	"path/filepath"
	"testing"
)

func TestShown(t *testing.T) {
	cases := []struct{ path, want string }{
		{"", ""}, {".", "."}, {"./", "."}, {"a.md", "a.md"}, {"./a.md", "a.md"}, {"a//b/./c.md", "a/b/c.md"},
		{"a/../b.md", "b.md"}, {"../a.md", "../a.md"}, {"a/", "a"}, {"a b\n.md", "a b\n.md"}, {"...", "..."},
	}
	for _, c := range cases {
		if got := Shown(c.path); got != c.want {
			t.Errorf("Shown(%q) = %q, want %q", c.path, got, c.want)
		}
	}
}

func TestBelow(t *testing.T) {
	cases := []struct {
		folder, key, want string
		ok                bool
	}{
		{"/", "/a", "a", true}, {"/a", "/a/b/c", "b/c", true}, {"/a", "/a", "", false}, {"/a", "/ab", "", false}, {"C:/", "C:/a", "a", true},
	}
	for _, c := range cases {
		if got, ok := BelowKey(c.folder, c.key); ok != c.ok || (ok && got != c.want) {
			t.Errorf("BelowKey(%q, %q) = %q, %v", c.folder, c.key, got, ok)
		}
		if isBelow := Below(c.folder, c.key); isBelow != (c.ok || c.folder == c.key) {
			t.Errorf("Below(%q, %q) = %v", c.folder, c.key, isBelow)
		}
	}
	if _, ok := BelowKey("", "/a"); ok {
		t.Error("a path is below no folder")
	}
}

// FuzzShown holds that a shown path is clean, stays clean and is the same path.
func FuzzShown(f *testing.F) {
	for _, path := range []string{"", ".", "/", "./a//b/.", "../a/../b", "//a", `a\b`, "a\x00\n"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		got := Shown(path)
		if Shown(filepath.FromSlash(got)) != got {
			t.Errorf("%q becomes %q, and that %q", path, got, Shown(got))
		}
		if filepath.IsAbs(path) != filepath.IsAbs(filepath.FromSlash(got)) {
			t.Errorf("%q becomes %q: absolute and relative", path, got)
		}
		if filepath.Clean(path) != filepath.Clean(filepath.FromSlash(got)) && path != "" {
			t.Errorf("%q becomes %q: another path", path, got)
		}
	})
}
