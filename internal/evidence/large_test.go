package evidence

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/testkit"
)

// large is a repository of 50,000 files.
func large(t *testing.T) *scratch {
	s := newScratch(t)
	for i := range 500 {
		folder := s.at(fmt.Sprintf("src/pkg%d", i))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for j := range 100 {
			if err := os.WriteFile(fmt.Sprintf("%s/file%d.go", folder, j), []byte("package a\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.commit()
	for i := range 20 {
		s.remove(fmt.Sprintf("src/pkg%d/file0.go", i))
		s.commit()
	}
	return s
}

// A hundred handoffs take less than two seconds on a machine that lists the files and
// reads the history in a third of one: most of it is looked at once.
func TestLargeTree(t *testing.T) {
	if testing.Short() {
		t.Skip("50,000 files")
	}
	testkit.SkipWithRace(t)
	s := large(t)
	tree := NewTree(s.root)
	absent, deleted := 0, 0
	ask := func(handoff int) time.Duration {
		var paths []string
		for i := range 20 {
			paths = append(paths, fmt.Sprintf("src/pkg%d/file%d.go", handoff, i+1), fmt.Sprintf("src/pkg%d/none%d.go", handoff, i), fmt.Sprintf("src/pkg%d/file0.go", i))
		}
		start := time.Now()
		for _, f := range tree.Files(s.at(fmt.Sprintf("out/%d.md", handoff)), ever, paths) {
			switch f.State {
			case Absent:
				absent++
			case Deleted:
				deleted++
			}
		}
		return time.Since(start)
	}
	first, rest := ask(0), time.Duration(0)
	for i := range 99 {
		rest += ask(i + 1)
	}
	t.Logf("the first of 100 handoffs took %v, the others %v", first, rest)
	if absent != 2000 || deleted != 2000 {
		t.Errorf("%d absent and %d deleted, want 2000 each", absent, deleted)
	}
	start := time.Now()
	listTree(s.root)
	readHistory(s.root)
	if once := time.Since(start); first+rest > 6*once {
		t.Errorf("100 handoffs took %v, listing the files and reading the history %v", first+rest, once)
	}
}
