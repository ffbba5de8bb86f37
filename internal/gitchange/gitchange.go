// Package gitchange says which files git takes for changed, so that only those
// are checked.
//
// It runs the git program, bounded in time and in the size of its answers,
// reads names separated by NUL, and lets neither the environment nor the
// user's language change an answer. It never writes, not even the index.
//
// For changes since a commit, only a file that git vouches for counts as
// unchanged: tracked, not marked with assume-unchanged or skip-worktree, and
// the same in the work tree as in that commit. All else is changed: untracked
// files, those that are ignored (as handoffs are by design), and what is
// outside of the work tree. So no doubt keeps a file from being checked.
//
// What is staged is git's index: Index is those files as the next commit would
// have them, whatever stands in the work tree.
package gitchange

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

// Set is the files that have changed.
type Set struct {
	// top is the work tree's folder, behind all links.
	top string
	// listed are paths relative to top; has says of one that is listed whether
	// it has changed, and of one that is not the contrary.
	listed map[string]bool
	has    bool
	// touched are the folders with a change directly in them, a deletion too.
	touched map[string]bool
	// real are folders behind all links, by the name they were asked under.
	mu   sync.Mutex
	real map[string]string
}

// Since is what has changed in the work tree that dir is in, since the merge
// base of HEAD and a commit, "" for the default branch: origin/HEAD, else main
// or master. Errors are those of this package, or say what git said.
func Since(ctx context.Context, dir, commit string) (*Set, error) {
	r, err := open(ctx, dir)
	if err != nil {
		return nil, err
	}
	base, err := r.base(ctx, commit)
	if err != nil {
		return nil, err
	}
	tracked, err := r.ask(ctx, "ls-files", "-z", "-v", "--full-name")
	if err != nil {
		return nil, err
	}
	differ, err := r.diff(ctx, base)
	if err != nil {
		return nil, err
	}
	s := newSet(r.dir, differ, false)
	for _, name := range names(tracked) {
		// H is a file in the index that git compares with the work tree.
		if rel, ok := strings.CutPrefix(name, "H "); ok {
			s.listed[rel] = true
		}
	}
	for _, rel := range differ {
		delete(s.listed, rel)
	}
	return s, nil
}

// diff names the files that differ. A renamed file is one that is gone and one
// that is new, which is what a check wants to know.
func (r repository) diff(ctx context.Context, args ...string) ([]string, error) {
	command := []string{"diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-relative", "--ignore-submodules=none"}
	answer, err := r.ask(ctx, append(append(command, args...), "--")...)
	return names(answer), err
}

func newSet(top string, differ []string, has bool) *Set {
	s := &Set{listed: map[string]bool{}, has: has, touched: map[string]bool{}, real: map[string]string{}}
	s.top = s.resolve(top)
	for _, rel := range differ {
		s.touched[path.Dir(rel)] = true
	}
	return s
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

// Touched says whether something directly in a folder has changed that git
// knows by name. It may be gone.
func (s *Set) Touched(folder string) bool {
	rel, inside := s.relative(s.resolve(folder))
	return inside && s.touched[rel]
}

func (s *Set) changed(key string) bool {
	rel, inside := s.relative(key)
	if !inside {
		return !s.has
	}
	return s.listed[rel] == s.has
}

// relative is a path as git names it, and whether it is in the work tree.
func (s *Set) relative(key string) (string, bool) {
	if key == s.top {
		return ".", true
	}
	return strings.CutPrefix(key, strings.TrimSuffix(s.top, "/")+"/")
}

// key is an absolute path with forward slashes, its folder behind all links.
func (s *Set) key(path string) string {
	return strings.TrimSuffix(s.resolve(filepath.Dir(path)), "/") + "/" + filepath.Base(path)
}

// resolve is a folder behind all links, with forward slashes.
func (s *Set) resolve(folder string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.real[folder]
	if !ok {
		known = filepath.ToSlash(behindLinks(folder))
		s.real[folder] = known
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
