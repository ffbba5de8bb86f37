package graph

import (
	"fmt"
	"html"
	"strings"

	"github.com/mattn/go-runewidth"
)

// The measures of an SVG, in pixels. A cell is the width of half an ideograph, with
// room for a font that is wider than most.
const (
	cell       = 7.2
	lineHeight = 17
	padding    = 12
	nodeGap    = 28
	rankGap    = 64
	laneGap    = 12
	groupGap   = 32
	titleSpace = 34
	sheetWidth = 1500
)

// plan is how a group is drawn. Its nodes' corners are relative to its own.
type plan struct {
	group                 *group
	ranks                 [][]*node
	nodeWidth, nodeHeight float64
	width, height         float64
	// detours are the edges that pass a rank, each in a lane of its own beside the
	// nodes. The direct ones lead from one rank to the next.
	direct, detours []edge
	hasArrow        map[*node]bool
}

// planGroup puts each node a rank below the last that it follows. Edges lead only from
// earlier handoffs to later ones, so the order of the nodes is one of ranks.
func planGroup(g *group) *plan {
	p := &plan{group: g, hasArrow: map[*node]bool{}}
	// The rank is the longest path. One pass over the edges is enough if they come in the
	// order of their ends, which time gives them.
	for changed := true; changed; {
		changed = false
		for _, e := range g.edges {
			if e.from.rank >= e.to.rank {
				e.to.rank, changed = e.from.rank+1, true
			}
		}
	}
	lines, widest := 1, 0
	for _, n := range g.nodes {
		lines = max(lines, len(n.lines))
		for _, line := range n.lines {
			p.nodeWidth = max(p.nodeWidth, textWidth(line)*1.1+2*padding) // the first is bold
		}
		for len(p.ranks) <= n.rank {
			p.ranks = append(p.ranks, nil)
		}
		p.ranks[n.rank] = append(p.ranks[n.rank], n)
		widest = max(widest, len(p.ranks[n.rank]))
	}
	for _, e := range g.edges {
		p.hasArrow[e.from] = true
		if e.to.rank-e.from.rank == 1 {
			p.direct = append(p.direct, e)
		} else {
			p.detours = append(p.detours, e)
		}
	}
	p.nodeHeight = float64(lines*lineHeight + padding + 4)
	rowWidth := float64(widest)*(p.nodeWidth+nodeGap) - nodeGap
	// The arrows into and out of the last rank, and a text below it, need room as well.
	p.height = titleSpace + float64(len(p.ranks))*(p.nodeHeight+rankGap) - rankGap + 2*padding
	p.width = max(rowWidth, textWidth(g.title)*1.1) + 2*padding // a title is bold
	for i, rank := range p.ranks {
		left := (rowWidth - float64(len(rank))*(p.nodeWidth+nodeGap) + nodeGap) / 2
		for j, n := range rank {
			n.x = padding + left + float64(j)*(p.nodeWidth+nodeGap)
			n.y = titleSpace + float64(i)*(p.nodeHeight+rankGap)
			p.width = max(p.width, n.x+p.nodeWidth/2+textWidth(p.labelOf(n))+2*padding)
		}
	}
	if len(p.detours) > 0 {
		p.width += float64(len(p.detours)+1) * laneGap
	}
	return p
}

// labelOf is what is written below a node with an arrow: what it hands on, cut to the
// room before the next node's text.
func (p *plan) labelOf(n *node) string {
	if !p.hasArrow[n] {
		return ""
	}
	if room := int((p.nodeWidth + nodeGap) / cell); len(p.ranks[n.rank]) > 1 {
		return runewidth.Truncate(n.label, room-2, "…")
	}
	return n.label
}

func textWidth(s string) float64 { return float64(runewidth.StringWidth(s)) * cell }

// SVG draws the picture itself: groups side by side, in each the earliest handoffs at
// the top.
func (g *Graph) SVG() string {
	var body strings.Builder
	var x, y, rowHeight, width float64
	for _, group := range g.groups {
		p := planGroup(group)
		if x > 0 && x+p.width > sheetWidth {
			x, y, rowHeight = 0, y+rowHeight+groupGap, 0
		}
		fmt.Fprintf(&body, "<g transform=\"translate(%.1f %.1f)\">\n", x+padding, y+padding)
		p.draw(&body)
		body.WriteString("</g>\n")
		x, rowHeight = x+p.width+groupGap, max(rowHeight, p.height)
		width = max(width, x-groupGap)
	}
	top := y + rowHeight + 2*padding
	legendWidth := drawLegend(&body, g.kinds(), top)
	width = max(width+2*padding, legendWidth)
	height := top + 3*padding
	var light, dark strings.Builder
	for _, k := range kinds {
		dash := ""
		if k.ghost {
			dash = "; stroke-dasharray: 5 4"
		}
		const style = ".%s rect { fill: %s; stroke: %s%s }\n.%[1]s text { fill: %[5]s }\n"
		fmt.Fprintf(&light, style, k.name, k.light.fill, k.light.stroke, dash, k.light.ink)
		fmt.Fprintf(&dark, style, k.name, k.dark.fill, k.dark.stroke, "", k.dark.ink)
	}
	return fmt.Sprintf(svgHead, width, height, &light, &dark) + body.String() + "</svg>\n"
}

// svgHead is followed by the groups. A dark page turns light fills into dark ones and inks
// into light ones.
const svgHead = `<svg xmlns="http://www.w3.org/2000/svg" width="%.0[1]f" height="%.0[2]f" viewBox="0 0 %.0[1]f %.0[2]f" role="img" aria-label="handoffs, and which follows which">
<style>
text { font: 12px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #24292f }
.title { font-weight: 600 }
.sheet { fill: #ffffff }
.group { fill: none; stroke: #afb8c1 }
.edge { fill: none; stroke: #57606a; stroke-width: 1.3 }
.guess { stroke-dasharray: 5 4 }
.head { fill: #57606a }
.hands { font-size: 11px; fill: #57606a; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round }
%[3]s@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.sheet { fill: #0d1117 }
.group { stroke: #484f58 }
.edge { stroke: #9198a1 }
.head { fill: #9198a1 }
.hands { fill: #9198a1; stroke: #0d1117 }
%[4]s}
</style>
<defs>
<marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="head" d="M0 0 10 5 0 10z"/></marker>
</defs>
<rect class="sheet" width="100%%" height="100%%"/>
`

func (p *plan) draw(out *strings.Builder) {
	fmt.Fprintf(out, "<rect class=\"group\" width=\"%.1f\" height=\"%.1f\" rx=\"8\"/>\n", p.width, p.height)
	fmt.Fprintf(out, "<text class=\"title\" x=\"%d\" y=\"22\">%s</text>\n", padding, html.EscapeString(p.group.title))
	drawEdge := func(e edge, path string, values ...any) {
		class := "edge"
		if !e.named {
			class += " guess"
		}
		fmt.Fprintf(out, "<path class=\"%s\" marker-end=\"url(#arrow)\" d=\"%s\"/>\n", class, fmt.Sprintf(path, values...))
	}
	for _, e := range p.direct {
		x1, y1, x2, y2 := e.from.x+p.nodeWidth/2, e.from.y+p.nodeHeight, e.to.x+p.nodeWidth/2, e.to.y
		bend := (y2 - y1) / 2
		drawEdge(e, "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", x1, y1, x1, y1+bend, x2, y2-bend, x2, y2)
	}
	for lane, e := range p.detours {
		// Each lane turns at a height of its own, as far as there is room.
		turn := rankGap/2 - 10 + float64(lane%6)*4
		x := p.width - float64(len(p.detours)-lane)*laneGap
		drawEdge(e, "M%.1f %.1fv%.1fH%.1fV%.1fH%.1fV%.1f",
			e.from.x+p.nodeWidth/2, e.from.y+p.nodeHeight, turn, x, e.to.y-turn, e.to.x+p.nodeWidth/2+6, e.to.y)
	}
	for _, rank := range p.ranks {
		for _, n := range rank {
			p.drawNode(out, n)
		}
	}
}

func (p *plan) drawNode(out *strings.Builder, n *node) {
	fmt.Fprintf(out, "<g class=\"%s\">\n", n.kind.name)
	if len(n.notes) > 0 {
		fmt.Fprintf(out, "<title>%s</title>\n", html.EscapeString(strings.Join(n.notes, "\n")))
	}
	fmt.Fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\"/>\n", n.x, n.y, p.nodeWidth, p.nodeHeight)
	class := ` class="title"`
	for i, line := range n.lines {
		fmt.Fprintf(out, "<text%s x=\"%.1f\" y=\"%.1f\">%s</text>\n", class, n.x+padding, n.y+float64((i+1)*lineHeight)+4, html.EscapeString(line))
		class = ""
	}
	out.WriteString("</g>\n")
	if label := p.labelOf(n); label != "" {
		fmt.Fprintf(out, "<text class=\"hands\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", n.x+p.nodeWidth/2+8, n.y+p.nodeHeight+18, html.EscapeString(label))
	}
}

// drawLegend draws what the colours and lines mean, and returns how wide that is.
func drawLegend(out *strings.Builder, kinds []*kind, top float64) float64 {
	x := float64(padding)
	for _, k := range kinds {
		fmt.Fprintf(out, "<g class=\"%s\"><rect x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"14\" rx=\"3\"/></g>\n<text x=\"%.1f\" y=\"%.1f\">%[1]s</text>\n",
			k.name, x, top, x+20, top+11.5)
		x += textWidth(k.name) + 36
	}
	for _, line := range []struct{ class, what string }{{"edge", "one names the other"}, {"edge guess", "by their order"}} {
		fmt.Fprintf(out, "<path class=\"%s\" d=\"M%.1f %.1fh26\"/>\n<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", line.class, x, top+7, x+32, top+11.5, line.what)
		x += textWidth(line.what) + 48
	}
	return x
}
