package hook

import (
	"path/filepath"
	"slices"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Work trees of one repository have the same paths. An agent that enters another work tree
// writes its report there, and the form that was made for it stays behind.

// workspace is where a host works: the folders of an event.
type workspace struct {
	event  Event
	getenv func(string) string
	// opened is the door to files; workTrees are those of each repository that the host
	// works in, if it has several. See door.
	opening   sync.Once
	opened    files.Door
	workTrees [][]string
}

// door returns what the paths of an event go through: the trees around the folders that the
// host works in, and the other work trees of their repositories.
func (w *workspace) door() files.Door {
	w.opening.Do(func() {
		folders := append([]string{w.event.Cwd}, w.event.Workspaces...)
		for _, h := range hosts {
			if h.projectVar == "" {
				continue
			}
			if project := w.getenv(h.projectVar); isAbs(project) {
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

// inMain returns the path of a context file in the main work tree if it is there and not in
// the one that a path names: Coding Friend keeps it in the main one's documents. Other paths
// are returned as they are.
func (w *workspace) inMain(path string) string {
	if !protocol.At(path).InMain || w.exists(path) {
		return path
	}
	root := files.Root(filepath.Dir(path))
	main := git.MainWorkTree(root)
	rel, err := filepath.Rel(root, resolved(path))
	if main == "" || err != nil {
		return path
	}
	if actual := filepath.Join(main, rel); w.exists(actual) {
		return actual
	}
	return path
}

// twins returns the paths in other work trees that are a report's path from their roots.
func (w *workspace) twins(path string) (list []string) {
	w.door()
	if !protocol.At(path).IsSealed || len(w.workTrees) == 0 {
		return nil
	}
	path = resolved(path)
	root := files.Root(filepath.Dir(path))
	for _, group := range w.workTrees {
		rel, err := filepath.Rel(root, path)
		if err != nil || !slices.Contains(group, root) {
			continue
		}
		for _, other := range group {
			if other != root {
				list = appendNew(list, filepath.Join(other, rel))
			}
		}
	}
	return list
}

// isSame reports whether two paths are of one report.
func (w *workspace) isSame(a, b string) bool {
	if a == b {
		return true
	}
	return filepath.Base(a) == filepath.Base(b) && slices.Contains(w.twins(a), resolved(b))
}

// promised returns the promise of a handoff at a path, or at the same path of another work
// tree; the zero value if there is none.
func (c *call) promised(path string) Promise {
	promises := c.remembered().Promises
	if p := find(promises, promiseOf(path)); p.Path != "" {
		return p
	}
	return find(promises, func(p Promise) bool { return c.isSame(p.Path, path) })
}

// actual returns the path at which a report was written: its own, or the same one of
// another work tree. If nobody has written it, that is where its form is.
func (w *workspace) actual(path string) string {
	if path == "" || w.isWritten(path) {
		return path
	}
	form := ""
	for _, twin := range w.twins(path) {
		switch {
		case w.isWritten(twin):
			return twin
		case form == "" && w.exists(twin):
			form = twin
		}
	}
	if form == "" || w.exists(path) {
		return path
	}
	return form
}

// isWritten reports whether there is something at a path that is not an untouched form.
func (w *workspace) isWritten(path string) bool {
	in, fault := document.Read(w.door(), path, maxHandoff)
	return w.exists(path) && (fault != nil || !skeleton.Is(in.Data))
}

// notePlace returns what the user is told of a report that was written in another work
// tree than the one where it is expected. The main agent reads it too, after its next
// command about handoffs.
func (c *call) notePlace(path string) string {
	promised := c.promised(path)
	if promised.Path == "" || promised.Path == path {
		return ""
	}
	moved := Moved{promised.Path, builtin().Say("elsewhere", places(promised.Path, path))}
	if !c.event.Host.mutesAll { // else it reads what is said to the user
		c.remember(func(s *Session) {
			*touch(&s.Moved, func(m Moved) bool { return m.Path == moved.Path }, moved) = moved
		})
	}
	return moved.Said
}

// places returns the values of words about a report that is not at its path.
func places(path, actual string) rules.Values {
	return rules.Values{"path": text.Quote(filepath.ToSlash(path)), "actual": text.Quote(filepath.ToSlash(actual))}
}

// elsewhere returns what the main agent has yet to read of reports in other work trees.
func (c *call) elsewhere() (said string) {
	moved := c.remembered().Moved
	if c.event.AgentID != "" || len(moved) == 0 {
		return ""
	}
	c.remember(func(s *Session) { s.Moved = nil })
	for _, m := range moved {
		said = join(said, m.Said)
	}
	return said
}
