package lint

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/files"
)

// ignoreCases are examples of gitignore(5): whether an ignore file at the top hides a file.
var ignoreCases = []struct {
	ignore, file string
	hidden       bool
}{
	{"a.md", "a.md", true},
	{"a.md", "x/y/a.md", true},
	{"/a.md", "a.md", true},
	{"/a.md", "x/a.md", false},
	{"x/a.md", "x/a.md", true},
	{"x/a.md", "y/x/a.md", false},
	{"*.md", "x/a.md", true},
	{"x/*.md", "x/y/a.md", false},
	{"a?.md", "ab.md", true},
	{"a?.md", "a.md", false},
	{"[ab].md", "b.md", true},
	{"[!ab].md", "c.md", true},
	{"[!ab].md", "a.md", false},
	{"x", "x/y/a.md", true},
	{"x/", "x/y/a.md", true},
	{"x/", "y/x/a.md", true},
	{"a.md/", "a.md", false},
	{"x/**", "x/y/a.md", true},
	{"**/y", "x/y/a.md", true},
	{"**/y/a.md", "x/y/a.md", true},
	{"x/**/a.md", "x/a.md", true},
	{"x/**/a.md", "x/y/z/a.md", true},
	{"x**.md", "xyz.md", true},
	{"# a.md", "a.md", false},
	{"\\#a.md", "#a.md", true},
	{"\\!a.md", "!a.md", true},
	{"a.md   ", "a.md", true},
	{"\n\na.md\r\n", "a.md", true},
	{"*.md\n!a.md", "a.md", false},
	{"*.md\n!a.md", "b.md", true},
	{"!a.md\n*.md", "a.md", true},
	{"x/\n!x/a.md", "x/a.md", true},
	{"x/*\n!x/a.md", "x/a.md", false},
	{"x/**\n!x/a.md", "x/a.md", false},
	{"a+b(1).md", "a+b(1).md", true},
	{"{a,b}.md", "a.md", false},
	{"{a,b}.md", "{a,b}.md", true},
	{"a.m[d", "a.md", false},
	{"/", "a.md", false},
	{"!", "a.md", false},
	{"a.md//", "a.md", false},
	{"x//", "x/a.md", false},
	{".claude", ".claude/a.md", true},
	{"A.md", "a.md", false},
	{"\ufeffa.md", "a.md", true},
}

func TestIgnoreFile(t *testing.T) {
	for _, c := range ignoreCases {
		t.Run(c.ignore+" "+c.file, func(t *testing.T) {
			plant(t, map[string]string{IgnoreFile: c.ignore, c.file: ""})
			if got := len(find(t, Options{}, ".").Files) == 0; got != c.hidden {
				t.Errorf("hidden: got %v, want %v", got, c.hidden)
			}
		})
	}
}

// One repository has a folder for each case, with its own ignore file.
func TestIgnoreFileAgreesWithGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git here; the table of TestIgnoreFile stands for it")
	}
	files := map[string]string{}
	for i, c := range ignoreCases {
		files[fmt.Sprintf("%d/.gitignore", i)], files[fmt.Sprintf("%d/%s", i, c.file)] = c.ignore, ""
	}
	plant(t, files)
	runGit(t, git, "init", "-q")
	shown := strings.Split(runGit(t, git, "-c", "core.ignorecase=false", "ls-files", "-z", "--others", "--exclude-standard"), "\x00")
	for i, c := range ignoreCases {
		if hidden := !slices.Contains(shown, fmt.Sprintf("%d/%s", i, c.file)); hidden != c.hidden {
			t.Errorf("%q, %s: git hides it: %v, the table says %v", c.ignore, c.file, hidden, c.hidden)
		}
	}
}

// runGit runs git without the user's configuration.
func runGit(t *testing.T, git string, args ...string) string {
	t.Helper()
	cmd := exec.Command(git, append([]string{"--literal-pathspecs"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %q: %v", args, err)
	}
	return string(out)
}

func TestIgnoreFilesNest(t *testing.T) {
	files := map[string]string{
		IgnoreFile:        "*.md\n/x/gone/\n",
		"x/" + IgnoreFile: "!b.md\n",
		"a.md":            "", "x/a.md": "", "x/b.md": "", "x/y/b.md": "", "x/gone/b.md": "",
	}
	cases := []struct {
		name        string
		opts        Options
		roots, want []string
	}{
		{"from the top", Options{}, []string{"."}, []string{"x/b.md", "x/y/b.md"}},
		{"those above a root count", Options{}, []string{"x"}, []string{"x/b.md", "x/y/b.md"}},
		{"a hidden folder that the user names", Options{}, []string{"x/gone"}, []string{"x/gone/b.md"}},
		{"a hidden file that the user names", Options{}, []string{"a.md"}, []string{"a.md*"}},
		{"unless forced", Options{SkipUnknown: true}, []string{"a.md", "x/b.md", "x/gone", "x/gone/b.md"}, []string{"x/b.md"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			plant(t, files)
			compare(t, "files", c.want, paths(find(t, c.opts, c.roots...)))
		})
	}
}

// Ignore files above the current folder count from the outermost folder on.
func TestIgnoreFilesAbove(t *testing.T) {
	plant(t, map[string]string{IgnoreFile: "/x/\na.md\n", "x/a.md": "", "x/b.md": ""})
	t.Chdir("x")
	compare(t, "one above", []string{"b.md"}, paths(find(t, Options{Base: ".."}, ".")))
	compare(t, "one above that hides all", nil, paths(find(t, Options{Base: "..", SkipUnknown: true}, ".")))
	compare(t, "not above the base", []string{"a.md", "b.md"}, paths(find(t, Options{SkipUnknown: true}, ".")))
}

func TestIgnoreSaysWhatItHid(t *testing.T) {
	plant(t, map[string]string{
		IgnoreFile: "a.m[d\n# drafts\ndrafts/\n", "drafts/a.md": "", "drafts/b.md": "", "old.md": "", "keep.md": "", "old.txt": "",
	})
	found := find(t, Options{Exclude: []string{"old.*"}}, ".")
	compare(t, "files", []string{"keep.md"}, paths(found))
	compare(t, "skipped", []string{
		IgnoreFile + ": bad-pattern 1: a.m[d",
		"drafts: ignored " + IgnoreFile + ":3: drafts/",
		"old.md: excluded old.*",
	}, skips(found))
}

func TestIgnoreFileThatCannotBeRead(t *testing.T) {
	cases := []struct {
		name string
		body string
		want string
	}{
		{"a folder", "", "folder"},
		{"too large", strings.Repeat("x\n", ignoreLimit/2+1), ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			name := IgnoreFile
			if c.body == "" {
				name += "/"
			}
			plant(t, map[string]string{name: c.body, "x.md": "", "y/z.md": ""})
			found := find(t, Options{}, ".", "y")
			compare(t, "files", []string{"x.md", "y/z.md"}, paths(found))
			want := IgnoreFile + ": file/unreadable " + c.want
			if c.want == "" {
				want = IgnoreFile + ": file/too-large known-size"
			}
			compare(t, "problems", []string{want}, problems(found))
		})
	}
}

func TestExclude(t *testing.T) {
	files := map[string]string{"a.md": "", "x/a.md": "", "x/y/b.md": "", "x/y/c.json": "", "{z}.md": ""}
	cases := []struct {
		name    string
		exclude []string
		roots   []string
		want    []string
	}{
		{"nothing", nil, []string{"."}, []string{"a.md", "x/a.md", "x/y/b.md", "x/y/c.json", "{z}.md"}},
		{"a name anywhere", []string{"a.md"}, []string{"."}, []string{"x/y/b.md", "x/y/c.json", "{z}.md"}},
		{"a path", []string{"x/a.md"}, []string{"."}, []string{"a.md", "x/y/b.md", "x/y/c.json", "{z}.md"}},
		{"from the base", []string{"./x/a.md", "/a.md"}, []string{"."}, []string{"x/y/b.md", "x/y/c.json", "{z}.md"}},
		{"a folder", []string{"x"}, []string{"."}, []string{"a.md", "{z}.md"}},
		{"all in a folder", []string{"x/**"}, []string{"."}, []string{"a.md", "{z}.md"}},
		{"folders alone", []string{"*/"}, []string{"."}, []string{"a.md", "{z}.md"}},
		{"alternatives", []string{"**/{a,b}.md"}, []string{"."}, []string{"x/y/c.json", "{z}.md"}},
		{"a named folder is walked", []string{"x"}, []string{"x"}, []string{"x/a.md", "x/y/b.md", "x/y/c.json"}},
		{"a named file is checked", []string{"*.md"}, []string{"a.md"}, []string{"a.md*"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			plant(t, files)
			compare(t, "files", c.want, paths(find(t, Options{Exclude: c.exclude}, c.roots...)))
		})
	}
	plant(t, files)
	compare(t, "names outside of the base", []string{"x/y/b.md", "x/y/c.json"}, paths(find(t, Options{Base: "x/y", Exclude: []string{"a.md"}}, "x")))
}

func TestBadExclude(t *testing.T) {
	plant(t, nil)
	for _, pattern := range []string{"", "[a", "{a,b", strings.Repeat("{a,a}", 30) + "b", strings.Repeat("*a", 2000)} {
		if _, err := Walk(t.Context(), []string{"."}, Options{Exclude: []string{pattern}}); err == nil {
			t.Errorf("%q is taken for a glob", pattern)
		}
	}
}

// FuzzIgnoreLine holds that no line of an ignore file breaks the reader or hides files outside of its folder.
func FuzzIgnoreLine(f *testing.F) {
	for _, c := range ignoreCases {
		f.Add(c.ignore, c.file)
	}
	f.Fuzz(func(t *testing.T, line, path string) {
		lines := files.IgnoreLines(line)
		if len(lines) != 1 {
			return
		}
		g := lines[0]
		g.Match(path, false, nil)
		if strings.ContainsAny(line, "*?[\\\r \ufeff") || strings.Contains(line, "//") || !g.Valid {
			return
		}
		name := strings.Trim(strings.TrimPrefix(line, "!"), "/")
		if !g.Match(name, true, nil) {
			t.Errorf("%q does not match its own letters", line)
		}
	})
}
