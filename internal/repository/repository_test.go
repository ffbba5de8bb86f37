package repository

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestAround(t *testing.T) {
	top := t.TempDir()
	for _, folder := range []string{"plain/a", "repo/.git", "repo/a/b", "repo/inner/a"} {
		if err := os.MkdirAll(filepath.Join(top, filepath.FromSlash(folder)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// In a work tree it is a file.
	if err := os.WriteFile(filepath.Join(top, "repo", "inner", ".git"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string][]string{
		"repo/a/b":     {"repo/a/b", "repo/a", "repo"},
		"repo":         {"repo"},
		"repo/inner/a": {"repo/inner/a", "repo/inner"},
		"repo/none/x":  {"repo/none/x", "repo/none", "repo"},
	} {
		for i := range want {
			want[i] = filepath.Join(top, filepath.FromSlash(want[i]))
		}
		got, found := Around(want[0])
		root, rooted := Root(want[0])
		if !found || !rooted || !slices.Equal(got, want) || root != want[len(want)-1] {
			t.Errorf("%s: got %q, %v, root %s, want %q", folder, got, found, root, want)
		}
	}
}

func TestAroundWithoutRepository(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a")
	folders, found := Around(folder)
	if found {
		t.Skipf("the temporary folders are in a repository: %s", folders[len(folders)-1])
	}
	last := folders[len(folders)-1]
	if folders[0] != folder || last != filepath.Dir(last) {
		t.Errorf("from %s to %s", folders[0], last)
	}
	if root, found := Root(folder); found || root != folder {
		t.Errorf("the root is %s, %v", root, found)
	}
}
