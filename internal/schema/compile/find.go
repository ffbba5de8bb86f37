package compile

import (
	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/text"
)

// Find returns the position of the field at a path below an expression: its name, in
// the first operand or definition that has it.
func (s *Source) Find(expr ast.Expr, path ...string) (at text.Span, found bool) {
	f := finder{Source: s, seen: map[lookup]bool{}}
	return f.find(expr, path)
}

// finder looks into each definition once for each part of a path.
type finder struct {
	*Source
	seen map[lookup]bool
}

type lookup struct {
	definition string
	left       int
}

func (f *finder) find(expr ast.Expr, path []string) (at text.Span, found bool) {
	switch x := expr.(type) {
	case *ast.ParenExpr:
		return f.find(x.X, path)
	case *ast.BinaryExpr:
		if at, found = f.find(x.X, path); !found {
			at, found = f.find(x.Y, path)
		}
	case *ast.Ident:
		if f.seen[lookup{x.Name, len(path)}] {
			return at, false
		}
		f.seen[lookup{x.Name, len(path)}] = true
		for _, d := range f.definitions[x.Name] {
			if at, found = f.find(d.Value, path); found {
				break
			}
		}
	case *ast.StructLit:
		for _, elt := range x.Elts {
			if at, found = f.element(elt, path); found {
				break
			}
		}
	}
	return at, found
}

func (f *finder) element(elt ast.Decl, path []string) (at text.Span, found bool) {
	switch e := elt.(type) {
	case *ast.EmbedDecl:
		return f.find(e.Expr, path)
	case *ast.Field:
		name, _, err := ast.LabelName(e.Label)
		switch {
		case err != nil || name != path[0]:
		case len(path) == 1:
			return spanOf(e.Label), true
		default:
			return f.find(e.Value, path[1:])
		}
	}
	return at, false
}
