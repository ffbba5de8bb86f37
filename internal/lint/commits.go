package lint

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// Commits are the last commits of the work trees of a run. A clone, a checkout and a reset give files new
// times in any order, so the time of a file that is unchanged since the last commit is meaningless. Git is
// asked once per tree, and only if a time matters.
type Commits struct {
	trees *worktree.Trees
	// byRoot has a function for each work tree that returns what has changed since its last commit.
	byRoot sync.Map
}

// NewCommits returns the last commits of the work trees of a run.
func NewCommits(trees *worktree.Trees) *Commits { return &Commits{trees: trees} }

// IgnoreTime makes a report as old as its empty marker if both are unchanged since the last commit, so that
// their times come from a checkout. If git timed out, the times may come from one: they are ignored as well, and the
// run is incomplete.
func (c *Commits) IgnoreTime(in *document.Input) {
	if c == nil || in.Info == nil || in.Info.Lag() == 0 {
		return
	}
	path := filepath.FromSlash(in.Path)
	root := files.Root(filepath.Dir(path))
	ask, _ := c.byRoot.LoadOrStore(root, sync.OnceValues(func() (*Changes, error) {
		return Since(context.Background(), c.trees.Git, root, "HEAD")
	}))
	changes, err := ask.(func() (*Changes, error))()
	if git.IsCutShort(err) {
		c.trees.Incomplete.Add(rules.KindFiles, err.Error())
	} else if err != nil || changes.Has(path) || changes.Has(path+protocol.MarkerSuffix()) {
		return
	}
	info := *in.Info
	info.ModTime = info.Done
	in.Info = &info
}
