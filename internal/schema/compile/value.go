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
	if isEmpty(n) && s.refusals == nil {
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
		if s.open[n] {
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
	if isEmpty(merged) && !isEmpty(a) && !isEmpty(b) {
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
	return s.copy(s.unite(branches, x), "", nil, standard)
}

// unite returns the union of some branches.
func (s *Source) unite(branches []*schema.Node, at ast.Expr) *schema.Node {
	var plain, others []*schema.Node
	for _, b := range branches {
		switch {
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
	s.unions = append(s.unions, nodeAt{n, at})
	return n
}

// reference returns the Node of a name, which is open if the definition is recursive.
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
	if s.open[n] && n.Kinds == schema.NoKind {
		s.refuse(id, "self", named(id.Name))
		return anything
	}
	if in.closed && !isDefinition(id.Name) && !isScalar(n) {
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

// define compiles a definition or a hidden field. Only a struct or a list can refer to
// itself: of anything else the kinds are not known before it is compiled.
func (s *Source) define(name string, path []string) {
	n := &schema.Node{}
	for _, f := range s.definitions[name] {
		switch f.Value.(type) {
		case *ast.StructLit:
			n.Kinds = schema.Only(document.Object)
		case *ast.ListLit:
			n.Kinds = schema.Only(document.List)
		}
		n.Attr = n.Attr.Join(s.attributesOf(f))
	}
	s.compiled[name], s.open[n] = n, true
	outer := s.unclosed
	s.unclosed = map[*schema.Node]bool{}
	s.depth++
	in := scope{closed: isDefinition(name), path: append(slices.Clip(path), name)}
	value := anything
	for _, f := range s.definitions[name] {
		value = s.join(value, s.value(f.Value, in), f.Value)
	}
	s.depth--
	s.unclosed = outer
	s.finishCopy(nodeCopy{n, value})
	copies := s.copies
	s.copies = nil
	for _, c := range copies {
		s.finishCopy(c)
	}
}

// nodeCopy is a Node that is another one with the comment, the attributes and the
// default of a field.
type nodeCopy struct{ to, from *schema.Node }

// copy returns a Node with a comment, attributes and a default before its own.
func (s *Source) copy(n *schema.Node, doc string, attr *schema.Attr, standard string) *schema.Node {
	if doc == "" && attr == nil && standard == "" {
		return n
	}
	to := &schema.Node{Doc: doc, Attr: attr, Default: standard}
	s.finishCopy(nodeCopy{to, n})
	s.unclosed[to] = s.unclosed[n]
	return to
}

// finishCopy makes a copy, later if what is copied is open.
func (s *Source) finishCopy(c nodeCopy) {
	own := *c.to
	if s.open[c.from] {
		s.open[c.to] = true
		c.to.Kinds = c.from.Kinds
		s.copies = append(s.copies, c)
		return
	}
	*c.to = *c.from
	c.to.Doc, c.to.Attr, c.to.Default = cmp.Or(own.Doc, c.from.Doc), own.Attr.Join(c.from.Attr), cmp.Or(own.Default, c.from.Default)
	delete(s.open, c.to)
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
func isEmpty(n *schema.Node) bool {
	return n.Kinds == schema.NoKind && n.AnyOf == nil
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
