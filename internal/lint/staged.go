package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
)

// Index is what the next commit would have. The text of a file is that of the
// index; which files a folder has is what the work tree says. It may be used by
// several goroutines. nil is apart from nothing.
type Index struct {
	// root is the work tree's folder, without links.
	root string
	// objects are what the index has, by path.
	objects gitObjects
	// staged are the paths that differ from the last commit, touched the
	// folders with one directly in them, a deletion too.
	staged, touched map[string]bool
	// blob is the text of an object.
	blob func(object string) (string, error)
}

// Staged is what the next commit would change in a work tree. root is the
// folder with .git, indexFile the value of GIT_INDEX_FILE. Errors are those of
// package git, or say what git said.
func Staged(ctx context.Context, root, indexFile string) (*Index, error) {
	r, err := git.Open(ctx, root)
	if err != nil {
		return nil, err
	}
	if err := r.UseIndex(indexFile); err != nil {
		return nil, err
	}
	head, err := r.Commit(ctx, "HEAD")
	if err == nil && head == "" {
		// The name of a tree without files, which git knows in every repository.
		head, err = r.Ask(ctx, "hash-object", "-t", "tree", "--stdin")
		head = strings.TrimSpace(head)
	}
	if err != nil {
		return nil, err
	}
	x := &Index{root: r.Root, staged: map[string]bool{}, touched: map[string]bool{}}
	x.blob = func(object string) (string, error) { return r.Ask(ctx, "cat-file", "blob", object) }
	if x.objects, err = objectsOf(ctx, r, head); err != nil {
		return nil, err
	}
	// What was added with --intent-to-add is in no commit yet. A renamed file is
	// one that is gone and one that is new, which is what a check wants to know.
	answer, err := r.Ask(ctx, "diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--ita-invisible-in-index", "--ignore-submodules=all", head, "--")
	if err != nil {
		return nil, err
	}
	return x, x.apply(strings.FieldsFunc(answer, func(c rune) bool { return c == 0 }))
}

// apply takes what the index has otherwise than the last commit: pairs of
// `:MODE MODE OBJECT OBJECT STATUS` and a path, the second of each two being the
// index's.
func (x *Index) apply(differences []string) error {
	for pair := range slices.Chunk(differences, 2) {
		fields := strings.Fields(pair[0])
		if len(pair) != 2 || len(fields) != 5 {
			return fmt.Errorf("git diff-index answers with %q, which handofflint does not know", pair)
		}
		mode, object, status, rel := fields[1], fields[3], fields[4], pair[1]
		if status == "U" {
			return fmt.Errorf("%s is not merged, so nobody can say yet what will be committed: resolve it and `git add` it", rel)
		}
		x.staged[rel], x.touched[path.Dir(rel)] = true, true
		x.objects.set(rel, mode, object)
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
func (x *Index) Apart(path string) bool { return x.apart(path) != "" }

// apart is the object of a file that is Apart, "" for any other.
func (x *Index) apart(path string) string {
	if x == nil {
		return ""
	}
	place, rel, err := x.find(path)
	if err != nil || x.objects[rel] == "" || holds(place, x.objects[rel]) {
		return ""
	}
	return x.objects[rel]
}

// content is the text of a file that is Apart. apart reports whether it is.
func (x *Index) content(path string) (text string, apart bool, err error) {
	object := x.apart(path)
	if object == "" {
		return "", false, nil
	}
	text, err = x.blob(object)
	return text, true, err
}

// gone are the absolute paths of the staged files that the work tree does not
// have.
func (x *Index) gone() (paths []string) {
	for rel := range x.staged {
		if x.objects[rel] == "" {
			continue // it is staged to be deleted
		}
		path := filepath.Join(x.root, filepath.FromSlash(rel))
		if _, err := files.Named.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			paths = append(paths, path)
		}
	}
	return paths
}

// find is inWorkTree with all links of the work tree followed.
func (x *Index) find(path string) (files.Place, string, error) {
	if place, err := files.Named.Find(path); err == nil {
		path = place.Path()
	}
	return inWorkTree(x.root, path)
}

// onlyStaged adds the files that the index has and the work tree has not, after
// all others.
func (w *walker) onlyStaged(roots []place) {
	w.door = files.Named
	for _, gone := range w.opts.Index.gone() {
		for _, root := range roots {
			folder, err := w.door.Find(root.native())
			rel, inside := files.BelowKey(filepath.ToSlash(folder.Path()), filepath.ToSlash(gone))
			if err != nil || !inside {
				continue
			}
			w.start(root, true)
			if p := root.in(rel); w.candidate(p) && !w.hiddenByPath(p, false) {
				w.add(p, false)
			}
			break
		}
	}
}
