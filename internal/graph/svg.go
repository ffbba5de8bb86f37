package graph

import (
	"fmt"
	"html"
	"slices"
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

// box is a node and where it is drawn: the upper left corner.
type box struct {
	node *Node
	rank int
	x, y float64
}

// plan is where the nodes of a group are drawn, relative to its upper left corner.
type plan struct {
	group         *Group
	ranks         [][]*box
	nodeWidth     float64
	nodeHeight    float64
	width, height float64
	// detours are the edges that pass a rank, each in a lane of its own beside the
	// nodes. The others lead from one rank to the next.
	direct, detours []Edge
	boxes           map[*Node]*box
}

// planGroup puts each node a rank below the last that it follows. Edges lead only from
// earlier handoffs to later ones, so the order of the nodes is one of ranks.
func planGroup(group *Group, edges []Edge) *plan {
	p := &plan{group: group, boxes: map[*Node]*box{}}
	lines := 1
	for _, n := range group.Nodes {
		p.boxes[n] = &box{node: n}
		lines = max(lines, len(n.Lines))
		for _, line := range n.Lines {
			p.nodeWidth = max(p.nodeWidth, textWidth(line)*1.1+2*padding) // the first is bold
		}
	}
	p.nodeHeight = float64(lines*lineHeight + padding + 4)
	p.rank(edges)
	for _, b := range p.boxes {
		for len(p.ranks) <= b.rank {
			p.ranks = append(p.ranks, nil)
		}
	}
	for _, n := range group.Nodes {
		b := p.boxes[n]
		p.ranks[b.rank] = append(p.ranks[b.rank], b)
	}
	for _, e := range edges {
		if p.boxes[e.To].rank-p.boxes[e.From].rank == 1 {
			p.direct = append(p.direct, e)
		} else {
			p.detours = append(p.detours, e)
		}
	}
	p.place()
	return p
}

// rank gives each node its rank, the longest way that leads to it. One pass over the
// edges is enough if they come in the order of their ends, which time gives them.
func (p *plan) rank(edges []Edge) {
	for changed := true; changed; {
		changed = false
		for _, e := range edges {
			if r := p.boxes[e.From].rank + 1; r > p.boxes[e.To].rank {
				p.boxes[e.To].rank = r
				changed = true
			}
		}
	}
}

func (p *plan) place() {
	widest := 0
	for _, rank := range p.ranks {
		widest = max(widest, len(rank))
	}
	rowWidth := float64(widest)*(p.nodeWidth+nodeGap) - nodeGap
	for i, rank := range p.ranks {
		left := (rowWidth - float64(len(rank))*(p.nodeWidth+nodeGap) + nodeGap) / 2
		for j, b := range rank {
			b.x = padding + left + float64(j)*(p.nodeWidth+nodeGap)
			b.y = titleSpace + float64(i)*(p.nodeHeight+rankGap)
		}
	}
	// The arrows into and out of the last rank, and a text below it, need room as well.
	p.height = titleSpace + float64(len(p.ranks))*(p.nodeHeight+rankGap) - rankGap + 2*padding
	p.width = max(rowWidth, textWidth(p.group.Title)*1.1) + 2*padding // a title is bold
	for _, b := range p.boxes {
		p.width = max(p.width, b.x+p.nodeWidth/2+textWidth(p.shownHands(b))+2*padding)
	}
	if len(p.detours) > 0 {
		p.width += float64(len(p.detours)+1) * laneGap
	}
}

func (p *plan) hasArrow(n *Node) bool {
	from := func(e Edge) bool { return e.From == n }
	return slices.ContainsFunc(p.direct, from) || slices.ContainsFunc(p.detours, from)
}

// shownHands is what is written below a node: what it hands on, cut to the room before
// the next node's text.
func (p *plan) shownHands(b *box) string {
	if !p.hasArrow(b.node) {
		return ""
	}
	if room := int((p.nodeWidth + nodeGap) / cell); len(p.ranks[b.rank]) > 1 {
		return runewidth.Truncate(b.node.Hands, room-2, "…")
	}
	return b.node.Hands
}

func textWidth(s string) float64 { return float64(runewidth.StringWidth(s)) * cell }

// SVG draws the picture itself: groups side by side, in each the earliest handoffs at
// the top.
func (g *Graph) SVG() string {
	byGroup := map[*Group][]Edge{}
	for _, e := range g.Edges {
		byGroup[e.From.group] = append(byGroup[e.From.group], e)
	}
	var body strings.Builder
	var x, y, rowHeight, width float64
	for _, group := range g.Groups {
		p := planGroup(group, byGroup[group])
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
	return fmt.Sprintf(svgHead, width, height, width, height, svgStyle()) + body.String() + "</svg>\n"
}

const svgHead = `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img" aria-label="handoffs, and which follows which">
<style>
%s</style>
<defs>
<marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="head" d="M0 0 10 5 0 10z"/></marker>
</defs>
<rect class="sheet" width="100%%" height="100%%"/>
`

// svgStyle is the style sheet. A dark page turns light fills into dark ones and inks
// into light ones.
func svgStyle() string {
	var b strings.Builder
	b.WriteString(`text { font: 12px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #24292f }
.title { font-weight: 600 }
.sheet { fill: #ffffff }
.group { fill: none; stroke: #afb8c1 }
.edge { fill: none; stroke: #57606a; stroke-width: 1.3 }
.guess { stroke-dasharray: 5 4 }
.head { fill: #57606a }
.hands { font-size: 11px; fill: #57606a; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round }
`)
	for _, kind := range kinds {
		c := colours[kind]
		dash := ""
		if kind.isGhost() {
			dash = "; stroke-dasharray: 5 4"
		}
		fmt.Fprintf(&b, ".%s rect { fill: %s; stroke: %s%s }\n.%[1]s text { fill: %[5]s }\n", kind, c.fill, c.stroke, dash, c.ink)
	}
	b.WriteString(`@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.sheet { fill: #0d1117 }
.group { stroke: #484f58 }
.edge { stroke: #9198a1 }
.head { fill: #9198a1 }
.hands { fill: #9198a1; stroke: #0d1117 }
`)
	for _, kind := range kinds {
		c := darkColours[kind]
		fmt.Fprintf(&b, ".%s rect { fill: %s; stroke: %s }\n.%[1]s text { fill: %[4]s }\n", kind, c.fill, c.stroke, c.ink)
	}
	b.WriteString("}\n")
	return b.String()
}

func (p *plan) draw(out *strings.Builder) {
	fmt.Fprintf(out, "<rect class=\"group\" width=\"%.1f\" height=\"%.1f\" rx=\"8\"/>\n", p.width, p.height)
	fmt.Fprintf(out, "<text class=\"title\" x=\"%d\" y=\"22\">%s</text>\n", padding, html.EscapeString(p.group.Title))
	for _, e := range p.direct {
		from, to := p.boxes[e.From], p.boxes[e.To]
		x1, y1, x2, y2 := from.x+p.nodeWidth/2, from.y+p.nodeHeight, to.x+p.nodeWidth/2, to.y
		bend := (y2 - y1) / 2
		drawEdge(out, e, fmt.Sprintf("M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", x1, y1, x1, y1+bend, x2, y2-bend, x2, y2))
	}
	for lane, e := range p.detours {
		from, to := p.boxes[e.From], p.boxes[e.To]
		// Each lane turns at a height of its own, as far as there is room.
		turn := rankGap/2 - 10 + float64(lane%6)*4
		x := p.width - float64(len(p.detours)-lane)*laneGap
		drawEdge(out, e, fmt.Sprintf("M%.1f %.1fv%.1fH%.1fV%.1fH%.1fV%.1f",
			from.x+p.nodeWidth/2, from.y+p.nodeHeight, turn, x, to.y-turn, to.x+p.nodeWidth/2+6, to.y))
	}
	for _, rank := range p.ranks {
		for _, b := range rank {
			p.drawNode(out, b)
		}
	}
}

func drawEdge(out *strings.Builder, e Edge, way string) {
	class := "edge"
	if !e.Named {
		class += " guess"
	}
	fmt.Fprintf(out, "<path class=\"%s\" marker-end=\"url(#arrow)\" d=\"%s\"/>\n", class, way)
}

func (p *plan) drawNode(out *strings.Builder, b *box) {
	n := b.node
	fmt.Fprintf(out, "<g class=\"%s\">\n", n.Kind)
	if len(n.Notes) > 0 {
		fmt.Fprintf(out, "<title>%s</title>\n", html.EscapeString(strings.Join(n.Notes, "\n")))
	}
	fmt.Fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\"/>\n", b.x, b.y, p.nodeWidth, p.nodeHeight)
	for i, line := range n.Lines {
		class := ""
		if i == 0 {
			class = ` class="title"`
		}
		fmt.Fprintf(out, "<text%s x=\"%.1f\" y=\"%.1f\">%s</text>\n", class, b.x+padding, b.y+float64((i+1)*lineHeight)+4, html.EscapeString(line))
	}
	out.WriteString("</g>\n")
	if hands := p.shownHands(b); hands != "" {
		fmt.Fprintf(out, "<text class=\"hands\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", b.x+p.nodeWidth/2+8, b.y+p.nodeHeight+18, html.EscapeString(hands))
	}
}

// drawLegend draws what the colours and lines mean, and returns how wide that is.
func drawLegend(out *strings.Builder, kinds []Kind, top float64) float64 {
	x := float64(padding)
	for _, kind := range kinds {
		fmt.Fprintf(out, "<g class=\"%s\"><rect x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"14\" rx=\"3\"/></g>\n<text x=\"%.1f\" y=\"%.1f\">%s</text>\n",
			kind, x, top, x+20, top+11.5, kind)
		x += textWidth(string(kind)) + 36
	}
	for _, line := range []struct{ class, what string }{{"edge", "one names the other"}, {"edge guess", "by their order"}} {
		fmt.Fprintf(out, "<path class=\"%s\" d=\"M%.1f %.1fh26\"/>\n<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", line.class, x, top+7, x+32, top+11.5, line.what)
		x += textWidth(line.what) + 48
	}
	return x
}
