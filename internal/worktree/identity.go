package worktree

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/ledger"
)

// candidates returns the paths from the root that a relative path can mean: from the root
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

// relative returns the path of a handoff from the root, "" if it is not in the tree.
func (t *Tree) relative(handoff string) string {
	key, err := files.Key(filepath.FromSlash(handoff))
	if err != nil || handoff == "" {
		return ""
	}
	return remember(t, question{kind: "relative", about: key}, func() string { return t.fromRoot(key) })
}

// fromRoot returns a path as one from the root with forward slashes, "" for any other.
func (t *Tree) fromRoot(p string) string {
	place, err := t.door.Find(filepath.FromSlash(p))
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(t.root, place.Path())
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// translate returns an absolute path as one from the root: one of this tree, or one of
// another machine whose end is a path of this tree, or whose folder is.
func (t *Tree) translate(p string) (string, bool) {
	if filepath.IsAbs(filepath.FromSlash(p)) {
		if rel := t.fromRoot(p); rel != "" && rel != "." {
			return rel, true
		}
	}
	parts := strings.Split(strings.Trim(p, "/"), "/")
	for i := 1; i < len(parts)-1; i++ {
		if rest := strings.Join(parts[i:], "/"); t.now(rest) == ledger.Yes {
			return rest, true
		}
	}
	for i := 1; i < len(parts)-1; i++ {
		rest := strings.Join(parts[i:], "/")
		isDeep := strings.Count(rest, "/") > 1 && t.now(path.Dir(rest)) == ledger.Yes
		if isDeep || t.history().has[rest] || strings.EqualFold(parts[i-1], filepath.Base(t.root)) && t.now(parts[i]) == ledger.Yes {
			return rest, true
		}
	}
	return "", false
}

func (t *Tree) likeness(p string) (likely Likeness) {
	top, _, nested := strings.Cut(p, "/")
	extension := path.Ext(p)
	for _, n := range []*names{t.list(), t.history().names} {
		likely.Top = likely.Top || nested && n.has[top]
		likely.Folder = likely.Folder || nested && n.has[path.Dir(p)]
		likely.Extension = likely.Extension || extension != "" && n.extensions[extension]
	}
	return likely
}

// isNested reports whether a path is in a submodule or another repository within the
// tree.
func (t *Tree) isNested(p string) bool {
	for folder := path.Dir(p); folder != "."; folder = path.Dir(folder) {
		if t.list().repositories[folder] || t.history().repositories[folder] {
			return true
		}
	}
	return false
}

// couldBeAnother reports whether a path may mean another one of the tree or its
// history, written from some folder in it, or from the one around the tree.
func (t *Tree) couldBeAnother(handoff, p string) bool {
	list, h := t.list(), t.history()
	isEnd := func(other string) bool { return strings.HasSuffix(other, "/"+p) }
	if base := path.Base(p); slices.ContainsFunc(list.byBase[base], isEnd) || slices.ContainsFunc(h.byBase[base], isEnd) {
		return true
	}
	isKnown := func(p string) bool { return h.has[p] || list.has[p] }
	parts := strings.Split(p, "/")
	for i := 1; i < len(parts); i++ {
		rest := strings.Join(parts[i:], "/")
		if isKnown(rest) && (i < len(parts)-1 || strings.EqualFold(parts[0], filepath.Base(t.root))) {
			return true
		}
	}
	return slices.ContainsFunc(candidates(handoff, p), isKnown)
}

// IsGone reports whether a file of the tree is not there now. nil knows of none.
func (t *Tree) IsGone(p string) bool {
	if t == nil {
		return false
	}
	rel, ok := t.translate(p)
	return ok && t.now(rel) == ledger.No
}

// SameName returns the files of the tree with the last part of a path, at most a few.
func (t *Tree) SameName(p string) []string { return t.list().byBase[path.Base(p)] }

// Beside returns the files in the folder of a path.
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
