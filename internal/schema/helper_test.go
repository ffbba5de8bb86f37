package schema

import (
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

// parse parses a JSON value of any kind, with spans in the text.
func parse(t testing.TB, source string) *document.Node {
	t.Helper()
	const opening = `{"v":`
	root, _, faults := document.ParseJSON([]byte(opening+source+"}"), document.Limits{Depth: 500, Values: 100_000})
	if len(faults) > 0 {
		t.Fatalf("%s: %v", source, faults)
	}
	n := root.Field("v")
	n.Name, n.Key.Start, n.Key.End = "", 0, 0
	shift(n, -len(opening))
	return n
}

func shift(n *document.Node, by int) {
	n.Value.Start, n.Value.End = n.Value.Start+by, n.Value.End+by
	for _, item := range n.Items {
		if item.Name != "" {
			item.Key.Start, item.Key.End = item.Key.Start+by, item.Key.End+by
		}
		shift(item, by)
	}
}

func kind(kinds ...document.Kind) *Node {
	n := &Node{}
	for _, k := range kinds {
		n.Kinds |= Only(k)
	}
	return n
}

func integer(tests ...Test) *Node { return &Node{Kinds: Only(document.Int), Tests: tests} }
func num(tests ...Test) *Node     { return &Node{Kinds: Numbers, Tests: tests} }
func str(tests ...Test) *Node     { return &Node{Kinds: Only(document.String), Tests: tests} }

func bound(op Op, literal string) Test { return Test{Op: op, Text: literal, Number: true} }
func match(pattern string) Test        { return Test{Op: Match, Text: pattern} }
func count(op Op, n int) Test          { return Test{Op: op, N: n} }

func enum(texts ...string) *Node {
	n := str()
	for _, s := range texts {
		n.Enum = append(n.Enum, Scalar{Kind: document.String, Text: s})
	}
	return n
}

// constant returns a constant of another kind.
func constant(k document.Kind, literal string) *Node {
	return &Node{Kinds: Only(k), Enum: []Scalar{{k, literal}}}
}

func null() *Node { return kind(document.Null) }

func list(items *Node, tests ...Test) *Node {
	return &Node{Kinds: Only(document.List), Items: items, Tests: tests}
}

func prefixed(rest *Node, first ...*Node) *Node {
	n := &Node{Kinds: Only(document.List), Prefix: first, Items: rest, Tests: []Test{count(MinItems, len(first))}}
	if rest == nil {
		n.Tests = append(n.Tests, count(MaxItems, len(first)))
	}
	return n
}

func closed(fields ...Field) *Node {
	n := open(fields...)
	n.Closed = true
	return n
}

func open(fields ...Field) *Node { return &Node{Kinds: Only(document.Object), Fields: fields} }

func req(name string, n *Node) Field { return Field{Name: name, Required: true, Node: n} }
func opt(name string, n *Node) Field { return Field{Name: name, Node: n} }

// keys adds a pattern for names; "" is any name.
func keys(n *Node, pattern string, value *Node) *Node {
	name := str()
	if pattern != "" {
		name = str(match(pattern))
	}
	n.Patterns = append(n.Patterns, PatternField{name, value})
	return n
}

func attr(n *Node, a Attr) *Node {
	other := *n
	other.Attr = &a
	return &other
}

func union(branches ...*Node) *Node { return Union(branches) }

var anything = Node{Kinds: AnyKind}

func merge(t testing.TB, nodes ...*Node) *Node {
	t.Helper()
	merged := nodes[0]
	for _, n := range nodes[1:] {
		merged = Merge(merged, n)
	}
	return merged
}

// tree returns a recursive Node: {v!: int, next?: null | tree, list?: [...tree]}.
func tree() *Node {
	n := closed(req("v", integer()))
	n.Fields = append(n.Fields, opt("next", union(null(), n)), opt("list", list(n)))
	return n
}
