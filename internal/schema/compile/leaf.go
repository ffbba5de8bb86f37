package compile

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

var anything = &schema.Node{Kinds: schema.AnyKind}

// predeclared are the names that need no definition.
var predeclared = map[string]*schema.Node{
	"_":      anything,
	"bool":   {Kinds: schema.Only(document.Bool)},
	"float":  {Kinds: schema.Only(document.Float)},
	"int":    {Kinds: schema.Only(document.Int)},
	"number": {Kinds: schema.Numbers},
	"string": {Kinds: schema.Only(document.String)},
}

// bounds are the tests of CUE's unary operators.
var bounds = map[token.Token]schema.Op{
	token.LSS: schema.Less, token.LEQ: schema.AtMost, token.GTR: schema.Greater, token.GEQ: schema.AtLeast,
	token.NEQ: schema.NotEqual, token.MAT: schema.Match, token.NMAT: schema.NotMatch,
}

// signs are the signs of numbers, and how they are written in a document.
var signs = map[token.Token]string{token.ADD: "", token.SUB: "-"}

// packages are the packages of CUE's library that may be imported, functions the functions that may be used.
var (
	packages  = []string{`"list"`, `"regexp"`, `"strings"`}
	functions = map[string]schema.Op{
		"list.MinItems": schema.MinItems, "list.MaxItems": schema.MaxItems, "list.UniqueItems": schema.UniqueItems,
		"regexp.Valid": schema.IsPattern, "strings.MinRunes": schema.MinRunes, "strings.MaxRunes": schema.MaxRunes,
	}
)

// leaf compiles an expression other than a struct, a list, a reference or a binary operation.
func (s *Source) leaf(x ast.Expr) *schema.Node {
	switch x := x.(type) {
	case *ast.BottomLit:
		s.refuse(x, "nothing", nil)
		return anything
	case *ast.UnaryExpr:
		if op, ok := bounds[x.Op]; ok {
			return s.bound(op, x.X)
		}
		if x.Op == token.MUL {
			s.refuse(x, "default", nil)
			return anything
		}
		// other operators, such as the minus of -1, are part of a scalar
	case *ast.CallExpr:
		return s.validator(x.Fun, x.Args)
	case *ast.SelectorExpr:
		return s.validator(x, nil)
	}
	c, ok := s.scalar(x, 0)
	if !ok {
		s.refuseOther(x, "expression")
		return anything
	}
	return &schema.Node{Kinds: schema.Only(c.Kind), Enum: []schema.Scalar{c}}
}

// refuseOther refuses syntax that this place does not allow, for the given reason. Names, attributes and syntax
// that no place allows have their own reasons.
func (s *Source) refuseOther(n ast.Node, reason string) {
	var values map[string]string
	switch x := n.(type) {
	case *ast.Ident:
		reason = cmp.Or(s.whyUnknown(x), reason)
		values = nameValue(x.Name)
	case *ast.Attribute:
		reason = "attribute"
		values = nameValue(x.Name())
	case *ast.LetClause, *ast.Alias, *ast.PostfixAlias, *ast.IndexExpr, *ast.SliceExpr, *ast.Comprehension:
		reason = "expression"
	}
	s.refuse(n, reason, values)
}

// scalar returns a constant: a literal, a signed literal, or a reference to a constant.
func (s *Source) scalar(x ast.Expr, depth int) (c schema.Scalar, ok bool) {
	switch x := x.(type) {
	case *ast.Ident:
		if d := s.declarationOf(x, depth); d != nil {
			return s.scalar(d.Value, depth+1)
		}
	case *ast.UnaryExpr:
		sign, isSigned := signs[x.Op]
		operand, isLiteral := x.X.(*ast.BasicLit)
		if isSigned && isLiteral {
			c, _ = literalOf(operand)
			c.Text = sign + c.Text
			return c, schema.Numbers.Has(c.Kind)
		}
	case *ast.BasicLit:
		return literalOf(x)
	}
	return c, false
}

// literalOf returns the constant of a literal. Bytes are not valid in a document.
func literalOf(x *ast.BasicLit) (schema.Scalar, bool) {
	switch x.Kind {
	case token.NULL:
		return schema.Scalar{Kind: document.Null}, true
	case token.TRUE, token.FALSE:
		return schema.Scalar{Kind: document.Bool, Text: x.Value}, true
	case token.STRING:
		value, err := literal.Unquote(x.Value)
		isBytes := strings.HasPrefix(strings.TrimLeft(x.Value, "#"), "'")
		return schema.Scalar{Kind: document.String, Text: value}, err == nil && !isBytes
	}
	var number literal.NumInfo
	err := literal.ParseNum(x.Value, &number)
	c := schema.Scalar{Kind: document.Float, Text: number.String()}
	if number.IsInt() {
		c.Kind = document.Int
	}
	return c, err == nil
}

// bound compiles a unary operator, such as <5 or =~"^x".
func (s *Source) bound(op schema.Op, operand ast.Expr) *schema.Node {
	c, ok := s.scalar(operand, 0)
	if ok && op == schema.NotEqual && c.Kind == document.Null {
		return &schema.Node{Kinds: schema.AnyKind &^ schema.Only(document.Null)} // the only test of a kind
	}
	isPattern := slices.Contains([]schema.Op{schema.Match, schema.NotMatch}, op)
	t := schema.Test{Op: op, Text: c.Text, Number: !isPattern && schema.Numbers.Has(c.Kind)}
	if !ok || !t.On().Has(c.Kind) {
		s.refuseOther(operand, "operand")
		return anything
	}
	if isPattern && !s.checkPattern(operand, c.Text) {
		return anything
	}
	return &schema.Node{Kinds: t.On(), Tests: []schema.Test{t}}
}

// checkPattern reports whether a regular expression compiles, and refuses it if not.
func (s *Source) checkPattern(at ast.Expr, pattern string) bool {
	s.spend(patternSteps, at)
	_, err := text.CompilePattern(pattern)
	if errors.As(err, new(*text.TooManyInstructions)) {
		s.refuse(at, "large", limitValue(text.MaxInstructions))
	} else if err != nil {
		problem := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		s.refuse(at, "pattern", map[string]string{"problem": problem})
	}
	return err == nil
}

// validator compiles a function of CUE's library.
func (s *Source) validator(fun ast.Expr, args []ast.Expr) *schema.Node {
	name, ok := s.function(fun)
	if !ok {
		return anything
	}
	t := schema.Test{Op: functions[name]}
	n := &schema.Node{Kinds: t.On(), Tests: []schema.Test{t}}
	if n.Kinds.Has(document.List) {
		n.Items = anything // list.MinItems says nothing of the items
	}
	switch t.Op {
	case schema.UniqueItems, schema.IsPattern:
		if len(args) > 0 {
			s.refuse(args[0], "operand", nil)
		}
		return n
	}
	at, c := fun, schema.Scalar{}
	if len(args) == 1 {
		at = args[0]
		c, _ = s.scalar(at, 0)
	}
	count, err := strconv.ParseUint(c.Text, 10, 31)
	if c.Kind != document.Int || err != nil {
		s.refuse(at, "count", nameValue(name))
		return anything
	}
	n.Tests[0].N = int(count)
	return n
}

// function returns the name of a library function, such as strings.MinRunes, or
// refuses it.
func (s *Source) function(fun ast.Expr) (name string, ok bool) {
	reason := "expression"
	values := map[string]string{}
	switch f := fun.(type) {
	case *ast.Ident:
		reason, values = "function", nameValue(f.Name)
	case *ast.SelectorExpr:
		pkg, isName := f.X.(*ast.Ident)
		label, _, _ := ast.LabelName(f.Sel)
		if !isName {
			break
		}
		_, imported := pkg.Node.(*ast.ImportSpec)
		name = pkg.Name + "." + label
		values = map[string]string{"name": name, "package": pkg.Name}
		switch {
		case !imported && pkg.Node != nil: // a field of another value: no function
		case functions[name] == 0:
			reason = "function"
		case !imported:
			reason = "unimported"
		default:
			return name, true
		}
	}
	s.refuse(fun, reason, values)
	return "", false
}
