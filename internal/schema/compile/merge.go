package compile

import (
	"fmt"
	"slices"

	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// Merge returns the Node that accepts what both accept, as CUE's `&`, or an error for
// what a team's CUE may not join either.
func Merge(a, b *schema.Node) (*schema.Node, error) {
	s := newSource()
	n := s.merge(a, b, &ast.BadExpr{})
	if s.refusals != nil {
		return nil, fmt.Errorf("two values cannot be unified: %s", s.refusals[0].Reason)
	}
	return n, nil
}

// merge returns the Node that accepts what both accept.
func (s *Source) merge(a, b *schema.Node, at ast.Expr) *schema.Node {
	switch {
	case a == b || asksNothing(b):
		return a
	case asksNothing(a):
		return b
	case !s.spend(1+len(a.Enum)+len(b.Enum)+len(a.Fields)+len(b.Fields), at):
		return anything
	case s.open[a] || s.open[b] || s.merging > maxDepth:
		s.refuse(at, "recursive", nil)
		return anything
	case isUnion(a) && isUnion(b):
		s.refuse(at, "unions", nil)
		return anything
	case a.AnyOf != nil:
		return s.mergeBranches(a, b, at)
	case b.AnyOf != nil:
		return s.mergeBranches(b, a, at)
	}
	s.merging++
	defer func() { s.merging-- }()
	merged := schema.Merge(withWords(a), withWords(b))
	switch merged.Kinds {
	case schema.Only(document.Object):
		s.mergeObjects(merged, a, b, at)
	case schema.Only(document.List):
		s.mergeLists(merged, a, b, at)
	}
	return merged
}

// withWords returns a Node whose tests are described by the words of its definition.
func withWords(n *schema.Node) *schema.Node {
	if n.Attr == nil {
		return n
	}
	return n.Described(n.Attr.Words)
}

// isUnion reports whether a Node accepts one of several constants, kinds or objects.
func isUnion(n *schema.Node) bool {
	isKind := n.Kinds&(n.Kinds-1) == 0 || n.Kinds == schema.Numbers || n.Kinds|schema.Only(document.Null) == schema.AnyKind
	return n.AnyOf != nil || len(n.Enum) > 1 || n.Enum == nil && !isKind
}

func (s *Source) mergeBranches(union, with *schema.Node, at ast.Expr) *schema.Node {
	var branches []*schema.Node
	for _, b := range union.AnyOf {
		branches = append(branches, s.merge(b, with, at))
	}
	return s.copy(s.unite(branches, at), "", nil, union.Default)
}

// mergeObjects merges the fields of two Nodes. One that is no object asks for none.
func (s *Source) mergeObjects(n, a, b *schema.Node, at ast.Expr) {
	isObject := func(side *schema.Node) bool { return side.Kinds == n.Kinds }
	closes := func(side *schema.Node) bool { return side.Closed && !s.unclosed[side] }
	n.Closed = closes(a) || closes(b) || (a.Closed || !isObject(a)) && (b.Closed || !isObject(b))
	s.unclosed[n] = n.Closed && !closes(a) && !closes(b)
	n.Fields, n.Patterns = nil, nil
	add := func(f schema.Field) {
		n.Fields = append(n.Fields, f)
		if f.Required && isEmpty(f.Node) {
			n.Kinds = schema.NoKind
		}
	}
	for _, f := range a.Fields {
		if g := fieldOf(b, f.Name); g != nil {
			f.Required, f.Node = f.Required || g.Required, s.mergeField(f.Node, g.Node, at)
			add(f)
		} else if s.allow(&f, b, closes(b), at) {
			add(f)
		} else if f.Required {
			n.Kinds = schema.NoKind
		}
	}
	for _, f := range b.Fields {
		switch {
		case fieldOf(a, f.Name) != nil:
		case s.allow(&f, a, closes(a), at):
			add(f)
		case f.Required:
			n.Kinds = schema.NoKind
		}
	}
	switch {
	case a.Patterns != nil && b.Patterns != nil && (closes(a) || closes(b)):
		s.refuse(at, "patterns", nil)
	case closes(a):
		n.Patterns = a.Patterns
	case closes(b):
		n.Patterns = b.Patterns
	default:
		n.Patterns = slices.Concat(a.Patterns, b.Patterns)
	}
	s.checkPatterns(n, at)
}

// allow adds to a field of one object what the patterns of the other ask of it, and
// reports whether the other allows it.
func (s *Source) allow(f *schema.Field, other *schema.Node, closed bool, at ast.Expr) bool {
	for _, p := range other.Patterns {
		if s.matches(p.Name, f.Name, at) {
			f.Node, closed = s.mergeField(f.Node, p.Node, at), false
		}
	}
	return !closed
}

// mergeField merges two Nodes of a field, with what both fields say of it.
func (s *Source) mergeField(a, b *schema.Node, at ast.Expr) *schema.Node {
	n := s.merge(a, b, at)
	other := b
	if n == b {
		other = a
	}
	if n != a && n != b {
		n = s.copy(n, a.Doc, a.Attr, "")
	}
	return s.copy(n, other.Doc, other.Attr, "")
}

// checkPatterns refuses patterns of a closed object that ask for objects: a name that
// fits two has the fields of both, which neither allows.
func (s *Source) checkPatterns(n *schema.Node, at ast.Node) {
	objects := 0
	for _, p := range n.Patterns {
		if !isEmpty(p.Node) && !isScalar(p.Node) {
			objects++
		}
	}
	if objects > 1 && n.Closed {
		s.refuse(at, "patterns", nil)
	}
}

func fieldOf(n *schema.Node, name string) *schema.Field {
	i := slices.IndexFunc(n.Fields, func(f schema.Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &n.Fields[i]
}

func (s *Source) matches(key *schema.Node, name string, at ast.Node) bool {
	return s.spend(matchSteps*(len(name)+1), at) && key.Match(&document.Node{Kind: document.String, Text: name}, nil)
}

// mergeLists merges two lists of which one asks nothing of its items, such as
// list.MinItems(1).
func (s *Source) mergeLists(n, a, b *schema.Node, at ast.Expr) {
	free := func(side *schema.Node) bool {
		return side.Kinds != n.Kinds || side.Prefix == nil && side.Items != nil && asksNothing(side.Items)
	}
	switch {
	case free(b):
		n.Prefix, n.Items = a.Prefix, a.Items
	case free(a):
		n.Prefix, n.Items = b.Prefix, b.Items
	default:
		s.refuse(at, "lists-joined", nil)
	}
}
