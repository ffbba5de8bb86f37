package compile

import (
	"cmp"
	"fmt"
	"slices"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// term is an operand of a conjunction, with references and `&` resolved. One of
// node, object, list and branches is set. What is below a field or an item is
// compiled later, so a definition may refer to itself there.
type term struct {
	at ast.Expr
	// node is a scalar or a definition.
	node     *schema.Node
	object   *ast.StructLit
	list     *ast.ListLit
	branches [][]term
	// standard is the marked default of branches as JSON, "" for none.
	standard string
}

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
	n := s.value(s.expand(nil, expr, scope{}), scope{})
	if s.isEmpty(n) {
		s.refuse(cmp.Or[ast.Node](s.causes[n], expr), "nothing", nil)
	}
	s.finish()
	return n, s.taken()
}

// step counts work, and reports whether there may be more.
func (s *Source) step(at ast.Node) bool { return s.spend(1, at) }

func (s *Source) spend(steps int, at ast.Node) bool {
	if s.steps += steps; s.steps > maxSteps {
		s.steps = maxSteps
		s.refuse(at, "size", nil)
		return false
	}
	return true
}

// expand adds an expression to a conjunction.
func (s *Source) expand(to []term, x ast.Expr, in scope) []term {
	if !s.step(x) {
		return to
	}
	if len(to) >= maxTerms {
		s.refuse(to[0].at, "operands", limit(maxTerms))
		return to
	}
	switch x := x.(type) {
	case *ast.ParenExpr:
		return s.expand(to, x.X, in)
	case *ast.BinaryExpr:
		switch x.Op {
		case token.AND:
			for _, operand := range operandsOf(x, token.AND) {
				to = s.expand(to, operand, in)
			}
			return to
		case token.OR:
			return s.expandUnion(to, x, in)
		}
	case *ast.Ident:
		n := s.reference(x, in)
		if n == nil || slices.ContainsFunc(to, func(t term) bool { return t.node == n }) {
			return to
		}
		return append(to, term{at: x, node: n})
	case *ast.StructLit:
		return append(to, term{at: x, object: x})
	case *ast.ListLit:
		return append(to, term{at: x, list: x})
	}
	n, known := s.leaves[x]
	if !known {
		n = s.leaf(x)
		s.leaves[x] = n
	}
	if n == nil {
		return to // refused
	}
	return append(to, term{at: x, node: n})
}

// reference returns the Node of a name, nil if it is refused. It is in use before
// it is complete if the definition is recursive.
func (s *Source) reference(id *ast.Ident, in scope) *schema.Node {
	fields := s.definitions[id.Name]
	switch n := s.compiled[id.Name]; {
	case fields == nil && s.builtin[id.Name] != nil:
		return s.builtin[id.Name]
	case fields == nil && id.Node == nil:
		return predeclared[id.Name]
	case fields == nil:
		return nil
	case slices.Contains(in.path, id.Name):
		s.refuse(id, "cycle", named(id.Name))
		return nil
	case len(in.path) >= maxDepth:
		s.refuse(id, "deep", limit(maxDepth))
		return nil
	case n == nil:
		s.define(id.Name, fields, in.path)
	}
	n := s.compiled[id.Name]
	if in.closed && !isDefinition(id.Name) && (s.partial[n] || !isScalar(n)) {
		s.refuse(id, "hidden", named(id.Name))
	}
	return n
}

// define compiles a definition or a hidden field.
func (s *Source) define(name string, fields []*ast.Field, path []string) {
	n := &schema.Node{}
	s.compiled[name], s.partial[n] = n, true
	in := scope{closed: isDefinition(name), path: append(slices.Clip(path), name)}
	var terms []term
	var attr *schema.Attr
	for _, f := range fields {
		terms = s.expand(terms, f.Value, in)
		attr = attr.Join(attributesOf(f))
	}
	found := s.value(terms, in)
	*n = *found
	n.Attr = attr.Join(n.Attr)
	if cause := s.causes[found]; cause != nil {
		s.causes[n] = cause
	}
	delete(s.partial, n)
}

// isScalar reports whether a Node does not look into a value.
func isScalar(n *schema.Node) bool {
	return n.AnyOf == nil && n.Kinds != schema.Only(document.Object) && n.Kinds != schema.Only(document.List)
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

// value returns the Node of a conjunction.
func (s *Source) value(terms []term, in scope) *schema.Node {
	if len(terms) > 1 {
		terms = slices.DeleteFunc(slices.Clone(terms), func(t term) bool { return asksNothing(t.node) })
	}
	switch {
	case len(terms) == 0:
		return anything // or refused
	case len(terms) == 1 && terms[0].node != nil:
		return terms[0].node
	}
	key := fmt.Sprint(in.closed)
	for i := range terms {
		key += fmt.Sprintf(" %p", terms[i].identity())
	}
	if known := s.values[key]; known != nil {
		return known
	}
	if s.depth >= maxInner {
		s.refuse(terms[0].at, "size", nil)
		return anything
	}
	n := &schema.Node{}
	s.values[key], s.partial[n] = n, true
	s.depth++
	s.join(n, terms, in)
	s.depth--
	delete(s.partial, n)
	return n
}

// identity returns a pointer that is equal for terms that ask for the same.
func (t *term) identity() any {
	if t.node != nil {
		return t.node
	}
	return t.at
}

// join makes the Node of several terms.
func (s *Source) join(n *schema.Node, terms []term, in scope) {
	*n = *anything
	if !s.step(terms[0].at) {
		return
	}
	for _, t := range terms {
		if s.partial[t.node] {
			s.refuse(t.at, "recursive", nil)
			return
		}
	}
	found, union := s.alternatives(terms)
	switch {
	case found == nil:
	case len(found) == 1:
		s.fill(n, found[0], in)
	default:
		s.fillUnion(n, found, union.at, in)
	}
	n.Default = cmp.Or(union.standard, n.Default)
}

// fill makes the Node of a conjunction without unions.
func (s *Source) fill(n *schema.Node, terms []term, in scope) {
	merged := anything
	for i := range terms {
		t := &terms[i]
		shallow := t.shallow()
		both, err := schema.Merge(merged, shallow)
		if err != nil {
			s.refuse(t.at, "nothing", nil)
			return
		}
		if both.Kinds == schema.NoKind && merged.Kinds != schema.NoKind && shallow.Kinds != schema.NoKind {
			s.causes[n] = t.at
		}
		merged = both
	}
	*n = *merged
	n.Doc, n.Attr = "", nil
	switch n.Kinds {
	case schema.Only(document.Object):
		s.fillObject(n, terms, in)
	case schema.Only(document.List):
		s.fillList(n, terms, in)
	}
}

// shallow returns what a term asks of a value without looking into it.
func (t *term) shallow() *schema.Node {
	switch {
	case t.object != nil:
		return &schema.Node{Kinds: schema.Only(document.Object)}
	case t.list != nil:
		return &schema.Node{Kinds: schema.Only(document.List), Items: anything}
	case !isScalar(t.node):
		return &schema.Node{Kinds: t.node.Kinds, Tests: t.node.Tests, Items: anything}
	case t.node.Attr != nil && t.node.Attr.Words != "":
		return t.node.Described(t.node.Attr.Words)
	}
	return t.node
}

// asksNothing reports whether a Node accepts everything.
func asksNothing(n *schema.Node) bool {
	return n != nil && n.Kinds == schema.AnyKind && n.AnyOf == nil && n.Tests == nil
}

// isEmpty reports whether a Node accepts nothing.
func (s *Source) isEmpty(n *schema.Node) bool {
	return n.Kinds == schema.NoKind && n.AnyOf == nil && !s.partial[n]
}

// checkPart refuses an optional part that accepts nothing, unless it says so: `_|_`.
func (s *Source) checkPart(n *schema.Node) {
	if cause := s.causes[n]; cause != nil && s.isEmpty(n) {
		s.refuse(cause, "nothing", nil)
	}
}

// element is what a term asks of a field or an item: an expression of a literal, or
// a Node of a definition, or nothing.
type element struct {
	value ast.Expr
	node  *schema.Node
}

// expandElement adds an element of a term to a conjunction.
func (s *Source) expandElement(to []term, at ast.Expr, e element, in scope) []term {
	switch {
	case e.node != nil:
		return append(to, term{at: at, node: e.node})
	case e.value != nil:
		return s.expand(to, e.value, in)
	}
	return to
}

// listPart is what a term says of a list: its first items, and the others, which
// there may not be if it is closed.
type listPart struct {
	at     ast.Expr
	first  []element
	others element
	closed bool
}

func listPartOf(t term) listPart {
	p := listPart{at: t.at}
	switch {
	case t.list != nil:
		p.closed = true
		for _, x := range t.list.Elts {
			if e, ok := x.(*ast.Ellipsis); ok {
				p.others.value, p.closed = e.Type, false
				break
			}
			p.first = append(p.first, element{value: x})
		}
	case t.node.Kinds == schema.Only(document.List):
		for _, n := range t.node.Prefix {
			p.first = append(p.first, element{node: n})
		}
		p.others.node, p.closed = t.node.Items, t.node.Items == nil
	}
	return p
}

// fillList makes a list of what each term asks of each item.
func (s *Source) fillList(n *schema.Node, terms []term, in scope) {
	var parts []listPart
	length, closed := 0, false
	for _, t := range terms {
		p := listPartOf(t)
		parts = append(parts, p)
		length, closed = max(length, len(p.first)), closed || p.closed
	}
	n.Prefix, n.Items = nil, nil
	for i := 0; i < length || i == length && !closed; i++ {
		var item []term
		for _, p := range parts {
			switch {
			case i < len(p.first):
				item = s.expandElement(item, p.at, p.first[i], in.below())
			case p.closed:
				n.Kinds, s.causes[n] = schema.NoKind, p.at
				return
			default:
				item = s.expandElement(item, p.at, p.others, in.below())
			}
		}
		node := s.value(item, in.below())
		switch {
		case i == length:
			n.Items = node
			s.checkPart(node)
		case s.isEmpty(node):
			n.Kinds, s.causes[n] = schema.NoKind, cmp.Or[ast.Node](s.causes[node], terms[0].at)
			return
		default:
			n.Prefix = append(n.Prefix, node)
		}
	}
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
