package lint

import (
	"os"
	"path/filepath"
	"testing"
)

// The path of a file in its repository is known before the file or its folder exists.
func TestInTree(t *testing.T) {
	root := t.TempDir()
	tree := filepath.Join(root, "trees", "w")
	for _, folder := range []string{filepath.Join(root, ".git", "HEAD"), filepath.Join(root, "docs"), tree} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(tree, ".git"), []byte("gitdir: elsewhere\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"HANDOFF.md": "HANDOFF.md", "docs/HANDOFF.md": "docs/HANDOFF.md", "new/HANDOFF.md": "new/HANDOFF.md", "new/deeper/HANDOFF.md": "new/deeper/HANDOFF.md",
		"docs/../HANDOFF.md": "HANDOFF.md", "trees/w/HANDOFF.md": "HANDOFF.md", "trees/w/new/HANDOFF.md": "new/HANDOFF.md", "trees/HANDOFF.md": "trees/HANDOFF.md",
	} {
		if got := InTree(filepath.Join(root, filepath.FromSlash(path))); got != want {
			t.Errorf("InTree(%q) = %q, want %q", path, got, want)
		}
	}
	if got := InTree(filepath.Join(t.TempDir(), "new", "HANDOFF.md")); got != "HANDOFF.md" {
		t.Errorf("in no repository, a file counts as at the root: %q", got)
	}
}
