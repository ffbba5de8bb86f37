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
package gitchange

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Set is the files that have changed. It is for one goroutine.
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

// Staged is what the next commit would change, in the work tree that dir is
// in. indexFile is the value of GIT_INDEX_FILE. The second result are staged
// files, relative to the work tree's folder, that the work tree has otherwise:
// what is there is not what would be committed.
func Staged(ctx context.Context, dir, indexFile string) (*Set, []string, error) {
	r, err := open(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	r.index = indexFile
	staged, err := r.diff(ctx, "--cached")
	if err != nil {
		return nil, nil, err
	}
	unstaged, err := r.diff(ctx)
	if err != nil {
		return nil, nil, err
	}
	s := newSet(r.dir, staged, true)
	for _, rel := range staged {
		s.listed[rel] = true
	}
	var otherwise []string
	for _, rel := range unstaged {
		if s.listed[rel] {
			otherwise = append(otherwise, rel)
		}
	}
	return s, otherwise, nil
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

// resolve is a folder behind all links, or as it stands where that is not
// known.
func (s *Set) resolve(folder string) string {
	if known, ok := s.real[folder]; ok {
		return known
	}
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		real = folder
	}
	if abs, err := filepath.Abs(real); err == nil {
		real = abs
	}
	// A relative folder may lead through a link of the current folder's.
	if again, err := filepath.EvalSymlinks(real); err == nil {
		real = again
	}
	s.real[folder] = filepath.ToSlash(real)
	return s.real[folder]
}
