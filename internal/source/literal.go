package source

import (
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
)

// Literal returns an entry as it is written, for a file that CUE cannot
// evaluate. unknown holds the pointers of values that are not literals.
func (f *File) Literal(kind, name string) (node *document.Node, unknown map[string]bool) {
	l := &literalReader{file: f, unknown: map[string]bool{}}
	if n := f.nodes[key(kind, name)]; n != nil {
		return n, l.unknown
	}
	node = &document.Node{Kind: document.Object}
	for _, expr := range f.exprs[key(kind, name)] {
		part := l.node(expr, "")
		node.Value = part.Value
		node.Items = append(node.Items, part.Items...)
	}
	return node, l.unknown
}

// literalReader builds trees of CUE's literals.
type literalReader struct {
	file    *File
	unknown map[string]bool
}

func (l *literalReader) node(expr ast.Expr, pointer string) *document.Node {
	n := &document.Node{Kind: document.Null, Value: nodeSpan(expr)}
	switch x := expr.(type) {
	case *ast.StructLit:
		n.Kind = document.Object
		for _, elt := range x.Elts {
			l.field(n, elt, pointer)
		}
	case *ast.ListLit:
		n.Kind = document.List
		for i, item := range x.Elts {
			n.Items = append(n.Items, l.node(item, pointer+"/"+strconv.Itoa(i)))
		}
	case *ast.BasicLit:
		l.scalar(n, x, pointer)
	default:
		l.unknown[pointer] = true
	}
	return n
}

func (l *literalReader) field(n *document.Node, elt ast.Decl, pointer string) {
	if _, ok := elt.(*ast.CommentGroup); ok {
		return
	}
	d, ok := elt.(*ast.Field)
	if !ok {
		l.unknown[pointer] = true
		return
	}
	name, _, err := ast.LabelName(d.Label)
	if err != nil {
		l.unknown[pointer] = true
		return
	}
	if d.Constraint != token.ILLEGAL || strings.HasPrefix(name, "_") || strings.HasPrefix(name, "#") {
		return
	}
	field := l.node(d.Value, document.PointerStep(pointer, name))
	field.Name, field.Key = name, nodeSpan(d.Label)
	n.Items = append(n.Items, field)
}

func (l *literalReader) scalar(n *document.Node, x *ast.BasicLit, pointer string) {
	switch x.Kind {
	case token.STRING:
		n.Kind = document.String
		s, err := literal.Unquote(x.Value)
		if err != nil {
			l.unknown[pointer] = true
		}
		n.Text = s
	case token.INT:
		n.Kind, n.Text = document.Int, x.Value
	case token.FLOAT:
		n.Kind, n.Text = document.Float, x.Value
	case token.TRUE, token.FALSE:
		n.Kind, n.Text = document.Bool, x.Value
	}
}
