package gitchange

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/files"
)

func staged(t *testing.T) *Index {
	t.Helper()
	x, err := Staged(t.Context(), top(t), "")
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestIndexIsWhatWouldBeCommitted looks at files that the work tree has, has
// otherwise, and does not have.
func TestIndexIsWhatWouldBeCommitted(t *testing.T) {
	scratch(t, "same.md", "a/b/gone.md", "a/apart.md", "dropped.md")
	write(t, "a/b/gone.md", "staged")
	write(t, "a/apart.md", "staged as well")
	git(t, "rm", "-q", "--cached", "dropped.md")
	git(t, "add", "a")
	write(t, "a/apart.md", "later")
	write(t, "a/untracked.md", "")
	if err := os.RemoveAll("a/b"); err != nil {
		t.Fatal(err)
	}
	x := staged(t)
	for folder, want := range map[string][]string{".": {"a", "same.md"}, "a": {"apart.md", "b"}, "a/b": {"gone.md"}} {
		entries, err := x.ReadDir(filepath.FromSlash(folder))
		var got []string
		for _, e := range entries {
			got = append(got, e.Name())
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q (%v)", folder, got, want, err)
		}
	}
	for name, want := range map[string]string{"a/b/gone.md": "staged", "a/apart.md": "staged as well"} {
		path := filepath.FromSlash(name)
		data, apart, err := x.Content(path)
		info, statErr := x.Stat(path)
		if !apart || string(data) != want || err != nil || statErr != nil || info.Size() != int64(len(want)) || !info.Mode().IsRegular() || !x.Has(path) {
			t.Errorf("%s: apart %v, %q, want %q (%v, %v)", name, apart, data, want, err, statErr)
		}
	}
	if _, apart, err := x.Content("same.md"); apart || err != nil {
		t.Errorf("same.md is taken for another text (%v)", err)
	}
	for _, name := range []string{"dropped.md", "a/untracked.md", "none/at/all"} {
		if _, err := x.Stat(filepath.FromSlash(name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := x.ReadDir("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that nobody has: %v", err)
	}
	if !x.Touched(".") || !x.Touched("a") {
		t.Error("what was deleted leaves no trace")
	}
}

// TestIndexLinks follows links as they are staged, not as they stand.
func TestIndexLinks(t *testing.T) {
	dir := scratch(t, "real/a.md")
	for name, to := range map[string]string{"l.md": "real/a.md", "folder": "real", "out.md": "../outside.md", "loop.md": "loop.md", "twice.md": "l.md"} {
		if err := os.Symlink(filepath.FromSlash(to), name); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	write(t, "real/a.md", "staged")
	git(t, "add", ".")
	write(t, "real/a.md", "later")
	if err := os.Remove("l.md"); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(filepath.Dir(dir), "outside.md"), "outside")
	x := staged(t)
	for _, name := range []string{"l.md", "twice.md", filepath.Join("folder", "a.md")} {
		data, apart, err := x.Content(name)
		if info, statErr := x.Stat(name); string(data) != "staged" || !apart || err != nil || statErr != nil || !info.Mode().IsRegular() {
			t.Errorf("%s: %q, apart %v, %v, %v", name, data, apart, err, statErr)
		}
	}
	if info, err := x.Lstat("l.md"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("l.md is %v, want a link (%v)", info, err)
	}
	if info, err := x.Stat("folder"); err != nil || !info.IsDir() {
		t.Errorf("folder: %v", err)
	}
	if _, err := x.Stat("out.md"); !files.IsOutside(err) {
		t.Errorf("out.md leads out of the tree: %v", err)
	}
	if _, err := x.Stat("loop.md"); err == nil {
		t.Error("a link to itself leads somewhere")
	}
}

// TestIndexListing holds what is made of lines that git does not print today.
func TestIndexListing(t *testing.T) {
	for _, listed := range [][]string{{""}, {":0 1 2 3 A"}, {"a", "b"}, {":0 1 2 3", "a"}, {":0 100644 0 1 U", "a"}} {
		x := &Index{entries: map[string]object{}, folders: map[string][]string{}}
		if err := x.list(listed); err == nil {
			t.Errorf("%q is taken for entries", listed)
		}
	}
	x := &Index{entries: map[string]object{}, folders: map[string][]string{".": {}}}
	listed := []string{":0 100644 0 01 A", "a/b/c", ":0 160000 0 02 A", "module", ":0 120000 0 03 A", "a/l", ":0 100644 0 04 A", "a\nb"}
	if err := x.list(listed); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{".": {"a", "a\nb"}, "a": {"b", "l"}, "a/b": {"c"}}
	for folder, children := range x.folders {
		if !slices.Equal(children, want[folder]) {
			t.Errorf("%s has %q, want %q", folder, children, want[folder])
		}
	}
	if len(x.folders) != len(want) || !x.entries["a/l"].link || x.entries["a/b/c"].link {
		t.Errorf("folders %q, entries %v", x.folders, x.entries)
	}
}

// FuzzIndexListing holds that no listing of git's, whatever it says, is more
// than entries in folders that lead to them.
func FuzzIndexListing(f *testing.F) {
	for _, seed := range []string{
		":0 100644 0 01 A\x00a/b/c\x00:0 120000 0 02 A\x00a/l", ":0 160000 0 02 A\x00module", ":0 100644 0 01 A\x00../a\x00:0 100644 0 01 A\x00/a",
		":0 100644 0 01 A\x00a\x00:0 100644 0 01 A\x00a/b", ":0 100644 0 01 A\x00.",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		x := &Index{entries: map[string]object{}, folders: map[string][]string{".": {}}}
		if x.list(names(answer)) != nil {
			return
		}
		for folder, children := range x.folders {
			if !slices.IsSorted(children) {
				t.Errorf("%q has %q", folder, children)
			}
		}
	})
}
