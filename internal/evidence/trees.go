package evidence

import (
	"path/filepath"
	"sync"

	"github.com/handofflint/handofflint/internal/files"
)

// Trees are the work trees that a run of the program asks about, with what it could not
// ask to the end. They are safe for concurrent use.
type Trees struct {
	Incomplete *Incomplete

	commits int // how many of each history are looked at
	mutex   sync.Mutex
	byRoot  map[string]*Tree
}

// NewTrees returns the work trees of a run.
func NewTrees() *Trees { return newTrees(maxCommits) }

// NewTreesInHook returns the work trees of a run that has little time: of each history the
// latest 5,000 commits are looked at, and in a longer one no file is said to be in none.
func NewTreesInHook() *Trees { return newTrees(hookCommits) }

func newTrees(commits int) *Trees {
	return &Trees{Incomplete: &Incomplete{}, commits: commits, byRoot: map[string]*Tree{}}
}

// Of returns the work tree around a file.
func (t *Trees) Of(path string) *Tree {
	root := files.Root(filepath.Dir(filepath.FromSlash(path)))
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.byRoot[root] == nil {
		t.byRoot[root] = newTree(root, t)
	}
	return t.byRoot[root]
}
