package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
)

// Index is what the next commit would have. It may be used by several
// goroutines.
type Index struct {
	// top is the work tree's folder, without links.
	top string
	// ask asks git about an object.
	ask func(args ...string) (string, error)
	// objects are the names of the index's regular files in git, by path.
	objects map[string]string
	// staged are the paths that differ from the last commit, touched the
	// folders with one directly in them, a deletion too.
	staged, touched map[string]bool
}

// Staged is what the next commit would change in a work tree. root is the
// folder with .git, indexFile the value of GIT_INDEX_FILE. Errors are those of
// this package, or say what git said.
func Staged(ctx context.Context, root, indexFile string) (*Index, error) {
	r, err := openRepository(ctx, root)
	if err != nil {
		return nil, err
	}
	if err := r.useIndex(indexFile); err != nil {
		return nil, err
	}
	// The name of a tree without files, which git knows in every repository.
	empty, err := r.ask(ctx, "hash-object", "-t", "tree", "--stdin")
	if err != nil {
		return nil, err
	}
	empty = strings.TrimSpace(empty)
	head, err := r.commit(ctx, "HEAD")
	if err != nil {
		return nil, err
	}
	x := &Index{top: r.root, objects: map[string]string{}, staged: map[string]bool{}, touched: map[string]bool{}}
	x.ask = func(args ...string) (string, error) { return r.ask(ctx, args...) }
	differ, err := r.cached(ctx, "--name-only", cmp.Or(head, empty))
	if err != nil {
		return nil, err
	}
	for _, rel := range differ {
		x.staged[rel], x.touched[path.Dir(rel)] = true, true
	}
	listed, err := r.cached(ctx, "--raw", empty)
	if err != nil {
		return nil, err
	}
	return x, x.list(listed)
}

// cached compares the index with a tree, without a look at the work tree. What
// was added with --intent-to-add is in no commit yet. A renamed file is one that
// is gone and one that is new, which is what a check wants to know.
func (r repository) cached(ctx context.Context, form, tree string) ([]string, error) {
	answer, err := r.ask(ctx, "diff-index", "--cached", form, "-z", "--no-abbrev", "--no-renames", "--ita-invisible-in-index", "--ignore-submodules=all", tree, "--")
	return names(answer), err
}

// list takes pairs of `:MODE MODE OBJECT OBJECT STATUS` and a path, the second
// of each two being what the index has.
func (x *Index) list(listed []string) error {
	for pair := range slices.Chunk(listed, 2) {
		fields := strings.Fields(pair[0])
		if len(pair) != 2 || len(fields) != 5 {
			return fmt.Errorf("git diff-index answers with %q, which handofflint does not know", pair)
		}
		mode, object, status, rel := fields[1], fields[3], fields[4], pair[1]
		if status == "U" {
			return fmt.Errorf("%s is not merged, so nobody can say yet what will be committed: resolve it and `git add` it", rel)
		}
		if isRegular(mode) {
			x.objects[rel] = object
		}
	}
	return nil
}

// Has reports whether a file is staged; path is absolute or relative to the
// current folder. A link is if what it leads to is. A path where neither the
// index nor the work tree has anything counts as staged, for somebody asks for
// it.
func (x *Index) Has(path string) bool {
	_, rel, err := x.find(path)
	if err == nil && (x.staged[rel] || x.objects[rel] != "") {
		return x.staged[rel]
	}
	_, err = files.Named.Lstat(path)
	return err != nil
}

// Touched reports whether something staged is directly in a folder. It may be
// gone.
func (x *Index) Touched(folder string) bool {
	_, rel, err := x.find(folder)
	return err == nil && x.touched[rel]
}

// Apart reports whether the index has another text of a file than the work
// tree.
func (x *Index) Apart(path string) bool {
	place, rel, err := x.find(path)
	return err == nil && x.objects[rel] != "" && !holds(place, x.objects[rel])
}

// Content is the text of a file that is Apart. apart reports whether it is.
func (x *Index) Content(path string) (data []byte, apart bool, err error) {
	if !x.Apart(path) {
		return nil, false, nil
	}
	_, rel, err := x.find(path)
	if err != nil {
		return nil, true, err
	}
	text, err := x.ask("cat-file", "blob", x.objects[rel])
	return []byte(text), true, err
}

// Gone are the absolute paths of the staged files that the work tree does not
// have.
func (x *Index) Gone() (paths []string) {
	for rel := range x.staged {
		if x.objects[rel] == "" {
			continue // it is staged to be deleted
		}
		path := filepath.Join(x.top, filepath.FromSlash(rel))
		if _, err := files.Named.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			paths = append(paths, path)
		}
	}
	return paths
}

// find is inWorkTree behind a link that the work tree has.
func (x *Index) find(path string) (files.Place, string, error) {
	if place, err := files.Named.Find(path); err == nil {
		path = place.Path()
	}
	return inWorkTree(x.top, path)
}
