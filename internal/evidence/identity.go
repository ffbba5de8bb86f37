package evidence

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// candidates are the paths from the root that a relative path can mean: from the root
// itself, or from the handoff's folder or one above it.
func candidates(handoff, p string) (all []string) {
	if !strings.HasPrefix(p, "../") {
		all = append(all, p)
	}
	if handoff == "" {
		return all
	}
	for folder := path.Dir(handoff); folder != "."; folder = path.Dir(folder) {
		if joined := path.Join(folder, p); !strings.HasPrefix(joined, "..") && joined != "." {
			all = append(all, joined)
		}
	}
	return all
}

// translate is an absolute path as one from the root: one of this tree, or one of
// another machine whose end is a path of this tree, or whose folder is.
func (t *Tree) translate(p string) (string, bool) {
	if place, err := t.door.Find(filepath.FromSlash(p)); err == nil && filepath.IsAbs(filepath.FromSlash(p)) {
		if rel := t.fromRoot(place.Path()); rel != "" && rel != "." {
			return rel, true
		}
	}
	parts := strings.Split(strings.Trim(p, "/"), "/")
	for i := 1; i < len(parts)-1; i++ {
		if rest := strings.Join(parts[i:], "/"); t.now(rest) == Yes {
			return rest, true
		}
	}
	for i := 1; i < len(parts)-1; i++ {
		rest := strings.Join(parts[i:], "/")
		if _, was := t.history().last[rest]; was {
			return rest, true
		}
		deep := strings.Count(rest, "/") > 1 && t.now(path.Dir(rest)) == Yes
		if deep || strings.EqualFold(parts[i-1], filepath.Base(t.root)) && t.now(parts[i]) == Yes {
			return rest, true
		}
	}
	return "", false
}

func (t *Tree) likeness(p string) Likeness {
	first, _, nested := strings.Cut(p, "/")
	extension := path.Ext(p)
	list, h := t.list(), t.history()
	folder := path.Dir(p)
	_, was := h.last[folder]
	return Likeness{
		Top:       nested && (list.has[first] || h.folders[first]),
		Folder:    nested && (list.has[folder] || was),
		Extension: extension != "" && (list.extensions[extension] || h.extensions[extension]),
	}
}

// nested reports whether a path is in a submodule or another repository within the
// tree.
func (t *Tree) nested(p string) bool {
	for folder := path.Dir(p); folder != "."; folder = path.Dir(folder) {
		if t.list().repositories[folder] || t.history().submodules[folder] {
			return true
		}
	}
	return false
}

// couldBeAnother reports whether a path may mean another one of the tree or its
// history, written from some folder in it, or from the one around the tree.
func (t *Tree) couldBeAnother(handoff, p string) bool {
	list, h := t.list(), t.history()
	for _, names := range []map[string][]string{list.byBase, h.byBase} {
		for _, other := range names[path.Base(p)] {
			if strings.HasSuffix(other, "/"+p) {
				return true
			}
		}
	}
	known := func(p string) bool {
		_, was := h.last[p]
		return was || list.has[p]
	}
	parts := strings.Split(p, "/")
	for i := 1; i < len(parts); i++ {
		rest := strings.Join(parts[i:], "/")
		if known(rest) && (i < len(parts)-1 || strings.EqualFold(parts[0], filepath.Base(t.root))) {
			return true
		}
	}
	return slices.ContainsFunc(candidates(handoff, p), known)
}

// isElsewhere reports whether another work tree of the repository may have the file.
func (t *Tree) isElsewhere(p string) bool {
	others, known := t.others()
	return !known || slices.ContainsFunc(others, func(other *Tree) bool { return other.now(p) != No })
}

// SameName are the files of the tree with the last part of a path, at most a few.
func (t *Tree) SameName(p string) []string { return t.list().byBase[path.Base(p)] }

// Beside are the files in the folder of a path.
func (t *Tree) Beside(p string) (names []string) {
	entries, err := t.door.ReadDir(filepath.Join(t.root, filepath.FromSlash(path.Dir(p))))
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
