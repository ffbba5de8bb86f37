package gitchange

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Index is the work tree as the next commit would have it: a file system with
// what git has in its index, that knows which of it is staged. What is outside
// of the work tree is the machine's own. It may be used by several goroutines.
type Index struct {
	*Set
	// ask asks git about an object.
	ask func(args ...string) (string, error)
	// entries are the files by their path relative to the work tree, folders
	// the names in each folder, sorted; "." is the work tree itself.
	entries map[string]*entry
	folders map[string][]string
}

// entry is a file or a link of the index.
type entry struct {
	// object is the name of its content.
	object string
	link   bool
	// apart says that the work tree may have another content, or none.
	apart bool
}

// The modes that git gives what is no regular file (git-scm.com,
// "gitformat-index").
const (
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// Staged is what the next commit would change, in the work tree that dir is
// in. indexFile is the value of GIT_INDEX_FILE. Errors are those of this
// package, or say what git said.
func Staged(ctx context.Context, dir, indexFile string) (*Index, error) {
	r, err := open(ctx, dir)
	if err != nil {
		return nil, err
	}
	r.index = indexFile
	staged, err := r.diff(ctx, "--cached")
	if err != nil {
		return nil, err
	}
	x := &Index{Set: newSet(r.dir, staged, true), entries: map[string]*entry{}, folders: map[string][]string{".": {}}}
	x.ask = func(args ...string) (string, error) { return r.ask(ctx, args...) }
	for _, rel := range staged {
		x.listed[rel] = true
	}
	if err := x.list(ctx, r); err != nil {
		return nil, err
	}
	return x, nil
}

// list reads the entries.
func (x *Index) list(ctx context.Context, r repository) error {
	answer, err := r.ask(ctx, "ls-files", "-z", "-s", "-v", "--full-name")
	if err != nil {
		return err
	}
	for _, line := range names(answer) {
		if err := x.add(line); err != nil {
			return err
		}
	}
	apart, err := r.diff(ctx)
	if err != nil {
		return err
	}
	for _, rel := range apart {
		if e := x.entries[rel]; e != nil {
			e.apart = true
		}
	}
	// A file that is there with `git add --intent-to-add` is in no commit yet.
	intended, err := r.diff(ctx, "--diff-filter=A")
	for _, rel := range intended {
		delete(x.entries, rel)
	}
	x.plant()
	return err
}

// add takes a line `TAG MODE OBJECT STAGE<tab>PATH`.
func (x *Index) add(line string) error {
	head, rel, _ := strings.Cut(line, "\t")
	fields := strings.Fields(head)
	if len(fields) != 4 {
		return fmt.Errorf("git ls-files answers with %q, which handofflint does not know", line)
	}
	tag, mode, object, stage := fields[0], fields[1], fields[2], fields[3]
	switch {
	case stage != "0":
		return fmt.Errorf("%s is not merged, so nobody can say yet what will be committed: resolve it and `git add` it", rel)
	case mode != modeSubmodule:
		// H is a file that git compares with the work tree.
		x.entries[rel] = &entry{object: object, link: mode == modeLink, apart: tag != "H"}
	}
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
	if x.listed[rel] {
		return true
	}
	if e := x.entries[rel]; e == nil {
		return x.Set.Has(path)
	}
	to, err := x.follow(rel)
	return err == nil && x.listed[to]
}

// Apart says whether what is staged of a file may be another text than what
// stands in the work tree.
func (x *Index) Apart(path string) bool {
	rel, inside := x.find(path)
	if !inside || x.entries[rel] == nil {
		return false
	}
	e, to, err := x.target(rel)
	return err == nil && e != nil && (x.entries[rel].apart || x.entries[to].apart)
}

// find is a path as git names it, and whether it is in the work tree.
func (x *Index) find(name string) (rel string, inside bool) {
	rel, inside = x.relative(path.Clean(x.key(name)))
	if inside && (x.entries[rel] != nil || x.folders[rel] != nil) {
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
		e := x.entries[rel]
		if e == nil && x.folders[rel] == nil {
			return rel, errOutside
		}
		if e == nil || !e.link {
			return rel, nil
		}
		to, err := x.ask("cat-file", "blob", e.object)
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

// target is the entry that a path leads to, nil for a folder.
func (x *Index) target(rel string) (e *entry, to string, err error) {
	to, err = x.follow(rel)
	return x.entries[to], to, err
}
