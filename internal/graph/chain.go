package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// chain joins the handoffs of a group in the order of their writing, and adds those that
// are missing.
func (g *group) chain() {
	g.chainReports()
	g.chainOutputs()
	// Task payloads follow by the numbers that their names begin with.
	var before []*node
	for _, level := range levels(g.of(document.Task)) {
		g.joinAll(before, level)
		before = level
	}
	// Context files of one task follow if it was begun again.
	last := map[string]*node{}
	for _, n := range g.of(document.Context) {
		if before := last[n.task]; before != nil && n.task != "" {
			g.join(before, n, false)
		}
		last[n.task] = n
	}
}

func (g *group) join(from, to *node, named bool) {
	if pair := [2]*node{from, to}; !g.joined[pair] {
		g.joined[pair] = true
		g.edges = append(g.edges, edge{from, to, named})
	}
}

func (g *group) joinAll(from, to []*node) {
	for _, n := range to {
		for _, before := range from {
			g.join(before, n, false)
		}
	}
}

// of returns the nodes of a format, in the order of their numbers.
func (g *group) of(format document.Format) []*node {
	nodes := slices.DeleteFunc(slices.Clone(g.nodes), func(n *node) bool { return n.format != format })
	slices.SortStableFunc(nodes, byNumber)
	return nodes
}

// levels returns nodes with the same number each, in order. Nodes without one are left out.
func levels(nodes []*node) (levels [][]*node) {
	for _, n := range nodes {
		last := len(levels) - 1
		switch {
		case n.number <= 0:
		case last >= 0 && levels[last][0].number == n.number:
			levels[last] = append(levels[last], n)
		default:
			levels = append(levels, []*node{n})
		}
	}
	return levels
}

// chainReports joins the reports of a session: first those of which one names the
// other, then, by the numbers, those that nobody names. It adds what is missing.
func (g *group) chainReports() {
	reports := g.of(document.Report)
	for i, n := range reports {
		if n.report.Chain == nil {
			continue
		}
		for _, cite := range n.report.Chain.Cites {
			for _, upstream := range slices.Backward(reports[:i]) { // of several by one role, the last
				if upstream.number < n.number && upstream.report.IsNamedBy(cite) {
					g.join(upstream, n, true)
					break
				}
			}
		}
		for _, item := range n.report.Chain.Actions {
			for _, next := range reports[i+1:] {
				if next.number > n.number && next.report.IsAddressedBy(strings.ToLower(item.Value)) {
					g.join(n, next, true)
					break
				}
			}
		}
	}
	isNamed := map[*node]bool{}
	for _, e := range g.edges {
		isNamed[e.to] = true
	}
	var before []*node
	next := 1
	for _, level := range levels(reports) {
		number := level[0].number
		if number > next {
			ghost := g.addGhost(missing, numbers(next, number-1), "missing")
			ghost.number = next
			g.joinAll(before, []*node{ghost})
			before = []*node{ghost}
		}
		g.joinAll(before, slices.DeleteFunc(slices.Clone(level), func(n *node) bool { return isNamed[n] }))
		before, next = level, number+1
	}
}

// numbers names a number, or the first and last of several.
func numbers(from, to int) string {
	if from == to {
		return fmt.Sprintf("%02d", from)
	}
	return fmt.Sprintf("%02d to %02d", from, to)
}

// chainOutputs joins each output of a feature with the next one by the agent that its
// metadata names, or with a node for the agent that has not written yet.
func (g *group) chainOutputs() {
	outputs := g.of(document.Metadata)
	slices.SortStableFunc(outputs, func(a, b *node) int { return a.at.Compare(b.at) })
	ghosts := map[string]*node{}
	for i, n := range outputs {
		if n.next == "" {
			continue
		}
		isNext := func(m *node) bool { return strings.EqualFold(m.writer, n.next) }
		if j := slices.IndexFunc(outputs[i+1:], isNext); j >= 0 {
			g.join(n, outputs[i+1+j], true)
			continue
		}
		agent := strings.ToLower(n.next)
		if ghosts[agent] == nil {
			ghosts[agent] = g.addGhost(waiting, n.next, "no output yet")
		}
		g.join(n, ghosts[agent], true)
	}
}
