package schema

import (
	"cmp"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Merge returns the Node that accepts what both accept, as CUE's `&` does. Lists, objects, unions and
// attributes are left to the caller.
func Merge(a, b *Node) *Node {
	merged := &Node{Kinds: a.Kinds & b.Kinds, Tests: joinTests(a.Tests, b.Tests), Default: cmp.Or(a.Default, b.Default)}
	for i := range merged.Tests {
		merged.Kinds &= merged.Tests[i].On()
	}
	if a.Enum == nil {
		a, b = b, a // only the constants of a are looked at
	}
	if a.Enum == nil {
		if merged.Kinds == NoKind {
			merged.Tests = nil
		}
		return merged
	}
	kept := &Node{Default: merged.Default}
	for _, s := range a.Enum {
		if b.Match(s.node(), nil) {
			kept.Enum = append(kept.Enum, s)
			kept.Kinds |= Only(s.Kind)
		}
	}
	return kept
}

// node returns the constant as a document's value.
func (s *Scalar) node() *document.Node { return &document.Node{Kind: s.Kind, Text: s.Text} }

// joinTests returns the distinct tests of both.
func joinTests(a, b []Test) []Test {
	joined := slices.Clone(a)
	for _, t := range b {
		joined = text.AppendNew(joined, t)
	}
	return joined
}

// Join merges the attributes of a field from two sources, which may be nil; a takes precedence.
func (a *Attr) Join(b *Attr) *Attr {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return &Attr{
		Rule: cmp.Or(a.Rule, b.Rule), Words: cmp.Or(a.Words, b.Words), Holds: cmp.Or(a.Holds, b.Holds),
		Values: cmp.Or(a.Values, b.Values), Means: cmp.Or(a.Means, b.Means),
		Claims: cmp.Or(a.Claims, b.Claims), Engine: cmp.Or(a.Engine, b.Engine),
	}
}

// Union returns the Node that accepts what any branch accepts, as CUE's `|` does. Adjacent constants become
// one Enum, and bare kinds one set; branches that accept nothing are left out. The result may be one of the
// branches.
func Union(branches []*Node) *Node {
	var folded []*Node
	kinds := NoKind
	for _, b := range branches {
		if b.Kinds == NoKind {
			continue
		}
		kinds |= b.Kinds
		if last := len(folded) - 1; last >= 0 {
			if s := foldScalars(folded[last], b); s != nil {
				folded[last] = s
				continue
			}
		}
		folded = append(folded, b)
	}
	switch len(folded) {
	case 0:
		return &Node{}
	case 1:
		return folded[0]
	}
	return &Node{Kinds: kinds, AnyOf: folded}
}

// foldScalars returns the one scalar that accepts what either branch accepts, as for `"a" | "b"` or `int | string`. It
// returns nil if there is none: neither may have tests, and both or neither must have constants.
func foldScalars(a, b *Node) *Node {
	a, b = a.nullLike(b), b.nullLike(a)
	if !a.isBare() || !b.isBare() || (a.Enum == nil) != (b.Enum == nil) {
		return nil
	}
	folded := &Node{Kinds: a.Kinds | b.Kinds, Enum: slices.Clone(a.Enum)}
	for _, s := range b.Enum {
		if !folded.allows(s.node()) {
			folded.Enum = append(folded.Enum, s)
		}
	}
	return folded
}

// IsScalar reports whether the Node does not check the inside of a value.
func (n *Node) IsScalar() bool {
	return n.AnyOf == nil && n.Kinds != Only(document.List) && n.Kinds != Only(document.Object)
}

func (n *Node) isBare() bool { return n.IsScalar() && n.Tests == nil }

// nullLike makes the kind null a constant if the other side has constants, `null | "a"`, and a kind if it has
// none, `null | string`.
func (n *Node) nullLike(other *Node) *Node {
	if n.Kinds != Only(document.Null) {
		return n
	}
	if other.Enum != nil {
		return &Node{Kinds: n.Kinds, Enum: []Scalar{{Kind: document.Null}}}
	}
	return &Node{Kinds: n.Kinds}
}
