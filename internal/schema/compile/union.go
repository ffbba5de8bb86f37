package compile

import (
	"cmp"
	"slices"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/schema"
)

// expandUnion adds a disjunction. Constants and kinds are one branch.
func (s *Source) expandUnion(to []term, x *ast.BinaryExpr, in scope) []term {
	operands := operandsOf(x, token.OR)
	if len(operands) > maxOperands {
		s.refuse(x, "operands", limit(maxOperands))
		return to
	}
	var plain []*schema.Node
	union := term{at: x}
	for _, operand := range operands {
		if mark, ok := operand.(*ast.UnaryExpr); ok && mark.Op == token.MUL {
			operand = mark.X
			union.standard = cmp.Or(union.standard, s.json(operand))
		}
		switch b := s.expand(nil, operand, in); {
		case len(b) == 1 && b[0].node != nil && isScalar(b[0].node) && b[0].node.Tests == nil && !s.partial[b[0].node]:
			plain = append(plain, b[0].node)
		case b != nil:
			union.branches = append(union.branches, b)
		}
	}
	if plain == nil && union.branches == nil {
		return to // refused
	}
	if s.leaves[x] == nil {
		s.leaves[x] = fold(plain)
	}
	folded := s.leaves[x]
	if union.branches == nil {
		folded.Default = union.standard
		return append(to, term{at: x, node: folded})
	}
	if plain != nil {
		union.branches = append([][]term{{{at: x, node: folded}}}, union.branches...)
	}
	return append(to, union)
}

// fold returns the union of constants and kinds. Union compares each constant with
// each, so it is given all of them at once.
func fold(plain []*schema.Node) *schema.Node {
	constants := &schema.Node{}
	kinds := []*schema.Node{constants}
	seen := map[schema.Scalar]bool{}
	for _, n := range plain {
		if n.Enum == nil {
			kinds = append(kinds, n)
		}
		for _, c := range n.Enum {
			if !seen[c] {
				seen[c] = true
				constants.Enum, constants.Kinds = append(constants.Enum, c), constants.Kinds|schema.Only(c.Kind)
			}
		}
	}
	folded := *schema.Union(kinds)
	return &folded
}

// alternatives returns the conjunctions without unions that one amounts to, none if
// that is refused, and its union.
func (s *Source) alternatives(terms []term) (found [][]term, union term) {
	isUnion := func(t term) bool { return t.branches != nil || t.node != nil && t.node.AnyOf != nil }
	at := slices.IndexFunc(terms, isUnion)
	if at < 0 {
		return [][]term{terms}, term{}
	}
	union = terms[at]
	rest := slices.Concat(terms[:at], terms[at+1:])
	if other := slices.IndexFunc(rest, isUnion); other >= 0 {
		s.refuse(rest[other].at, "unions", nil)
		return nil, union
	}
	branches := union.branches
	if union.node != nil {
		for _, n := range union.node.AnyOf {
			branches = append(branches, []term{{at: union.at, node: n}})
		}
	}
	for _, b := range branches {
		if !s.step(union.at) {
			return nil, union
		}
		joined, _ := s.alternatives(slices.Concat(b, rest))
		found = append(found, joined...)
	}
	if len(found) > maxBranches {
		s.refuse(union.at, "branches", limit(maxBranches))
		return nil, union
	}
	return found, union
}

// fillUnion makes a union of the branches that accept something.
func (s *Source) fillUnion(n *schema.Node, branches [][]term, at ast.Expr, in scope) {
	*n = schema.Node{}
	for _, terms := range branches {
		b := s.value(terms, in)
		switch {
		case s.isEmpty(b):
			s.causes[n] = cmp.Or(s.causes[n], s.causes[b])
		case !slices.Contains(n.AnyOf, b):
			n.AnyOf = append(n.AnyOf, b)
			n.Kinds |= b.Kinds
		}
	}
	if len(n.AnyOf) == 1 && !s.partial[n.AnyOf[0]] {
		*n = *n.AnyOf[0]
		return
	}
	if len(n.AnyOf) > 0 {
		delete(s.causes, n)
		s.unions = append(s.unions, nodeAt{n, at})
	}
}
