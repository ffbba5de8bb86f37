package generate

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/schema/compile"
)

// compiler turns CUE values into Nodes. It reads a value by its expression,
// reference by reference, since an evaluated disjunction has lost its definitions.
// What has no Node is an error.
type compiler struct {
	// shared are the Nodes of what is referred to, by path.
	shared map[string]*schema.Node
}

// located is an error with its path in the sources.
type located struct{ error }

// at adds the path of a value to an error that has none.
func at(v cue.Value, err error) error {
	if _, known := err.(located); known || err == nil {
		return err
	}
	return located{fmt.Errorf("at %s: %w", v.Path(), err)}
}

// node compiles a value. closed means that the surroundings, such as a definition,
// close the structs in it.
func (c *compiler) node(v cue.Value, closed bool) (*schema.Node, error) {
	n, err := c.expression(v, closed)
	if err != nil {
		return nil, at(v, err)
	}
	if value := markedDefault(v); value != n.Default {
		n = clone(n)
		n.Default = value
	}
	return n, nil
}

func (c *compiler) expression(v cue.Value, closed bool) (*schema.Node, error) {
	if d := cue.Dereference(v); d != v {
		return c.reference(d, closed)
	}
	op, args := v.Expr()
	switch {
	case op == cue.AndOp:
		return c.conjunction(args, closed)
	case op == cue.OrOp:
		branches, err := c.each(args, closed)
		return schema.Union(branches), err
	case op == cue.NoOp && len(args) == 1 && args[0] != v:
		return c.node(args[0], closed)
	}
	op, args = v.Eval().Expr()
	switch op {
	case cue.NoOp:
		return c.plain(v, closed)
	case cue.CallOp:
		return validator(args)
	case cue.AndOp:
		return c.conjunction(args, closed)
	}
	return bound(op, args)
}

func (c *compiler) each(values []cue.Value, closed bool) (nodes []*schema.Node, err error) {
	for _, v := range values {
		n, err := c.node(v, closed)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

// conjunction merges the Nodes of operands.
func (c *compiler) conjunction(args []cue.Value, closed bool) (*schema.Node, error) {
	nodes, err := c.each(args, closed)
	if err != nil {
		return nil, err
	}
	merged := nodes[0]
	for _, n := range nodes[1:] {
		if merged, err = merge(merged, n); err != nil {
			return nil, err
		}
	}
	return merged, nil
}

// merge merges two Nodes. A closed object may not be joined with fields: whether it
// allows them is a question of where its literal is, which a Node does not say.
func merge(a, b *schema.Node) (*schema.Node, error) {
	hasFields := func(n *schema.Node) bool { return len(n.Fields)+len(n.Patterns) > 0 }
	if (a.Closed || b.Closed) && hasFields(a) && hasFields(b) {
		return nil, errors.New("a closed object cannot be unified with fields")
	}
	return compile.Merge(a, b)
}

// reference compiles what is referred to, once for all references.
func (c *compiler) reference(d cue.Value, closed bool) (*schema.Node, error) {
	steps := d.Path().Selectors()
	closed = closed && d.IncompleteKind()&(cue.StructKind|cue.ListKind) != 0 || len(steps) > 0 && steps[0].IsDefinition()
	key := d.Path().String()
	if closed && !strings.HasPrefix(key, "#") {
		key += " closed"
	}
	if n, ok := c.shared[key]; ok {
		if n == nil {
			return nil, errors.New("a definition that refers to itself")
		}
		return n, nil
	}
	c.shared[key] = nil
	n, err := c.node(d, closed)
	if err != nil {
		return nil, err
	}
	attr, err := attributes(d)
	if err != nil {
		return nil, err
	}
	if attr != nil {
		n = n.Described(attr.Words)
	}
	c.shared[key] = n
	return n, nil
}

// plain compiles a constant, a kind, or a literal of a list or struct.
func (c *compiler) plain(v cue.Value, closed bool) (*schema.Node, error) {
	if isBottom(v.Source()) {
		return &schema.Node{}, nil
	}
	if err := v.Err(); err != nil {
		return nil, err
	}
	switch kind := v.IncompleteKind(); {
	case kind == cue.StructKind:
		return c.object(v, closed)
	case kind == cue.ListKind:
		return c.list(v, closed)
	case v.IsConcrete():
		k, err := scalar(v)
		return &schema.Node{Kinds: schema.Only(k.Kind), Enum: []schema.Scalar{k}}, err
	}
	return &schema.Node{Kinds: kindsOf(v)}, nil
}

func (c *compiler) list(v cue.Value, closed bool) (*schema.Node, error) {
	items, err := v.List()
	if err != nil {
		return nil, err
	}
	n := &schema.Node{Kinds: schema.Only(document.List)}
	for items.Next() {
		item, err := c.node(items.Value(), closed)
		if err != nil {
			return nil, err
		}
		n.Prefix = append(n.Prefix, item)
	}
	if rest := v.LookupPath(cue.MakePath(cue.AnyIndex)); rest.Exists() {
		n.Items, err = c.node(rest, closed)
	}
	return n, err
}

// object compiles a struct from the fields that CUE gives it.
func (c *compiler) object(v cue.Value, closed bool) (*schema.Node, error) {
	fields, err := v.Fields(cue.All(), cue.Patterns(true))
	if err != nil {
		return nil, err
	}
	n := &schema.Node{Kinds: schema.Only(document.Object), Closed: closed && !hasEllipsis(v.Source())}
	for fields.Next() {
		name := fields.Selector()
		if name.ConstraintType() != cue.PatternConstraint && name.LabelType() != cue.StringLabel {
			continue
		}
		value, err := c.field(fields.Value(), closed)
		if err != nil {
			return nil, err
		}
		if name.ConstraintType() == cue.PatternConstraint {
			key, err := c.node(name.Pattern(), false)
			if err != nil {
				return nil, err
			}
			n.Patterns = append(n.Patterns, schema.PatternField{Name: key, Node: value})
			continue
		}
		required := name.ConstraintType() != cue.OptionalConstraint
		n.Fields = append(n.Fields, schema.Field{Name: name.Unquoted(), Required: required, Node: value})
	}
	return n, nil
}

// field compiles a field's value, with its comment and attributes.
func (c *compiler) field(v cue.Value, closed bool) (*schema.Node, error) {
	n, err := c.node(v, closed)
	if err != nil {
		return nil, err
	}
	attr, err := attributes(v)
	if err != nil {
		return nil, err
	}
	if doc := comment(v); doc != "" || attr != nil {
		n = clone(n)
		n.Doc, n.Attr = doc, attr
	}
	return n, nil
}

func clone(n *schema.Node) *schema.Node {
	other := *n
	return &other
}

// comment returns the comments on a field on one line.
func comment(v cue.Value) string {
	var words []string
	for _, group := range v.Doc() {
		words = append(words, strings.Fields(group.Text())...)
	}
	return strings.Join(words, " ")
}

// attributes returns those of a field, followed by those of what it refers to, nil
// if there are none.
func attributes(v cue.Value) (*schema.Attr, error) {
	var attr *schema.Attr
	for {
		for _, a := range v.Attributes(cue.FieldAttr) {
			if attr == nil {
				attr = &schema.Attr{}
			}
			if err := add(attr, a); err != nil {
				return nil, err
			}
		}
		d := cue.Dereference(v)
		if d == v {
			return attr, nil
		}
		v = d
	}
}

func add(attr *schema.Attr, a cue.Attribute) error {
	into := map[string]*string{
		"rule": &attr.Rule, "words": &attr.Words, "holds": &attr.Holds,
		"values": &attr.Values, "means": &attr.Means, "config": &attr.Setting,
	}[a.Name()]
	switch {
	case a.Name() == "engine":
		attr.Engine = true
	case into == nil:
		return fmt.Errorf("unknown attribute @%s", a.Name())
	default:
		value, err := a.String(0)
		if err != nil || a.NumArgs() != 1 {
			value = a.Contents()
		}
		*into = cmp.Or(*into, value)
	}
	return nil
}

// markedDefault returns the default of a value as JSON, "" if it has none. That of
// an open list counts only if it is marked.
func markedDefault(v cue.Value) string {
	value, ok := v.Default()
	if !ok || value.Kind() == cue.ListKind && !hasMark(cue.Dereference(v).Source()) {
		return ""
	}
	text, err := value.MarshalJSON()
	if err != nil {
		return ""
	}
	return string(text)
}

func hasMark(source ast.Node) (found bool) {
	if source != nil {
		ast.Walk(source, func(n ast.Node) bool {
			x, ok := n.(*ast.UnaryExpr)
			found = found || ok && x.Op == token.MUL
			return !found
		}, nil)
	}
	return found
}

// bare returns the expression of a field without parentheses.
func bare(source ast.Node) ast.Node {
	for {
		switch x := source.(type) {
		case *ast.Field:
			source = x.Value
		case *ast.ParenExpr:
			source = x.X
		default:
			return source
		}
	}
}

func isBottom(source ast.Node) bool {
	_, ok := bare(source).(*ast.BottomLit)
	return ok
}

func hasEllipsis(source ast.Node) bool {
	literal, ok := bare(source).(*ast.StructLit)
	if ok {
		for _, d := range literal.Elts {
			if _, ok := d.(*ast.Ellipsis); ok {
				return true
			}
		}
	}
	return false
}
