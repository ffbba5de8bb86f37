package compile

import (
	"math/bits"
	"slices"

	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// merge returns the Node that accepts what both accept. It refuses definitions that are being compiled or have no end,
// and two unions, whose branches would multiply.
func (s *Source) merge(a, b *schema.Node, at ast.Expr) *schema.Node {
	if a == b || b.IsAnything() {
		return a
	}
	if a.IsAnything() {
		return b
	}
	if !s.spend(1+len(a.Enum)+len(b.Enum)+len(a.Fields)+len(b.Fields), at) {
		return anything
	}
	isTooDeep := s.merging > maxDepth // two recursive definitions have no end
	if s.isOpen(a) || s.isOpen(b) || isTooDeep {
		s.refuse(at, "recursive", nil)
		return anything
	}
	if isUnion(a) && isUnion(b) {
		s.refuse(at, "unions", nil)
		return anything
	}
	if b.AnyOf != nil { // then a has no branches
		a, b = b, a
	}
	s.merging++
	defer func() { s.merging-- }()
	if a.AnyOf != nil {
		var branches []*schema.Node
		for _, branch := range a.AnyOf {
			branches = append(branches, s.merge(branch, b, at))
		}
		return s.unite(branches, at)
	}
	merged := schema.Merge(a, b)
	switch {
	case merged.IsScalar():
		return merged
	case merged.Kinds == schema.Only(document.List):
		s.mergeLists(merged, a, b, at)
	default:
		s.mergeObjects(merged, a, b, at)
	}
	return merged
}

// isUnion reports whether a Node accepts one of several constants, kinds or objects.
func isUnion(n *schema.Node) bool {
	isMixed := bits.OnesCount8(uint8(n.Kinds)) > 1 && !slices.Contains(unmixed, n.Kinds)
	return n.AnyOf != nil || len(n.Enum) > 1 || isMixed
}

// unmixed are the sets of several kinds that CUE writes without a union: number, _ and !=null.
var unmixed = []schema.Kinds{schema.Numbers, schema.AnyKind, schema.AnyKind &^ schema.Only(document.Null)}

// mergeLists merges two lists, one of which must not constrain its items, such as list.MinItems(1).
func (s *Source) mergeLists(n, a, b *schema.Node, at ast.Expr) {
	allowsAnyItems := func(list *schema.Node) bool {
		return list.Prefix == nil && list.Items != nil && list.Items.IsAnything()
	}
	if allowsAnyItems(a) {
		a, b = b, a
	}
	if !allowsAnyItems(b) {
		s.refuse(at, "lists-joined", nil)
	}
	n.Prefix, n.Items = a.Prefix, a.Items
}

// mergeObjects merges the fields of two objects. A closed definition can be joined with fields that it has itself. It
// cannot be joined with patterns: they would allow names that it rejects.
func (s *Source) mergeObjects(n, a, b *schema.Node, at ast.Expr) {
	closes := s.closes(a) || s.closes(b)
	n.Closed = closes || a.Closed && b.Closed
	s.draft.joinable[n] = !closes
	n.Patterns = slices.Concat(a.Patterns, b.Patterns)
	if closes && n.Patterns != nil {
		s.refuse(at, "patterns", nil)
		return
	}
	for _, f := range a.Fields {
		n.Fields = append(n.Fields, s.joinField(f, b, at))
	}
	for _, f := range b.Fields {
		if a.Named(f.Name) == nil {
			n.Fields = append(n.Fields, s.joinField(f, a, at))
		}
	}
	if slices.ContainsFunc(n.Fields, isImpossible) {
		n.Kinds = schema.NoKind
	}
	s.checkPatterns(n, at)
}

// closes reports whether an object rejects the fields of objects that it is joined with.
func (s *Source) closes(n *schema.Node) bool { return n.Closed && !s.draft.joinable[n] }

// joinField returns a field of an object merged with another object.
func (s *Source) joinField(f schema.Field, other *schema.Node, at ast.Expr) schema.Field {
	if g := other.Named(f.Name); g != nil {
		f.Required = f.Required || g.Required
		f.Node = s.mergeField(f.Node, g.Node, at)
		return f
	}
	if s.closes(other) {
		s.refuse(at, "closed", nameValue(f.Name))
	}
	s.applyPatterns(&f, other.Patterns, at)
	return f
}

// applyPatterns merges the patterns that match a field's name into the field.
func (s *Source) applyPatterns(f *schema.Field, patterns []schema.PatternField, at ast.Expr) {
	for _, p := range patterns {
		if !s.spend(matchSteps*(len(f.Name)+1), at) {
			return
		}
		if p.Matches(f.Name, nil) {
			f.Node = s.mergeField(f.Node, p.Node, at)
		}
	}
}

// checkPatterns refuses several object patterns in a closed object: a name that matches two of them would
// have the fields of both, which neither allows.
func (s *Source) checkPatterns(n *schema.Node, at ast.Node) {
	objects := slices.DeleteFunc(slices.Clone(n.Patterns), func(p schema.PatternField) bool { return p.Node.IsScalar() })
	if len(objects) > 1 && n.Closed {
		s.refuse(at, "patterns", nil)
	}
}

// mergeField merges two Nodes of a field, with the comments, attributes and defaults of both.
func (s *Source) mergeField(a, b *schema.Node, at ast.Expr) *schema.Node {
	n := s.annotate(s.merge(a, b, at), annotationOf(b), at)
	return s.annotate(n, annotationOf(a), at)
}

func annotationOf(n *schema.Node) annotation { return annotation{n.Doc, n.Attr, n.Default} }

// isImpossible reports whether a field is required but accepts no value.
func isImpossible(f schema.Field) bool { return f.Required && f.Node.Kinds == schema.NoKind }
