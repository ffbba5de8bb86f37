package worktree

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

const (
	day   = 24 * time.Hour
	month = 30 * day
)

// handedOver is a repository in which two files are old, and a commit of today changes another
// one, named by the hash that it returns.
func handedOver(t *testing.T) (s *scratch, own string) {
	s = newScratch(t)
	s.write(1, "src/a.go", "src/b.go", "src/c.go", "docs/b.md", "lib/src/d.go", "src/d.go")
	s.commit()
	s.now = s.now.Add(2 * month)
	s.write(2, "src/a.go")
	return s, s.commit()
}

// untouchedOf returns what a new tree says of src/b.go, beside the file that the commits change.
func untouchedOf(s *scratch, listed []string, hashes ...string) (names []string) {
	for _, u := range NewTree(s.root).Untouched(Handoff{Path: s.at("out/a.md")}, hashes, listed, month) {
		names = append(names, u.Path)
	}
	return names
}

func TestUntouched(t *testing.T) {
	s, own := handedOver(t)
	for _, c := range []struct {
		what   string
		listed []string
		hashes []string
		want   []string
	}{
		{"beside a file that the commit touches", []string{"src/a.go", "src/b.go", "docs/b.md"}, []string{own[:7]}, []string{"src/b.go", "docs/b.md"}},
		{"by an absolute path", []string{s.at("src/a.go"), s.at("src/b.go")}, []string{own}, []string{"src/b.go"}},
		{"of another checkout", []string{"/home/b/shop/src/a.go", "/home/b/shop/src/b.go"}, []string{own}, nil},
		{"without a file that the commit touches", []string{"src/b.go"}, []string{own}, nil},
		{"with a commit that is not there", []string{"src/a.go", "src/b.go"}, []string{own, "abcdef1"}, nil},
		{"without a commit", []string{"src/a.go", "src/b.go"}, nil, nil},
		{"of the first commit, too", []string{"src/a.go", "src/b.go"}, []string{own, own + "~1"}, nil},
		{"with the end of another path", []string{"src/a.go", "src/d.go"}, []string{own}, nil},
		{"that is not there", []string{"src/a.go", "src/none.go"}, []string{own}, nil},
		{"that is a folder", []string{"src/a.go", "docs"}, []string{own}, nil},
		{"the handoff itself", []string{"src/a.go", "out/a.md"}, []string{own}, nil},
	} {
		if got := untouchedOf(s, c.listed, c.hashes...); !slices.Equal(got, c.want) {
			t.Errorf("a file %s: %q, want %q", c.what, got, c.want)
		}
	}
}

// Whatever may have changed a file meanwhile, anywhere, keeps it from being untouched.
func TestUntouchedIsSure(t *testing.T) {
	both := []string{"src/a.go", "src/b.go"}
	for what, change := range map[string]func(t *testing.T, s *scratch){
		"a change that is not committed": func(t *testing.T, s *scratch) { s.write(2, "src/b.go") },
		"a later commit": func(t *testing.T, s *scratch) {
			s.write(2, "src/b.go")
			s.commit()
		},
		"a later commit that was undone": func(t *testing.T, s *scratch) {
			s.write(2, "src/b.go")
			s.commit()
			s.git("revert", "--no-edit", "HEAD")
		},
		"another branch": func(t *testing.T, s *scratch) {
			s.git("switch", "-q", "-c", "topic")
			s.write(2, "src/b.go")
			s.commit()
			s.git("switch", "-q", "main")
		},
		"a commit that was given up": func(t *testing.T, s *scratch) {
			s.write(2, "src/b.go")
			s.commit()
			s.git("reset", "-q", "--hard", "HEAD~1")
		},
		"a stash": func(t *testing.T, s *scratch) {
			s.write(2, "src/b.go")
			s.git("stash", "-q")
		},
		"a merge alone": func(t *testing.T, s *scratch) {
			s.git("switch", "-q", "-c", "topic", "HEAD~1")
			s.write(2, "src/c.go")
			s.commit()
			s.git("merge", "-q", "--no-commit", "main")
			s.write(2, "src/b.go")
			s.git("add", "-A")
			s.git("commit", "-q", "-m", "merge")
			s.git("switch", "-q", "main")
		},
		"a mode": func(t *testing.T, s *scratch) {
			s.git("update-index", "--chmod=+x", "src/b.go")
			s.git("commit", "-q", "-m", "mode")
			s.git("reset", "-q", "--hard")
		},
		"another name": func(t *testing.T, s *scratch) {
			s.git("mv", "src/b.go", "src/e.go")
			s.commit()
		},
		"another work tree": func(t *testing.T, s *scratch) {
			s.git("worktree", "add", "-q", "-b", "topic", filepath.Join(t.TempDir(), "tree"))
		},
		"no repository": func(t *testing.T, s *scratch) {
			if err := os.RemoveAll(s.at(".git")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			s, own := handedOver(t)
			change(t, s)
			if got := untouchedOf(s, both, own); len(got) > 0 {
				t.Errorf("%q are untouched", got)
			}
		})
	}
	t.Run("a merge that does not touch it", func(t *testing.T) {
		s, _ := handedOver(t)
		s.git("switch", "-q", "-c", "topic", "HEAD~1")
		s.write(2, "src/c.go")
		topic := s.commit()
		s.git("merge", "-q", "--no-edit", "main")
		merge := s.git("rev-parse", "HEAD")
		if got := untouchedOf(s, []string{"src/c.go", "src/a.go", "src/b.go"}, topic, merge); !slices.Equal(got, []string{"src/b.go"}) {
			t.Errorf("%q are untouched", got)
		}
	})
	t.Run("a shallow clone", func(t *testing.T) {
		s, own := handedOver(t)
		clone := s.in(filepath.Join(t.TempDir(), "clone"))
		s.git("clone", "-q", "--depth", "1", "file://"+filepath.ToSlash(s.root), clone.root)
		if got := untouchedOf(clone, both, own); len(got) > 0 {
			t.Errorf("%q are untouched", got)
		}
	})
}
