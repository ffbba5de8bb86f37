package constraint

import (
	"cmp"
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"
	cueerrors "cuelang.org/go/cue/errors"

	"github.com/handofflint/handofflint/internal/document"
)

// and compiles a conjunction, one conjunct at a time if that is equivalent. It
// is not if closed literals are merged field by field, `{#A, b: int}`: then the
// struct that CUE made of them is read, or left to CUE.
func (c *compiler) and(v cue.Value, args []cue.Value, s scope) checker {
	count, embeds := len(structs(args)), levelOf(v.Source()).embeds
	inner := branch(v, s)
	switch {
	case count > 1 && !s.free() && (v.IsClosed() || s.closed != open):
		inner.closed = unsure
	case count == 1 && !s.remade && v.IsClosed() && !embeds:
		inner = markedScope(v, structs(args)[0].Source(), s)
	}
	around := c.doubt
	c.doubt = count > 1 && embeds
	var result checker
	if !c.doubt {
		result = c.each(v, args, inner)
	}
	if c.doubt {
		c.doubt = false
		result = c.merged(v, args, s)
	}
	c.doubt = c.doubt || around
	return result
}

// merged compiles a conjunction from the one plain struct that CUE made of it,
// or leaves it to CUE if there is none. What is closed in a merged struct only
// shows at the merge: that is the base of its fields.
func (c *compiler) merged(v cue.Value, args []cue.Value, s scope) checker {
	op, _ := v.Eval().Expr()
	if op != cue.NoOp || v.IncompleteKind() != cue.StructKind || v.Err() != nil || hasPatterns(v) {
		return c.leaveToCUE(v, s)
	}
	f := &flattened{compiler: c, scope: s}
	if !f.addAll(args, 0) || !s.knows() && s.base == nil {
		return c.leaveToCUE(v, s)
	}
	if s.knows() {
		s.base, s.path = &v, nil
	}
	if v.IsClosed() {
		s.remade, s.closed = true, unsure
	}
	s.scanned = true
	return allOf(append([]checker{c.literal(v, s)}, f.rules...))
}

func (c *compiler) each(v cue.Value, args []cue.Value, s scope) checker {
	parts := make([]checker, 0, len(args))
	for _, arg := range args {
		parts = append(parts, c.compile(arg, s))
	}
	result := allOf(parts)
	if x, ok := result.(*all); ok {
		x.value = v
		c.conjunctions = append(c.conjunctions, x)
	}
	return result
}

// structs returns the conjuncts that have fields of their own.
func structs(args []cue.Value) []cue.Value {
	var found []cue.Value
	for _, arg := range args {
		op, _ := arg.Expr()
		validator := op == cue.CallOp && !isClosing(arg.Source())
		if kind := arg.IncompleteKind(); kind != cue.TopKind && kind&cue.StructKind != 0 && !validator {
			found = append(found, arg)
		}
	}
	return found
}

func hasPatterns(v cue.Value) bool {
	fields, err := v.Fields(cue.All(), cue.Patterns(true))
	for err == nil && fields.Next() {
		if fields.Selector().ConstraintType() == cue.PatternConstraint {
			return true
		}
	}
	return err != nil
}

// flattened is what the conjuncts of a struct amount to, with references and
// embeddings resolved.
type flattened struct {
	*compiler
	scope scope
	// rules are struct.MinFields and the like.
	rules []checker
}

// addAll returns false for anything that is not a literal or a known validator.
func (f *flattened) addAll(args []cue.Value, depth int) bool {
	for _, arg := range args {
		if !f.add(arg, depth) {
			return false
		}
	}
	return true
}

func (f *flattened) add(v cue.Value, depth int) bool {
	for i := 0; i < maxDepth && cue.Dereference(v) != v; i++ {
		v = cue.Dereference(v)
	}
	if depth > maxDepth || f.isDependent(v.Source()) {
		return false
	}
	op, args := v.Expr()
	switch op {
	case cue.AndOp:
		return f.addAll(args, depth+1)
	case cue.NoOp:
		plain := len(args) == 1 && args[0] == v
		return plain && (v.IncompleteKind() == cue.StructKind || v.IncompleteKind() == cue.TopKind)
	case cue.CallOp:
		rule, ok := f.computed(v, f.scope).(*fieldCount)
		f.rules = append(f.rules, rule)
		return ok
	}
	return false
}

// literal compiles a struct from the fields that CUE gave it.
func (c *compiler) literal(v cue.Value, s scope) checker {
	fields, patterns, ok := c.fields(v, s)
	if !ok {
		return c.leaveToCUE(v, s)
	}
	shut, ok := closes(v, patterns, s)
	if !ok {
		return c.leaveToCUE(v, s)
	}
	return newObject(fields, patterns, shut)
}

func (c *compiler) fields(v cue.Value, s scope) (named []field, patterns []patternField, ok bool) {
	it, err := v.Fields(cue.All(), cue.Patterns(true))
	if err != nil {
		return nil, nil, false
	}
	for it.Next() {
		sel, value := it.Selector(), it.Value()
		switch {
		case sel.ConstraintType() == cue.PatternConstraint:
			name, ok := c.compile(sel.Pattern(), scope{depth: s.depth + 1}).(*scalar)
			if !ok {
				return nil, nil, false
			}
			patterns = append(patterns, patternField{name, c.compile(value, branch(v, s).inner()), attributes(value)})
		case sel.LabelType() != cue.StringLabel:
		default:
			named = append(named, field{
				name:     sel.Unquoted(),
				value:    c.field(value, s.field(sel.Unquoted())),
				required: sel.ConstraintType() != cue.OptionalConstraint,
				attr:     attributes(value),
			})
		}
	}
	return named, patterns, true
}

// field compiles a field's value. A field that the surrounding struct does not
// allow is forbidden, whatever its own expression says.
func (c *compiler) field(v cue.Value, s scope) checker {
	if notAllowed(v.Err()) {
		return never{}
	}
	return c.compile(v, s)
}

// probe is a name that no schema has, to test whether a struct is open.
const probe = "\uF8FFhandofflint\uF8FF"

// closes reports whether a struct takes no other fields; ok is false if that is
// unknown.
func closes(v cue.Value, patterns []patternField, s scope) (shut, ok bool) {
	ellipsis := hasEllipsis(v.Source())
	switch {
	case s.knows() && !v.IsClosed():
		return false, true
	case s.free() && s.marked:
		return isClosing(v.Source()), true
	case s.knows() && len(patterns) > 0:
		// a pattern may allow what the struct itself would not
		return !ellipsis, true
	case s.knows():
		return refuses(v, nil)
	case slices.ContainsFunc(patterns, patternField.any):
		return false, true // the pattern matches all names
	case s.base != nil && !slices.ContainsFunc(patterns, patternField.takesProbe):
		return refuses(*s.base, s.path)
	case ellipsis:
		return false, true
	}
	return true, s.closed == closed && v.Source() != nil
}

func (p patternField) any() bool        { return anyName(p.name) }
func (p patternField) takesProbe() bool { return p.name.accepts(document.String, probe, nil) }

// refuses reports whether the struct at a path takes no field with a name that
// is not in the schema. Value.Allows cannot be used: for #A & #B it allows any
// field if only one of them does. ok is false if the path does not lead to one
// plain struct.
func refuses(base cue.Value, path []string) (shut, ok bool) {
	var data ast.Expr = ast.NewIdent("_")
	steps := append(slices.Clone(path), probe)
	selectors := make([]cue.Selector, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		field := &ast.Field{Label: ast.NewString(steps[i]), Value: data}
		data = &ast.StructLit{Elts: []ast.Decl{field}}
		selectors[i] = cue.Str(steps[i])
	}
	unified := base.Unify(cuecontext.New().BuildExpr(data))
	at := unified.LookupPath(cue.MakePath(selectors...))
	if err := cmp.Or(at.Err(), unified.Validate()); err != nil {
		return true, notAllowed(err)
	}
	return false, at.Exists()
}

// notAllowed reports whether an error is about a field that a closed struct
// does not take.
func notAllowed(err error) bool {
	for _, e := range cueerrors.Errors(err) {
		if format, _ := e.Msg(); strings.HasPrefix(format, "field not allowed") {
			return true
		}
	}
	return false
}

func hasEllipsis(src ast.Node) bool { return levelOf(src).ellipsis }

// list compiles a list literal.
func (c *compiler) list(v cue.Value, s scope) checker {
	items, err := v.List()
	if err != nil {
		return c.leaveToCUE(v, s)
	}
	l := &list{}
	for items.Next() {
		l.prefix = append(l.prefix, c.compile(items.Value(), s.inner()))
	}
	if rest := v.LookupPath(cue.MakePath(cue.AnyIndex)); rest.Exists() || rest.Err() != nil && isOpenList(v) {
		l.rest = c.compile(rest, s.inner())
	}
	return l
}

// isOpenList reports whether the length of a list is a bound rather than a
// number.
func isOpenList(v cue.Value) bool { return !v.Len().IsConcrete() }

// attributes returns those of a field, followed by those of the definition that
// it refers to.
func attributes(v cue.Value) Attr {
	var attr Attr
	for range maxDepth {
		for _, a := range v.Attributes(cue.FieldAttr) {
			if _, known := attr[a.Name()]; known {
				continue
			}
			if attr == nil {
				attr = Attr{}
			}
			attr[a.Name()] = attributeText(a)
		}
		d := cue.Dereference(v)
		if d == v {
			break
		}
		v = d
	}
	return attr
}

func attributeText(a cue.Attribute) string {
	if text, err := a.String(0); err == nil && a.NumArgs() == 1 {
		return text
	}
	return a.Contents()
}
