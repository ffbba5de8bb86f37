package worktree

import (
	"path/filepath"
	"testing"
	"time"
)

// handedOverLong creates a repository with a handoff, and three commits after the one that created it: one on
// main, and a merge of two.
func handedOverLong(t *testing.T) *scratch {
	s := newScratch(t)
	s.write(1, "src/a.go", "docs/HANDOFF.md")
	s.commit()
	s.write(2, "src/a.go")
	s.commit()
	s.git("checkout", "-q", "-b", "work")
	s.commit()
	s.commit()
	s.git("checkout", "-q", "main")
	s.git("merge", "-q", "--no-ff", "--no-edit", "work")
	return s
}

func TestCommitsSince(t *testing.T) {
	s := handedOverLong(t)
	count, last, known := NewTree(s.root).CommitsSince(s.at("docs/HANDOFF.md"))
	if want := began.Add(3 * time.Hour); !known || count != 2 || !last.Time.Equal(want) || last.Hash != s.git("rev-parse", "main~2") {
		t.Errorf("%d commits since %v, known: %v; want 2 since that of %v", count, last, known, want)
	}
}

// A merge that includes a change of the handoff counts as the commit that changed it.
func TestCommitsSinceMergedChange(t *testing.T) {
	s := handedOverLong(t)
	s.git("checkout", "-q", "work")
	s.write(2, "docs/HANDOFF.md")
	s.commit()
	s.commit()
	s.git("checkout", "-q", "main")
	s.git("merge", "-q", "--no-ff", "--no-edit", "work")
	s.commit()
	if count, _, known := NewTree(s.root).CommitsSince(s.at("docs/HANDOFF.md")); !known || count != 1 {
		t.Errorf("%d commits, known: %v; want 1", count, known)
	}
}

func TestCommitsSinceUnknown(t *testing.T) {
	for what, change := range map[string]func(t *testing.T, s *scratch) *scratch{
		"of one that is changed": func(_ *testing.T, s *scratch) *scratch {
			s.write(2, "docs/HANDOFF.md")
			return s
		},
		"of one that is staged": func(_ *testing.T, s *scratch) *scratch {
			s.write(2, "docs/HANDOFF.md")
			s.git("add", ".")
			return s
		},
		"of one that is not committed": func(_ *testing.T, s *scratch) *scratch {
			s.git("rm", "-q", "--cached", "docs/HANDOFF.md")
			s.git("commit", "-q", "-m", "keep it here")
			return s
		},
		"of one that is gone": func(_ *testing.T, s *scratch) *scratch {
			s.remove("docs/HANDOFF.md")
			return s
		},
		"in a shallow clone": func(t *testing.T, s *scratch) *scratch {
			clone := s.in(filepath.Join(t.TempDir(), "clone"))
			s.git("clone", "-q", "--depth", "2", "file://"+filepath.ToSlash(s.root), clone.root)
			return clone
		},
		"without git": func(t *testing.T, s *scratch) *scratch {
			s.remove(".git")
			return s
		},
	} {
		t.Run(what, func(t *testing.T) {
			s := change(t, handedOverLong(t))
			if count, _, known := NewTree(s.root).CommitsSince(s.at("docs/HANDOFF.md")); known {
				t.Errorf("%d commits since a handoff %s", count, what)
			}
		})
	}
}

func TestIsCommitted(t *testing.T) {
	s := newScratch(t)
	s.write(1, "docs/a.md", "in/b.md")
	s.commit()
	tree := NewTree(s.at("docs"))
	for name, want := range map[string]bool{"docs/a.md": true, "in/b.md": true, "docs": false, ".": false, "../a.md": false, "none.md": false} {
		if got := tree.IsCommitted(s.at(name)); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
	s.write(1, "../a.md")
	if tree.IsCommitted(s.at("../a.md")) || tree.IsCommitted("") {
		t.Error("a file outside of the tree is committed")
	}
}

// The newest is the file that was committed last, or is not committed yet; files that do not count are
// ignored.
func TestIsNewest(t *testing.T) {
	s := newScratch(t)
	s.write(1, "notes/a.md", "notes/c.txt", "other/d.md")
	s.commit()
	s.write(1, "notes/b.md")
	s.commit()
	s.write(2, "notes/c.txt", "other/d.md")
	s.commit()
	isNewest := func(name string) bool {
		return NewTree(s.root).IsNewest(s.at(name), func(other string) bool { return filepath.Ext(other) == ".md" })
	}
	if isNewest("notes/a.md") || !isNewest("notes/b.md") {
		t.Errorf("a: %t, b: %t", isNewest("notes/a.md"), isNewest("notes/b.md"))
	}
	s.write(1, "notes/e.md")
	if isNewest("notes/b.md") {
		t.Error("beside one that is not committed yet")
	}
}
