package worktree

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/near"
)

// candidates returns the paths from the root that a relative path can mean: from the root itself, or from the
// handoff's folder or one above it.
func candidates(handoff, p string) (all []string) {
	if !strings.HasPrefix(p, "../") {
		all = append(all, p)
	}
	for folder := path.Dir(handoff); folder != "."; folder = path.Dir(folder) {
		all = append(all, path.Join(folder, p))
	}
	return all
}

// Relative returns the path of a handoff from the root, or "" if it is not in the tree.
func (t *Tree) Relative(handoff string) string {
	if handoff == "" {
		return ""
	}
	key := files.Key(filepath.FromSlash(handoff))
	return remember(t, question{kind: "relative", about: key}, func() string { return below(t.root, key) })
}

// below returns a path relative to a root, or "" if it is elsewhere.
func below(root, p string) string {
	place, err := files.Tree(root).Find(filepath.FromSlash(p))
	if err != nil {
		return ""
	}
	rel, inside := place.From(root)
	if !inside {
		return ""
	}
	return rel
}

// translate returns an absolute path relative to the root, if it is in this work tree or another one of the
// repository. Any other path is in another checkout, even if its folders have the same names.
func (t *Tree) translate(p string) (string, bool) {
	if !filepath.IsAbs(filepath.FromSlash(p)) {
		return "", false // of another system
	}
	for _, root := range append([]string{t.root}, t.others()...) {
		if rel := below(root, p); rel != "" {
			return rel, rel != "."
		}
	}
	return "", false
}

// FromRoot returns an absolute path of this work tree, or of another one of the repository, relative to its
// root. Other paths are returned unchanged.
func (t *Tree) FromRoot(p string) string {
	if rel, ok := t.translate(p); ok {
		return rel
	}
	return p
}

// likeness returns what a path has in common with the paths of the tree and of its history. For a handoff that is
// committed unchanged, only folders of the commits up to then count: later ones were not there when it was written.
func (t *Tree) likeness(of Handoff, p string) (likely Likeness) {
	list, h := t.list(), t.history()
	hasFolder := func(folder string) bool { return list.has[folder] || h.has[folder] }
	handoff := t.Relative(of.Path)
	if last, committed := h.last[handoff]; committed && t.content(handoff).blob == last.blob {
		hasFolder = func(folder string) bool { return h.hadFolder(folder, last.commit.Time) }
	}
	if top, _, nested := strings.Cut(p, "/"); nested {
		likely.Top, likely.Folder = hasFolder(top), hasFolder(path.Dir(p))
	}
	if extension := path.Ext(p); extension != "" {
		likely.Extension = list.extensions[extension] || h.extensions[extension]
	}
	return likely
}

// isNested reports whether a path is in a submodule or another repository within the tree.
func (t *Tree) isNested(p string) bool {
	for folder := path.Dir(p); folder != "."; folder = path.Dir(folder) {
		if t.list().repositories[folder] || t.history().repositories[folder] {
			return true
		}
	}
	return false
}

// couldBeAnother reports whether a path may mean another path of the tree or its history, relative to some
// folder in the tree or to its parent.
func (t *Tree) couldBeAnother(handoff, p string) bool {
	list, h := t.list(), t.history()
	isEnd := func(other string) bool { return strings.HasSuffix(other, "/"+p) }
	if base := path.Base(p); slices.ContainsFunc(list.byBase[base], isEnd) || slices.ContainsFunc(h.byBase[base], isEnd) {
		return true
	}
	isKnown := func(p string) bool { return h.has[p] || list.has[p] }
	parts := strings.Split(p, "/")
	beginsAtRoot := strings.EqualFold(parts[0], filepath.Base(t.root)) // relative to the parent of the tree
	for i := 1; i < len(parts); i++ {
		isNameAlone := i == len(parts)-1 // many files have the same name
		if isKnown(strings.Join(parts[i:], "/")) && (beginsAtRoot || !isNameAlone) {
			return true
		}
	}
	return slices.ContainsFunc(candidates(handoff, p), isKnown)
}

// Meant returns the file that a path was probably meant to be, or "": the only one with its last part, or one
// with nearly that name in its folder.
func (t *Tree) Meant(p string) string {
	if named := t.list().byBase[path.Base(p)]; len(named) == 1 {
		return named[0]
	}
	if name := near.Name(path.Base(p), t.beside(p)); name != "" {
		return path.Join(path.Dir(p), name)
	}
	return ""
}

// beside returns the files in the folder of a path.
func (t *Tree) beside(p string) (names []string) {
	entries, _ := t.door.ReadDir(filepath.Join(t.root, filepath.FromSlash(path.Dir(p)))) // it may be missing
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
