package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Place is a file or folder behind a door, or a free name for one. Operations on it are relative to its
// root, so that no link that appears on the way leads out of that root.
type Place struct {
	// root is the root of the tree that contains the place, else the folder around it; name is the path from
	// there.
	root, name string
	tree       bool
}

// placeIn returns the place of an absolute path without links in the tree of a root, which may be "".
func placeIn(root, real string) Place {
	tree := root != ""
	if !tree {
		root = filepath.Dir(real)
	}
	name, _ := filepath.Rel(root, real) // it is below root
	return Place{root: root, name: name, tree: tree}
}

// InTree reports whether the place is in a tree.
func (p Place) InTree() bool { return p.tree }

// Name returns the path from the root of the tree, or the absolute path of a place outside of trees.
func (p Place) Name() string {
	if p.tree {
		return p.name
	}
	return p.Path()
}

// From returns the path of the place relative to a folder without links, with forward slashes, and whether
// the place is in that folder.
func (p Place) From(folder string) (rel string, inside bool) {
	rel, err := filepath.Rel(folder, p.Path())
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// Path returns the absolute path of the place.
func (p Place) Path() string { return filepath.Join(p.root, p.name) }

// In returns the place of an entry in the folder p. The name has no separator.
func (p Place) In(name string) Place {
	p.name = filepath.Join(p.name, name)
	return p
}

// Folder returns the place of the parent folder.
func (p Place) Folder() Place {
	p.name = filepath.Dir(p.name)
	return p
}

// Beside returns the place of another name in the same folder.
func (p Place) Beside(name string) Place { return p.Folder().In(name) }

// Base returns the last part of the path.
func (p Place) Base() string { return filepath.Base(p.Path()) }

// within opens the root and calls a function with it and the name in it.
func (p Place) within(call func(root *os.Root, name string) error) error {
	root, err := os.OpenRoot(p.root)
	if err != nil {
		return err
	}
	defer root.Close() // nothing was written through it
	return call(root, p.name)
}

// Open opens a file for reading, without waiting for the writer of a pipe.
func (p Place) Open() (*os.File, error) { return p.OpenFile(os.O_RDONLY|nonblock, 0) }

// Create creates a new file for writing.
func (p Place) Create(mode fs.FileMode) (*os.File, error) {
	return p.OpenFile(os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

// OpenFile is like os.OpenFile. Outside of a tree the place may be an open descriptor of a process, which
// looks like a dangling link.
func (p Place) OpenFile(flag int, mode fs.FileMode) (f *os.File, err error) {
	if !p.tree {
		return os.OpenFile(p.Path(), flag, mode)
	}
	err = p.within(func(root *os.Root, name string) error { f, err = root.OpenFile(name, flag, mode); return err })
	return f, err
}

// Stat describes the file at the place.
func (p Place) Stat() (fs.FileInfo, error) {
	if !p.tree {
		return os.Stat(p.Path())
	}
	return p.Lstat()
}

// Lstat describes what is at the place, without following a link.
func (p Place) Lstat() (info fs.FileInfo, err error) {
	err = p.within(func(root *os.Root, name string) error { info, err = root.Lstat(name); return err })
	return info, err
}

// ReadDir lists a folder, sorted by name.
func (p Place) ReadDir() ([]fs.DirEntry, error) {
	f, err := p.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing was written
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// MkdirAll is like os.MkdirAll.
func (p Place) MkdirAll(mode fs.FileMode) error {
	if !p.tree {
		return os.MkdirAll(p.Path(), mode)
	}
	return p.within(func(root *os.Root, name string) error { return root.MkdirAll(name, mode) })
}

// Mkdir is like os.Mkdir.
func (p Place) Mkdir(mode fs.FileMode) error {
	return p.within(func(root *os.Root, name string) error { return root.Mkdir(name, mode) })
}

// Remove is like os.Remove.
func (p Place) Remove() error { return p.within((*os.Root).Remove) }

// Rename renames the file within its folder.
func (p Place) Rename(to Place) error {
	return p.within(func(root *os.Root, name string) error { return root.Rename(name, to.name) })
}

// Link gives the file a second, free name in its folder.
func (p Place) Link(to Place) error {
	return p.within(func(root *os.Root, name string) error { return root.Link(name, to.name) })
}

// Chtimes sets the time of the last change.
func (p Place) Chtimes(t time.Time) error {
	return p.within(func(root *os.Root, name string) error { return root.Chtimes(name, t, t) })
}

// OpenRoot opens the folder as an os.Root. While it is open, Windows can neither remove nor rename the
// folder.
func (p Place) OpenRoot() (*os.Root, error) { return os.OpenRoot(p.Path()) }
