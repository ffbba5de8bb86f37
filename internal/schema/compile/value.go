package compile

import (
	"cmp"
	"slices"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// scope is what surrounds an expression.
type scope struct {
	// closed means that it is part of a definition, which closes its literals.
	closed bool
	// path are the references that led here since the last field or item.
	path []string
}

func (in scope) below() scope { return scope{closed: in.closed} }

// Node returns what an expression asks of a value.
func (s *Source) Node(expr ast.Expr) (*schema.Node, []Refusal) {
	n := s.value(expr, scope{})
	if s.isEmpty(n) && s.refusals == nil {
		s.refuse(expr, "nothing", nil)
	}
	s.finish()
	return n, s.taken()
}

// spend counts work, and reports whether there may be more.
func (s *Source) spend(steps int, at ast.Node) bool {
	if s.steps += steps; s.steps > maxSteps {
		s.steps = maxSteps
		s.refuse(at, "size", nil)
		return false
	}
	return true
}

// value compiles an expression. What is refused accepts anything.
func (s *Source) value(x ast.Expr, in scope) *schema.Node {
	if !s.spend(1, x) {
		return anything
	}
	switch x := x.(type) {
	case *ast.ParenExpr:
		return s.value(x.X, in)
	case *ast.BinaryExpr:
		switch x.Op {
		case token.AND:
			return s.conjunction(x, in)
		case token.OR:
			return s.union(x, in)
		}
	case *ast.Ident:
		return s.reference(x, in)
	case *ast.StructLit:
		return s.object(x, in)
	case *ast.ListLit:
		return s.list(x, in)
	}
	if n := s.leaf(x); n != nil {
		return n
	}
	return anything
}

// conjunction compiles a chain of `&`.
func (s *Source) conjunction(x *ast.BinaryExpr, in scope) *schema.Node {
	operands := operandsOf(x, token.AND)
	if len(operands) > maxTerms {
		s.refuse(x, "operands", limit(maxTerms))
		return anything
	}
	merged := anything
	for _, operand := range operands {
		operand = unparen(operand)
		n := s.value(operand, in)
		if s.partial[n] {
			s.refuse(operand, "recursive", nil)
			n = anything
		}
		merged = s.join(merged, n, operand)
	}
	return merged
}

// join merges a Node with that of an expression.
func (s *Source) join(a, b *schema.Node, at ast.Expr) *schema.Node {
	merged := s.merge(a, b, at)
	if s.isEmpty(merged) && !s.isEmpty(a) && !s.isEmpty(b) {
		s.refuse(at, "nothing", nil)
	}
	if merged != a && merged != b { // the branches of the new one have to be told apart
		s.unions = slices.DeleteFunc(s.unions, func(u nodeAt) bool { return u.Node == a || u.Node == b })
	}
	return merged
}

// union compiles a chain of `|`. Constants and kinds are one branch.
func (s *Source) union(x *ast.BinaryExpr, in scope) *schema.Node {
	operands := operandsOf(x, token.OR)
	if len(operands) > maxOperands {
		s.refuse(x, "operands", limit(maxOperands))
		return anything
	}
	var branches []*schema.Node
	standard := ""
	for _, operand := range operands {
		if mark, ok := operand.(*ast.UnaryExpr); ok && mark.Op == token.MUL {
			operand = mark.X
			standard = cmp.Or(standard, s.json(operand))
		}
		branches = append(branches, s.value(operand, in))
	}
	n := s.unite(branches, x)
	if standard == "" {
		return n
	}
	to := &schema.Node{Default: standard}
	s.copy(nodeCopy{to, n})
	return to
}

// unite returns the union of some branches. It is not complete if a branch is not.
func (s *Source) unite(branches []*schema.Node, at ast.Expr) *schema.Node {
	var plain, others []*schema.Node
	for _, b := range branches {
		switch {
		case s.partial[b]:
			others = append(others, b)
		case b.AnyOf != nil:
			others = append(others, b.AnyOf...)
			s.unions = slices.DeleteFunc(s.unions, func(u nodeAt) bool { return u.Node == b })
		case isScalar(b) && b.Tests == nil:
			plain = append(plain, b)
		case b.Kinds != schema.NoKind:
			others = append(others, b)
		}
	}
	n := &schema.Node{}
	if plain != nil {
		slices.SortStableFunc(plain, func(a, b *schema.Node) int { // constants first
			return cmp.Compare(min(len(b.Enum), 1), min(len(a.Enum), 1))
		})
		if folded := schema.Union(plain); folded.Kinds != schema.NoKind {
			n.AnyOf = append(n.AnyOf, folded.AnyOf...)
			if folded.AnyOf == nil {
				n.AnyOf = append(n.AnyOf, folded)
			}
		}
	}
	for _, b := range others {
		if !slices.Contains(n.AnyOf, b) {
			n.AnyOf = append(n.AnyOf, b)
		}
	}
	switch {
	case len(n.AnyOf) == 0:
		return n
	case len(n.AnyOf) == 1:
		return n.AnyOf[0]
	case len(n.AnyOf) > maxBranches:
		s.refuse(at, "branches", limit(maxBranches))
		return anything
	}
	n.Kinds = kindsOf(n)
	s.partial[n] = slices.ContainsFunc(n.AnyOf, func(b *schema.Node) bool { return s.partial[b] })
	s.unions = append(s.unions, nodeAt{n, at})
	return n
}

// reference returns the Node of a name. It is in use before it is complete if the
// definition is recursive.
func (s *Source) reference(id *ast.Ident, in scope) *schema.Node {
	if reason := s.unknown(id); reason != "" {
		s.refuse(id, reason, named(id.Name))
		return anything
	}
	if s.definitions[id.Name] == nil {
		return cmp.Or(s.builtin[id.Name], predeclared[id.Name])
	}
	if slices.Contains(in.path, id.Name) {
		s.refuse(id, "cycle", named(id.Name))
		return anything
	}
	if len(in.path) >= maxDepth {
		s.refuse(id, "deep", limit(maxDepth))
		return anything
	}
	if s.compiled[id.Name] == nil {
		if s.depth >= maxInner {
			s.refuse(id, "size", nil)
			return anything
		}
		s.define(id.Name, in.path)
	}
	n := s.compiled[id.Name]
	if in.closed && !isDefinition(id.Name) && (s.partial[n] || !isScalar(n)) {
		s.refuse(id, "hidden", named(id.Name))
	}
	return n
}

// unknown returns why a name cannot be referred to, "" if it can.
func (s *Source) unknown(id *ast.Ident) string {
	_, inStruct := id.Scope.(*ast.StructLit)
	switch {
	case id.Node != nil && (inStruct || s.definitions[id.Name] == nil):
		return "field"
	case s.definitions[id.Name] == nil && s.builtin[id.Name] == nil && predeclared[id.Name] == nil:
		return "reference"
	}
	return ""
}

// define compiles a definition or a hidden field.
func (s *Source) define(name string, path []string) {
	n := &schema.Node{}
	s.compiled[name], s.partial[n] = n, true
	outer := s.unclosed
	s.unclosed = map[*schema.Node]bool{}
	s.depth++
	in := scope{closed: isDefinition(name), path: append(slices.Clip(path), name)}
	var attr *schema.Attr
	value := anything
	for _, f := range s.definitions[name] {
		value = s.join(value, s.value(f.Value, in), f.Value)
		attr = attr.Join(s.attributesOf(f))
	}
	s.depth--
	s.unclosed = outer
	n.Attr = attr
	s.copy(nodeCopy{n, value})
	s.complete()
}

// nodeCopy is a Node that is another one with the comment, the attributes and the
// default of a field.
type nodeCopy struct{ to, from *schema.Node }

// copy makes a copy, once what is copied is complete.
func (s *Source) copy(c nodeCopy) {
	if s.partial[c.from] {
		s.partial[c.to] = true
		s.copies = append(s.copies, c)
		return
	}
	own := *c.to
	*c.to = *c.from
	c.to.Doc, c.to.Attr, c.to.Default = cmp.Or(own.Doc, c.from.Doc), own.Attr.Join(c.from.Attr), cmp.Or(own.Default, c.from.Default)
	delete(s.partial, c.to)
}

// complete makes the copies and unions whose parts have become complete.
func (s *Source) complete() {
	for again := true; again; {
		again = false
		for _, u := range s.unions {
			if s.partial[u.Node] && !slices.ContainsFunc(u.AnyOf, func(b *schema.Node) bool { return s.partial[b] }) {
				u.Kinds, again = kindsOf(u.Node), true
				delete(s.partial, u.Node)
			}
		}
		copies := s.copies
		s.copies = nil
		for _, c := range copies {
			s.copy(c)
		}
		again = again || len(s.copies) < len(copies)
	}
}

// described returns a Node with a comment and attributes before its own.
func (s *Source) described(n *schema.Node, doc string, attr *schema.Attr) *schema.Node {
	if doc == "" && attr == nil {
		return n
	}
	to := &schema.Node{Doc: doc, Attr: attr}
	s.copy(nodeCopy{to, n})
	s.unclosed[to] = s.unclosed[n]
	return to
}

// nodeAt is a Node with its expression.
type nodeAt struct {
	*schema.Node
	at ast.Expr
}

// finish refuses unions whose branches cannot be told apart.
func (s *Source) finish() {
	for _, u := range s.unions {
		for i, a := range u.AnyOf {
			for _, b := range u.AnyOf[:i] {
				if reason := together(a, b); reason != "" {
					s.refuse(u.at, reason, nil)
				}
			}
		}
	}
	s.unions = nil
}

// kindsOf returns the kinds of all branches.
func kindsOf(n *schema.Node) schema.Kinds {
	kinds := n.Kinds
	for _, b := range n.AnyOf {
		kinds |= kindsOf(b)
	}
	return kinds
}

// together returns why two branches of a union cannot be told apart, "" if they
// can: by their kinds, or by a required field that is another constant in each.
func together(a, b *schema.Node) string {
	common := kindsOf(a) & kindsOf(b)
	switch {
	case common.Has(document.List):
		return "lists"
	case !common.Has(document.Object):
		return ""
	}
	for _, f := range a.Fields {
		for _, g := range b.Fields {
			if f.Name == g.Name && f.Required && g.Required && differ(f.Node, g.Node) {
				return ""
			}
		}
	}
	return "objects"
}

// differ reports whether two Nodes are constants, and have none in common.
func differ(a, b *schema.Node) bool {
	constants := a.Enum
	if a.Kinds == schema.Only(document.Null) {
		constants = []schema.Scalar{{Kind: document.Null}}
	}
	if b.Enum == nil && b.Kinds != schema.Only(document.Null) {
		return false
	}
	for _, c := range constants {
		if b.Match(&document.Node{Kind: c.Kind, Text: c.Text}, nil) {
			return false
		}
	}
	return constants != nil
}

// isScalar reports whether a Node does not look into a value.
func isScalar(n *schema.Node) bool {
	return n.AnyOf == nil && n.Kinds != schema.Only(document.Object) && n.Kinds != schema.Only(document.List)
}

// asksNothing reports whether a Node accepts everything.
func asksNothing(n *schema.Node) bool {
	return n.Kinds == schema.AnyKind && n.AnyOf == nil && n.Tests == nil
}

// isEmpty reports whether a Node accepts nothing.
func (s *Source) isEmpty(n *schema.Node) bool {
	return n.Kinds == schema.NoKind && n.AnyOf == nil && !s.partial[n]
}

// operandsOf returns those of a chain of `|` or `&`, of which CUE's parser nests the
// left one.
func operandsOf(x ast.Expr, op token.Token) []ast.Expr {
	var found []ast.Expr
	for {
		b, ok := unparen(x).(*ast.BinaryExpr)
		if !ok || b.Op != op {
			break
		}
		found = append(found, b.Y)
		x = b.X
	}
	found = append(found, x)
	slices.Reverse(found)
	return found
}

func unparen(x ast.Expr) ast.Expr {
	for {
		p, ok := x.(*ast.ParenExpr)
		if !ok {
			return x
		}
		x = p.X
	}
}
