// Package graph draws handoffs and how they follow each other: who wrote for whom,
// what was handed on, and the verdict on each.
package graph

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// maxNodes is how many handoffs one picture has at most: more than that nobody can read.
const maxNodes = 500

// Graph is a picture before it is drawn. All texts in it can be shown as they are.
type Graph struct {
	Groups []*Group
	Edges  []Edge
}

// Group is a session: a folder of handoffs, or a feature's outputs.
type Group struct {
	Title string
	Nodes []*Node
}

// Node is a handoff, or one that is not there.
type Node struct {
	Kind Kind
	// Lines say who wrote it, how far it is, and the verdict.
	Lines []string
	// Hands is what it hands on, "" if it does not say.
	Hands string
	// Notes are its path, and the first of its findings.
	Notes []string

	id      int
	group   *Group
	handoff Handoff
}

// Edge leads from a handoff to one that was written after it. Named says that one of
// the two names the other; else only their numbers say so.
type Edge struct {
	From, To *Node
	Named    bool
}

// Build makes the picture of what a run has checked. Handoffs has the parsed ones by
// path, folders are those of sessions.
func Build(results []rules.Result, handoffs map[string]Handoff, folders []lint.Folder) (*Graph, error) {
	b := builder{groups: map[string]*Group{}, joined: map[[2]*Node]bool{}}
	checked := map[string]bool{}
	for _, r := range results {
		checked[r.Path] = true
		if r.Folder || r.Skipped != "" && !r.Reserved {
			continue
		}
		h, parsed := handoffs[r.Path]
		if !parsed {
			h = ofName(r.Path)
		}
		b.addHandoff(h, r)
	}
	for _, folder := range folders {
		g := b.group(folder.Path)
		for _, name := range folder.Reports {
			if p := path.Join(folder.Path, name); !checked[p] {
				b.addHidden(g, p)
			}
		}
	}
	if b.nodes > maxNodes {
		return nil, fmt.Errorf("a picture has room for %d handoffs, and these are %d: name the folder of one session", maxNodes, b.nodes)
	}
	for _, g := range b.sorted() {
		b.chainReports(g)
		b.chainOutputs(g)
		b.chainTasks(g)
		b.chainContexts(g)
		if len(g.Nodes) == 0 {
			b.addGhost(g, Missing, "no report")
		}
	}
	id := 0
	for _, g := range b.graph.Groups {
		slices.SortStableFunc(g.Nodes, func(a, b *Node) int { return cmp.Compare(a.handoff.number, b.handoff.number) })
		for _, n := range g.Nodes {
			n.id = id
			id++
		}
	}
	return &b.graph, nil
}

// Caption counts what the picture has.
func (g *Graph) Caption() string {
	handoffs := 0
	for _, group := range g.Groups {
		for _, n := range group.Nodes {
			if n.handoff.path != "" {
				handoffs++
			}
		}
	}
	return fmt.Sprintf("%s, %s", text.Count(handoffs, "handoff"), text.Count(len(g.Edges), "arrow"))
}

type builder struct {
	graph  Graph
	groups map[string]*Group
	joined map[[2]*Node]bool
	nodes  int
}

func (b *builder) group(title string) *Group {
	g := b.groups[title]
	if g == nil {
		g = &Group{Title: lastPart(title)}
		b.groups[title] = g
	}
	return g
}

// sorted puts the groups into the graph, in the order of their titles.
func (b *builder) sorted() []*Group {
	for _, title := range slices.Sorted(maps.Keys(b.groups)) {
		b.graph.Groups = append(b.graph.Groups, b.groups[title])
	}
	return b.graph.Groups
}

// shownFindings is how many findings the notes of a node have.
const shownFindings = 5

func (b *builder) addHandoff(h Handoff, r rules.Result) {
	n := &Node{handoff: h, Kind: kindOf(h, r), group: b.group(cmp.Or(h.feature, h.folder)), Hands: label(h.hands)}
	if n.Kind == Waiting {
		h.state = "" // the skeleton's
	}
	n.Lines = slices.DeleteFunc([]string{label(h.title()), label(h.state), verdict(n.Kind, r)}, func(s string) bool { return s == "" })
	n.Notes = []string{text.Escape(h.path)}
	for i, f := range r.Findings {
		if i == shownFindings {
			n.Notes = append(n.Notes, fmt.Sprintf("and %d more", len(r.Findings)-i))
			break
		}
		n.Notes = append(n.Notes, text.Escape(text.Shorten(fmt.Sprintf("%s: %s [%s]", f.Severity, f.Message, f.Rule), 200)))
	}
	n.group.Nodes = append(n.group.Nodes, n)
	b.nodes++
}

// addGhost adds a handoff that is not there.
func (b *builder) addGhost(g *Group, kind Kind, lines ...string) *Node {
	n := &Node{Kind: kind, group: g}
	for _, line := range lines {
		n.Lines = append(n.Lines, label(line))
	}
	g.Nodes = append(g.Nodes, n)
	return n
}

// addHidden adds a report that an ignore file hides from checks, so that its number is
// not missing.
func (b *builder) addHidden(g *Group, name string) {
	n := b.addGhost(g, Missing, path.Base(name), "not checked")
	n.handoff = ofName(name)
	b.nodes++
}

func (b *builder) join(from, to *Node, named bool) {
	if pair := [2]*Node{from, to}; !b.joined[pair] {
		b.joined[pair] = true
		b.graph.Edges = append(b.graph.Edges, Edge{from, to, named})
	}
}

// labelLength is how many characters of a text are drawn.
const labelLength = 40

// label makes one short line of a text that comes from a file.
func label(s string) string {
	return text.Escape(text.Shorten(strings.Join(strings.Fields(s), " "), labelLength))
}

// lastPart makes one line of a folder's path, of a long one the end: a session's id.
func lastPart(folder string) string {
	points := []rune(strings.Join(strings.Fields(folder), " "))
	if len(points) > labelLength {
		points = append([]rune("…"), points[len(points)-labelLength+1:]...)
	}
	return text.Escape(string(points))
}
