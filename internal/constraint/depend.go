package constraint

import (
	"strings"

	"cuelang.org/go/cue/ast"
)

// The fields of a struct are compiled one by one, from the value that CUE gave
// each of them before there was any data. That is correct only if no field
// depends on the data in another: `{a: int, b: >a}`, or a comprehension. This
// file finds such structs in their source; they are left to CUE.

// level is the source of one value: the literals that contain its fields, with
// embedded and unified literals, but nothing deeper.
type level struct {
	scopes map[ast.Node]bool
	// names are the fields that a reference could mean.
	names map[string]bool
	// embeds, ellipsis and dynamic record embeddings, `...`, and computed
	// fields.
	embeds, ellipsis, dynamic bool
}

func levelOf(src ast.Node) *level {
	l := &level{scopes: map[ast.Node]bool{}, names: map[string]bool{}}
	if src != nil {
		l.add(src)
	}
	return l
}

func (l *level) add(n ast.Node) {
	switch x := n.(type) {
	case *ast.Field:
		if _, ok := x.Value.(*ast.Alias); ok {
			l.scopes[x] = true // where package ast puts the alias of a value
		}
		l.add(x.Value)
	case *ast.File:
		l.scopes[x] = true
		l.addDecls(x.Decls)
	case *ast.StructLit:
		l.scopes[x] = true
		l.addDecls(x.Elts)
	case *ast.ListLit:
		l.addItems(x)
	case *ast.ParenExpr:
		l.add(x.X)
	case *ast.UnaryExpr:
		l.add(x.X)
	case *ast.BinaryExpr:
		l.add(x.X)
		l.add(x.Y)
	case *ast.CallExpr:
		for _, arg := range x.Args {
			l.add(arg)
		}
	case *ast.Alias:
		l.add(x.Expr)
	}
}

// addItems looks for comprehensions only: the items are a level of their own.
func (l *level) addItems(x *ast.ListLit) {
	for _, item := range x.Elts {
		if _, ok := item.(*ast.Comprehension); ok {
			l.dynamic = true
		}
	}
}

func (l *level) addDecls(decls []ast.Decl) {
	for _, d := range decls {
		switch x := d.(type) {
		case *ast.Field:
			l.addField(x)
		case *ast.EmbedDecl:
			l.embeds = true
			l.add(x.Expr)
		case *ast.Ellipsis:
			l.ellipsis = true
		case *ast.Comprehension:
			l.dynamic = true
		}
	}
}

// addField records what a field declares in the level: its name, and the
// aliases of its label and value, which package ast finds in the field.
func (l *level) addField(f *ast.Field) {
	l.scopes[f] = true
	label := f.Label
	if alias, ok := label.(*ast.Alias); ok {
		label, _ = alias.Expr.(ast.Label)
	}
	switch label := label.(type) {
	case *ast.Ident:
		l.names[label.Name] = true
	case *ast.Interpolation, *ast.ParenExpr:
		l.dynamic = true
	}
}

// dependent reports whether the level's value may change with the data beyond
// what its fields say one by one.
func (l *level) dependent(src ast.Node) bool {
	if l.dynamic {
		return true
	}
	found, declared := false, map[ast.Node]bool{}
	ast.Walk(src, func(n ast.Node) bool {
		declares(n, declared)
		if id, ok := n.(*ast.Ident); ok && !declared[id] {
			found = found || l.refersHere(id)
		}
		return !found
	}, nil)
	return found
}

// declares records the identifiers directly in n that declare or select
// something, and so are not references.
func declares(n ast.Node, declared map[ast.Node]bool) {
	switch x := n.(type) {
	case *ast.Field:
		declared[x.Label] = true
	case *ast.SelectorExpr:
		declared[x.Sel] = true
	case *ast.LetClause:
		declared[x.Ident] = true
	case *ast.Alias:
		declared[x.Ident] = true
	case *ast.ForClause:
		declared[x.Key], declared[x.Value] = true, true
	}
}

func (l *level) refersHere(id *ast.Ident) bool {
	switch id.Node.(type) {
	case nil:
		// resolved beyond the file, by name; or `self`, which is the struct
		return l.names[id.Name] && settable(id.Name) || id.Name == "self"
	case *ast.ImportSpec, *ast.LetClause:
		return false
	}
	return l.scopes[id.Scope] && settable(id.Name)
}

// settable reports whether data can set a field of that name: it cannot set
// definitions and hidden fields.
func settable(name string) bool {
	return !strings.HasPrefix(name, "#") && !strings.HasPrefix(name, "_")
}

// bare returns the expression of a field without parentheses.
func bare(src ast.Node) ast.Node {
	for {
		switch x := src.(type) {
		case *ast.Field:
			src = x.Value
		case *ast.ParenExpr:
			src = x.X
		default:
			return src
		}
	}
}

// isListLiteral reports whether the source is a list literal.
func isListLiteral(src ast.Node) bool {
	_, ok := bare(src).(*ast.ListLit)
	return ok
}

// isStructLiteral reports whether the source is a struct literal without
// embeddings, possibly closed by the builtin.
func isStructLiteral(src ast.Node) bool {
	switch x := bare(src).(type) {
	case *ast.StructLit, *ast.File:
		return !levelOf(x).embeds
	case *ast.CallExpr:
		return isClosing(x) && len(x.Args) == 1 && isStructLiteral(x.Args[0])
	}
	return false
}

// isClosing reports whether the source is a call of the builtin close.
func isClosing(src ast.Node) bool {
	call, ok := bare(src).(*ast.CallExpr)
	if !ok {
		return false
	}
	fun, ok := call.Fun.(*ast.Ident)
	return ok && fun.Name == "close" && fun.Node == nil
}

// isBottom reports whether the source is the literal `_|_`.
func isBottom(src ast.Node) bool {
	_, ok := bare(src).(*ast.BottomLit)
	return ok
}
