package files

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

func TestGlobMatches(t *testing.T) {
	for _, test := range []struct {
		glob, name string
		want       bool
	}{
		{"*a*b", "xaxb", true}, {"*a*b", "xaxbc", false},
		{"[a-c]x", "bx", true}, {"[!a-c]x", "bx", false}, {"[^a-c]x", "dx", true}, {`\*x`, "*x", true}, {`\*x`, "ax", false}, {`[\]]x`, "]x", true},
		{"{a,b{c,d}}e", "bde", true}, {"{a,b{c,d}}e", "be", false}, {"{,x/}a", "x/a", true}, {"{,x/}a", "a", true}, {"é?", "éß", true}, {"[à-ý]", "é", true},
		{"/a/**/b", "a/b", true}, {"/a/**/b", "a/x/y/b", true}, {"/a/**/b", "a/x/y/bc", false}, {"/**/a/**/b/*.md", "x/a/y/b/z/b/c.md", true},
	} {
		g, err := NewGlob(test.glob)
		if err != nil {
			t.Errorf("%s: %v", test.glob, err)
		} else if got := g.Match(test.name, false, nil); got != test.want {
			t.Errorf("%s matches %s: %v, want %v", test.glob, test.name, got, test.want)
		}
	}
}

// globShapes are patterns and paths that grow with n, written to keep a matcher busy.
func globShapes() map[string]func(n int) (pattern, name string) {
	shapes := map[string]func(n int) (string, string){}
	repeated := func(pattern, name string) {
		shapes[pattern+" on "+name] = func(n int) (string, string) { return strings.Repeat(pattern, n), strings.Repeat(name, n) }
	}
	for _, pattern := range []string{"*a", "a*", "**a", "?*", "*?", "[a-b]*", "*[!c]", "*a/", "**/", "**/a/", "**/*a/", "/**/a*", `*\a`, "*{a,b}"} {
		for _, name := range []string{"a", "a/", "aab"} {
			repeated(pattern, name)
		}
	}
	return shapes
}

// Of an ignore file the last line that matches decides, and is named. A pattern that is not understood
// matches everything for who must not miss what git ignores.
func TestIgnoreLines(t *testing.T) {
	const data = "# logs\n*.log\n!keep.log\n[[:alpha:]]x\n\\\n![[:alpha:]]\n"
	for name, want := range map[string][2]string{"a.log": {"2: *.log", "5: \\"}, "keep.log": {"3: !keep.log", "5: \\"}, "a.md": {"", "5: \\"}, "# logs": {"", "5: \\"}} {
		var got [2]string
		for i, lines := range [][]IgnoreLine{IgnoreLines(data), IgnoreLinesOrMore(data)} {
			if line := LastMatch(lines, name, false, nil); line != nil {
				got[i] = line.String()
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	// Braces are literal, a backslash keeps one space at the end, and lines may end in CRLF after a mark.
	for name, want := range map[string]string{"{a,b}.md": "1: {a,b}.md", "a.md": "", "x ": `2: x\ `, `y\`: `3: y\\`, "z": "4: z"} {
		got := ""
		if line := LastMatch(IgnoreLines("\uFEFF{a,b}.md\r\nx\\ \r\ny\\\\ \r\nz\r\n"), name, false, nil); line != nil {
			got = line.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if line := LastMatch(IgnoreLinesOrMore("*.log\n!keep.log\n"), "keep.log", false, nil); line == nil || !line.Negated {
		t.Errorf("what is kept is decided by %+v", line)
	}
	if lines := IgnoreLines("\n/\n!\n"); len(lines) > 0 {
		t.Errorf("lines without a pattern: %+v", lines)
	}
	if line := LastMatch(IgnoreLinesOrMore("[[:alpha:]]x\n"), "1", false, nil); line == nil {
		t.Error("a class of characters ignores nothing")
	}
	long := strings.Repeat("a", maxGlobBytes)
	if lines := IgnoreLines("/" + long + "\n/a" + long); !lines[0].Valid || lines[1].Valid {
		t.Errorf("the first of these is valid: %+v", lines)
	}
	if name := strings.Repeat("a", 32); MatchGlob("*", name, text.NewSteps(2)) || !MatchGlob("*", name, text.NewSteps(3)) {
		t.Error("a star on 32 bytes takes other than three steps")
	}
}

// TestIgnoreWork holds that the work of ignore rules grows no faster than their lines.
func TestIgnoreWork(t *testing.T) {
	for shape, of := range globShapes() {
		work := func(lines int) int64 {
			pattern, name := of(20)
			all := IgnoreLinesOrMore(strings.Repeat(pattern+"b\n", lines))
			steps := &text.Steps{}
			LastMatch(all, strings.Trim(name, "/"), false, steps)
			return steps.Used()
		}
		for _, n := range []int{10, 20, 40} {
			if once, twice := work(n), work(2*n); twice > 2*once+100 {
				t.Errorf("%s: %s", shape, fmt.Sprint(once, " steps, and ", twice, " with twice the lines"))
			}
		}
	}
}

// TestGlobsAreCounted holds that costly globs end in an error, but many paths with cheap ones do not.
func TestGlobsAreCounted(t *testing.T) {
	folder := t.TempDir()
	key := Key(folder)
	for _, test := range []struct {
		glob, name string
		exceeds    bool
	}{
		{"docs/*.md", "docs/a.txt", false},
		{"**/" + strings.Repeat("*a", 100) + "b", strings.Repeat("a", 250) + "/" + strings.Repeat("a", 250), true},
	} {
		globs, err := NewGlobs(folder, slices.Repeat([]string{test.glob}, 50), text.NewSteps(100_000))
		if err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			globs.MatchKey(key+"/"+test.name, false, false)
		}
		if err := globs.Err(); (err != nil) != test.exceeds {
			t.Errorf("%s on %s: %v, want an error: %v", test.glob, test.name, err, test.exceeds)
		}
	}
}
