package compile

import (
	"cmp"
	"slices"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// unclosed is the value of the parameter closed outside of definitions.
const unclosed = false

// Node compiles an expression.
func (s *Source) Node(expr ast.Expr) (*schema.Node, []Refusal) {
	return s.value(expr, unclosed), s.takeRefusals()
}

// Definition returns the Node of a definition, which must exist.
func (s *Source) Definition(name string) (*schema.Node, []Refusal) {
	return s.reference(ast.NewIdent(name), unclosed), s.takeRefusals()
}

// Definitions returns the Nodes of the names that were referred to: the generator writes each of them once.
func (s *Source) Definitions() map[string]*schema.Node { return s.compiled }

// spend counts steps, and reports whether there are any left.
func (s *Source) spend(steps int, at ast.Node) bool {
	s.steps += steps
	if s.steps > maxSteps && !s.trusted {
		s.steps = maxSteps
		s.refuse(at, "size", nil)
		return false
	}
	return true
}

// value compiles an expression; closed means that it is part of a definition, whose literals are closed. A
// refused expression accepts anything.
func (s *Source) value(x ast.Expr, closed bool) *schema.Node {
	if !s.spend(1, x) {
		return anything
	}
	switch x := x.(type) {
	case *ast.ParenExpr:
		return s.value(x.X, closed)
	case *ast.BinaryExpr:
		switch x.Op {
		case token.AND:
			return s.conjunction(x, closed)
		case token.OR:
			return s.union(x, closed)
		}
	case *ast.Ident:
		return s.reference(x, closed)
	case *ast.StructLit:
		return s.object(x, closed)
	case *ast.ListLit:
		return s.list(x, closed)
	}
	return s.leaf(x)
}

// conjunction compiles a chain of `&`.
func (s *Source) conjunction(x *ast.BinaryExpr, closed bool) *schema.Node {
	merged := anything
	for _, operand := range s.operands(x) {
		operand = unparen(operand)
		merged = s.join(merged, s.value(operand, closed), operand)
	}
	return merged
}

// join merges a Node with the Node of an expression, and refuses a contradiction.
func (s *Source) join(a, b *schema.Node, at ast.Expr) *schema.Node {
	merged := s.merge(a, b, at)
	if merged.Kinds == schema.NoKind {
		s.refuse(at, "nothing", nil)
		return anything
	}
	return merged
}

// union compiles a chain of `|`. A default, as in `*"a" | string`, is not a branch if the other operands accept it.
func (s *Source) union(x *ast.BinaryExpr, closed bool) *schema.Node {
	var branches, others []*schema.Node
	var defaultValue *document.Node
	for _, operand := range s.operands(x) {
		mark, isUnary := operand.(*ast.UnaryExpr)
		isDefault := isUnary && mark.Op == token.MUL
		if !isDefault || defaultValue != nil { // a second default is refused
			branch := s.value(operand, closed)
			branches = append(branches, branch)
			others = append(others, branch)
			continue
		}
		defaultValue = s.plainData(mark.X)
		if defaultValue == nil && s.trusted {
			continue // in our own CUE it may be an expression, which CUE evaluates
		}
		branches = append(branches, s.value(mark.X, closed))
	}
	if defaultValue == nil {
		return s.unite(branches, x)
	}
	if slices.ContainsFunc(others, func(n *schema.Node) bool { return n.Match(defaultValue, nil) }) {
		branches = others
	}
	return s.annotate(s.unite(branches, x), annotation{defaultJSON: document.JSON(defaultValue)}, x)
}

// unite returns the union of branches, which must be distinguishable by their kinds, or by a required field
// with different constants.
func (s *Source) unite(branches []*schema.Node, at ast.Expr) *schema.Node {
	var flat []*schema.Node
	for _, b := range branches {
		inner := b.AnyOf
		if inner == nil {
			inner = []*schema.Node{b}
		}
		for _, b := range inner {
			if !slices.Contains(flat, b) {
				flat = append(flat, b)
			}
		}
	}
	n := schema.Union(flat)
	if len(n.AnyOf) > maxBranches {
		s.refuse(at, "operands", limitValue(maxBranches))
		return anything
	}
	for i, a := range n.AnyOf {
		for _, b := range n.AnyOf[:i] {
			if reason := s.whyAlike(a, b); reason != "" {
				s.refuse(at, reason, nil)
				return anything
			}
		}
	}
	return n
}

// whyAlike returns why two branches of a union cannot be distinguished, or "".
func (s *Source) whyAlike(a, b *schema.Node) string {
	common := a.Kinds & b.Kinds
	if common.Has(document.List) {
		return "alike" // lists have no fields
	}
	if !common.Has(document.Object) {
		return ""
	}
	if s.isOpen(a) || s.isOpen(b) {
		return "recursive"
	}
	isDiscriminator := func(f schema.Field) bool {
		other := b.Named(f.Name)
		return other != nil && f.Required && other.Required && areDisjoint(f.Node, other.Node)
	}
	if slices.ContainsFunc(a.Fields, isDiscriminator) {
		return ""
	}
	return "alike"
}

// areDisjoint reports whether two Nodes are constants without a common one.
func areDisjoint(a, b *schema.Node) bool {
	return a.Enum != nil && b.Enum != nil && schema.Merge(a, b).Enum == nil
}

// reference returns the Node of a name, compiled now if needed. It is open if the definition is recursive.
func (s *Source) reference(id *ast.Ident, closed bool) *schema.Node {
	if reason := s.whyUnknown(id); reason != "" {
		s.refuse(id, reason, nameValue(id.Name))
		return anything
	}
	if s.definitions[id.Name] == nil {
		return s.predefined(id.Name)
	}
	if s.compiled[id.Name] == nil {
		if s.draft.depth >= maxInner {
			s.refuse(id, "size", nil)
			return anything
		}
		s.compileDefinition(id.Name)
	}
	n := s.compiled[id.Name]
	if n.Kinds == schema.NoKind { // it is being compiled
		s.refuse(id, "cycle", nameValue(id.Name))
		return anything
	}
	// All references to a name share one Node. The objects of a hidden field are open in it, but CUE closes them
	// for a reference from a definition.
	if closed && !isDefinition(id.Name) && !n.IsScalar() {
		s.refuse(id, "hidden", nameValue(id.Name))
		return anything
	}
	return n
}

// predefined returns the Node of a name that a file need not define, or nil.
func (s *Source) predefined(name string) *schema.Node {
	return cmp.Or(s.builtin[name], predeclared[name])
}

// whyUnknown returns why a name cannot be referred to, or "".
func (s *Source) whyUnknown(id *ast.Ident) string {
	if s.definitions[id.Name] != nil {
		return ""
	}
	if id.Node != nil {
		return "field"
	}
	if s.predefined(id.Name) == nil {
		return "reference"
	}
	return ""
}

// compileDefinition compiles a definition or a hidden field.
func (s *Source) compileDefinition(name string) {
	field := s.definitions[name]
	n := &schema.Node{Kinds: kindsOf(field.Value)}
	s.compiled[name] = n
	outer := s.draft
	s.draft = &draft{depth: outer.depth + 1, joinable: map[*schema.Node]bool{}}
	s.open[n] = true
	defer func() {
		s.draft = outer
		delete(s.open, n)
	}()
	value := s.value(field.Value, isDefinition(name))
	if s.isOpen(value) { // another name for a definition around this one
		s.refuse(field.Value, "recursive", nil)
		value = anything
	}
	value = s.annotate(value, annotation{attr: s.readAttributes(field, value)}, field.Value)
	if value.Attr != nil {
		value = value.Described(value.Attr.Words)
	}
	*n = *value
}

// kindsOf returns the kinds of a definition that can refer to itself: a struct or a list. Other kinds are
// unknown before compilation.
func kindsOf(x ast.Expr) schema.Kinds {
	switch x.(type) {
	case *ast.StructLit:
		return schema.Only(document.Object)
	case *ast.ListLit:
		return schema.Only(document.List)
	}
	return schema.NoKind
}

func (s *Source) isOpen(n *schema.Node) bool { return s.open[n] }

// annotation is what a field or a union adds to its Node: a comment, attributes and a default as JSON.
type annotation struct {
	doc         string
	attr        *schema.Attr
	defaultJSON string
}

// annotate returns a Node with an annotation, which takes precedence over its own. A definition that is being
// compiled cannot be copied yet: only a comment on it is left out.
func (s *Source) annotate(n *schema.Node, note annotation, at ast.Node) *schema.Node {
	if note == (annotation{}) {
		return n
	}
	if s.isOpen(n) {
		if note.attr != nil || note.defaultJSON != "" {
			s.refuse(at, "recursive", nil)
		}
		return n
	}
	annotated := *n
	annotated.Doc = cmp.Or(note.doc, n.Doc)
	annotated.Attr = note.attr.Join(n.Attr)
	annotated.Default = cmp.Or(note.defaultJSON, n.Default)
	s.draft.joinable[&annotated] = s.draft.joinable[n]
	return &annotated
}

// operands returns the operands of a chain of `|` or `&`, which CUE's parser nests on the left.
func (s *Source) operands(x *ast.BinaryExpr) []ast.Expr {
	found := []ast.Expr{x.Y}
	left := unparen(x.X)
	for b, ok := left.(*ast.BinaryExpr); ok && b.Op == x.Op; b, ok = left.(*ast.BinaryExpr) {
		found = append(found, b.Y)
		left = unparen(b.X)
	}
	if len(found) >= maxOperands {
		s.refuse(x, "operands", limitValue(maxOperands))
		return []ast.Expr{ast.NewIdent("_")}
	}
	found = append(found, left)
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
