package schema

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/document"
)

func TestMerge(t *testing.T) {
	short, long := str(count(MinRunes, 2), count(MaxRunes, 9)), str(count(MinRunes, 3), count(MaxRunes, 12))
	tests := []struct{ name, got, want string }{
		{"kinds", show(merge(t, num(), integer(bound(AtLeast, "1")))), show(integer(bound(AtLeast, "1")))},
		{"a test narrows kinds", show(merge(t, &Node{Kinds: AnyKind}, num(bound(Less, "1")))), show(num(bound(Less, "1")))},
		{"a test of lists narrows kinds", show(merge(t, &Node{Kinds: AnyKind}, &Node{Kinds: AnyKind, Tests: []Test{{Op: UniqueItems}}})), show(&Node{Kinds: Only(document.List), Tests: []Test{{Op: UniqueItems}}})},
		{"the second test narrows kinds", show(merge(t, &Node{Kinds: Numbers | Only(document.String)}, &Node{Kinds: AnyKind, Tests: []Test{match("a"), bound(Less, "1")}})), show(&Node{})},
		{"constants that the other side accepts", show(merge(t, enum("ab", "x", "abc"), str(match("^a")))), show(enum("ab", "abc"))},
		{"constants after what accepts them", show(merge(t, str(match("^a")), enum("ab", "x"))), show(enum("ab"))},
		{"constants of both", show(merge(t, enum("a", "b"), enum("b", "c", "a"))), show(enum("a", "b"))},
		{"constants that nothing accepts", show(merge(t, enum("a"), enum("b"))), show(&Node{})},
		{"impossible", show(merge(t, str(match("a")), integer())), show(&Node{})},
		{"tests", show(merge(t, str(match("a")), str(match("b"), match("a")))), show(str(match("a"), match("b")))},
		{"lengths", show(merge(t, short, long)), show(str(count(MinRunes, 2), count(MaxRunes, 9), count(MinRunes, 3), count(MaxRunes, 12)))},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s:\n%s", test.name, cmp.Diff(test.want, test.got))
		}
	}
}

func TestJoin(t *testing.T) {
	field, definition := &Attr{Rule: "a/b", Words: "x"}, &Attr{Words: "y", Holds: "z", Values: "v", Means: "m", Claims: "c", Engine: true}
	for _, tt := range []struct{ got, want *Attr }{
		{field.Join(definition), &Attr{Rule: "a/b", Words: "x", Holds: "z", Values: "v", Means: "m", Claims: "c", Engine: true}},
		{definition.Join(field), &Attr{Rule: "a/b", Words: "y", Holds: "z", Values: "v", Means: "m", Claims: "c", Engine: true}},
		{field.Join(field), field}, {field.Join(nil), field}, {(*Attr)(nil).Join(field), field},
	} {
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Error(diff)
		}
	}
}

// show returns a Node as text without nested pointers.
func show(n *Node) string {
	if n == nil {
		return "none"
	}
	s := fmt.Sprint(n.Kinds, n.Enum, n.Tests, n.Closed, n.Default)
	for _, f := range n.Fields {
		s += fmt.Sprintf("\n%s %t: %s", f.Name, f.Required, show(f.Node))
	}
	for _, p := range n.Patterns {
		s += fmt.Sprintf("\n[%s]: %s", show(p.Name), show(p.Node))
	}
	for _, p := range n.Prefix {
		s += "\nfirst " + show(p)
	}
	for _, b := range n.AnyOf {
		s += "\nor " + show(b)
	}
	return s + " items " + show(n.Items)
}

func TestUnion(t *testing.T) {
	nullOrText := &Node{Kinds: Only(document.Null) | Only(document.String), Enum: []Scalar{{Kind: document.Null}, {document.String, "a"}}}
	tests := []struct {
		name      string
		got, want *Node
	}{
		{"constants", union(enum("a"), enum("a", "b", "c")), enum("a", "b", "c")},
		{"kinds", union(str(), integer()), kind(document.String, document.Int)},
		{"null and a constant", union(null(), enum("a")), nullOrText},
		{"null and a kind", union(constant(document.Null, "null"), str()), kind(document.Null, document.String)},
		{"a constant and a kind", union(enum("a"), str()), &Node{Kinds: Only(document.String), AnyOf: []*Node{enum("a"), str()}}},
		{"tests", union(str(match("a")), null(), integer()), &Node{Kinds: Only(document.String) | Only(document.Null) | Only(document.Int), AnyOf: []*Node{str(match("a")), kind(document.Null, document.Int)}}},
		{"nothing", union(&Node{}, &Node{}), &Node{}},
		{"one that is possible", union(&Node{}, closed()), closed()},
	}
	for _, test := range tests {
		if diff := cmp.Diff(show(test.want), show(test.got)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}
