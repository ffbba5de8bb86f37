package ledger

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAbsolute(t *testing.T) {
	for _, tt := range []struct{ cwd, name, want string }{
		{"/w", "a/../b.go", "/w/b.go"},
		{"/w", "/x/a.go", "/x/a.go"},
		{"/w", "file:///x/a.go", "/x/a.go"},
		{"/w", "~", "~"},
		{"/w", "~/a.go", "~/a.go"},
		{"/w", `C:\x\a.go`, "C:/x/a.go"},
		{"/w", `a\b.go`, `/w/a\b.go`},
		{`C:\w`, `x\a.go`, "C:/w/x/a.go"},
		{"", "./a.go", "a.go"},
	} {
		if got := Absolute(tt.cwd, tt.name); got != tt.want {
			t.Errorf("%q in %q: %q, want %q", tt.name, tt.cwd, got, tt.want)
		}
	}
}

func TestLooksLikePath(t *testing.T) {
	for s, want := range map[string]bool{
		"a.go": true, "src/quota": true, "/etc/hosts.d/": true, `C:\x\a.go`: true, "/w/a": true, "/.env.local": true,
		"/review": false, "a": false, "a b.go": false, "https://example.com/a.go": false, "//server/a.go": false, strings.Repeat("a", 400) + ".go": false,
	} {
		if got := LooksLikePath(s); got != want {
			t.Errorf("%q: %t", s, got)
		}
	}
}

func TestPaths(t *testing.T) {
	got := Paths("Read src/a.go:10-20, src/a.go, (b.md) and a b; then <c>x/y.go</c>, /review and b.md.")
	if diff := cmp.Diff([]string{"src/a.go", "b.md", "x/y.go"}, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	list := func(count int, form string) (text string) {
		for i := range count {
			text += fmt.Sprintf(form, i)
		}
		return text
	}
	if got := len(Paths(list(maxPaths+1, "%d.go "))); got != maxPaths {
		t.Errorf("%d paths", got)
	}
	if got := Paths(list(maxPathWords, "a%d ") + "b.go"); len(got) != 1 {
		t.Errorf("after words without a dot or a slash: %q", got)
	}
	for count, want := range map[int]int{maxPathWords - 1: 1, maxPathWords: 0} {
		if got := len(Paths(list(count, "a.%d ") + "b.go")); got != want {
			t.Errorf("after %d other words: %d paths, want %d", count, got, want)
		}
	}
}

// TestPathWords checks that a quoted path may have spaces, while the words of a quoted command are read one
// by one.
func TestPathWords(t *testing.T) {
	for source, want := range map[string][]PathWord{
		"see *a.go*, (b.go)": {{"see", 0}, {"a.go", 4}, {"b.go", 13}},
		"`docs/my notes.md`": {{"docs/my notes.md", 0}},
		"`go test ./a`":      {{"go", 0}, {"test", 4}, {"./a", 9}},
		"`my notes/a.md`":    {{"my", 0}, {"notes/a.md", 4}},
		"`x a a b`":          {{"x", 0}, {"a", 3}, {"a", 5}, {"b", 7}},
		"`bin/run ./a`":      {{"bin/run", 0}, {"./a", 9}},
		"`bin/run -x`":       {{"bin/run", 0}, {"-x", 9}},
		"`cat/x /etc`":       {{"cat/x", 0}, {"/etc", 7}},
		"`/a b`":             {{"/a b", 0}},
		"`a/b c` and d.go":   {{"a/b c", 0}, {"and", 8}, {"d.go", 12}},
	} {
		if diff := cmp.Diff(want, PathWords(source)); diff != "" {
			t.Errorf("%q: want (-), got (+):\n%s", source, diff)
		}
	}
}

// TestPatchDeeds checks the writes, deletions and moves of a Codex patch.
func TestPatchDeeds(t *testing.T) {
	patch := "*** Begin Patch\n*** Add File: a.go\n+x\n*** Update File: b.go\n*** Move to: c.go\n-x\n+y\n*** Delete File: d.go\n*** Update File: e.go\n@@\n--- x\n+++ y\n-// x\n+// y\n*** End Patch\n"
	var got []string
	for _, d := range PatchDeeds(patch) {
		s := string(d.Act) + " " + d.Path
		if d.Created {
			s += " created"
		}
		if d.Cosmetic {
			s += " cosmetic"
		}
		if d.IsChange() {
			s += " " + d.Was + ">" + d.Is
		}
		got = append(got, s)
	}
	of := func(was, is string) string { return " " + fingerprint(was) + ">" + fingerprint(is) }
	want := []string{
		string(Write) + " a.go created" + of("", "x\n"), string(Delete) + " b.go >", string(Write) + " c.go" + of("x\n", "y\n"),
		string(Delete) + " d.go >", string(Write) + " e.go cosmetic" + of("// x\n", "// y\n"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	if moved := PatchDeeds("*** Update File: b.go\n*** Move to: c.go\n"); len(moved) != 2 || moved[0].Act != Delete || moved[1].Act != Write {
		t.Errorf("a move alone: %+v", moved)
	}
	if moved := PatchDeeds("*** Move to: c.go\n"); len(moved) != 1 || moved[0].Act != Write {
		t.Errorf("a move of nothing: %+v", moved)
	}
}

// TestCosmetic checks that an edit is cosmetic if it changes only blank lines, comments and trailing white
// space.
func TestCosmetic(t *testing.T) {
	for _, tt := range []struct {
		was, is string
		want    bool
	}{
		{"x()\n", "x()\n\n// why\n", true},
		{"x()\n", "x() \t\n", true},
		{"x\n", "x\n<!-- why -->\n", true},
		{"x()\n", "y()\n", false},
		{"x()\n", "\tx()\n", false},
		{"x()\n", "x() // why\n", false},
		{"# a\n", "#a\n", false},
	} {
		var d Deed
		if d.SetEdit(tt.was, tt.is); d.Cosmetic != tt.want {
			t.Errorf("%q to %q: %t", tt.was, tt.is, d.Cosmetic)
		}
	}
	var d Deed
	if d.SetEdit("x", "x"); d.Was != "" {
		t.Error("an edit that changes nothing has marks")
	}
	if d.SetEdit("x", "y"); d.Was == d.Is {
		t.Error("an edit has one mark for two texts")
	}
}

func TestNearness(t *testing.T) {
	for _, tt := range []struct {
		deed Deed
		name string
		want int
	}{
		{Deed{Path: "/w/a/x.go"}, "b/x.go", 2},
		{Deed{Path: "/w/a/x.go"}, "a/y.go", 1},
		{Deed{Path: "/w/a/x.go"}, "b/y.go", 0},
		{Deed{Path: "/w/a/x.go", Glob: true}, "a/x.go", 0},
	} {
		if got := tt.deed.Nearness(tt.name); got != tt.want {
			t.Errorf("%+v to %s: %d, want %d", tt.deed, tt.name, got, tt.want)
		}
	}
}

func TestMentions(t *testing.T) {
	for text, want := range map[string]bool{
		"cat src/a.go": true, "other/a.go, src/a.go": true, "see a.go.old, and `src/a.go`": true, "FAIL: a_test.go:3": false, "other/a.go": false, "": false,
	} {
		if got := Mentions(text, "src/a.go"); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	if !Mentions("see /home/dev/src/a.go", "/w/src/a.go") {
		t.Error("a file of the same name may be a copy")
	}
	if Mentions("it is in x", "x") {
		t.Error("a name of one letter is no mention")
	}
}

// TestGaps checks that each kind of gap is added once, and has words.
func TestGaps(t *testing.T) {
	l := &Ledger{}
	words := map[string]bool{}
	for _, why := range []GapWhy{Compacted, NoStart, Torn, Unread, Missing, Bounded} {
		l.AddGap(Gap{Line: 1, Why: why})
		l.AddGap(Gap{Line: 2, Why: why})
		words[Gap{Why: why}.Words()] = true
	}
	if len(l.Gaps) != 6 || len(words) != 6 || !l.HasGap(Torn) || l.HasGap(MissingReader) {
		t.Errorf("%+v, %v", l.Gaps, words)
	}
	if (Gap{Why: MissingReader}).Words() != (Gap{Why: Missing}).Words() {
		t.Error("two reasons of one kind have other words")
	}
	isChange := func(act Act) bool { return (&Deed{Act: act}).IsChange() }
	if !isChange(Write) || !isChange(Delete) || isChange(Read) || slices.ContainsFunc([]Act{Run, Send}, isChange) {
		t.Error("what changes a file is to write or delete it")
	}
	isAny := func(act Act, path string) bool { return (&Deed{Act: act, Path: path}).IsAnyChange() }
	if !isAny(Write, Anything) || isAny(Read, Anything) || isAny(Write, "a.go") {
		t.Error("what may change any file is a change of a file that is not known")
	}
}
