package discover

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestGlobsMatch(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		patterns []string
		path     string
		folder   bool
		want     string
	}{
		{[]string{"docs/*.md"}, "docs/a.md", false, "docs/*.md"},
		{[]string{"docs/*.md"}, "docs/x/a.md", false, ""},
		{[]string{"docs/**"}, "docs/x/a.md", false, "docs/**"},
		{[]string{"docs"}, "docs/x/a.md", false, "docs"},
		{[]string{"docs/"}, "docs/x/a.md", false, "docs/"},
		{[]string{"docs/"}, "docs", false, ""},
		{[]string{"docs/"}, "docs", true, "docs/"},
		{[]string{"*.txt"}, "x/y/a.txt", false, "*.txt"},
		{[]string{"./x/*.txt"}, "x/a.txt", false, "./x/*.txt"},
		{[]string{"/a.md"}, "x/a.md", false, ""},
		{[]string{"no", "{a,b}/*"}, "b/c.md", false, "{a,b}/*"},
		{nil, "a.md", false, ""},
	}
	for _, tt := range tests {
		g, err := NewGlobs(dir, tt.patterns)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Match(filepath.Join(dir, filepath.FromSlash(tt.path)), tt.folder); got != tt.want {
			t.Errorf("%q, %s: %q, want %q", tt.patterns, tt.path, got, tt.want)
		}
		if got := g.Match(filepath.Join(dir+"-elsewhere", filepath.FromSlash(tt.path)), tt.folder); got != "" {
			t.Errorf("%q matches outside of its folder", tt.patterns)
		}
	}
	if (*Globs)(nil).Match("a.md", false) != "" {
		t.Error("nil matches")
	}
}

func TestCheckGlob(t *testing.T) {
	for pattern, says := range map[string]string{
		"":                             "empty",
		" ":                            "empty",
		"../x":                         "leaves the folder",
		"a/../b":                       "leaves the folder",
		"a[":                           "not closed",
		"{a,b":                         "not closed",
		strings.Repeat("a", 600):       "longer than 512 bytes",
		strings.Repeat("{a,b,c,d}", 4): "alternatives",
	} {
		if err := CheckGlob(pattern); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want one that says %q", pattern, err, says)
		}
		if _, err := NewGlobs(".", []string{pattern}); err == nil {
			t.Errorf("%q makes globs", pattern)
		}
	}
	for _, pattern := range []string{"*", "**", "docs/**/*.md", "a?b[c-d]", "./x", "/x", "x/"} {
		if err := CheckGlob(pattern); err != nil {
			t.Errorf("%q: %v", pattern, err)
		}
	}
}

// What a team leaves out is left out of folders, and what it includes is found
// whatever its ending; what the user names is yielded all the same.
func TestWalkWithGlobs(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.md", "notes/x.txt", "notes/y.bin", "old/a.md", "old/deep/b.md"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	globs := func(pattern string) []*Globs {
		g, err := NewGlobs(".", []string{pattern})
		if err != nil {
			t.Fatal(err)
		}
		return []*Globs{g, nil}
	}
	tests := []struct {
		root string
		want []string
	}{
		{".", []string{"a.md", "notes/x.txt"}},
		{"old", []string{"old/a.md", "old/deep/b.md"}},
		{"old/a.md", []string{"old/a.md"}},
	}
	for _, tt := range tests {
		found, err := Walk(t.Context(), []string{tt.root}, Options{Hide: globs("old/"), Include: globs("notes/*.txt")})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found.Files {
			got = append(got, f.Path)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.root, got, tt.want)
		}
	}
}
