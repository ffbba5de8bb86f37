package gitchange

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// Index is the work tree as the next commit would have it: a file system with
// what git has in its index, that knows which of it is staged. What is outside
// of the work tree is the machine's own. It may be used by several goroutines.
type Index struct {
	*workTree
	// ask asks git about an object.
	ask func(args ...string) (string, error)
	// entries are the files by their path relative to the work tree, folders
	// the names in each folder, sorted; "." is the work tree itself.
	entries map[string]object
	folders map[string][]string
	// staged are the paths that differ from the last commit, touched the
	// folders with one directly in them, a deletion too.
	staged, touched map[string]bool
	// differ has for paths of entries whether the work tree has something else.
	differ sync.Map
}

// Staged is what the next commit would change in a work tree. root is the
// folder with .git, indexFile the value of GIT_INDEX_FILE. Errors are those of
// this package, or say what git said.
func Staged(ctx context.Context, root, indexFile string) (*Index, error) {
	r, err := open(ctx, root)
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
	x := &Index{workTree: newWorkTree(r.root), entries: map[string]object{}, folders: map[string][]string{".": {}}, staged: map[string]bool{}, touched: map[string]bool{}}
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
		mode, id, status, rel := fields[1], fields[3], fields[4], pair[1]
		switch {
		case status == "U":
			return fmt.Errorf("%s is not merged, so nobody can say yet what will be committed: resolve it and `git add` it", rel)
		case mode != modeSubmodule:
			x.entries[rel] = object{id: id, link: mode == modeLink}
		}
	}
	x.plant()
	return nil
}

// plant makes the folders that the entries stand in.
func (x *Index) plant() {
	for rel := range x.entries {
		for child := rel; child != "."; child = path.Dir(child) {
			folder := path.Dir(child)
			_, known := x.folders[folder]
			x.folders[folder] = append(x.folders[folder], path.Base(child))
			if known {
				break
			}
		}
	}
	for _, children := range x.folders {
		slices.Sort(children)
	}
}

// Has says whether a file is staged; path is absolute or relative to the
// current folder. A link is where what it leads to is. What neither the index
// nor the machine has counts as staged, for somebody asks for it.
func (x *Index) Has(path string) bool {
	rel, _ := x.find(path)
	if x.staged[rel] {
		return true
	}
	if _, known := x.entries[rel]; !known {
		_, err := os.Lstat(path)
		return err != nil
	}
	to, err := x.follow(rel)
	return err == nil && x.staged[to]
}

// Touched says whether something staged is directly in a folder. It may be gone.
func (x *Index) Touched(folder string) bool {
	rel, inside := x.relative(x.resolve(folder))
	return inside && x.touched[rel]
}

// Apart says whether what is staged of a file may be another text than what
// stands in the work tree.
func (x *Index) Apart(path string) bool {
	rel, inside := x.find(path)
	if !inside || !x.has(rel) {
		return false
	}
	to, err := x.follow(rel)
	return err == nil && x.has(to) && (x.differs(rel) || x.differs(to))
}

// has says whether the index has a file or a link at a path.
func (x *Index) has(rel string) bool { _, ok := x.entries[rel]; return ok }

// differs says whether the work tree has something else at a path. It looks
// once: what is judged as it is staged stays so until the end.
func (x *Index) differs(rel string) bool {
	known, ok := x.differ.Load(rel)
	if !ok {
		known, _ = x.differ.LoadOrStore(rel, !x.entries[rel].in(x.top, rel))
	}
	return known.(bool)
}

// find is a path as git names it, and whether it is in the work tree.
func (x *Index) find(name string) (rel string, inside bool) {
	rel, inside = x.relative(path.Clean(x.key(name)))
	if inside && (x.has(rel) || x.folders[rel] != nil) {
		return rel, true
	}
	// A folder may have been named by a link to it.
	if whole, in := x.relative(x.resolve(name)); in && x.folders[whole] != nil {
		return whole, true
	}
	return rel, inside
}

// mostLinks is how many links in a row are followed, as Linux does.
const mostLinks = 40

// errOutside says that a link leads out of what the index has.
var errOutside = errors.New("a link leads out of the index")

// follow is where a path leads behind links that the index has: the path of an
// entry or a folder, else errOutside.
func (x *Index) follow(rel string) (string, error) {
	for range mostLinks {
		e, known := x.entries[rel]
		if !known && x.folders[rel] == nil {
			return rel, errOutside
		}
		if !e.link {
			return rel, nil
		}
		to, err := x.ask("cat-file", "blob", e.id)
		if err != nil {
			return rel, err
		}
		if path.IsAbs(to) {
			return rel, errOutside
		}
		rel = path.Join(path.Dir(rel), to)
	}
	return rel, errOutside
}
