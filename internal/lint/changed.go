package lint

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
)

// Changes is what has changed in a work tree since a commit, or what the next commit would change. Paths are
// absolute or relative to the current folder. A nil Changes has nothing staged.
//
// Since a commit, only a regular file with the same bytes in the commit counts as unchanged. Everything else
// has changed: untracked and ignored files (handoffs are ignored by design), links, and files outside of the
// work tree. So in doubt a file is checked.
//
// For staged changes, the text of a file is the index's; the work tree decides which files a folder has.
// Changes is safe for concurrent use.
type Changes struct {
	// root is the work tree's folder, without links.
	root string
	// objects are the git names of the files in the commit or the index, by path, noObject for links and
	// submodules.
	objects map[string]string
	// staged are the paths, also of deleted files, at which the index differs from the last commit; nil
	// unless only staged changes count.
	staged map[string]bool
	// ask runs git with an input.
	ask func(input string, args ...string) (string, error)
}

const noInput = ""

// noObject is the git name of everything that is not a regular file in the commit or the index, which may be a
// link, a submodule, unknown to git, or outside of the work tree.
const noObject = ""

// Since returns what has changed in a work tree since the merge base of HEAD and a commit, "" for the default
// branch: origin/HEAD, else main or master. It lists the files of the merge base; Has and touched compare. root is
// the folder with .git, clock the time for git. Errors are those of package git, or git's own.
func Since(ctx context.Context, clock *git.Clock, root, commit string) (*Changes, error) {
	r, err := git.Open(ctx, root, clock)
	if err != nil {
		return nil, err
	}
	base, err := r.Base(ctx, commit)
	if err != nil {
		return nil, err
	}
	c := newChanges(ctx, r)
	return c, c.addObjects(columnOfTree, "ls-tree", "-r", "-z", "--full-tree", base)
}

func newChanges(ctx context.Context, r git.Repository) *Changes {
	ask := func(input string, args ...string) (string, error) { return r.AskWith(ctx, input, args...) }
	return &Changes{root: r.Root, objects: map[string]string{}, ask: ask}
}

// Staged returns what the next commit would change in a work tree. root is the folder with .git, indexFile the
// value of GIT_INDEX_FILE. Errors are those of package git, or git's own.
func Staged(ctx context.Context, clock *git.Clock, root, indexFile string) (*Changes, error) {
	r, err := git.Open(ctx, root, clock)
	if err != nil {
		return nil, err
	}
	if err := r.UseIndex(indexFile); err != nil {
		return nil, err
	}
	head, err := r.Commit(ctx, "HEAD")
	if err == nil && head == "" {
		// The name of an empty tree, which git knows in every repository.
		head, err = r.Ask(ctx, "hash-object", "-t", "tree", "--stdin")
		head = strings.TrimSpace(head)
	}
	if err != nil {
		return nil, err
	}
	c := newChanges(ctx, r)
	c.staged = map[string]bool{}
	if err := c.addObjects(columnOfIndex, "ls-files", "--stage", "-z"); err != nil {
		return nil, err
	}
	// Files added with --intent-to-add are not in a commit yet. A renamed file is a deleted and a new one,
	// which is what a check needs.
	answer, err := r.Ask(ctx, "diff-index", "--cached", "--name-only", "-z", "--no-renames", "--ita-invisible-in-index", "--ignore-submodules=all", head, "--")
	for rel := range strings.FieldsFuncSeq(answer, isNUL) {
		c.staged[rel] = true
	}
	// A file that was added with --intent-to-add is empty in the index. An empty file that is committed goes with
	// them: it has not changed, and has no text.
	maps.DeleteFunc(c.objects, func(rel, object string) bool { return !c.staged[rel] && isContentOf(nil, object) })
	return c, err // of the last question to git, whose answer is then not all
}

// isNUL reports whether a character separates the parts of an answer of git: -z.
func isNUL(r rune) bool { return r == 0 }

// The column of the object's name in what git prints of a tree, and of the index.
const (
	columnOfTree  = 2 // MODE TYPE OBJECT<tab>PATH
	columnOfIndex = 1 // MODE OBJECT STAGE<tab>PATH
)

// addObjects asks git for the objects of a tree or of the index. Files of the index that are in a merge conflict are an
// error.
func (c *Changes) addObjects(column int, args ...string) error {
	answer, err := c.ask(noInput, args...)
	if err != nil {
		return err
	}
	for line := range strings.FieldsFuncSeq(answer, isNUL) {
		head, rel, _ := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if len(fields) != 3 {
			return fmt.Errorf("git %s answers with %q, which handofflint does not know", args[0], line)
		}
		isConflict := column == columnOfIndex && fields[2] != "0" // the stage
		if isConflict {
			return fmt.Errorf("%s is not merged, so nobody can say yet what will be committed: resolve it and `git add` it", rel)
		}
		c.objects[rel] = noObject
		if strings.HasPrefix(fields[0], "100") { // neither a link nor a submodule
			c.objects[rel] = fields[column]
		}
	}
	return nil
}

// Has reports whether a file has changed or is new. A path that neither git nor the work tree has counts as
// changed, so that it is reported. A staged link means its target, if that exists.
func (c *Changes) Has(path string) bool {
	place, rel := c.find(path)
	if !c.areStaged() {
		return !hasObject(place, c.objects[rel])
	}
	if c.staged[rel] {
		return true
	}
	_, err := files.Named.Lstat(path)
	return err != nil && c.objects[rel] == noObject
}

// areStaged reports whether only staged changes count.
func (c *Changes) areStaged() bool { return c != nil && c.staged != nil }

// touched reports whether a file directly in a folder has changed, is new or was deleted. The folder itself may be
// deleted.
func (c *Changes) touched(folder string) bool {
	place, rel := c.find(files.Real(folder)) // the folder may be a link
	isIn := func(name string) bool { return path.Dir(name) == rel }
	if c.areStaged() {
		return slices.ContainsFunc(slices.Collect(maps.Keys(c.staged)), isIn)
	}
	entries, _ := place.ReadDir()
	isThere := map[string]bool{}
	for _, e := range entries {
		isThere[e.Name()] = true
		if !e.IsDir() && c.Has(filepath.Join(folder, e.Name())) {
			return true
		}
	}
	isDeleted := func(name string) bool { return isIn(name) && !isThere[path.Base(name)] }
	return slices.ContainsFunc(slices.Collect(maps.Keys(c.objects)), isDeleted)
}

// Apart reports whether the staged text of a file differs from its text in the work tree.
func (c *Changes) Apart(path string) bool { return c.apart(path) != noObject }

// apart returns the object of a file whose staged text differs from its text in the work tree, or noObject.
func (c *Changes) apart(path string) string {
	if !c.areStaged() {
		return noObject
	}
	place, rel := c.find(path)
	if hasObject(place, c.objects[rel]) {
		return noObject
	}
	return c.objects[rel]
}

// storedText is a text from git that is checked instead of the file's.
type storedText struct {
	data string
	// hasMarker means that the work tree's marker counts.
	hasMarker bool
}

// content returns the staged text of a file that differs from its text in the work tree, or nil.
func (c *Changes) content(path string) (*storedText, error) {
	object := c.apart(path)
	if object == noObject {
		return nil, nil
	}
	data, err := c.ask(noInput, "cat-file", "blob", object)
	return &storedText{data: data, hasMarker: true}, err
}

// objectOf returns the git name of a file, or noObject.
func (c *Changes) objectOf(path string) string {
	_, rel := c.find(path)
	return c.objects[rel]
}

// gone returns the absolute paths of staged files that the work tree does not have.
func (c *Changes) gone() (paths []string) {
	for rel := range c.staged {
		path := filepath.Join(c.root, filepath.FromSlash(rel))
		if _, err := files.Named.Lstat(path); c.objects[rel] != noObject && errors.Is(err, fs.ErrNotExist) {
			paths = append(paths, path)
		}
	}
	return paths
}

// find returns the file at a path, and its path in git, which outside of the work tree is one that git does not
// have. Folders may be links, and so may a staged file; a link to nowhere is found itself.
func (c *Changes) find(path string) (files.Place, string) {
	if place, err := files.Named.Find(path); err == nil && c.areStaged() {
		if _, err := place.Lstat(); err == nil {
			path = place.Path()
		}
	}
	place, _ := files.Named.FindLink(path) // a place that is not found is in no folder
	rel, _ := place.From(c.root)
	return place, rel
}

// maxCompared is the size in bytes above which a file counts as changed without being read.
const maxCompared = 16 << 20

// hasObject reports whether a place is a regular file with the content of an object in git. It compares bytes and
// runs no filter, since a filter is a program that the checked tree chooses: a file that a filter changes
// counts as changed. CRLF is also compared as LF, which git converts without a program.
func hasObject(place files.Place, object string) bool {
	if object == noObject {
		return false
	}
	info, err := place.Lstat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	data, _, over, err := place.Read(maxCompared)
	if err != nil || over {
		return false
	}
	return isContentOf(data, object) || isContentOf(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), object)
}

// isContentOf reports whether a text is the content of an object in git: the name of the object is its hash.
func isContentOf(data []byte, object string) bool {
	var sum hash.Hash = sha256.New()
	if len(object) == hex.EncodedLen(sha1.Size) {
		sum = sha1.New()
	}
	fmt.Fprintf(sum, "blob %d\x00", len(data))
	sum.Write(data)
	return hex.EncodeToString(sum.Sum(nil)) == object
}
