package config

import (
	"slices"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"
)

// A team's rules and formats contain patterns, which must not be evaluated as
// settings: package rules reads them from the file itself. They are cut from
// the syntax tree, except for the keys that identify them.

// cutTeam empties `formats`, and the entries of `rules` that define a rule.
func (c *contract) cutTeam(file *ast.File) {
	for _, d := range file.Decls {
		switch nameOf(d) {
		case "formats":
			eachEntry(d.(*ast.Field).Value, empty)
		case "rules":
			eachEntry(d.(*ast.Field).Value, c.cutRule)
		}
	}
}

// eachEntry visits the fields of a struct as they are written.
func eachEntry(e ast.Expr, visit func(*ast.Field)) {
	for _, literal := range literals(e) {
		for _, d := range literal.Elts {
			if entry, ok := d.(*ast.Field); ok {
				visit(entry)
			}
		}
	}
}

// literals returns the structs that an expression unifies.
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

// cutRule leaves only the keys of a team's rule.
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
