package constrainttest

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// maxEdits bounds how far a generated document is from its seed. Few edits
// find more: a document with many faults is rejected whatever a checker does.
const maxEdits = 6

// Generate makes a document from bytes that a fuzzer chooses: one of the
// seeds, with a few edits that people and agents make by mistake, fields
// dropped, renamed or added, values of another kind, blank, longer, at the
// edge. Equal bytes give equal documents. Integers stay small and no float is
// whole, because JSON Schema takes 1.0 for an integer and CUE does not.
func Generate(data []byte, seeds ...*document.Node) *document.Node {
	g := &generator{data: data}
	root := clone(seeds[g.below(len(seeds))])
	g.names = append(namesOf(root, nil), "extra", "x-note", "xa", "")
	for i := 0; i < maxEdits && len(g.data) > 0; i++ {
		g.edit(g.pick(root))
	}
	return root
}

type generator struct {
	data []byte
	// names are the keys that a new or renamed field may get.
	names []string
}

// below is a number under n, from the next byte; 0 when the bytes run out.
func (g *generator) below(n int) int {
	if len(g.data) == 0 || n < 2 {
		return 0
	}
	b := int(g.data[0])
	g.data = g.data[1:]
	return b % n
}

// pick walks down from a node at random.
func (g *generator) pick(n *document.Node) *document.Node {
	for len(n.Items) > 0 {
		i := g.below(len(n.Items) + 1)
		if i == len(n.Items) {
			return n
		}
		n = n.Items[i]
	}
	return n
}

func (g *generator) edit(n *document.Node) {
	switch {
	case g.below(4) == 1:
		replace(n, g.fresh(2))
	case n.Kind == document.Object:
		g.editObject(n)
	case n.Kind == document.List:
		g.editList(n)
	case n.Kind == document.String:
		n.Text = g.editText(n.Text)
	default:
		replace(n, g.fresh(0))
	}
}

func (g *generator) editObject(n *document.Node) {
	if len(n.Items) == 0 || g.below(3) == 0 {
		item := g.fresh(2)
		item.Name = g.names[g.below(len(g.names))]
		put(n, item)
		return
	}
	i := g.below(len(n.Items))
	if g.below(2) == 0 {
		n.Items = slices.Delete(n.Items, i, i+1)
		return
	}
	item := n.Items[i]
	n.Items = slices.Delete(n.Items, i, i+1)
	item.Name = g.names[g.below(len(g.names))]
	put(n, item)
}

func (g *generator) editList(n *document.Node) {
	i := g.below(len(n.Items) + 1)
	switch {
	case i < len(n.Items) && g.below(2) == 0:
		n.Items = slices.Delete(n.Items, i, i+1)
	case i < len(n.Items):
		n.Items = append(n.Items, clone(n.Items[i]))
	default:
		n.Items = append(n.Items, g.fresh(2))
	}
}

var texts = []string{
	"", " ", "\t\n", "a", "b", "ab", "xyz", "complete", "blocked", "needs_review",
	"2026-05-31T12:21:29Z", "2026-02-30T12:21:29Z", "2026-05-31T12:21:29+02:00",
	"2024-02-29T1:02:03.5Z", "2026-05-31", "é", "日本語", "x\u00a0y", "a\nb", "null", "1",
}

func (g *generator) editText(s string) string {
	switch g.below(6) {
	case 0:
		return s + "x"
	case 1:
		return strings.ToUpper(s)
	case 2:
		return strings.Repeat(s, 3)
	case 3:
		return s[:len(s)-len(lastRune(s))]
	case 4:
		return " " + s + "\n"
	}
	return texts[g.below(len(texts))]
}

func lastRune(s string) string {
	runes := []rune(s)
	if len(runes) == 0 {
		return ""
	}
	return string(runes[len(runes)-1])
}

var numerals = []string{"0", "1", "2", "3", "4", "5", "-1", "7", "255", "256", "0.5", "1.5", "-2.25", "35e-1", "100"}

// fresh makes a value of any kind, lists and objects up to a depth.
func (g *generator) fresh(depth int) *document.Node {
	switch kinds := 5 + 2*min(depth, 1); g.below(kinds) {
	case 0:
		return &document.Node{Kind: document.Null}
	case 1:
		return &document.Node{Kind: document.Bool, Text: []string{"true", "false"}[g.below(2)]}
	case 2, 3:
		text := numerals[g.below(len(numerals))]
		return &document.Node{Kind: numberKind(text), Text: text}
	case 4:
		return &document.Node{Kind: document.String, Text: texts[g.below(len(texts))]}
	case 5:
		return g.freshObject(depth)
	}
	n := &document.Node{Kind: document.List}
	for range g.below(4) {
		n.Items = append(n.Items, g.fresh(depth-1))
	}
	return n
}

func (g *generator) freshObject(depth int) *document.Node {
	n := &document.Node{Kind: document.Object}
	for range g.below(4) {
		item := g.fresh(depth - 1)
		item.Name = g.names[g.below(len(g.names))]
		put(n, item)
	}
	return n
}

// replace gives a node another value under its old name.
func replace(n, by *document.Node) {
	name := n.Name
	*n = *by
	n.Name = name
}

func clone(n *document.Node) *document.Node {
	c := *n
	c.Items = nil
	for _, item := range n.Items {
		c.Items = append(c.Items, clone(item))
	}
	return &c
}

func namesOf(n *document.Node, names []string) []string {
	for _, item := range n.Items {
		if item.Name != "" && !slices.Contains(names, item.Name) {
			names = append(names, item.Name)
		}
		names = namesOf(item, names)
	}
	return names
}
