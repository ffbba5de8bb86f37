package hook

import (
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Work trees of one repository have the same paths. An agent that enters another work tree
// writes its report there, and the form that was made for it stays behind.

// door returns what the paths of an event go through: the trees around the folders that the
// host works in, and the other work trees of their repositories.
func (c *call) door() files.Door {
	c.opening.Do(func() {
		folders := append([]string{c.event.Cwd}, c.event.Workspaces...)
		for _, h := range hosts {
			if h.projectVar == "" {
				continue
			}
			if project := c.config.Getenv(h.projectVar); isAbs(project) {
				folders = append(folders, project)
			}
		}
		for _, folder := range folders {
			if group := git.WorkTrees(files.Root(folder)); group != nil {
				c.workTrees = append(c.workTrees, group)
				folders = append(folders, group...)
			}
		}
		c.opened = files.Tree(folders...)
	})
	return c.opened
}

// inMain returns the path of a context file in the main work tree if it is there and not in
// the one that a path names: Coding Friend keeps it in the main one's documents. Other paths
// are returned as they are.
func (c *call) inMain(path string) string {
	if document.FormatByPath(path) != document.Context || c.exists(path) {
		return path
	}
	root := files.Root(filepath.Dir(path))
	main := git.MainWorkTree(root)
	rel, err := filepath.Rel(root, resolved(path))
	if main == "" || err != nil {
		return path
	}
	if actual := filepath.Join(main, rel); c.exists(actual) {
		return actual
	}
	return path
}

// twins returns the paths in other work trees that are a report's path from their roots.
func (c *call) twins(path string) (list []string) {
	c.door()
	if document.FormatByPath(path) != document.Report || len(c.workTrees) == 0 {
		return nil
	}
	path = resolved(path)
	root := files.Root(filepath.Dir(path))
	for _, group := range c.workTrees {
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
func (c *call) isSame(a, b string) bool {
	if a == b {
		return true
	}
	return filepath.Base(a) == filepath.Base(b) && slices.Contains(c.twins(a), resolved(b))
}

// promised returns the record of a handoff that is expected at a path, or at the same path
// of another work tree; the zero one if there is none.
func (c *call) promised(path string) record {
	if r := c.remember().find(kindPromised, path); r != (record{}) {
		return r
	}
	for _, r := range c.remember().of(kindPromised) {
		if c.isSame(r.Key, path) {
			return r
		}
	}
	return record{}
}

// actual returns the path at which a report was written: its own, or the same one of
// another work tree. If nobody has written it, that is where its form is.
func (c *call) actual(path string) string {
	if path == "" || c.isWritten(path) {
		return path
	}
	form := ""
	for _, twin := range c.twins(path) {
		switch {
		case c.isWritten(twin):
			return twin
		case form == "" && c.exists(twin):
			form = twin
		}
	}
	if form == "" || c.exists(path) {
		return path
	}
	return form
}

// isWritten reports whether there is something at a path that is not an untouched form.
func (c *call) isWritten(path string) bool {
	in, fault := document.Read(c.door(), path, maxHandoff)
	return c.exists(path) && (fault != nil || !skeleton.Is(in.Data))
}

// notePlace returns what the user is told of a report that was written in another work
// tree than the one where it is expected. The main agent reads it too, after its next
// command about handoffs.
func (c *call) notePlace(path string) string {
	promised := c.promised(path)
	if promised == (record{}) || promised.Key == path {
		return ""
	}
	said := builtin().Say("elsewhere", places(promised.Key, path))
	if !c.event.Host.mutesAll { // else it reads what is said to the user
		c.remember().note(record{Kind: kindElsewhere, Key: promised.Key, State: said})
	}
	return said
}

// places returns the values of words about a report that is not at its path.
func places(path, actual string) rules.Values {
	return rules.Values{"path": text.Quote(filepath.ToSlash(path)), "actual": text.Quote(filepath.ToSlash(actual))}
}

// elsewhere returns what the main agent has yet to read of reports in other work trees.
func (c *call) elsewhere() (said string) {
	if c.event.AgentID != "" {
		return ""
	}
	for _, r := range c.remember().of(kindElsewhere) {
		c.remember().forget(kindElsewhere, r.Key)
		said = join(said, r.State)
	}
	return said
}
