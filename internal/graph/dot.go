package graph

import (
	"fmt"
	"strings"

	"github.com/emicklei/dot"
)

// DOT draws a graph for Graphviz.
func (g *Graph) DOT() string {
	out := dot.NewGraph(dot.Directed)
	out.Attrs("bgcolor", "white", "fontname", "Helvetica")
	for i, group := range g.groups {
		cluster := out.Subgraph(fmt.Sprintf("%06d", i), dot.ClusterOption{})
		cluster.Attrs("label", dotText(group.title), "color", "#8c959f", "style", "rounded", "fontname", "Helvetica")
		drawn := map[*node]dot.Node{}
		for _, n := range group.nodes {
			style := "rounded,filled"
			if n.kind.ghost {
				style += ",dashed"
			}
			c := n.kind.light
			drawn[n] = cluster.Node(fmt.Sprintf("%06d", n.id))
			drawn[n].Attrs(
				"label", dotText(strings.Join(n.lines, "\n")), "tooltip", dotText(strings.Join(n.notes, "\n")),
				"shape", "box", "style", style, "fontname", "Helvetica",
				"fillcolor", c.fill, "color", c.stroke, "fontcolor", c.ink,
			)
		}
		for _, e := range group.edges {
			edge := cluster.Edge(drawn[e.from], drawn[e.to])
			edge.Attrs("fontname", "Helvetica", "fontsize", "11")
			if e.from.label != "" {
				edge.Attr("label", dotText(e.from.label))
			}
			if !e.named {
				edge.Attr("style", "dashed")
			}
		}
	}
	return out.String()
}

// dotText is a text as the library quotes it. Graphviz reads entities of HTML in every
// label.
func dotText(s string) string { return strings.ReplaceAll(s, "&", "&amp;") }
