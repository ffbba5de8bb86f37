//go:build unix

package worktree

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestPipesInRepository holds that a pipe where git expects a file blocks nothing, and that the reason is
// recorded.
func TestPipesInRepository(t *testing.T) {
	for _, name := range []string{".git/HEAD", ".git/config", ".git/index", ".git/info/exclude", ".git/refs/heads/other", ".git/logs/HEAD", ".git/packed-refs", ".git/objects/pack/a.idx"} {
		s := newScratch(t)
		s.write(1, "src/a.go")
		s.commit()
		if _, err := os.Lstat(s.at(name)); err == nil {
			s.remove(name)
		}
		if err := syscall.Mkfifo(s.at(name), 0o600); err != nil {
			t.Skipf("no pipe can be made here: %v", err)
		}
		tree := NewTree(s.root)
		got := tree.Files(Handoff{Path: s.at("out/a.md"), Said: ever}, []string{"src/ghost.go"})[0]
		reasons := tree.trees.Incomplete.Reasons()
		if got.State != Uncertain || len(reasons) != 1 || !strings.Contains(reasons[0].Why, name+" is not a regular file") {
			t.Errorf("%s is a pipe: got %+v, %v", name, got, reasons)
		}
	}
}
