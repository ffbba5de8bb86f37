package evidence

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/testkit"
)

// large is a repository of 10,000 files of one content.
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

// After the first of a hundred handoffs the others take little: most of a tree is looked
// at once.
func TestLargeTree(t *testing.T) {
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
		for _, f := range tree.Files(Handoff{Path: s.at(fmt.Sprintf("out/%d.md", handoff)), Said: ever}, paths) {
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
	if rest/99 > first/3 {
		t.Errorf("the first of 100 handoffs took %v, each of the others %v", first, rest/99)
	}
}
