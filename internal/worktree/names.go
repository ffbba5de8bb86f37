package worktree

import (
	"io/fs"
	"path"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/files"
)

// names are names of files and folders, in Unicode's composed form: some file systems decompose them.
type names struct {
	has        map[string]bool
	byBase     map[string][]string // files by the last part of their paths
	extensions map[string]bool
	// repositories are folders of another repository.
	repositories map[string]bool
	// incomplete is set if there are too many names, or some cannot be read.
	incomplete bool
}

func newNames() *names {
	return &names{has: map[string]bool{}, byBase: map[string][]string{}, extensions: map[string]bool{}, repositories: map[string]bool{}}
}

// add adds a file.
func (n *names) add(name string) {
	n.has[name] = true
	base := path.Base(name)
	n.byBase[base] = append(n.byBase[base], name)
	n.extensions[path.Ext(base)] = true
}

// maxNames is the maximum number of files and folders of a work tree that are listed. In a larger tree, no
// file is reported as missing.
const maxNames = 500_000

// listTree lists a work tree without .git, .hg, .svn and node_modules: a path into these is looked up
// separately.
func listTree(root string) *names {
	n := newNames()
	if err := n.walk(root); err != nil {
		n.incomplete = true
	}
	return n
}

func (n *names) walk(root string) error {
	top, err := files.Tree(root).Find(root)
	if err != nil {
		return err
	}
	tree, err := top.OpenRoot()
	if err != nil {
		return err
	}
	defer tree.Close() // nothing was written through it
	return fs.WalkDir(tree.FS(), ".", n.visit)
}

// visit adds an entry of a work tree.
func (n *names) visit(name string, entry fs.DirEntry, err error) error {
	if err != nil {
		n.incomplete = true
		return nil
	}
	switch entry.Name() {
	case ".git", "node_modules", ".hg", ".svn":
		if entry.Name() == ".git" {
			n.repositories[path.Dir(name)] = true
		}
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	if len(n.has) == maxNames {
		n.incomplete = true
		return fs.SkipAll
	}
	name = norm.NFC.String(name)
	if entry.IsDir() {
		n.has[name] = true
	} else {
		n.add(name)
	}
	return nil
}
