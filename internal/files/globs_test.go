package files

import (
	"path"
	"path/filepath"
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
		{[]string{"docs/**"}, "docs", true, ""},
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
		g, err := NewGlobs(dir, tt.patterns, nil)
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
	around, err := NewGlobs(dir, []string{"docs"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := around.MatchKey(around.folder+"/docs/a.md", false, false); got != "" {
		t.Errorf("%q matches a folder around the path", got)
	}
	var none *Globs
	if none.Match("a.md", false) != "" || none.MatchKey("/a.md", false, true) != "" || none.Err() != nil {
		t.Error("nil matches, or takes too long")
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
		if _, err := NewGlobs(".", []string{pattern}, nil); err == nil {
			t.Errorf("%q makes globs", pattern)
		}
	}
	for _, pattern := range []string{"*", "**", "docs/**/*.md", "a?b[c-d]", "./x", "/x", "x/", "a..b/*", strings.Repeat("{a,b}", 6)} {
		if err := CheckGlob(pattern); err != nil {
			t.Errorf("%q: %v", pattern, err)
		}
	}
}

func TestAlternatives(t *testing.T) {
	cases := []struct {
		pattern string
		atLeast int // the ways to expand the pattern's braces
	}{
		{"a,b", 1}, {"{a}", 1}, {"{a,b}", 2}, {"{a,b}{c,d}", 4}, {"{a,{b,c},d}", 4}, {"{{a,b}{c,d},e}", 5}, {"{{a,b},c}{{d,e},f}", 9},
	}
	for _, c := range cases {
		if got := Alternatives(c.pattern); got < c.atLeast || got > MaxAlternatives || c.atLeast == 1 && got != 1 {
			t.Errorf("%s: got %d, want at least %d", c.pattern, got, c.atLeast)
		}
	}
}

// FuzzExclude compares patterns of stars, question marks, slashes and letters with their meaning: each of the
// fuzzer's bytes is mapped to one of these. Any other pattern is rejected or matched, and breaks nothing.
func FuzzExclude(f *testing.F) {
	f.Add("**/{a,b}/*.md", "x/a/b.md", false)
	f.Add("{a,{b,c}}{d,e}", "bd", true)
	f.Add("[", "x", false)
	for _, pattern := range []string{"a", "/a", "a/", "a/b", "a/**", "**", "**/a", "a/**/b", "*a?", "a**b", "b****", "***/b", "/", "//"} {
		f.Add(spell(pattern, globLetters), spell("a/b/a", pathLetters), true)
	}
	f.Fuzz(func(t *testing.T, pattern, name string, folder bool) {
		if g, err := NewGlob(pattern); err == nil {
			g.Match(name, folder, nil)
		}
		pattern, name = spoken(pattern, globLetters), path.Clean("/" + spoken(name, pathLetters))[1:]
		g, err := NewGlob(pattern)
		if err != nil || name == "" || strings.Contains(pattern, "***") { // which nobody writes
			return
		}
		if got, want := g.Match(name, folder, nil), excludes(pattern, name, folder); got != want {
			t.Errorf("%q, %q, folder %t: %t, want %t", pattern, name, folder, got, want)
		}
	})
}

// The letters that bytes are mapped to, by remainder.
const (
	globLetters = "ab/*?"
	pathLetters = "ab/"
)

// spoken returns a text of letters, short enough for a matcher that tries all ways.
func spoken(bytes, letters string) string {
	b := []byte(bytes[:min(len(bytes), 16)])
	for i := range b {
		b[i] = letters[int(b[i])%len(letters)]
	}
	return string(b)
}

// spell returns a text that spoken maps to this one.
func spell(text, letters string) string {
	b := []byte(text)
	for i := range b {
		b[i] = byte(strings.IndexByte(letters, b[i]))
	}
	return string(b)
}

// excludes matches as Glob is documented, by trying everything: a slash at the end requires a folder, one
// anywhere else anchors the pattern, a part ** is any number of folders, and a folder includes its content.
func excludes(pattern, name string, folder bool) bool {
	pattern, folders := strings.CutSuffix(pattern, "/")
	parts := strings.Split(strings.TrimPrefix(pattern, "/"), "/")
	if !strings.Contains(pattern, "/") {
		parts = append([]string{"**"}, parts...)
	}
	if last := len(parts) - 1; last > 0 && parts[last] == "**" {
		parts = append(parts, "*")
	}
	return (folder || !folders) && tryParts(parts, strings.Split(name, "/"))
}

func tryParts(pattern, name []string) bool {
	switch {
	case len(pattern) == 0:
		return len(name) == 0
	case pattern[0] == "**":
		return tryParts(pattern[1:], name) || len(name) > 0 && tryParts(pattern, name[1:])
	}
	return len(name) > 0 && tryPart(pattern[0], name[0]) && tryParts(pattern[1:], name[1:])
}

func tryPart(pattern, name string) bool {
	switch {
	case pattern == "":
		return name == ""
	case pattern[0] == '*':
		return tryPart(pattern[1:], name) || name != "" && tryPart(pattern, name[1:])
	}
	return name != "" && (pattern[0] == '?' || pattern[0] == name[0]) && tryPart(pattern[1:], name[1:])
}
