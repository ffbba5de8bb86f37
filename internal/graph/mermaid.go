package graph

import (
	"fmt"
	"strings"
	"unicode"
)

// Mermaid draws a flow chart of Mermaid, which GitHub and editors show as a picture.
func (g *Graph) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	var edges strings.Builder
	for i, group := range g.groups {
		fmt.Fprintf(&b, "  subgraph g%d[\"%s\"]\n    direction TB\n", i, mermaidText(group.title))
		for _, n := range group.nodes {
			var lines []string
			for _, line := range n.lines {
				lines = append(lines, mermaidText(line))
			}
			fmt.Fprintf(&b, "    n%d[\"%s\"]:::%s\n", n.id, strings.Join(lines, "<br>"), n.kind.name)
		}
		b.WriteString("  end\n")
		for _, e := range group.edges {
			arrow := "-.->"
			if e.named {
				arrow = "-->"
			}
			if e.from.label != "" {
				arrow += `|"` + mermaidText(e.from.label) + `"|`
			}
			fmt.Fprintf(&edges, "  n%d %s n%d\n", e.from.id, arrow, e.to.id)
		}
	}
	b.WriteString(edges.String())
	for _, kind := range g.kinds() {
		c, dash := kind.colours, ""
		if kind.ghost {
			dash = ",stroke-dasharray:5 4"
		}
		fmt.Fprintf(&b, "  classDef %s fill:%s,stroke:%s,color:%s%s\n", kind.name, c.fill, c.stroke, c.ink, dash)
	}
	return b.String()
}

// mermaidText writes a text between the quotes of a label. Everything but letters,
// digits and the signs of plain paths is an entity code, so that nothing of it is
// Mermaid, Markdown or HTML. A sign that something else follows is one too, because
// "1. x" would be a list.
func mermaidText(s string) string {
	var b strings.Builder
	points := []rune(s)
	plain := func(i int) bool {
		return i < len(points) && (unicode.IsLetter(points[i]) || unicode.IsDigit(points[i]))
	}
	for i, r := range points {
		switch {
		case plain(i), strings.ContainsRune(".-/", r) && plain(i+1), strings.ContainsRune(" ,…", r) && i > 0:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}
