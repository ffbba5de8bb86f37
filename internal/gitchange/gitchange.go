// Package gitchange reports which files git considers changed, so that only
// those are checked.
//
// It runs the git program, bounded in time and in the size of its answers,
// reads names separated by NUL, and lets neither the environment nor the
// user's language change an answer. It never writes, not even the index. git is
// asked about one repository, and nothing that this repository names is run.
//
// Since compares with a commit: only a regular file that this commit has with
// the same bytes counts as unchanged. Everything else is changed: untracked and
// ignored files (handoffs are ignored by design), links, and what is outside of
// the work tree. So no doubt keeps a file from being checked.
//
// Staged is what the next commit would change. The text of a file is that of
// the index; which files a folder has is what the work tree says.
package gitchange

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
)

// Set is the files that have changed since a commit.
type Set struct {
	// top is the work tree's folder, without links.
	top string
	// objects are the names of the commit's regular files in git, by path;
	// folders are the base names in each folder.
	objects map[string]string
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
	s := &Set{top: r.root, objects: map[string]string{}, folders: map[string][]string{}}
	for _, line := range names(answer) {
		// MODE TYPE OBJECT<tab>PATH
		head, rel, _ := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if len(fields) != 3 {
			return nil, fmt.Errorf("git ls-tree answers with %q, which handofflint does not know", line)
		}
		if isRegular(fields[0]) {
			s.objects[rel] = fields[2]
		}
		s.folders[path.Dir(rel)] = append(s.folders[path.Dir(rel)], path.Base(rel))
	}
	return s, nil
}

// isRegular reports whether a mode of git's is that of a regular file, rather
// than of a link or a submodule.
func isRegular(mode string) bool { return strings.HasPrefix(mode, "100") }

// Has reports whether a file has changed; path is absolute or relative to the
// current folder. A file that is not there has changed.
func (s *Set) Has(path string) bool {
	place, rel, err := locate(s.top, path)
	return err != nil || !holds(place, s.objects[rel])
}

// Touched reports whether something directly in a folder has changed. It may be
// gone, and so may the folder.
func (s *Set) Touched(folder string) bool {
	place, rel, err := locate(s.top, folder)
	if err != nil {
		return false
	}
	entries, _ := place.ReadDir()
	for _, e := range entries {
		if !e.IsDir() && s.Has(filepath.Join(folder, e.Name())) {
			return true
		}
	}
	for _, name := range s.folders[rel] {
		if _, err := place.In(name).Lstat(); err != nil {
			return true
		}
	}
	return false
}

// locate is the place at a path, and the path as git names it. Only the folders
// on the way may be links. The error is that of a path outside of the work tree.
func locate(top, path string) (files.Place, string, error) {
	place, err := files.Named.FindLink(path)
	if err != nil {
		return place, "", err
	}
	if !files.Below(top, place.Path()) {
		return place, "", fs.ErrNotExist
	}
	rel, err := filepath.Rel(top, place.Path())
	return place, filepath.ToSlash(rel), err
}
