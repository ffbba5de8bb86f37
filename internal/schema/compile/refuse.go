package compile

import (
	"path"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
)

// functions are what may be used of CUE's library, by package.
var functions = map[string][]string{
	"list":    {"MinItems", "MaxItems", "UniqueItems"},
	"regexp":  {"Valid"},
	"strings": {"MinRunes", "MaxRunes"},
}

// attributes are those that a field may have.
var attributes = []string{"words", "rule", "values", "means", "holds"}

// checkFile refuses what no part of a file may contain, used or not.
func (s *Source) checkFile() {
	for _, decl := range s.file.Decls {
		switch d := decl.(type) {
		case *ast.CommentGroup, *ast.Package:
		case *ast.ImportDecl:
			for _, spec := range d.Specs {
				if packageOf(spec) == "" {
					s.refuse(spec, "import", named(spec.Path.Value))
				}
			}
		case *ast.Field:
			name, isIdent, err := ast.LabelName(d.Label)
			if err != nil || d.Constraint != token.ILLEGAL {
				s.refuse(d.Label, "names", nil)
			} else if isIdent && isReferable(name) {
				s.checkParts(d)
				if len(d.Attrs) > 0 && !isDefinition(name) {
					s.refuse(d.Attrs[0], "hidden", named(name))
				}
				continue
			}
			s.check(d)
		case *ast.Attribute:
			s.checkAttribute(d, false)
		case *ast.EmbedDecl, *ast.Ellipsis:
			s.refuse(d, "names", nil)
		default:
			s.check(d)
		}
	}
}

// check walks a part of the file.
func (s *Source) check(n ast.Node) { ast.Walk(n, s.enter, nil) }

// enter refuses a node, or reports that the walk goes on below it.
func (s *Source) enter(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Field:
		s.checkLabel(n)
		s.checkParts(n)
		return false
	case *ast.Ident:
		s.checkReference(n)
		return false
	case *ast.CallExpr:
		if s.checkFunction(n.Fun) {
			for _, arg := range n.Args {
				s.check(arg)
			}
		}
		return false
	case *ast.SelectorExpr:
		s.checkFunction(n)
		return false
	case *ast.Attribute:
		s.checkAttribute(n, false)
		return false
	case *ast.CommentGroup:
		return false
	case *ast.StructLit, *ast.ListLit, *ast.EmbedDecl, *ast.Ellipsis, *ast.ParenExpr, *ast.BottomLit:
		return true
	}
	reason, values := syntaxReason(n)
	if reason != "" {
		s.refuse(n, reason, values)
	}
	return reason == ""
}

// syntaxReason returns why a kind of expression is not in the subset, "" if it is.
func syntaxReason(n ast.Node) (string, map[string]string) {
	switch n := n.(type) {
	case *ast.BasicLit:
		if n.Kind == token.STRING && strings.HasPrefix(strings.TrimLeft(n.Value, "#"), "'") {
			return "literal", named(n.Value)
		}
		return "", nil
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			return "arithmetic", named(n.Op.String())
		}
		return "", nil
	case *ast.BinaryExpr:
		if n.Op != token.AND && n.Op != token.OR {
			return "arithmetic", named(n.Op.String())
		}
		return "", nil
	case *ast.LetClause:
		return "let", named(n.Ident.Name)
	case *ast.Alias, *ast.PostfixAlias:
		return "alias", nil
	case *ast.IndexExpr, *ast.SliceExpr:
		return "index", nil
	case *ast.Interpolation:
		return "interpolation", nil
	case *ast.Comprehension:
		return "comprehension", nil
	}
	return "expression", nil
}

// checkLabel refuses what a field of a struct cannot be called.
func (s *Source) checkLabel(f *ast.Field) {
	switch label := f.Label.(type) {
	case *ast.Ident:
		if isReferable(label.Name) {
			s.refuse(label, "inner", named(label.Name))
		}
	case *ast.ListLit:
		s.check(label)
	case *ast.Alias, *ast.Interpolation:
		reason, values := syntaxReason(label)
		s.refuse(label, reason, values)
	default:
		if _, _, err := ast.LabelName(label); err != nil {
			s.refuse(label, "label", nil)
		}
	}
	if f.Alias != nil {
		s.refuse(f.Label, "alias", nil)
	}
}

// checkParts checks a field's value and attributes.
func (s *Source) checkParts(f *ast.Field) {
	s.check(f.Value)
	for _, a := range f.Attrs {
		s.checkAttribute(a, true)
	}
}

// checkAttribute refuses attributes that mean nothing, or that would bring
// something in from elsewhere, and records the rules that fields name.
func (s *Source) checkAttribute(a *ast.Attribute, onField bool) {
	name, _ := a.Split()
	if !onField || !slices.Contains(attributes, name) {
		s.refuse(a, "attribute", named(name))
	} else if name == "rule" {
		s.rules = append(s.rules, Name{Text: attributeText(a), At: spanOf(a)})
	}
}

// checkReference refuses a name that leads to nothing, or to a field.
func (s *Source) checkReference(id *ast.Ident) {
	_, inStruct := id.Scope.(*ast.StructLit)
	switch {
	case id.Node != nil && (inStruct || s.definitions[id.Name] == nil):
		s.refuse(id, "field", named(id.Name))
	case id.Node == nil && s.builtin[id.Name] == nil && predeclared[id.Name] == nil:
		s.refuse(id, "reference", named(id.Name))
	}
}

// checkFunction reports whether an expression is a function that may be used.
func (s *Source) checkFunction(fun ast.Expr) bool {
	if pkg, name := s.function(fun); slices.Contains(functions[pkg], name) {
		return true
	}
	reason, name := "function", ""
	switch x := fun.(type) {
	case *ast.Ident:
		if name = x.Name; name == "close" {
			reason = "close"
		}
	case *ast.SelectorExpr:
		of, isIdent := x.X.(*ast.Ident)
		sel, _, err := ast.LabelName(x.Sel)
		if !isIdent || err != nil || !isImport(of) && of.Node != nil {
			reason = "selector"
			break
		}
		name = of.Name + "." + sel
		if of.Node == nil && slices.Contains(functions[of.Name], sel) {
			s.refuse(fun, "unimported", map[string]string{"name": name, "package": of.Name})
		}
	default:
		reason = "expression"
	}
	s.refuse(fun, reason, named(name))
	return false
}

// function returns the package and the name of a library function.
func (s *Source) function(fun ast.Expr) (pkg, name string) {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	if of, ok := sel.X.(*ast.Ident); ok && isImport(of) {
		name, _, _ := ast.LabelName(sel.Sel)
		return packageOf(of.Node.(*ast.ImportSpec)), name
	}
	return "", ""
}

func isImport(id *ast.Ident) bool {
	_, ok := id.Node.(*ast.ImportSpec)
	return ok
}

// packageOf returns the path of an imported package, "" if it is not one of
// those whose functions may be used.
func packageOf(spec *ast.ImportSpec) string {
	full, err := literal.Unquote(spec.Path.Value)
	pkg, _, _ := strings.Cut(full, ":")
	if err != nil || functions[pkg] == nil || path.Base(pkg) != pkg {
		return ""
	}
	return pkg
}
