package worktree

import (
	"path/filepath"
	"sync"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Trees are the work trees that a run of the program asks about, with what it could not
// ask to the end. They are safe for concurrent use.
type Trees struct {
	Incomplete *rules.Incomplete
	// Git is the time that git has in the run.
	Git *git.Clock

	commits int         // how many of each history are looked at
	ignore  *text.Steps // the work of ignore rules
	mutex   sync.Mutex
	byRoot  map[string]*Tree
}

// NewTrees returns the work trees of a run.
func NewTrees() *Trees { return newTrees(maxCommits, git.CheckTime) }

// NewTreesInHook returns the work trees of a run that has little time: of each history the
// latest 5,000 commits are looked at, and in a longer one no file is said to be in none.
func NewTreesInHook() *Trees { return newTrees(hookCommits, git.HookTime) }

func newTrees(commits int, time time.Duration) *Trees {
	return &Trees{Git: git.NewClock(time), ignore: &text.Steps{}, Incomplete: &rules.Incomplete{}, commits: commits, byRoot: map[string]*Tree{}}
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

// NextRun begins another run with what is known: git has its time again, and ignore rules
// their steps. What was not asked to the end stays so.
func (t *Trees) NextRun() {
	t.Git.Restart()
	t.ignore.Reset()
}

// cutShort records an error of git's if it means that git was not asked to the end.
func (t *Trees) cutShort(err error) {
	if git.IsCutShort(err) {
		t.Incomplete.Add(rules.KindFiles, err.Error())
	}
}
