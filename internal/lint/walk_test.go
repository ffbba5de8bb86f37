package lint

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

const session = "agent-handoffs/20260531-170546-ad4f12aa"

func TestWalkCandidates(t *testing.T) {
	cases := []struct {
		name  string
		files map[string]string
		roots []string
		want  []string
	}{
		{"by extension, in any case", map[string]string{"a.md": "", "b.JSON": "", "c.Md": "", "d.txt": "", "md": "", "e.md.done": ""},
			[]string{"."}, []string{"a.md", "b.JSON", "c.Md"}},
		{"no metadata of macOS", map[string]string{"a.md": "", "._a.md": ""},
			[]string{"."}, []string{"a.md"}},
		{"hidden folders", map[string]string{".claude/" + session + "/01-writer-report.md": ""},
			[]string{"."}, []string{".claude/" + session + "/01-writer-report.md"}},
		{"no stores and packages", map[string]string{".git/a.md": "", ".hg/a.md": "", "x/.svn/a.md": "", "x/node_modules/a.md": "", "vendor/a.md": ""},
			[]string{"."}, []string{"vendor/a.md"}},
		{"a store that the user names", map[string]string{"node_modules/a.md": "", "node_modules/node_modules/b.md": ""},
			[]string{"node_modules"}, []string{"node_modules/a.md"}},
		{"gitignore hides nothing", map[string]string{".gitignore": "*\n", "a.md": ""},
			[]string{"."}, []string{"a.md"}},
		{"a named file whatever its name", map[string]string{"notes": ""},
			[]string{"notes"}, []string{"notes*"}},
		{"a named file that is not there", nil,
			[]string{"gone.md", "no/such/x"}, []string{"gone.md*", "no/such/x*"}},
		{"an empty path is no folder", map[string]string{"a.md": ""},
			[]string{""}, []string{"*"}},
		{"named wins over found", map[string]string{"a.md": "", "b.md": ""},
			[]string{".", "./a.md"}, []string{"a.md*", "b.md"}},
		{"overlapping roots", map[string]string{"s/a.md": "", "s/t/b.md": ""},
			[]string{"s/t", "s", ".", "s/../s/t/b.md"}, []string{"s/a.md", "s/t/b.md*"}},
		{"shown as named", map[string]string{"s/a.md": ""},
			[]string{"./s//."}, []string{"s/a.md"}},
		{"a folder called like a file", map[string]string{"x.md/a.md": ""},
			[]string{"."}, []string{"x.md/a.md"}},
		{"nothing", map[string]string{"x/": ""}, []string{"x"}, []string{}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			plant(t, c.files)
			compare(t, "files", c.want, paths(find(t, Options{}, c.roots...)))
			slices.Reverse(c.roots)
			compare(t, "files, roots the other way round", c.want, paths(find(t, Options{}, c.roots...)))
		})
	}
}

func TestWalkAbsoluteStaysAbsolute(t *testing.T) {
	root := plant(t, map[string]string{"s/a.md": "", "s/b.md": ""})
	abs := filepath.ToSlash(root)
	got := paths(find(t, Options{}, root, "s/b.md"))
	if want := []string{abs + "/s/a.md", "s/b.md*"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWalkIsSorted(t *testing.T) {
	plant(t, map[string]string{"b.md": "", "a/z.md": "", "a-b.md": "", "a.md": "", "C.md": ""})
	want := []string{"C.md", "a-b.md", "a.md", "a/z.md", "b.md"}
	if got := paths(find(t, Options{}, ".")); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWalkForbiddenFolder(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("permissions bind neither root nor Windows")
	}
	plant(t, map[string]string{"shut/": ""})
	if err := os.Chmod("shut", 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod("shut", 0o755) })
	got := problems(find(t, Options{}, "."))
	if want := []string{"shut: file/unreadable unlisted"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWalkStops(t *testing.T) {
	plant(t, map[string]string{"a.md": ""})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Walk(ctx, []string{"."}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestWalkSurvivesAnyPath(t *testing.T) {
	plant(t, nil)
	paths := []string{"a\nb", "\xff\xfe", "gone/../../gone", strings.Repeat("x", 5000)}
	if runtime.GOOS != "windows" { // Windows does not make it an absolute path
		paths = append(paths, "a\x00b")
	}
	for _, path := range paths {
		found, err := Walk(t.Context(), []string{path}, Options{})
		if err != nil || len(found.Files) != 1 || !found.Files[0].Named {
			t.Errorf("%q: got %v, %v, want one named file", path, found.Files, err)
		}
	}
}

// BenchmarkWalk walks 10,000 files in 100 sessions.
func BenchmarkWalk(b *testing.B) {
	root := b.TempDir()
	for i := range 100 {
		dir := filepath.Join(root, "agent-handoffs", fmt.Sprintf("session-%03d", i))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		for j := range 100 {
			name := filepath.Join(dir, fmt.Sprintf("%02d-writer-report.md", j))
			if err := os.WriteFile(name, nil, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		found, err := Walk(b.Context(), []string{root}, Options{Exclude: []string{"drafts/"}})
		if err != nil || len(found.Files) != 10_000 {
			b.Fatal(len(found.Files), err)
		}
	}
}

func TestWalkSkipUnknown(t *testing.T) {
	plant(t, map[string]string{"a.md": "", "b.JSON": "", "c.md": "", "c.md.done": "", "main.go": "", "x/c.md": "", "x/d.go": ""})
	found := find(t, Options{SkipUnknown: true}, "a.md", "b.JSON", "c.md.done", "main.go", "gone.go", "x")
	compare(t, "files", []string{"a.md", "b.JSON", "gone.go", "x/c.md"}, paths(found))
	compare(t, "skipped", []string{"c.md.done: other-ending", "main.go: other-ending"}, skips(found))
	found = find(t, Options{SkipUnknown: true, Unsaved: true}, "gone.go", "gone.md")
	compare(t, "files that an editor has not saved", []string{"gone.md"}, paths(found))
}

// A marker leads to its report, unless that is gone or hidden, and to its session.
func TestWalkToAMarker(t *testing.T) {
	one, two, three, four := session+"/01-a-report.md", session+"/02-b-report.md", session+"/03-c-report.md", "hidden/"+session+"/04-d-report.md"
	plant(t, map[string]string{one: "", one + ".done": "", two: "", two + ".done": "", three + ".done": "", four: "", four + ".done": "", IgnoreFile: "02-*.md\nhidden/\n"})
	found := find(t, Options{SkipUnknown: true}, one+".done", two+".done", three+".done", four+".done")
	compare(t, "files", []string{one}, paths(found))
	if len(found.Folders) != 1 || found.Folders[0].Path != session || len(found.Folders[0].Done) != 3 {
		t.Errorf("folders %v", found.Folders)
	}
}

func TestWalkFlat(t *testing.T) {
	plant(t, map[string]string{"a.md": "", "x/b.md": ""})
	compare(t, "files", []string{"a.md"}, paths(find(t, Options{Flat: true}, ".")))
}

// A caller may know more names of handoffs.
func TestWalkAlso(t *testing.T) {
	plant(t, map[string]string{"a.log": "", "b.log": ""})
	also := func(key string) bool { return strings.HasSuffix(key, "/b.log") }
	compare(t, "files", []string{"b.log"}, paths(find(t, Options{Also: also}, ".")))
}

// Sockets are skipped, except at the place of a handoff, where one is reported.
func TestWalkSpecialFiles(t *testing.T) {
	plant(t, map[string]string{"agent-handoffs/s/": ""})
	for _, name := range []string{"a.md", "agent-handoffs/s/01-a-report.md"} {
		socket, err := net.Listen("unix", filepath.FromSlash(name))
		if err != nil {
			t.Skipf("no sockets here: %v", err)
		}
		defer socket.Close()
	}
	found := find(t, Options{}, ".")
	compare(t, "files", []string{"agent-handoffs/s/01-a-report.md"}, paths(found))
	compare(t, "skipped", []string{"a.md: special-file"}, skips(found))
}

// A walk whose globs did not match every path says so, since it may have missed handoffs.
func TestWalkWithCostlyGlobs(t *testing.T) {
	plant(t, map[string]string{"a.md": ""})
	steps := text.NewSteps(1)
	steps.Take(2)
	globs, err := files.NewGlobs(".", []string{"x"}, steps)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{Hide: globs}, {Include: []*files.Globs{nil, globs}}} {
		if found, err := Walk(t.Context(), []string{"."}, o); !errors.Is(err, files.ErrGlobs) || found.Files != nil {
			t.Errorf("%v, %v", found.Files, err)
		}
	}
}

// Excluded files are left out of folders, and included ones are found with any extension; what the user names
// is always yielded.
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
	globs := func(pattern string) []*files.Globs {
		g, err := files.NewGlobs(".", []string{pattern}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return []*files.Globs{g, nil}
	}
	tests := []struct {
		root string
		want []string
		skip []Skip
	}{
		{".", []string{"a.md", "notes/x.txt"}, []Skip{{Path: "old", Reason: "excluded", Detail: "old/", By: "c.yaml", Folder: true}}},
		{"old", []string{"old/a.md", "old/deep/b.md"}, nil},
		{"old/a.md", []string{"old/a.md"}, nil},
	}
	for _, tt := range tests {
		found, err := Walk(t.Context(), []string{tt.root}, Options{Hide: globs("old/")[0], HideBy: "c.yaml", Include: globs("notes/*.txt")})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found.Files {
			got = append(got, f.Path)
		}
		if !slices.Equal(got, tt.want) || !slices.Equal(found.Skipped, tt.skip) {
			t.Errorf("%s: %q, want %q, skipped %+v", tt.root, got, tt.want, found.Skipped)
		}
	}
}
