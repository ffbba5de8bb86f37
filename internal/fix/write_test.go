package fix_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/handofflint/handofflint/internal/fix"
)

func writeFile(t *testing.T, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// expectFile holds a folder to one file with a text: nothing is left beside it.
func expectFile(t *testing.T, path, text string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != text {
		t.Errorf("%s holds %q, %v, want %q", path, got, err, text)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("beside %s: %v, %v", path, entries, err)
	}
}

func TestReplace(t *testing.T) {
	path := writeFile(t, "a.md", "old", 0o640)
	if err := fix.Replace(path, []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	expectFile(t, path, "new")
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// A file that is not the one that was judged is left alone.
func TestReplaceChanged(t *testing.T) {
	for _, now := range []string{"older", "ol", "OLD", ""} {
		path := writeFile(t, "a.md", now, 0o644)
		if err := fix.Replace(path, []byte("old"), []byte("new")); !errors.Is(err, fix.ErrChanged) {
			t.Errorf("%q: error %v", now, err)
		}
		expectFile(t, path, now)
	}
	missing := filepath.Join(t.TempDir(), "a.md")
	if err := fix.Replace(missing, []byte("old"), []byte("new")); !errors.Is(err, fix.ErrChanged) {
		t.Errorf("error %v", err)
	}
}

func TestReplaceRefusesLinks(t *testing.T) {
	path := writeFile(t, "a.md", "old", 0o644)
	link := filepath.Join(t.TempDir(), "b.md")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if err := fix.Replace(link, []byte("old"), []byte("new")); !errors.Is(err, fix.ErrLink) {
		t.Errorf("error %v", err)
	}
	expectFile(t, path, "old")
	expectFile(t, link, "old")
	if err := fix.Replace(filepath.Dir(path), nil, []byte("new")); !errors.Is(err, fix.ErrLink) {
		t.Errorf("a folder: %v", err)
	}
}

func TestReplaceRefusesWhatIsReadOnly(t *testing.T) {
	path := writeFile(t, "a.md", "old", 0o444)
	if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
		f.Close()
		t.Skip("this user may write to everything")
	}
	if err := fix.Replace(path, []byte("old"), []byte("new")); !errors.Is(err, os.ErrPermission) {
		t.Errorf("error %v", err)
	}
	expectFile(t, path, "old")
}
