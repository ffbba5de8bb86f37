package graph

import (
	"fmt"
	"strings"
	"unicode"
)

// Mermaid draws a flow chart of Mermaid. The library that writes DOT writes Mermaid as
// well, but without groups, kinds and dashed arrows.
func (g *Graph) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	for i, group := range g.Groups {
		fmt.Fprintf(&b, "  subgraph g%d[\"%s\"]\n", i, mermaidText(group.Title))
		b.WriteString("    direction TB\n")
		for _, n := range group.Nodes {
			lines := make([]string, len(n.Lines))
			for i, line := range n.Lines {
				lines[i] = mermaidText(line)
			}
			fmt.Fprintf(&b, "    n%d[\"%s\"]:::%s\n", n.id, strings.Join(lines, "<br>"), n.Kind)
		}
		b.WriteString("  end\n")
	}
	for _, e := range g.Edges {
		arrow := "-.->"
		if e.Named {
			arrow = "-->"
		}
		if e.From.Hands != "" {
			arrow += `|"` + mermaidText(e.From.Hands) + `"|`
		}
		fmt.Fprintf(&b, "  n%d %s n%d\n", e.From.id, arrow, e.To.id)
	}
	for _, kind := range g.kinds() {
		c := colours[kind]
		fmt.Fprintf(&b, "  classDef %s fill:%s,stroke:%s,color:%s", kind, c.fill, c.stroke, c.ink)
		if kind.isGhost() {
			b.WriteString(",stroke-dasharray:5 4")
		}
		b.WriteString("\n")
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
