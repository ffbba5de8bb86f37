package generate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// parseJSON parses a JSON value of any kind.
func parseJSON(text string) *document.Node {
	root, _, faults := document.ParseJSON([]byte(`{"v": `+text+`}`), document.Limits{Depth: 200, Values: 100_000})
	if len(faults) > 0 {
		panic(fmt.Sprintf("%s: %v", text, faults))
	}
	return named("", root.Field("v"))
}

// toJSON returns a document as JSON.
func toJSON(n *document.Node) string {
	var parts []string
	for _, item := range n.Items {
		part := toJSON(item)
		if n.Kind == document.Object {
			part = quoted(item.Name) + ":" + part
		}
		parts = append(parts, part)
	}
	switch n.Kind {
	case document.Object:
		return "{" + strings.Join(parts, ",") + "}"
	case document.List:
		return "[" + strings.Join(parts, ",") + "]"
	case document.String:
		return quoted(n.Text)
	case document.Null:
		return "null"
	}
	return n.Text
}

func quoted(s string) string {
	text, _ := json.Marshal(s) // a string has a JSON form
	return string(text)
}

// maxEdits bounds the number of edits of a document. Few edits find more: a document with many faults is
// rejected whatever a schema says.
const maxEdits = 6

// texts are strings that schemas require, or nearly.
var texts = []string{
	"a", "", " ", "\t\n", "ab", "xyz", "é", "日本語", "x\u00a0y", "a\nb", "\u200b", "null", "1", "x/y", "src/a.go:1-2", "/a", "data.status",
	"2026-05-31T12:21:29Z", "2026-02-30T12:21:29Z", "2024-02-29T01:02:03.5+02:00", "2026-05-31T12:21:29", "2026-05-31 12:21", "2026-05-31",
	"1717500000-fix", "phase-2", "Testing", "REJECTED", "rejected: no", "*.md", "{a,{b,{c,{d,{e}}}}}", "**/**/**/**/x", "(", "a{2}", "https://a.b/c",
	".claude/agent-handoffs", "../agent-handoffs", "file", "numFailedTests", "tests_failed", "https",
}

// numerals have no whole float: JSON Schema treats 1.0 as an integer, CUE does not.
var numerals = []string{"0", "1", "2", "3", "4", "5", "6", "-1", "7", "199", "200", "256", "0.5", "1.5", "-2.25", "35e-1"}

// generator makes documents from a fuzzer's bytes. Equal bytes give equal documents.
type generator struct {
	data []byte
	// names are keys, texts and numerals are values that the schema requires, or nearly.
	names, texts, numerals []string
}

// generate returns a nearly valid document: a seed, or one that the schema describes, with a few edits like
// the mistakes of people and agents.
func generate(data []byte, n *schema.Node, seeds []*document.Node) *document.Node {
	half := len(data) / 2
	g := &generator{data: data[half:], names: []string{"extra", "x-note", "1", "5", ""}}
	g.learn(n, map[*schema.Node]bool{})
	g.texts, g.numerals = append(g.texts, texts...), append(g.numerals, numerals...)
	var root *document.Node
	if i := g.below(2*len(seeds) + 2); i < len(seeds) {
		root = copied(seeds[i])
	} else {
		root = g.sample(n, 6)
	}
	g.data = data[:half]
	for range g.below(maxEdits + 1) {
		at := root
		for i := 0; i < len(at.Items); {
			if i = g.below(len(at.Items) + 1); i < len(at.Items) {
				at = at.Items[i]
				i = 0
			}
		}
		g.edit(at)
	}
	return root
}

func copied(n *document.Node) *document.Node {
	c := *n
	c.Items = nil
	for _, item := range n.Items {
		c.Items = append(c.Items, copied(item))
	}
	return &c
}

// learn collects the names, constants and bounds of a schema.
func (g *generator) learn(n *schema.Node, seen map[*schema.Node]bool) {
	if n == nil || seen[n] {
		return
	}
	seen[n] = true
	for _, s := range n.Enum {
		if s.Kind == document.String {
			g.texts = append(g.texts, s.Text)
		}
	}
	for _, t := range n.Tests {
		for _, edge := range edges(t) {
			if edge.Kind == document.String {
				g.texts = append(g.texts, edge.Text)
			} else {
				g.numerals = append(g.numerals, edge.Text)
			}
		}
	}
	parts := slices.Concat(n.AnyOf, n.Prefix, []*schema.Node{n.Items})
	for _, f := range n.Fields {
		g.names, parts = append(g.names, f.Name), append(parts, f.Node)
	}
	for _, f := range n.Patterns {
		parts = append(parts, f.Node)
	}
	for _, part := range parts {
		g.learn(part, seen)
	}
}

// below returns a number under n, 0 when the bytes run out.
func (g *generator) below(n int) int {
	if len(g.data) == 0 || n < 2 {
		return 0
	}
	b := int(g.data[0])
	g.data = g.data[1:]
	return b % n
}

func of[T any](g *generator, list []T) T { return list[g.below(len(list))] }

// sample returns a value that a schema describes, if its tests are easy to satisfy.
func (g *generator) sample(n *schema.Node, depth int) *document.Node {
	switch {
	case len(n.AnyOf) > 0:
		return g.sample(of(g, n.AnyOf), depth)
	case len(n.Enum) > 0:
		s := of(g, n.Enum)
		return &document.Node{Kind: s.Kind, Text: s.Text}
	case depth == 0 || n.Kinds == schema.NoKind || n.Kinds == schema.AnyKind:
		return g.fresh(1)
	}
	var kinds []document.Kind
	for k := document.Null; k <= document.Object; k++ {
		if n.Kinds.Has(k) {
			kinds = append(kinds, k)
		}
	}
	value := &document.Node{Kind: of(g, kinds)}
	switch value.Kind {
	case document.Bool:
		value.Text = of(g, []string{"true", "false"})
	case document.Int, document.Float:
		g.scalar(value, n, g.numerals)
	case document.String:
		g.scalar(value, n, g.texts)
	case document.List:
		g.sampleList(value, n, depth)
	case document.Object:
		g.sampleObject(value, n, depth)
	}
	return value
}

// scalar returns a text that a schema accepts, if there is one.
func (g *generator) scalar(value *document.Node, n *schema.Node, from []string) {
	start := g.below(len(from))
	for i := range from {
		value.Text = from[(start+i)%len(from)]
		if value.Kind == document.String || numberKind(value.Text) == value.Kind {
			if n.Match(value, nil) {
				return
			}
		}
	}
	if value.Kind != document.String {
		value.Text, value.Kind = "1", document.Int
	}
}

func (g *generator) sampleList(value *document.Node, n *schema.Node, depth int) {
	for _, item := range n.Prefix {
		value.Items = append(value.Items, g.sample(item, depth-1))
	}
	if n.Items != nil {
		for range g.below(3) {
			value.Items = append(value.Items, g.sample(n.Items, depth-1))
		}
	}
}

func (g *generator) sampleObject(value *document.Node, n *schema.Node, depth int) {
	for _, f := range n.Fields {
		if f.Node.Kinds != schema.NoKind && (f.Required || g.below(3) > 0) {
			g.put(value, f.Name, g.sample(f.Node, depth-1))
		}
	}
	for _, f := range n.Patterns {
		for range g.below(3) {
			key := &document.Node{Kind: document.String}
			g.scalar(key, f.Name, append(g.texts, g.names...))
			g.put(value, key.Text, g.sample(f.Node, depth-1))
		}
	}
}

// put adds a field, or replaces the one with its name.
func (g *generator) put(n *document.Node, name string, value *document.Node) {
	value.Name = name
	n.Items = append(slices.DeleteFunc(n.Items, func(item *document.Node) bool { return item.Name == name }), value)
}

func (g *generator) edit(n *document.Node) {
	name := n.Name
	switch {
	case g.below(4) == 1:
		*n = *g.fresh(2)
	case n.Kind == document.Object && len(n.Items) > 0 && g.below(3) > 0:
		i := g.below(len(n.Items))
		item := n.Items[i]
		n.Items = slices.Delete(n.Items, i, i+1)
		if g.below(2) == 0 {
			g.put(n, of(g, g.names), item)
		}
	case n.Kind == document.Object:
		g.put(n, of(g, g.names), g.fresh(2))
	case n.Kind == document.List && len(n.Items) > 0 && g.below(3) > 0:
		i := g.below(len(n.Items))
		if g.below(2) == 0 {
			n.Items = slices.Delete(n.Items, i, i+1)
		} else {
			n.Items = append(n.Items, copied(n.Items[i]))
		}
	case n.Kind == document.List:
		n.Items = append(n.Items, g.fresh(2))
	case n.Kind == document.String:
		n.Text = of(g, []string{n.Text + "x", strings.ToUpper(n.Text), " " + n.Text + "\n", of(g, g.texts)})
	default:
		*n = *g.fresh(0)
	}
	n.Name = name
}

// fresh returns a value of any kind, with lists and objects up to a depth.
func (g *generator) fresh(depth int) *document.Node {
	n := &document.Node{Kind: document.Kind(g.below(int(document.String) + 1 + 2*min(depth, 1)))}
	switch n.Kind {
	case document.Bool:
		n.Text = of(g, []string{"true", "false"})
	case document.Int, document.Float:
		n.Text = of(g, g.numerals)
		n.Kind = numberKind(n.Text)
	case document.String:
		n.Text = of(g, g.texts)
	case document.List:
		for range g.below(4) {
			n.Items = append(n.Items, g.fresh(depth-1))
		}
	case document.Object:
		for range g.below(4) {
			g.put(n, of(g, g.names), g.fresh(depth-1))
		}
	}
	return n
}

// numberKind distinguishes integers and floats by the literal.
func numberKind(text string) document.Kind {
	if strings.ContainsAny(text, ".eE") {
		return document.Float
	}
	return document.Int
}
