package hook

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Work trees of a repository have the same relative paths. An agent that enters another work tree writes
// its report there, and the form made for it stays behind.

// workspace is where a host works: the folders of an event.
type workspace struct {
	config Config
	event  Event
	// opened is the door to files. workTrees are the roots of the work trees of each repository with several;
	// see door.
	opening   sync.Once
	opened    files.Door
	workTrees [][]string
}

// door returns the door for paths of an event: to the trees around the host's working folders, and the
// other work trees of their repositories.
func (w *workspace) door() files.Door {
	w.opening.Do(func() {
		folders := append([]string{w.event.Cwd}, w.event.Workspaces...)
		for _, h := range hosts {
			if h.projectVar == "" {
				continue
			}
			if project := w.config.Getenv(h.projectVar); isAbs(project) {
				folders = append(folders, project)
			}
		}
		for _, folder := range folders {
			if group := git.WorkTrees(files.Root(folder)); group != nil {
				w.workTrees = append(w.workTrees, group)
				folders = append(folders, group...)
			}
		}
		w.opened = files.Tree(folders...)
	})
	return w.opened
}

// inMain returns the path of a context file in the main work tree if it exists there and not at its own
// path: Coding Friend keeps such files there. Other paths are returned unchanged.
func (w *workspace) inMain(path string) string {
	if !protocol.At(path).InMain || w.exists(path) {
		return path
	}
	real := files.Real(path)
	root := files.Root(filepath.Dir(real))
	main := git.MainWorkTree(root)
	if main == "" {
		return path
	}
	if actual := filepath.Join(main, strings.TrimPrefix(real, root)); w.exists(actual) {
		return actual
	}
	return path
}

// placesOf returns the paths of a report in all work trees of its repository, including its own, without
// links.
func (w *workspace) placesOf(path string) (paths []string) {
	real := files.Real(path)
	if !protocol.At(path).IsSealed {
		return []string{real}
	}
	w.door() // finds the work trees
	root := files.Root(filepath.Dir(real))
	trees := find(w.workTrees, func(group []string) bool { return slices.Contains(group, root) })
	for _, tree := range trees {
		paths = append(paths, filepath.Join(tree, strings.TrimPrefix(real, root)))
	}
	return text.AppendNew(paths, real)
}

// identity returns a value that is the same for all paths of a report, through links and in other work
// trees.
func (w *workspace) identity(path string) string { return w.placesOf(path)[0] }

// promised returns the promise of a handoff at a path, or at the same path in another work tree; the zero
// value for none.
func (c *call) promised(path string) Promise {
	promises := c.remembered().Promises
	if len(promises) == 0 {
		return Promise{}
	}
	own := c.identity(path)
	return find(promises, func(p Promise) bool { return c.identity(p.Path) == own })
}

// actual returns the path at which a report was written: its own, or the same one in another work tree. If
// it was not written, that is its form's path.
func (w *workspace) actual(path string) string {
	all := append([]string{path}, w.placesOf(path)...)
	for _, isThere := range []func(string) bool{w.isWritten, w.exists} {
		if i := slices.IndexFunc(all, isThere); i >= 0 {
			return all[i]
		}
	}
	return path
}

// isWritten reports whether there is something at a path other than an untouched form.
func (w *workspace) isWritten(path string) bool {
	in, fault := document.Read(w.door(), path, maxHandoff)
	return w.exists(path) && (fault != nil || !skeleton.Is(in.Data))
}

// notePlace returns what the user is told about a report that was written in an unexpected work tree. The
// agent that launched its writer reads it too.
func (c *call) notePlace(path string) string {
	promised := c.promised(path)
	if promised.Path == "" || promised.Path == path {
		return ""
	}
	said := builtin().Say("elsewhere", places(promised.Path, path))
	c.noteFault(c.event.AgentID, join(said, c.remembered().agent(c.event.AgentID).Fault)) // the end may be cut off
	return said
}

// places returns the values for words about a report at another path.
func places(path, actual string) rules.Values {
	return rules.Values{"path": text.Quote(filepath.ToSlash(path)), "actual": text.Quote(filepath.ToSlash(actual))}
}
