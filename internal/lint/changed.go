package lint

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
)

// Changes says what has changed; paths are as in Found.
type Changes interface {
	// Has reports whether a file has changed, a new one too.
	Has(path string) bool
	// Touched reports whether something directly in a folder has changed, be it
	// that a file is gone.
	Touched(folder string) bool
}

// ChangedSet is what has changed since a commit. Only a regular file that the
// commit has with the same bytes counts as unchanged. Everything else has
// changed: untracked and ignored files (handoffs are ignored by design), links,
// and what is outside of the work tree. So no doubt keeps a file from being
// checked.
type ChangedSet struct {
	// root is the work tree's folder, without links.
	root string
	// objects are what the commit has, by path, folders the names in each folder.
	objects gitObjects
	folders map[string][]string
}

// gitObjects are the names in git of what a commit or the index has, by path. Links
// and submodules have none.
type gitObjects map[string]string

// Since is what has changed in a work tree since the merge base of HEAD and a
// commit, "" for the default branch: origin/HEAD, else main or master. root is
// the folder with .git. Errors are those of package git, or say what git said.
func Since(ctx context.Context, root, commit string) (*ChangedSet, error) {
	r, err := git.Open(ctx, root)
	if err != nil {
		return nil, err
	}
	base, err := r.Base(ctx, commit)
	if err != nil {
		return nil, err
	}
	objects, err := objectsOf(ctx, r, base)
	if err != nil {
		return nil, err
	}
	folders := map[string][]string{}
	for rel := range objects {
		folders[path.Dir(rel)] = append(folders[path.Dir(rel)], path.Base(rel))
	}
	return &ChangedSet{root: r.Root, objects: objects, folders: folders}, nil
}

// objectsOf are what a commit, or a tree of git's, has.
func objectsOf(ctx context.Context, r git.Repository, tree string) (gitObjects, error) {
	answer, err := r.Ask(ctx, "ls-tree", "-r", "-z", "--full-tree", tree)
	if err != nil {
		return nil, err
	}
	objects := gitObjects{}
	for line := range strings.SplitSeq(strings.TrimSuffix(answer, "\x00"), "\x00") {
		// MODE TYPE OBJECT<tab>PATH
		head, rel, _ := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		switch {
		case line == "":
		case len(fields) != 3:
			return nil, fmt.Errorf("git ls-tree answers with %q, which handofflint does not know", line)
		default:
			objects.set(rel, fields[0], fields[2])
		}
	}
	return objects, nil
}

func (o gitObjects) set(rel, mode, object string) {
	if !strings.HasPrefix(mode, "100") { // a link or a submodule
		object = ""
	}
	o[rel] = object
}

// Has reports whether a file has changed; path is absolute or relative to the
// current folder. A file that is not there has changed.
func (s *ChangedSet) Has(path string) bool {
	place, rel, err := inWorkTree(s.root, path)
	return err != nil || !holds(place, s.objects[rel])
}

// Touched reports whether something directly in a folder has changed. It may be
// gone, and so may the folder.
func (s *ChangedSet) Touched(folder string) bool {
	place, rel, err := inWorkTree(s.root, folder)
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

// inWorkTree is the place at a path, and the path as git names it. Only the
// folders on the way may be links. The error is that of a path outside of the
// work tree.
func inWorkTree(root, path string) (files.Place, string, error) {
	place, err := files.Named.FindLink(path)
	if err != nil {
		return place, "", err
	}
	if !files.Below(root, place.Path()) {
		return place, "", fs.ErrNotExist
	}
	rel, err := filepath.Rel(root, place.Path())
	return place, filepath.ToSlash(rel), err
}

// maxCompared is the size from which on a file counts as changed without being
// read, in bytes.
const maxCompared = 16 << 20

// holds reports whether a place is a regular file with the content of that name
// in git. It compares the bytes and asks no filter, for a filter is a program
// that the checked tree chooses: a file that a filter alters counts as changed.
// CRLF also counts as LF, which git alters without a program.
func holds(place files.Place, object string) bool {
	if info, err := place.Lstat(); object == "" || err != nil || !info.Mode().IsRegular() {
		return false
	}
	data, _, over, err := place.Read(maxCompared)
	return err == nil && !over &&
		(hasName(data, object) || hasName(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), object))
}

// hasName reports whether a content has that name in git.
func hasName(data []byte, object string) bool {
	var sum hash.Hash = sha256.New()
	if len(object) == hex.EncodedLen(sha1.Size) {
		sum = sha1.New()
	}
	fmt.Fprintf(sum, "blob %d\x00", len(data))
	sum.Write(data)
	return hex.EncodeToString(sum.Sum(nil)) == object
}
