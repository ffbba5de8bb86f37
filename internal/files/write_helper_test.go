package files

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// write creates a file with a mode, whatever the umask.
func write(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %.80q (%v), want %.80q", path, got, err, want)
	}
}

// hasMode checks permissions, which Windows hardly has.
func hasMode(t *testing.T, path string, want os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != want {
		t.Errorf("%s has the mode %v, want %v", path, info.Mode().Perm(), want)
	}
}

// only checks that a folder has exactly these entries.
func only(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != len(want) {
		t.Fatalf("%s has %v (%v), want %q", folder, entries, err, want)
	}
	for i, e := range entries {
		if e.Name() != want[i] {
			t.Errorf("%s has %s, want %s", folder, e.Name(), want[i])
		}
	}
}

// put is Write as most tests call it.
func put(path, text string) error {
	return Write(path, []byte(text), WriteOptions{})
}

// fresh returns the path of a file in a new folder.
func fresh(t *testing.T, name string) string { return filepath.Join(t.TempDir(), name) }
