package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A Place is a file or a folder behind a door, or a free name for one. What is
// done to a place in a tree is done relative to the tree's root, so that no link
// that appears on the way leads out of it.
type Place struct {
	// root is the root of the tree, "" for a place that lies in none.
	root string
	// name is the path from the root, or the absolute path.
	name string
}

func placeIn(root, real string) Place {
	if root == "" {
		return Place{name: real}
	}
	name, err := filepath.Rel(root, real)
	if err != nil {
		return Place{name: real}
	}
	return Place{root, name}
}

// InTree reports whether the place lies in a tree.
func (p Place) InTree() bool { return p.root != "" }

// Name is the path from the root of the tree, or the absolute path of a place
// that lies in none.
func (p Place) Name() string { return p.name }

// Path is the absolute path of the place.
func (p Place) Path() string { return filepath.Join(p.root, p.name) }

// In is the place of an entry in the folder that p is. The name has no
// separator.
func (p Place) In(name string) Place { return Place{p.root, filepath.Join(p.name, name)} }

// Beside is the place of another name in the same folder.
func (p Place) Beside(name string) Place {
	return Place{p.root, filepath.Join(filepath.Dir(p.name), name)}
}

// Folder is the place of the folder around.
func (p Place) Folder() Place { return Place{p.root, filepath.Dir(p.name)} }

// Base is the last part of the path.
func (p Place) Base() string { return filepath.Base(p.Path()) }

// Open opens a file to be read, and does not wait for the writer of a pipe.
func (p Place) Open() (*os.File, error) { return p.OpenFile(os.O_RDONLY|syscall.O_NONBLOCK, 0) }

// OpenFile is os.OpenFile.
func (p Place) OpenFile(flag int, mode fs.FileMode) (*os.File, error) {
	if p.root == "" {
		return os.OpenFile(p.name, flag, mode)
	}
	return with(p, func(root *os.Root) (*os.File, error) { return root.OpenFile(p.name, flag, mode) })
}

// Create makes a file that is not there yet, to be written.
func (p Place) Create(mode fs.FileMode) (*os.File, error) {
	return p.OpenFile(os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

// Stat describes what a found place is. Outside of a tree it may be the open
// descriptor of a process.
func (p Place) Stat() (fs.FileInfo, error) {
	if p.root == "" {
		return os.Stat(p.name)
	}
	return p.Lstat()
}

// Lstat describes what is at the place.
func (p Place) Lstat() (fs.FileInfo, error) {
	if p.root == "" {
		return os.Lstat(p.name)
	}
	return with(p, func(root *os.Root) (fs.FileInfo, error) { return root.Lstat(p.name) })
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

// MkdirAll is os.MkdirAll.
func (p Place) MkdirAll(mode fs.FileMode) error {
	return p.do(func() error { return os.MkdirAll(p.name, mode) }, func(root *os.Root) error { return root.MkdirAll(p.name, mode) })
}

// Mkdir is os.Mkdir.
func (p Place) Mkdir(mode fs.FileMode) error {
	return p.do(func() error { return os.Mkdir(p.name, mode) }, func(root *os.Root) error { return root.Mkdir(p.name, mode) })
}

// Remove is os.Remove.
func (p Place) Remove() error {
	return p.do(func() error { return os.Remove(p.name) }, func(root *os.Root) error { return root.Remove(p.name) })
}

// Rename gives the file another name, of the same tree.
func (p Place) Rename(to Place) error {
	if to.root != p.root {
		return os.Rename(p.Path(), to.Path())
	}
	return p.do(func() error { return os.Rename(p.name, to.name) }, func(root *os.Root) error { return root.Rename(p.name, to.name) })
}

// Link gives the file a second name, of the same tree, which must be free.
func (p Place) Link(to Place) error {
	if to.root != p.root {
		return os.Link(p.Path(), to.Path())
	}
	return p.do(func() error { return os.Link(p.name, to.name) }, func(root *os.Root) error { return root.Link(p.name, to.name) })
}

// Chtimes sets the time of the last change.
func (p Place) Chtimes(t time.Time) error {
	return p.do(func() error { return os.Chtimes(p.name, t, t) }, func(root *os.Root) error { return root.Chtimes(p.name, t, t) })
}

// FS is the folder as a file system that no link leads out of.
func (p Place) FS() (fs.FS, error) {
	root, err := os.OpenRoot(p.Path())
	if err != nil {
		return nil, err
	}
	return root.FS(), nil
}

// do calls outside for a place that lies in no tree, inside for any other.
func (p Place) do(outside func() error, inside func(*os.Root) error) error {
	if p.root == "" {
		return outside()
	}
	_, err := with(p, func(root *os.Root) (struct{}, error) { return struct{}{}, inside(root) })
	return err
}

func with[T any](p Place, call func(*os.Root) (T, error)) (T, error) {
	root, err := os.OpenRoot(p.root)
	if err != nil {
		return *new(T), err
	}
	defer root.Close() // nothing was written through it
	return call(root)
}
