package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// nodesOf returns the nodes of a format in a group, in the order of their numbers.
func (g *Group) nodesOf(format document.Format) (nodes []*Node) {
	for _, n := range g.Nodes {
		if n.handoff.format == format {
			nodes = append(nodes, n)
		}
	}
	slices.SortStableFunc(nodes, func(a, b *Node) int { return cmp.Compare(a.handoff.number, b.handoff.number) })
	return nodes
}

// levels are nodes with the same number each, in order. Nodes without one are left out.
func levels(nodes []*Node) (levels [][]*Node) {
	for _, n := range nodes {
		last := len(levels) - 1
		switch {
		case n.handoff.number <= 0:
		case last >= 0 && levels[last][0].handoff.number == n.handoff.number:
			levels[last] = append(levels[last], n)
		default:
			levels = append(levels, []*Node{n})
		}
	}
	return levels
}

// chainReports joins the reports of a session: first those of which one names the
// other, then, by the numbers, those that nobody names. It adds what is missing.
func (b *builder) chainReports(g *Group) {
	reports := g.nodesOf(document.Report)
	for i, n := range reports {
		b.joinNamed(reports[:i], n)
		b.joinAddressed(n, reports[i+1:])
	}
	named := map[*Node]bool{}
	for _, e := range b.graph.Edges {
		named[e.To] = true
	}
	var before []*Node
	previous := 0
	for _, level := range levels(reports) {
		number := level[0].handoff.number
		if number > previous+1 {
			ghost := b.addGhost(g, Missing, numbers(previous+1, number-1), "missing")
			ghost.handoff.number = previous + 1
			b.joinAll(before, ghost)
			before = []*Node{ghost}
		}
		for _, n := range level {
			if !named[n] {
				b.joinAll(before, n)
			}
		}
		before, previous = level, number
	}
}

// numbers names a number, or the first and last of several.
func numbers(from, to int) string {
	if from == to {
		return fmt.Sprintf("%02d", from)
	}
	return fmt.Sprintf("%02d to %02d", from, to)
}

func (b *builder) joinAll(from []*Node, to *Node) {
	for _, n := range from {
		b.join(n, to, false)
	}
}

// joinNamed joins a report with those before it that it names: of several by one role,
// the last.
func (b *builder) joinNamed(before []*Node, n *Node) {
	if n.handoff.report.Chain == nil {
		return
	}
	for _, cite := range n.handoff.report.Chain.Cites {
		for _, upstream := range slices.Backward(before) {
			if upstream.handoff.number < n.handoff.number && upstream.handoff.report.IsNamedBy(cite) {
				b.join(upstream, n, true)
				break
			}
		}
	}
}

// joinAddressed joins a report with the next one by each agent that its next actions
// name.
func (b *builder) joinAddressed(n *Node, after []*Node) {
	if n.handoff.report.Chain == nil {
		return
	}
	for _, item := range n.handoff.report.Chain.Actions {
		for _, next := range after {
			if next.handoff.number > n.handoff.number && next.handoff.report.IsAddressedBy(item) {
				b.join(n, next, true)
				break
			}
		}
	}
}

// chainOutputs joins each output of a feature with the next one by the agent that its
// metadata names, or with a node for the agent that has not written yet.
func (b *builder) chainOutputs(g *Group) {
	outputs := g.nodesOf(document.Metadata)
	slices.SortStableFunc(outputs, func(a, b *Node) int { return a.handoff.at.Compare(b.handoff.at) })
	waiting := map[string]*Node{}
	for i, n := range outputs {
		if n.handoff.next == "" {
			continue
		}
		isNext := func(m *Node) bool { return strings.EqualFold(m.handoff.writer, n.handoff.next) }
		if j := slices.IndexFunc(outputs[i+1:], isNext); j >= 0 {
			b.join(n, outputs[i+1+j], true)
			continue
		}
		agent := strings.ToLower(n.handoff.next)
		if waiting[agent] == nil {
			waiting[agent] = b.addGhost(g, Waiting, n.handoff.next, "no output yet")
		}
		b.join(n, waiting[agent], true)
	}
}

// chainTasks joins task payloads by the numbers that their names begin with.
func (b *builder) chainTasks(g *Group) {
	var before []*Node
	for _, level := range levels(g.nodesOf(document.Task)) {
		for _, n := range level {
			b.joinAll(before, n)
		}
		before = level
	}
}

// chainContexts joins the context files of one task, which was begun again.
func (b *builder) chainContexts(g *Group) {
	last := map[string]*Node{}
	for _, n := range g.nodesOf(document.Context) {
		if before := last[n.handoff.task]; before != nil && n.handoff.task != "" {
			b.join(before, n, false)
		}
		last[n.handoff.task] = n
	}
}
