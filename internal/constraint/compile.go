package constraint

import (
	"slices"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/document"
)

// maxNodes and maxDepth bound what is compiled. A schema reaches neither; a
// value that does is left to CUE.
const (
	maxNodes = 50_000
	maxDepth = 200
)

// compiler turns CUE values into checkers.
//
// A value is read by its expression (Expr), reference by reference, and not by
// what CUE made of it: an evaluated disjunction has lost its definitions, and
// an evaluated recursive definition has its deeper branches cut off. Only a
// struct's fields are read from the evaluated struct, and each of them is then
// read by its expression again.
type compiler struct {
	refs  map[refKey]*ref
	nodes int
	// doubt says that the value being compiled cannot be trusted to say
	// whether it is closed. The nearest value around it that can is left to CUE.
	doubt     bool
	dependent map[ast.Node]bool
	// unions and conjunctions are those made, to be finished.
	unions       []*anyOf
	conjunctions []*all
}

type refKey struct {
	value  cue.Value
	closed closedness
}

// closedness is whether a literal is closed by where it stands, in a
// definition, beyond what the value itself knows.
type closedness uint8

const (
	open closedness = iota
	closed
	unsure
)

// scope is what a value's surroundings say of it.
type scope struct {
	// remade says that the value was made anew from an expression, as Expr does
	// it for the branches of a disjunction, or was merged from several structs.
	// Such a value does not know whether what is around it closes it; closed
	// says what is known.
	remade bool
	closed closedness
	// base is a value around this one that does know, and path the fields that
	// lead from it to this one. There need not be one.
	base *cue.Value
	path []string
	// depth counts fields and items from the root.
	depth int
	// scanned says that the source around the value was found independent.
	scanned bool
}

// inner is the scope of an item, or of a field that has no name.
func (s scope) inner() scope {
	s.depth++
	s.scanned, s.base, s.path = false, nil, nil
	return s
}

// field is the scope of a named field.
func (s scope) field(name string) scope {
	f := s.inner()
	if s.base != nil {
		f.base, f.path = s.base, append(slices.Clone(s.path), name)
	}
	return f
}

// knows says whether the value itself knows if it is closed.
func (s scope) knows() bool { return !s.remade || s.closed == open }

func newCompiler() *compiler {
	return &compiler{refs: map[refKey]*ref{}, dependent: map[ast.Node]bool{}}
}

// compile compiles a value. Where something in it was in doubt, and the value
// is one that knows all of itself, it asks CUE about the whole of it.
func (c *compiler) compile(v cue.Value, s scope) checker {
	if s.remade {
		return c.dispatch(v, s)
	}
	around := c.doubt
	c.doubt = false
	result := c.dispatch(v, s)
	if c.doubt {
		result = c.ask(v, s)
	}
	c.doubt = around
	return result
}

func (c *compiler) dispatch(v cue.Value, s scope) checker {
	if c.nodes++; c.nodes > maxNodes || s.depth > maxDepth {
		return c.ask(v, s)
	}
	if d := cue.Dereference(v); d != v {
		return c.reference(v, d, s)
	}
	if c.isDependent(v.Source()) {
		return c.ask(v, s)
	}
	s.scanned = s.scanned || v.Source() != nil
	op, args := v.Expr()
	switch {
	case op == cue.AndOp:
		return c.and(v, args, s)
	case op == cue.OrOp:
		return c.or(v, args, s)
	case op == cue.NoOp && len(args) == 1 && args[0] != v:
		return c.compile(args[0], c.branch(v, s))
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

// ask leaves a value to CUE, or the value around it where CUE would not know
// from this one whether it is closed.
func (c *compiler) ask(v cue.Value, s scope) checker {
	mask := maskOf(v)
	if v.Err() != nil {
		mask = anyKind
	}
	if s.remade && s.closed != open && mask&^scalars != 0 {
		c.doubt = true
	}
	return &ask{value: v, mask: mask}
}

// reference compiles what v refers to, d, once for all references to it.
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
		// It refers to itself with nothing in between: `#A: null | #A`.
		return c.ask(v, s)
	}
	r.recursive = true
	return r
}

// referred is the scope of what v refers to. A definition knows that it is
// closed; another struct is closed by the definition that refers to it.
func referred(v, d cue.Value, s scope) scope {
	around := s.closed
	if !s.remade && v.IsClosedRecursively() {
		around = closed
	}
	s.scanned, s.base, s.path = false, nil, nil
	if d.IsClosedRecursively() || around == open {
		s.remade, s.closed = false, open
		return s
	}
	s.remade, s.closed = true, around
	return s
}

// nameOf is the last step of a reference's path: "#Task".
func nameOf(v cue.Value) string {
	_, path := v.ReferencePath()
	if steps := path.Selectors(); len(steps) > 0 {
		return steps[len(steps)-1].String()
	}
	return ""
}

// branch is the scope of an operand that Expr makes anew from a part of v.
func (c *compiler) branch(v cue.Value, s scope) scope {
	if !s.remade {
		s.closed = open
		if v.IsClosedRecursively() {
			s.closed = closed
		}
	}
	s.remade, s.base, s.path = true, nil, nil
	return s
}

// or compiles a disjunction. Marks of defaults play no part: the data is
// there, or it is missing.
func (c *compiler) or(v cue.Value, args []cue.Value, s scope) checker {
	u := &anyOf{value: v}
	inner := c.branch(v, s)
	if c.structs(args) == 1 {
		// Whatever the base says of a field here, it says of that branch.
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

// foldScalars makes one scalar of neighbours that can be said as one:
// constants become an enum, kinds a union of kinds.
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

// finish completes what could only be known once all was compiled.
func (c *compiler) finish() {
	for _, u := range c.unions {
		u.settle()
	}
	for _, u := range c.unions {
		u.findTies()
	}
	for _, x := range c.conjunctions {
		x.settle()
	}
}

// maskOf is the set of kinds that a value may be.
func maskOf(v cue.Value) kinds {
	ks := noKind
	for kind, k := range map[cue.Kind]document.Kind{
		cue.NullKind: document.Null, cue.BoolKind: document.Bool, cue.IntKind: document.Int,
		cue.FloatKind: document.Float, cue.StringKind: document.String,
		cue.ListKind: document.List, cue.StructKind: document.Object,
	} {
		if v.IncompleteKind()&kind != 0 {
			ks |= only(k)
		}
	}
	return ks
}
