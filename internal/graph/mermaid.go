package graph

import (
	"fmt"
	"strings"
	"unicode"
)

// MaxMermaid is how many characters of a picture Mermaid draws unless it is configured
// otherwise, as on GitHub.
const MaxMermaid = 50_000

// fill, stroke and ink are the colours of each kind. They can be read on a light and on
// a dark page.
var colours = map[Kind]struct{ fill, stroke, ink string }{
	Passed:  {"#d3f0da", "#1a7f37", "#0b3d1a"},
	Warned:  {"#fbedc0", "#9a6700", "#4d3400"},
	Failed:  {"#ffdcd7", "#cf222e", "#6b0f16"},
	Blocked: {"#e6dcfb", "#8250df", "#3d1f79"},
	Waiting: {"#e8ebef", "#6e7781", "#3a4149"},
	Missing: {"#ffffff", "#cf222e", "#82131c"},
}

// isGhost reports whether nodes of the kind have a dashed border: there is no such file.
func (k Kind) isGhost() bool { return k == Waiting || k == Missing }

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

// kinds are those that the graph has.
func (g *Graph) kinds() (found []Kind) {
	has := map[Kind]bool{}
	for _, group := range g.Groups {
		for _, n := range group.Nodes {
			has[n.Kind] = true
		}
	}
	for _, kind := range kinds {
		if has[kind] {
			found = append(found, kind)
		}
	}
	return found
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
