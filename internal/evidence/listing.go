package evidence

import (
	"io/fs"
	"path"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/files"
)

// maxNames is how many files and folders of a work tree are listed. In a larger one no
// file is said to be missing.
const maxNames = 500_000

// listing has the names of the files and folders of a work tree, in Unicode's composed
// form: some file systems decompose them.
type listing struct {
	has          map[string]bool
	byBase       map[string][]string // files by the last part of their paths
	extensions   map[string]bool
	repositories map[string]bool // folders with a .git
	over         bool            // there are more, or some cannot be read
	folded       func() map[string]bool
}

// unlisted are folders that are not looked into: there are too many files in them,
// none is anybody's work, and a path that leads there is looked at by itself.
var unlisted = map[string]bool{".git": true, "node_modules": true, ".hg": true, ".svn": true}

func listTree(root string) *listing {
	l := &listing{has: map[string]bool{}, byBase: map[string][]string{}, extensions: map[string]bool{}, repositories: map[string]bool{}}
	l.folded = sync.OnceValue(func() map[string]bool {
		folded := map[string]bool{}
		for name := range l.has {
			folded[strings.ToLower(name)] = true
		}
		return folded
	})
	top, err := files.Tree(root).Find(root)
	if err != nil {
		l.over = true
		return l
	}
	tree, err := top.FS()
	if err != nil {
		l.over = true
		return l
	}
	err = fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			l.over = true
			return nil
		case entry.Name() == ".git" && name != ".git":
			l.repositories[path.Dir(name)] = true
		}
		if unlisted[entry.Name()] {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if len(l.has) == maxNames {
			l.over = true
			return fs.SkipAll
		}
		l.add(norm.NFC.String(name), entry.IsDir())
		return nil
	})
	l.over = l.over || err != nil
	return l
}

func (l *listing) add(name string, folder bool) {
	if l.has[name] = true; folder {
		return
	}
	base := path.Base(name)
	l.byBase[base] = append(l.byBase[base], name)
	l.extensions[path.Ext(base)] = true
}
