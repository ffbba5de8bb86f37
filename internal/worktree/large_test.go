package worktree

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// large creates a repository of 10,000 files with the same content.
func large(t *testing.T) *scratch {
	s := newScratch(t)
	var stream bytes.Buffer
	commit := func(i int) {
		fmt.Fprintf(&stream, "commit refs/heads/main\ncommitter A <a@example.com> %d +0000\ndata 0\n", began.Unix()+int64(i))
	}
	stream.WriteString("blob\nmark :1\ndata 2\na\n\n")
	commit(0)
	for i := range 100 {
		if err := os.MkdirAll(s.at(fmt.Sprintf("src/pkg%d", i)), 0o755); err != nil {
			t.Fatal(err)
		}
		for j := range 100 {
			name := fmt.Sprintf("src/pkg%d/file%d.go", i, j)
			fmt.Fprintf(&stream, "M 100644 :1 %s\n", name)
			if j == 0 && i < 20 {
				continue // it is deleted below
			}
			if err := os.WriteFile(s.at(name), []byte("a\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := range 20 {
		commit(i + 1)
		fmt.Fprintf(&stream, "D src/pkg%d/file0.go\n", i)
	}
	s.gitWith(&stream, "fast-import", "--quiet")
	return s
}

// After the first of a hundred handoffs git is not run for the others: a tree is read once.
func TestLargeTree(t *testing.T) {
	testkit.SkipWithRace(t)
	s := large(t)
	tree := NewTree(s.root)
	absent, deleted := 0, 0
	ask := func(handoff int) {
		var paths []string
		for i := range 20 {
			paths = append(paths, fmt.Sprintf("src/pkg%d/file%d.go", handoff, i+1), fmt.Sprintf("src/pkg%d/none%d.go", handoff, i), fmt.Sprintf("src/pkg%d/file0.go", i))
		}
		for _, f := range tree.Files(Handoff{Path: s.at(fmt.Sprintf("out/%d.md", handoff)), Said: ever}, paths) {
			switch f.State {
			case Absent:
				absent++
			case Deleted:
				deleted++
			}
		}
	}
	ask(0)
	first := maps.Clone(tree.history().questions)
	for i := range 99 {
		ask(i + 1)
	}
	if absent != 2000 || deleted != 2000 {
		t.Errorf("%d absent and %d deleted, want 2000 each", absent, deleted)
	}
	if all := tree.history().questions; !maps.Equal(all, first) {
		t.Errorf("git was asked %v for the first handoff, and %v for all", first, all)
	}
}
