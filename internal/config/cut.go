package config

import (
	"slices"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"
)

// A team's own rules and formats are patterns, which are not to be evaluated as
// if they were settings: package rules reads them from the file itself. So they
// are cut from its syntax, down to the keys by which they are known.

// cutOwn empties what stands under `formats`, and the entries of `rules` that
// have the shape of a rule.
func (c *contract) cutOwn(file *ast.File) {
	for _, d := range file.Decls {
		switch nameOf(d) {
		case "formats":
			eachEntry(d.(*ast.Field).Value, empty)
		case "rules":
			eachEntry(d.(*ast.Field).Value, c.cutRule)
		}
	}
}

// eachEntry visits the fields that a struct is written with.
func eachEntry(e ast.Expr, visit func(*ast.Field)) {
	for _, literal := range literals(e) {
		for _, d := range literal.Elts {
			if entry, ok := d.(*ast.Field); ok {
				visit(entry)
			}
		}
	}
}

// literals are the structs that an expression is unified of.
func literals(e ast.Expr) []*ast.StructLit {
	switch e := e.(type) {
	case *ast.StructLit:
		return []*ast.StructLit{e}
	case *ast.ParenExpr:
		return literals(e.X)
	case *ast.Alias:
		return literals(e.Expr)
	case *ast.BinaryExpr:
		if e.Op == token.AND {
			return append(literals(e.X), literals(e.Y)...)
		}
	}
	return nil
}

// cutRule leaves of a rule of the team's own nothing but its keys.
func (c *contract) cutRule(entry *ast.Field) {
	var keys []any
	own := false
	for _, literal := range literals(entry.Value) {
		for _, d := range literal.Elts {
			name := nameOf(d)
			own = own || slices.Contains(c.teamKeys, name)
			if name != "" && !isDefinition(name) {
				keys = append(keys, &ast.Field{Label: ast.NewString(name), Value: ast.NewBool(true)})
			}
		}
	}
	if own {
		entry.Value = ast.NewStruct(keys...)
	}
}

func empty(entry *ast.Field) { entry.Value = ast.NewStruct() }
