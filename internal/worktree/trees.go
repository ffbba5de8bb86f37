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

// Trees are the work trees of a run of the program, with the evidence that is incomplete. They are safe for
// concurrent use.
type Trees struct {
	Incomplete *rules.Incomplete
	// Git is the time for git in the run.
	Git *git.Clock

	commits int         // maximum per history
	ignore  *text.Steps // the steps of ignore rules
	mutex   sync.Mutex
	byRoot  map[string]*Tree
}

// NewTrees returns the work trees of a run.
func NewTrees() *Trees { return newTrees(maxCommits, git.CheckTime) }

// NewTreesInHook returns the work trees of a run with little time: it reads the latest 5,000 commits of each
// history, and in a longer one no file is reported as missing from all commits.
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

// NextRun starts another run with the same answers: it resets git's time and the steps of ignore rules.
// Incomplete evidence stays incomplete.
func (t *Trees) NextRun() {
	t.Git.Restart()
	t.ignore.Reset()
}

// cutShort records an error of git if it means that evidence is incomplete.
func (t *Trees) cutShort(err error) {
	if git.IsCutShort(err) {
		t.Incomplete.Add(rules.KindFiles, err.Error())
	}
}
