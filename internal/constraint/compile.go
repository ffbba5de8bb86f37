package constraint

import (
	"slices"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/document"
)

// maxNodes and maxDepth bound what is compiled. No schema reaches them; larger
// values are left to CUE.
const (
	maxNodes = 50_000
	maxDepth = 200
)

// compiler turns CUE values into checkers.
//
// It reads a value by its expression (Expr), reference by reference, rather
// than the evaluated value: an evaluated disjunction has lost its definitions,
// and an evaluated recursive definition its deeper branches. Only a struct's
// fields are taken from the evaluated struct, and each is then read by its
// expression again.
type compiler struct {
	refs  map[refKey]*ref
	nodes int
	// doubt is set if the value being compiled may not know whether it is
	// closed. The nearest value around it that does is left to CUE.
	doubt     bool
	dependent map[ast.Node]bool
	// unions and conjunctions are those made, for finish.
	unions       []*anyOf
	conjunctions []*all
	// needsCUE is set if something is left to CUE.
	needsCUE bool
	// tooMany is the error for a pattern that is too large, nil for none.
	tooMany error
}

type refKey struct {
	value  cue.Value
	closed closedness
}

// closedness is whether the surroundings of a literal close it, such as a
// definition, beyond what the value itself knows.
type closedness uint8

const (
	open closedness = iota
	closed
	unsure
)

// scope is what the surroundings of a value determine.
type scope struct {
	// remade means that Expr made the value from an expression, as it does for
	// the branches of a disjunction, or that it was merged from several
	// structs. Such a value does not know whether its surroundings close it;
	// closed holds what is known.
	remade bool
	closed closedness
	// marked means that values may be marked as closed although they are open:
	// CUE marks all that is unified within a definition, including what the
	// definition leaves open.
	marked bool
	// base is a surrounding value that does know, and path the fields from it
	// to this one. It is nil if there is none.
	base *cue.Value
	path []string
	// depth counts fields and items from the root.
	depth int
	// scanned means that the surrounding source was found independent.
	scanned bool
}

// inner returns the scope of an item, or of a field without a name.
func (s scope) inner() scope {
	s.depth++
	s.scanned, s.base, s.path = false, nil, nil
	return s
}

// field returns the scope of a named field.
func (s scope) field(name string) scope {
	f := s.inner()
	if s.base != nil {
		f.base, f.path = s.base, append(slices.Clone(s.path), name)
	}
	return f
}

// knows reports whether the value itself knows if it is closed.
func (s scope) knows() bool { return !s.remade || s.closed == open && !s.marked }

// free reports whether nothing around the value closes it.
func (s scope) free() bool { return s.remade && s.closed == open }

func newCompiler() *compiler {
	return &compiler{refs: map[refKey]*ref{}, dependent: map[ast.Node]bool{}}
}

// root compiles the outermost value. Outside of definitions its mark as closed
// may come from unification.
func (c *compiler) root(v cue.Value) checker {
	definition := slices.ContainsFunc(v.Path().Selectors(), cue.Selector.IsDefinition)
	if definition || !v.IsClosed() || !isStructLiteral(v.Source()) {
		return c.compile(v, scope{})
	}
	result := c.compile(v, markedScope(v, v.Source(), scope{}))
	if c.doubt {
		return c.leaveToCUE(v, scope{})
	}
	return result
}

// compile compiles a value. If part of it was in doubt and the value knows all
// of itself, the whole of it is left to CUE.
func (c *compiler) compile(v cue.Value, s scope) checker {
	if s.remade {
		return c.dispatch(v, s)
	}
	around := c.doubt
	c.doubt = false
	result := c.dispatch(v, s)
	if c.doubt {
		result = c.leaveToCUE(v, s)
	}
	c.doubt = around
	return result
}

func (c *compiler) dispatch(v cue.Value, s scope) checker {
	if c.nodes++; c.nodes > maxNodes || s.depth > maxDepth {
		return c.leaveToCUE(v, s)
	}
	if d := cue.Dereference(v); d != v {
		return c.reference(v, d, s)
	}
	if c.isDependent(v.Source()) {
		return c.leaveToCUE(v, s)
	}
	s.scanned = s.scanned || v.Source() != nil
	op, args := v.Expr()
	switch {
	case op == cue.AndOp:
		return c.and(v, args, s)
	case op == cue.OrOp:
		return c.or(v, args, s)
	case op == cue.NoOp && len(args) == 1 && args[0] != v:
		return c.compile(args[0], branch(v, s))
	}
	return c.computed(v, s)
}

func (c *compiler) isDependent(src ast.Node) bool {
	if src == nil {
		return false
	}
	known, ok := c.dependent[src]
	if !ok {
		known = levelOf(src).dependent(src)
		c.dependent[src] = known
	}
	return known
}

// unknownWant describes a value of which not even the kind is known.
const unknownWant = "what the schema asks for"

// leaveToCUE leaves a value to CUE, or the surrounding value if this one does
// not know whether it is closed.
func (c *compiler) leaveToCUE(v cue.Value, s scope) checker {
	c.needsCUE = true
	a := &cueChecker{value: v, mask: maskOf(v), noun: maskOf(v).words()}
	op, _ := v.Expr()
	switch several := op == cue.AndOp || op == cue.OrOp; {
	case v.Err() != nil:
		a.mask, a.noun = anyKind, unknownWant
	case several && a.mask&^scalars == noKind:
		// CUE may show too few kinds of a recursive definition.
		a.mask, a.noun = a.mask|anyKind&^scalars, unknownWant
	case several:
		a.mask |= anyKind &^ scalars
	}
	if !s.knows() && a.mask&^scalars != noKind {
		c.doubt = true
	}
	return a
}

// reference compiles the target d of v's reference, once for all references to
// it.
func (c *compiler) reference(v, d cue.Value, s scope) checker {
	s = referred(v, d, s)
	key := refKey{d, s.closed}
	if r, ok := c.refs[key]; ok {
		return c.knownReference(r, v, s)
	}
	r := &ref{name: nameOf(v), depth: s.depth}
	c.refs[key] = r
	around := c.doubt
	c.doubt = false
	r.target = c.compile(d, s)
	if x, ok := r.target.(*scalar); ok {
		r.target = x.by(attributes(d)["words"])
	}
	r.doubt = c.doubt
	c.doubt = around || r.doubt
	if r.recursive {
		return r
	}
	return r.target
}

func (c *compiler) knownReference(r *ref, v cue.Value, s scope) checker {
	c.doubt = c.doubt || r.doubt
	if r.target != nil && !r.recursive {
		return r.target
	}
	if r.target == nil && r.depth == s.depth {
		// it refers to itself with nothing in between: `#A: null | #A`
		return c.leaveToCUE(v, s)
	}
	r.recursive = true
	return r
}

// referred returns the scope of v's target. A definition knows that it is
// closed; another struct is closed by the definition that refers to it.
func referred(v, d cue.Value, s scope) scope {
	around := s.closed
	if !s.remade && v.IsClosedRecursively() {
		around = closed
	}
	s.scanned, s.base, s.path, s.marked = false, nil, nil, false
	if d.IsClosedRecursively() || around == open {
		s.remade, s.closed = false, open
		return s
	}
	s.remade, s.closed = true, around
	return s
}

// nameOf returns the last step of a reference's path: "#Task".
func nameOf(v cue.Value) string {
	_, path := v.ReferencePath()
	if steps := path.Selectors(); len(steps) > 0 {
		return steps[len(steps)-1].String()
	}
	return ""
}

// markedScope returns the scope of a value that has only one struct and is
// marked as closed. CUE tells whether the mark is valid.
func markedScope(v cue.Value, src ast.Node, s scope) scope {
	s.remade, s.closed, s.base, s.path = true, unsure, &v, nil
	shut, ok := refuses(v, nil)
	switch {
	case ok && shut:
		s.closed, s.base = closed, nil
	case ok && isStructLiteral(src) && !hasEllipsis(src):
		// it would be closed if anything around it closed it
		s.closed, s.marked = open, true
	}
	return s
}

// branch returns the scope of an operand that Expr makes from a part of v.
func branch(v cue.Value, s scope) scope {
	if !s.remade {
		s.closed = open
		if v.IsClosedRecursively() {
			s.closed = closed
		}
	}
	s.remade = true
	if !s.free() {
		s.base, s.path = nil, nil
	}
	return s
}

// or compiles a disjunction. It ignores marks of defaults: a pattern never
// fills in data.
func (c *compiler) or(v cue.Value, args []cue.Value, s scope) checker {
	u := &anyOf{value: v}
	inner := branch(v, s)
	if len(structs(args)) == 1 {
		// whatever the base says of a field here applies to that branch
		inner.base, inner.path = s.base, s.path
	}
	for _, arg := range args {
		u.branches = append(u.branches, c.compile(arg, inner))
	}
	u.branches = foldScalars(u.branches)
	if len(u.branches) == 1 {
		return u.branches[0]
	}
	c.unions = append(c.unions, u)
	return u
}

// foldScalars merges neighbouring scalars: constants become an enum, kinds a
// union of kinds.
func foldScalars(branches []checker) []checker {
	var folded []checker
	for _, b := range branches {
		last := len(folded) - 1
		if last >= 0 {
			if s, ok := foldPair(folded[last], b); ok {
				folded[last] = s
				continue
			}
		}
		folded = append(folded, b)
	}
	return folded
}

func foldPair(a, b checker) (checker, bool) {
	x, ok := a.(*scalar)
	y, alsoOK := b.(*scalar)
	if !ok || !alsoOK {
		return nil, false
	}
	return disjunction(x, y)
}

// finish completes what depends on all definitions being compiled.
func (c *compiler) finish() {
	for _, u := range c.unions {
		u.indexByKind()
	}
	for _, u := range c.unions {
		u.findTies()
		c.needsCUE = c.needsCUE || u.ties != noKind
	}
	for _, x := range c.conjunctions {
		x.findTies()
	}
}

// cueKinds are CUE's names of a document's kinds.
var cueKinds = [document.Object + 1]cue.Kind{
	document.Null: cue.NullKind, document.Bool: cue.BoolKind, document.Int: cue.IntKind, document.Float: cue.FloatKind,
	document.String: cue.StringKind, document.List: cue.ListKind, document.Object: cue.StructKind,
}

// maskOf returns the kinds that CUE allows for a value.
func maskOf(v cue.Value) kinds {
	ks, incomplete := noKind, v.IncompleteKind()
	for k, kind := range cueKinds {
		if incomplete&kind != 0 {
			ks |= only(document.Kind(k))
		}
	}
	return ks
}
