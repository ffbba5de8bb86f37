package lint

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
)

// ChangedSet is the files that have changed since a commit.
type ChangedSet struct {
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
func Since(ctx context.Context, root, commit string) (*ChangedSet, error) {
	r, err := openRepository(ctx, root)
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
	s := &ChangedSet{top: r.root, objects: map[string]string{}, folders: map[string][]string{}}
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
func (s *ChangedSet) Has(path string) bool {
	place, rel, err := inWorkTree(s.top, path)
	return err != nil || !holds(place, s.objects[rel])
}

// Touched reports whether something directly in a folder has changed. It may be
// gone, and so may the folder.
func (s *ChangedSet) Touched(folder string) bool {
	place, rel, err := inWorkTree(s.top, folder)
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

// inWorkTree is the place at a path, and the path as git names it. Only the folders
// on the way may be links. The error is that of a path outside of the work tree.
func inWorkTree(top, path string) (files.Place, string, error) {
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
