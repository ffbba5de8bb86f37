// Package files opens, lists and writes the files of this program, and decides which paths of a checked tree
// may be followed.
//
// Agents and strangers write a checked tree: its names, its links and its configuration. The root of a path
// is the nearest folder around it with a git repository, but never the home folder or one above; failing
// that, the working folder if it contains the path. A link below a root leads only to places below that root.
//
// There are two doors. Named is for paths from the user, the environment and the program itself: it follows
// such a path anywhere, but the links of a tree only within the tree. Tree is for names in a checked tree: it
// opens nothing outside of its roots.
//
// A .git is not part of a tree. Files below a root are opened relative to it (os.Root), so that a folder that
// is replaced by a link meanwhile leads nowhere either.
//
// The user's own configuration can trust further folders; see Trust. Begin with Door.
package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A Door decides which places a path may lead to. The zero value is Named.
type Door struct {
	// roots are real folders, nil for Named.
	roots []string
}

// Named is the door for paths from the user, the environment and the program.
var Named Door

// Tree returns the door for names in the trees around folders.
func Tree(folders ...string) Door {
	d := Door{roots: []string{}}
	for _, folder := range folders {
		d.roots = append(d.roots, Root(folder))
	}
	return d
}

// Root returns the root of a folder's tree, without links. A folder outside of any tree is its own root.
func Root(folder string) string {
	w, err := follow(folder, followLast)
	if err != nil {
		return filepath.Clean(folder)
	}
	if root := rootOf(w.real); root != "" {
		return root
	}
	return w.real
}

// Around returns a folder, which must be absolute, and the folders around it, nearest first, up to the root
// of its tree. found reports whether that root is a repository's.
func Around(folder string) (folders []string, found bool) {
	root := Root(folder)
	folders = []string{folder}
	for dir := filepath.Dir(folder); dir != folders[len(folders)-1]; dir = filepath.Dir(dir) {
		if w, err := follow(dir, followLast); err != nil || !Below(root, w.real) {
			break
		}
		folders = append(folders, dir)
	}
	return folders, isRepository(root)
}

// Find returns the place that a path leads to, following all links. The place may be free. The error is
// ErrOutside or the system's.
func (d Door) Find(path string) (Place, error) { return d.find(path, followLast) }

// Real returns the absolute path without links that a path leads to. Two paths lead to the same file if
// theirs are equal. A path that cannot be followed, or a link out of its tree, is returned unchanged.
func Real(path string) string {
	at, err := Named.Find(path)
	if err != nil {
		return path
	}
	return at.Path()
}

// FindLink is like Find, but does not follow a link at the end of the path.
func (d Door) FindLink(path string) (Place, error) { return d.find(path, keepLast) }

func (d Door) find(path string, last lastLink) (Place, error) {
	w, err := follow(path, last)
	if err != nil {
		return Place{}, err
	}
	// A link's own tree bounds it through either door. Each bound must hold the path, unless the user trusts a
	// folder that does. The last root is that of the place: the door's own, if it has roots.
	var bounds [][]string
	for _, root := range w.within {
		bounds = append(bounds, []string{root})
	}
	if d.roots != nil {
		bounds = append(bounds, d.roots)
	}
	if len(bounds) == 0 {
		return placeIn(rootOf(w.real), w.real), nil
	}
	root := ""
	for _, bound := range bounds {
		root = holding(bound, w.real)
		if root == "" {
			root = holding(trustedFolders(), w.real)
		}
		if root == "" {
			return Place{}, &fs.PathError{Op: "open", Path: path, Err: ErrOutside}
		}
	}
	return placeIn(root, w.real), nil
}

// holding returns the first of folders that contains a path, or "". A .git is git's and not part of a tree:
// its configuration may hold a token.
func holding(folders []string, path string) string {
	holds := func(folder string) bool {
		return Below(folder, path) && !slices.ContainsFunc(split(path[len(folder):]), isGits)
	}
	i := slices.IndexFunc(folders, holds)
	if i < 0 {
		return ""
	}
	return folders[i]
}

// isGits reports whether a name is that of git's folder. Some file systems ignore case, and Windows has a short name.
func isGits(name string) bool {
	return strings.EqualFold(name, ".git") || strings.EqualFold(name, "git~1")
}

// Below reports whether a path is a folder or inside of it. Both are absolute and clean.
func Below(folder, path string) bool {
	rest, ok := strings.CutPrefix(path, folder)
	return ok && (rest == "" || os.IsPathSeparator(rest[0]) || os.IsPathSeparator(folder[len(folder)-1]))
}

// Stat is like os.Stat.
func (d Door) Stat(path string) (fs.FileInfo, error) { return through(d, path, followLast, Place.Stat) }

// Lstat is like os.Lstat.
func (d Door) Lstat(path string) (fs.FileInfo, error) { return through(d, path, keepLast, Place.Lstat) }

// ReadDir is like os.ReadDir.
func (d Door) ReadDir(path string) ([]fs.DirEntry, error) {
	return through(d, path, followLast, Place.ReadDir)
}

// Open opens the file at a path. It does not wait for the writer of a pipe.
func (d Door) Open(path string) (*os.File, error) { return through(d, path, followLast, Place.Open) }

// MkdirAll makes a folder and those around it, and returns its place.
func (d Door) MkdirAll(path string, mode fs.FileMode) (Place, error) {
	p, err := d.Find(path)
	if err == nil {
		err = p.MkdirAll(mode)
	}
	return p, err
}

func through[T any](d Door, path string, last lastLink, call func(Place) (T, error)) (T, error) {
	p, err := d.find(path, last)
	if err != nil {
		return *new(T), err
	}
	return call(p)
}

// ErrOutside is the cause of an error for a path that leads out of the checked tree.
var ErrOutside error = outside{}

type outside struct{}

func (outside) Error() string {
	return "it leads out of the checked tree; to allow that, list the folder that it leads to under trust in " + UserConfigName()
}

// IsOutside reports whether an error means that a path leads out of the checked tree.
func IsOutside(err error) bool {
	// os.Root exports no error for this (golang.org/issue/67002).
	return errors.Is(err, ErrOutside) || err != nil && strings.Contains(err.Error(), "path escapes from parent")
}

// trusted returns the folders that the user trusts, nil until Trust is called.
var trusted atomic.Pointer[func() []string]

func trustedFolders() []string {
	if trust := trusted.Load(); trust != nil {
		return (*trust)()
	}
	return nil
}

// Trust sets the function that returns the absolute paths of further folders that the user trusts. It is
// called once, when the first path leads out of its tree: most runs never need it.
func Trust(folders func() []string) {
	once := sync.OnceValue(func() (real []string) {
		for _, folder := range folders() {
			if at, err := filepath.EvalSymlinks(folder); err == nil {
				real = append(real, at)
			}
		}
		return real
	})
	trusted.Store(&once)
}

// UserConfig returns the path of the user's own configuration, which no checked tree can write:
// handofflint/config.yaml in $XDG_CONFIG_HOME, or in ~/.config. It need not exist.
func UserConfig() string {
	folder := ConfigFolder()
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "handofflint", "config.yaml")
}

// ConfigFolder returns the user's folder for settings, or "".
func ConfigFolder() string {
	folder := os.Getenv("XDG_CONFIG_HOME")
	if filepath.IsAbs(folder) {
		return folder
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".config")
}

// UserConfigName returns the name of UserConfig for messages, the same on every machine.
func UserConfigName() string {
	if filepath.IsAbs(os.Getenv("XDG_CONFIG_HOME")) {
		return "$XDG_CONFIG_HOME/handofflint/config.yaml"
	}
	return "~/.config/handofflint/config.yaml"
}
