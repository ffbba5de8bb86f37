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
	clusters, drawn := map[*Group]*dot.Graph{}, map[*Node]dot.Node{}
	for i, group := range g.Groups {
		cluster := out.Subgraph(fmt.Sprintf("%06d", i), dot.ClusterOption{})
		cluster.Attrs("label", dotText(group.Title), "color", "#8c959f", "style", "rounded", "fontname", "Helvetica")
		clusters[group] = cluster
		for _, n := range group.Nodes {
			c := colours[n.Kind]
			style := "rounded,filled"
			if n.Kind.isGhost() {
				style += ",dashed"
			}
			drawn[n] = cluster.Node(fmt.Sprintf("%06d", n.id))
			drawn[n].Attrs(
				"label", dotText(strings.Join(n.Lines, "\n")), "tooltip", dotText(strings.Join(n.Notes, "\n")),
				"shape", "box", "style", style, "fontname", "Helvetica",
				"fillcolor", c.fill, "color", c.stroke, "fontcolor", c.ink,
			)
		}
	}
	for _, e := range g.Edges {
		edge := clusters[e.From.group].Edge(drawn[e.From], drawn[e.To])
		edge.Attrs("fontname", "Helvetica", "fontsize", "11")
		if e.From.Hands != "" {
			edge.Attr("label", dotText(e.From.Hands))
		}
		if !e.Named {
			edge.Attr("style", "dashed")
		}
	}
	return out.String()
}

// dotText is a text as the library quotes it. Graphviz reads entities of HTML in every
// label.
func dotText(s string) string { return strings.ReplaceAll(s, "&", "&amp;") }
