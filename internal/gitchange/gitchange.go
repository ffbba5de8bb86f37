// Package gitchange says which files git takes for changed, so that only those
// are checked.
//
// It runs the git program, bounded in time and in the size of its answers,
// reads names separated by NUL, and lets neither the environment nor the
// user's language change an answer. It never writes, not even the index. git is
// asked about one repository, and nothing that this repository names is run.
//
// For changes since a commit, only a file that this commit has with the same
// bytes counts as unchanged. All else is changed: untracked files, those that
// are ignored (as handoffs are by design), and what is outside of the work tree.
// So no doubt keeps a file from being checked.
//
// What is staged is git's index: Index is those files as the next commit would
// have them, whatever stands in the work tree.
package gitchange

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

// Set is the files that have changed since a commit.
type Set struct {
	*workTree
	// files are those of the commit by their paths, folders the names in each
	// folder.
	files   map[string]object
	folders map[string][]string
}

// Since is what has changed in a work tree since the merge base of HEAD and a
// commit, "" for the default branch: origin/HEAD, else main or master. root is
// the folder with .git. Errors are those of this package, or say what git said.
func Since(ctx context.Context, root, commit string) (*Set, error) {
	r, err := open(ctx, root)
	if err != nil {
		return nil, err
	}
	base, err := r.base(ctx, commit)
	if err != nil {
		return nil, err
	}
	answer, err := r.ask(ctx, "ls-tree", "-r", "-z", "--full-tree", base)
	if err != nil {
		return nil, err
	}
	s := &Set{workTree: newWorkTree(r.root), files: map[string]object{}, folders: map[string][]string{}}
	for _, line := range names(answer) {
		// MODE TYPE OBJECT<tab>PATH
		head, rel, _ := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if len(fields) != 3 {
			return nil, fmt.Errorf("git ls-tree answers with %q, which handofflint does not know", line)
		}
		if fields[0] != modeSubmodule {
			s.files[rel] = object{id: fields[2], link: fields[0] == modeLink}
			s.folders[path.Dir(rel)] = append(s.folders[path.Dir(rel)], path.Base(rel))
		}
	}
	return s, nil
}

// Has says whether a file has changed; path is absolute or relative to the
// current folder. A link has where it or what it leads to has, and so has a
// file that is not there.
func (s *Set) Has(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || s.changed(s.key(path)) {
		return true
	}
	if info.Mode()&os.ModeSymlink == 0 {
		return false
	}
	target, err := filepath.EvalSymlinks(path)
	return err != nil || s.changed(s.key(target))
}

func (s *Set) changed(key string) bool {
	rel, inside := s.relative(key)
	file, known := s.files[rel]
	return !inside || !known || !file.in(s.top, rel)
}

// Touched says whether something directly in a folder has changed. It may be
// gone, and so may the folder.
func (s *Set) Touched(folder string) bool {
	rel, inside := s.relative(s.resolve(folder))
	if !inside {
		return false
	}
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if !e.IsDir() && s.Has(filepath.Join(folder, e.Name())) {
			return true
		}
	}
	for _, name := range s.folders[rel] {
		if s.Has(filepath.Join(folder, name)) {
			return true
		}
	}
	return false
}

// workTree gives files the names that git has for them.
type workTree struct {
	// top is the work tree's folder, behind all links.
	top string
	// real are folders behind all links, by the name they were asked under.
	mu   sync.Mutex
	real map[string]string
}

func newWorkTree(top string) *workTree {
	t := &workTree{real: map[string]string{}}
	t.top = t.resolve(top)
	return t
}

// relative is a path as git names it, and whether it is in the work tree.
func (t *workTree) relative(key string) (string, bool) {
	if key == t.top {
		return ".", true
	}
	return strings.CutPrefix(key, strings.TrimSuffix(t.top, "/")+"/")
}

// key is an absolute path with forward slashes, its folder behind all links.
func (t *workTree) key(path string) string {
	return strings.TrimSuffix(t.resolve(filepath.Dir(path)), "/") + "/" + filepath.Base(path)
}

// resolve is a folder behind all links, with forward slashes.
func (t *workTree) resolve(folder string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	known, ok := t.real[folder]
	if !ok {
		known = filepath.ToSlash(behindLinks(folder))
		t.real[folder] = known
	}
	return known
}

// behindLinks is a path behind all links, as far as it is there: of a folder
// that git alone still has, what it stood in.
func behindLinks(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		if above := filepath.Dir(path); above != path {
			return filepath.Join(behindLinks(above), filepath.Base(path))
		}
		real = path
	}
	if abs, err := filepath.Abs(real); err == nil {
		real = abs
	}
	// A relative folder may lead through a link of the current folder's.
	if again, err := filepath.EvalSymlinks(real); err == nil {
		real = again
	}
	return real
}
