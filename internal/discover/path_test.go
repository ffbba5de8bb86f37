package discover

import "testing"

func TestShow(t *testing.T) {
	cases := []struct{ path, want string }{
		{"", ""}, {".", "."}, {"./", "."}, {"a.md", "a.md"}, {"./a.md", "a.md"}, {"a//b/./c.md", "a/b/c.md"},
		{"a/../b.md", "a/../b.md"}, {"../a.md", "../a.md"}, {"a/", "a"}, {"a b\n.md", "a b\n.md"}, {"...", "..."},
	}
	for _, c := range cases {
		if got := show(c.path); got != c.want {
			t.Errorf("show(%q) = %q, want %q", c.path, got, c.want)
		}
	}
}

func TestBelow(t *testing.T) {
	cases := []struct {
		folder, key, want string
		ok                bool
	}{
		{"/", "/a", "a", true}, {"/a", "/a/b/c", "b/c", true}, {"/a", "/a", "", false}, {"/a", "/ab", "/ab", false}, {"C:/", "C:/a", "a", true},
	}
	for _, c := range cases {
		if got, ok := below(c.folder, c.key); ok != c.ok || (ok && got != c.want) {
			t.Errorf("below(%q, %q) = %q, %v", c.folder, c.key, got, ok)
		}
	}
}

func TestPlaceIn(t *testing.T) {
	cases := []struct{ folder, want place }{
		{place{".", "/r"}, place{"x", "/r/x"}},
		{place{"/", "/"}, place{"/x", "/x"}},
		{place{"s", "/r/s"}, place{"s/x", "/r/s/x"}},
	}
	for _, c := range cases {
		if got := c.folder.in("x"); got != c.want {
			t.Errorf("%v: got %v, want %v", c.folder, got, c.want)
		}
	}
}
