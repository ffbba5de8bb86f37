package generate

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// edges are values at the bounds of a test.
func edges(t schema.Test) (values []*document.Node) {
	switch t.Op {
	case schema.MinRunes, schema.MaxRunes:
		for n := max(t.N-1, 0); n <= t.N+1; n++ {
			values = append(values, &document.Node{Kind: document.String, Text: strings.Repeat("é", n)})
		}
	case schema.Less, schema.AtMost, schema.Greater, schema.AtLeast, schema.NotEqual:
		limit, _ := strconv.Atoi(t.Text)
		for n := limit - 1; n <= limit+1; n++ {
			values = append(values, &document.Node{Kind: document.Int, Text: strconv.Itoa(n)})
		}
	case schema.Match, schema.NotMatch, schema.IsPattern:
		for _, text := range texts {
			values = append(values, &document.Node{Kind: document.String, Text: text})
		}
	}
	return values
}

// around returns documents that are valid except for one value, for each value in a schema, and for that each
// kind, constant and bound. Nodes that were seen before are tried only with a value of each kind.
func around(n *schema.Node, seen map[*schema.Node]bool) (docs []*document.Node) {
	for _, text := range []string{`null`, `3`, `"a b"`, `[]`, `{}`} {
		docs = append(docs, parseJSON(text))
	}
	if seen[n] {
		return docs
	}
	for _, text := range []string{`true`, `0.5`, `"\n"`, `[1]`, `{"x": 1}`} {
		docs = append(docs, parseJSON(text))
	}
	seen[n] = true
	for _, s := range n.Enum {
		docs = append(docs, &document.Node{Kind: s.Kind, Text: s.Text})
		if s.Kind == document.String {
			docs = append(docs, &document.Node{Kind: s.Kind, Text: s.Text + "x"})
		}
	}
	for _, b := range n.AnyOf {
		docs = append(docs, around(b, seen)...)
	}
	// Beyond every bound, in case the schema lacks one. Only CUE accepts a pattern of this length.
	docs = append(docs, parseJSON("1000000000"), parseJSON("-1000000000"))
	if !slices.ContainsFunc(n.Tests, func(t schema.Test) bool { return t.Op == schema.IsPattern }) {
		docs = append(docs, &document.Node{Kind: document.String, Text: strings.Repeat("é", 70_000)})
	}
	good := right(n)
	docs = append(docs, good)
	for _, t := range n.Tests {
		docs = append(docs, edges(t)...)
		if n.Items != nil && (t.Op == schema.MinItems || t.Op == schema.MaxItems) {
			for count := max(t.N-1, 0); count <= t.N+1; count++ {
				docs = append(docs, with(good, -1, slices.Repeat([]*document.Node{right(n.Items)}, count)...))
			}
		}
	}
	return append(docs, aroundParts(n, good, seen)...)
}

// aroundParts is around for the items and fields of a good document.
func aroundParts(n *schema.Node, good *document.Node, seen map[*schema.Node]bool) (docs []*document.Node) {
	each := func(i int, name string, values ...*document.Node) {
		for _, v := range values {
			docs = append(docs, with(good, i, named(name, v)))
		}
	}
	field := func(name string) int {
		if i := slices.IndexFunc(good.Items, func(item *document.Node) bool { return item.Name == name }); i >= 0 {
			return i
		}
		return len(good.Items)
	}
	switch n.Kinds {
	case schema.Only(document.List):
		for i, item := range n.Prefix {
			docs = append(docs, with(good, i))
			each(i, "", around(item, seen)...)
		}
		if n.Items != nil {
			each(len(n.Prefix), "", around(n.Items, seen)...)
			docs = append(docs, with(good, -1, slices.Repeat([]*document.Node{right(n.Items)}, 300)...))
		}
	case schema.Only(document.Object):
		each(len(good.Items), "extra", parseJSON("1"))
		for _, f := range n.Fields {
			docs = append(docs, with(good, field(f.Name)))
			each(field(f.Name), f.Name, around(f.Node, seen)...)
		}
		for _, p := range n.Patterns {
			for _, key := range texts {
				each(field(key), key, parseJSON("[{}]"))
			}
			key := right(p.Name).Text
			each(field(key), key, around(p.Node, seen)...)
		}
	}
	return docs
}

// right returns a value that a schema accepts, with all of its fields.
func right(n *schema.Node) *document.Node {
	g := &generator{data: bytes.Repeat([]byte{1}, 10_000), names: []string{"1"}}
	g.learn(n, map[*schema.Node]bool{})
	g.texts, g.numerals = append(g.texts, texts...), append(g.numerals, numerals...)
	return g.sample(n, 9)
}

// with returns a list or object with other items instead of item i, or of all for -1.
func with(n *document.Node, i int, items ...*document.Node) *document.Node {
	c := *n
	if i < 0 {
		c.Items = items
	} else {
		c.Items = slices.Concat(n.Items[:i], items, n.Items[min(i+1, len(n.Items)):])
	}
	return &c
}

func named(name string, n *document.Node) *document.Node {
	c := *n
	c.Name = name
	return &c
}
