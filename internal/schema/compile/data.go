package compile

import (
	"slices"
	"strconv"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Below returns the fields of a struct in order. Fields that are repeated are
// merged.
func (s *Source) Below(expr ast.Expr) ([]Field, []Refusal) {
	r := &reader{Source: s}
	var found fieldList
	r.below(&found, expr, 0)
	r.report()
	return found.fields, s.taken()
}

// Find returns the position of the field at a path below an expression: its name, where
// it comes first.
func (s *Source) Find(expr ast.Expr, path ...string) (at text.Span, found bool) {
	r := &reader{Source: s, pattern: true}
	for _, name := range path {
		var list fieldList
		r.below(&list, expr, 0)
		i, ok := list.index[name]
		if !ok {
			return text.Span{}, false
		}
		at, expr = list.fields[i].Key, list.fields[i].Value
	}
	return at, true
}

// Data reads an expression that is plain data: literals, structs, lists, and
// references to definitions or hidden fields that are. Paths that skip accepts hold
// patterns, and are left as null.
func (s *Source) Data(expr ast.Expr, skip func(path []string) bool) (*document.Node, []Refusal) {
	r := &reader{Source: s, skip: skip}
	n := r.node(expr, nil, 0)
	r.report()
	return n, s.taken()
}

// json returns plain data as JSON, "" for anything else.
func (s *Source) json(expr ast.Expr) string {
	r := &reader{Source: s}
	n := r.node(expr, nil, 0)
	if r.problems != nil {
		return ""
	}
	return document.JSON(n)
}

// reader reads plain data.
type reader struct {
	*Source
	skip     func(path []string) bool
	problems []problem
	// pattern means that fields may be marked, and that there may be unions.
	pattern bool
}

type problem struct {
	at     ast.Node
	reason string
}

func (r *reader) add(at ast.Node, reason string) {
	r.problems = append(r.problems, problem{at, reason})
}

func (r *reader) report() {
	for _, p := range r.problems {
		if _, isLabel := p.at.(ast.Label); isLabel && p.reason == "names" {
			r.refuse(p.at, p.reason, nil)
		} else {
			r.refuseSyntax(p.at, p.reason)
		}
	}
}

// node reads a value; depth counts references.
func (r *reader) node(expr ast.Expr, path []string, depth int) *document.Node {
	n := &document.Node{Kind: document.Null, Value: spanOf(expr)}
	if r.skip != nil && r.skip(path) || !r.spend(1, expr) {
		return n
	}
	switch x := expr.(type) {
	case *ast.ParenExpr:
		return r.node(x.X, path, depth)
	case *ast.Ident:
		if d := r.definitions[x.Name]; len(d) == 1 && depth < maxDepth {
			return r.node(d[0].Value, path, depth+1)
		}
		r.add(x, "plain")
		return n
	case *ast.ListLit:
		n.Kind = document.List
		for i, item := range x.Elts {
			n.Items = append(n.Items, r.node(item, append(slices.Clip(path), strconv.Itoa(i)), depth))
		}
		return n
	case *ast.StructLit, *ast.BinaryExpr:
		if b, ok := x.(*ast.BinaryExpr); ok && b.Op != token.AND {
			r.add(x, "plain")
			return n
		}
		n.Kind = document.Object
		var found fieldList
		r.below(&found, expr, depth)
		for _, f := range found.fields {
			item := r.node(f.Value, append(slices.Clip(path), f.Name), depth)
			item.Name, item.Key = f.Name, f.Key
			n.Items = append(n.Items, item)
		}
		return n
	}
	c, ok := r.scalar(expr, depth)
	if !ok {
		r.add(expr, "plain")
	}
	n.Kind, n.Text = c.Kind, c.Text
	return n
}

// below adds the fields of a struct.
func (r *reader) below(to *fieldList, expr ast.Expr, depth int) {
	if !r.spend(1, expr) {
		return
	}
	switch x := expr.(type) {
	case *ast.ParenExpr:
		r.below(to, x.X, depth)
		return
	case *ast.BinaryExpr:
		if x.Op == token.AND || r.pattern {
			for _, operand := range operandsOf(x, x.Op) {
				r.below(to, operand, depth)
			}
			return
		}
	case *ast.Ident:
		if d := r.definitions[x.Name]; d != nil && depth < maxDepth {
			for _, f := range d {
				r.below(to, f.Value, depth+1)
			}
			return
		}
	case *ast.StructLit:
		for _, elt := range x.Elts {
			switch e := elt.(type) {
			case *ast.CommentGroup, *ast.Attribute:
			case *ast.EmbedDecl:
				r.below(to, e.Expr, depth)
			case *ast.Field:
				r.attributesOf(e)
				name, _, err := ast.LabelName(e.Label)
				if err != nil || e.Constraint != token.ILLEGAL && !r.pattern {
					r.add(e.Label, "names")
					continue
				}
				to.add(name, e)
			default:
				r.add(e, "names")
			}
		}
		return
	}
	r.add(expr, "fields")
}

// fieldList is a list of fields, each once.
type fieldList struct {
	fields []Field
	index  map[string]int
}

// add adds a field, or merges it with the one of its name.
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
	l.fields = append(l.fields, Field{Name: name, Key: spanOf(f.Label), Value: f.Value})
}
