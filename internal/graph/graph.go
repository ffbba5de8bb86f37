// Package graph draws handoffs and how they follow each other: who wrote for whom,
// what was handed on, and the verdict on each.
package graph

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// maxNodes is how many handoffs one picture has at most: more than that nobody can read.
const maxNodes = 500

// Graph is a picture before it is drawn. All texts in it can be shown as they are.
type Graph struct {
	groups   []*group
	handoffs int
}

// group is a session: a folder of handoffs, or a feature's outputs.
type group struct {
	title  string
	nodes  []*node
	edges  []edge
	joined map[[2]*node]bool
}

// node is a handoff, or one that does not exist.
type node struct {
	handoff
	id   int
	kind *kind
	// lines are the writer, the state and the verdict, label what is handed on.
	lines []string
	label string
}

// edge leads from a handoff to one that was written after it. named means that one of
// the two names the other; else only their numbers say so.
type edge struct {
	from, to *node
	named    bool
}

// New checks the files that were found, and makes a picture of them.
func New(ctx context.Context, linter *lint.Linter, found lint.Found) (*Graph, error) {
	handoffs := map[string]handoff{}
	var mutex sync.Mutex
	linter.Parsed = func(doc *document.Document) {
		h := handoffOf(doc)
		mutex.Lock()
		defer mutex.Unlock()
		handoffs[doc.Input.Path] = h
	}
	results, err := linter.Run(ctx, found)
	if err != nil {
		return nil, err
	}
	g, byFolder, checked := &Graph{}, map[string]*group{}, map[string]bool{}
	in := func(folder string) *group {
		if byFolder[folder] == nil {
			byFolder[folder] = &group{title: title(folder), joined: map[[2]*node]bool{}}
		}
		return byFolder[folder]
	}
	for _, r := range results {
		checked[r.Path] = true
		if r.Folder || r.Skipped != "" && !r.Reserved {
			continue
		}
		h, parsed := handoffs[r.Path]
		if !parsed {
			h = ofName(r.Path)
		}
		in(cmp.Or(h.feature, h.folder)).addHandoff(h, r)
		g.handoffs++
	}
	for _, folder := range found.Folders {
		in(folder.Path)
		for _, name := range folder.Reports {
			if p := path.Join(folder.Path, name); !checked[p] { // an ignore file hides it
				in(folder.Path).addGhost(missing, name, "not checked").handoff = ofName(p)
				g.handoffs++
			}
		}
	}
	if g.handoffs > maxNodes {
		return nil, fmt.Errorf("a picture has room for %d handoffs, and these are %d: name the folder of one session", maxNodes, g.handoffs)
	}
	id := 0
	for _, folder := range slices.Sorted(maps.Keys(byFolder)) {
		group := byFolder[folder]
		group.chain()
		if len(group.nodes) == 0 {
			group.addGhost(missing, "no report")
		}
		slices.SortStableFunc(group.nodes, byNumber)
		for _, n := range group.nodes {
			n.id = id
			id++
		}
		g.groups = append(g.groups, group)
	}
	return g, nil
}

// IsEmpty reports whether there is nothing to draw.
func (g *Graph) IsEmpty() bool { return len(g.groups) == 0 }

func byNumber(a, b *node) int { return cmp.Compare(a.number, b.number) }

// Caption counts what the picture has.
func (g *Graph) Caption() string {
	edges := 0
	for _, group := range g.groups {
		edges += len(group.edges)
	}
	return fmt.Sprintf("%s, %s", text.Count(g.handoffs, "handoff"), text.Count(edges, "arrow"))
}

func (g *group) addHandoff(h handoff, r rules.Result) {
	kind, verdict := kindOf(h, r)
	if kind == waiting {
		h.state = "" // the skeleton's
	}
	n := &node{handoff: h, kind: kind, label: line(h.hands)}
	n.lines = slices.DeleteFunc([]string{line(h.title()), line(h.state), verdict}, func(s string) bool { return s == "" })
	g.nodes = append(g.nodes, n)
}

// addGhost adds a handoff that does not exist.
func (g *group) addGhost(kind *kind, lines ...string) *node {
	n := &node{kind: kind}
	for _, s := range lines {
		n.lines = append(n.lines, line(s))
	}
	g.nodes = append(g.nodes, n)
	return n
}

// labelLength is how many characters of a text are drawn.
const labelLength = 40

// line makes one short line of a text that comes from a file.
func line(s string) string {
	return text.Escape(text.Shorten(text.Fold(s), labelLength))
}

// title makes one line of a folder's path, of a long one the end: a session's id.
func title(folder string) string {
	points := []rune(text.Fold(folder))
	if len(points) > labelLength {
		points = append([]rune("…"), points[len(points)-labelLength+1:]...)
	}
	return text.Escape(string(points))
}
