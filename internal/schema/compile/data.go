package compile

import (
	"slices"
	"strconv"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// Root returns the fields of the file, except definitions and hidden fields, as plain data: literals,
// structs, lists, and references to definitions or hidden fields of such data. Repeated fields are merged.
// Paths that isPattern accepts hold patterns, which are null in the data: see Pattern. If it also accepts the
// items, a list of patterns is a list.
func (s *Source) Root(isPattern func(path []string) bool) (*document.Node, []Refusal) {
	r := &dataReader{Source: s, isPattern: isPattern}
	root := &document.Node{Kind: document.Object}
	r.addItems(root, s.fields, nil, 0)
	return root, s.takeRefusals()
}

// Pattern compiles the pattern that is at a node of the data.
func (s *Source) Pattern(n *document.Node) (*schema.Node, []Refusal) { return s.Node(s.patterns[n]) }

// Find returns the position of the field at a path below a pattern: its name, at its first occurrence.
func (s *Source) Find(pattern *document.Node, path ...string) (at text.Span, found bool) {
	r := &dataReader{Source: s, quiet: true}
	expr := s.patterns[pattern]
	for _, name := range path {
		var list fieldList
		r.addFieldsOf(&list, expr, 0)
		i, ok := list.index[name]
		if !ok {
			return text.Span{}, false
		}
		at = list.fields[i].Key
		expr = list.fields[i].Value
	}
	return at, true
}

// plainData returns an expression as plain data, or nil.
func (s *Source) plainData(expr ast.Expr) *document.Node {
	hasNone := func([]string) bool { return false }
	r := &dataReader{Source: s, isPattern: hasNone, quiet: true}
	n := r.node(expr, nil, 0)
	if r.failed {
		return nil
	}
	return n
}

// dataReader reads plain data.
type dataReader struct {
	*Source
	isPattern func(path []string) bool
	// quiet means that the expression may be a pattern: fields may have marks, unions are allowed, and
	// nothing is refused.
	quiet, failed bool
}

// fail records that the expression is not plain data, and refuses it unless it may be a pattern.
func (r *dataReader) fail(at ast.Node, reason string) {
	r.failed = true
	if !r.quiet {
		r.refuseOther(at, reason)
	}
}

// declarationOf returns the declaration of a name, or nil. depth counts the references that led to it.
func (s *Source) declarationOf(x *ast.Ident, depth int) *ast.Field {
	if depth >= maxDepth {
		return nil
	}
	return s.definitions[x.Name]
}

// node reads the value at a path of the file; depth counts the references that led to it. The result is null for
// a pattern and for anything that is not plain data.
func (r *dataReader) node(expr ast.Expr, path []string, depth int) *document.Node {
	n := &document.Node{Kind: document.Null, Value: spanOf(expr)}
	_, isList := expr.(*ast.ListLit)
	isListOfPatterns := isList && r.isPattern(append(path, "0"))
	if r.isPattern(path) && !isListOfPatterns {
		r.patterns[n] = expr
		return n
	}
	if !r.spend(1, expr) {
		return n
	}
	switch x := expr.(type) {
	case *ast.ParenExpr:
		return r.node(x.X, path, depth)
	case *ast.Ident:
		if d := r.declarationOf(x, depth); d != nil {
			return r.node(d.Value, path, depth+1)
		}
	case *ast.ListLit:
		n.Kind = document.List
		for i, item := range x.Elts {
			n.Items = append(n.Items, r.node(item, append(slices.Clip(path), strconv.Itoa(i)), depth))
		}
		return n
	case *ast.StructLit, *ast.BinaryExpr:
		n.Kind = document.Object
		var found fieldList
		r.addFieldsOf(&found, expr, depth)
		r.addItems(n, found, path, depth)
		return n
	}
	c, ok := r.scalar(expr, depth)
	if !ok {
		r.fail(expr, "plain")
	}
	n.Kind, n.Text = c.Kind, c.Text
	return n
}

// addItems reads the values of fields into an object.
func (r *dataReader) addItems(n *document.Node, found fieldList, path []string, depth int) {
	for _, f := range found.fields {
		item := r.node(f.Value, append(slices.Clip(path), f.Name), depth)
		item.Name, item.Key = f.Name, f.Key
		n.Items = append(n.Items, item)
	}
}

// addFieldsOf adds the fields of a struct, or of several that are joined, to a list.
func (r *dataReader) addFieldsOf(to *fieldList, expr ast.Expr, depth int) {
	if !r.spend(1, expr) {
		return
	}
	switch x := expr.(type) {
	case *ast.ParenExpr:
		r.addFieldsOf(to, x.X, depth)
	case *ast.BinaryExpr:
		if x.Op != token.AND && !r.quiet {
			r.fail(expr, "fields")
			return
		}
		for _, operand := range r.operands(x) {
			r.addFieldsOf(to, operand, depth)
		}
	case *ast.Ident:
		if d := r.declarationOf(x, depth); d != nil {
			r.addFieldsOf(to, d.Value, depth+1)
			return
		}
		r.fail(expr, "fields")
	case *ast.StructLit:
		for _, elt := range x.Elts {
			r.addElement(to, elt, depth)
		}
	default:
		r.fail(expr, "fields")
	}
}

// addElement adds an element of a struct.
func (r *dataReader) addElement(to *fieldList, elt ast.Decl, depth int) {
	switch e := elt.(type) {
	case *ast.EmbedDecl:
		r.addFieldsOf(to, e.Expr, depth)
	case *ast.Field:
		if len(e.Attrs) > 0 && !r.quiet { // those of patterns are compiled with them
			r.refuseOther(e.Attrs[0], "attribute")
		}
		name, _, err := ast.LabelName(e.Label)
		isMarked := e.Constraint != token.ILLEGAL // a?: or a!:
		if err != nil || isMarked && !r.quiet {
			r.failed = true
			if !r.quiet {
				r.refuse(e.Label, "fields", nil)
			}
			return
		}
		to.add(name, e)
	default:
		r.fail(e, "fields")
	}
}

// field is a named field of a struct.
type field struct {
	Name  string
	Key   text.Span
	Value ast.Expr
}

// fieldList is a list of fields without duplicates.
type fieldList struct {
	fields []field
	index  map[string]int
}

// add adds a field, or merges it with the field of the same name.
func (l *fieldList) add(name string, f *ast.Field) {
	if i, ok := l.index[name]; ok {
		known := &l.fields[i]
		known.Value = &ast.BinaryExpr{X: known.Value, OpPos: f.Value.Pos(), Op: token.AND, Y: f.Value}
		return
	}
	if l.index == nil {
		l.index = map[string]int{}
	}
	l.index[name] = len(l.fields)
	l.fields = append(l.fields, field{Name: name, Key: spanOf(f.Label), Value: f.Value})
}
