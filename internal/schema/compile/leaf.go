package compile

import (
	"cmp"
	"errors"
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
	"uint":   {Kinds: schema.Only(document.Int), Tests: []schema.Test{{Op: schema.AtLeast, Text: "0", Number: true}}},
}

// bounds are the tests of CUE's unary operators.
var bounds = map[token.Token]schema.Op{
	token.LSS: schema.Less, token.LEQ: schema.AtMost, token.GTR: schema.Greater, token.GEQ: schema.AtLeast,
	token.NEQ: schema.NotEqual, token.MAT: schema.Match, token.NMAT: schema.NotMatch,
}

// leaf compiles an expression that is neither a struct, a list, a reference nor an
// operation on others, nil if it is refused.
func (s *Source) leaf(x ast.Expr) *schema.Node {
	switch x := x.(type) {
	case *ast.BottomLit:
		return &schema.Node{}
	case *ast.BasicLit:
		return s.constant(x)
	case *ast.UnaryExpr:
		if op, ok := bounds[x.Op]; ok {
			return s.bound(op, x.X)
		}
		switch x.Op {
		case token.ADD, token.SUB:
			return s.constant(x)
		case token.MUL:
			s.refuse(x, "default", nil)
			return nil
		}
	case *ast.CallExpr:
		return s.validator(x.Fun, x.Args)
	case *ast.SelectorExpr:
		return s.validator(x, nil)
	}
	s.refuseSyntax(x, "expression")
	return nil
}

// refuseSyntax refuses an expression that is not in the subset, for another reason if
// none is known for its syntax.
func (s *Source) refuseSyntax(n ast.Node, otherwise string) {
	reason := otherwise
	var values map[string]string
	switch x := n.(type) {
	case *ast.Ident:
		reason, values = cmp.Or(s.unknown(x), reason), named(x.Name)
	case *ast.BasicLit:
		if x.Kind == token.STRING {
			reason, values = "literal", named(x.Value)
		}
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			reason, values = "arithmetic", named(x.Op.String())
		}
	case *ast.BinaryExpr:
		if x.Op != token.AND && x.Op != token.OR {
			reason, values = "arithmetic", named(x.Op.String())
		}
	case *ast.LetClause:
		reason, values = "let", named(x.Ident.Name)
	case *ast.Alias, *ast.PostfixAlias:
		reason = "alias"
	case *ast.IndexExpr, *ast.SliceExpr:
		reason = "index"
	case *ast.Comprehension:
		reason = "comprehension"
	}
	s.refuse(n, reason, values)
}

func (s *Source) constant(x ast.Expr) *schema.Node {
	c, ok := s.scalar(x, 0)
	if !ok {
		s.refuseSyntax(x, "operand")
		return nil
	}
	n := &schema.Node{Kinds: schema.Only(c.Kind)}
	if c.Kind != document.Null {
		n.Enum = []schema.Scalar{c}
	}
	return n
}

// scalar reads a constant: a literal, one with a sign, or a reference to one.
func (s *Source) scalar(x ast.Expr, depth int) (schema.Scalar, bool) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return s.scalar(x.X, depth)
	case *ast.Ident:
		if d := s.definitions[x.Name]; len(d) == 1 && depth < maxDepth {
			return s.scalar(d[0].Value, depth+1)
		}
	case *ast.UnaryExpr:
		c, ok := s.scalar(x.X, depth)
		number := c.Kind == document.Int || c.Kind == document.Float
		if _, isLiteral := x.X.(*ast.BasicLit); ok && number && isLiteral {
			if x.Op == token.SUB {
				c.Text = "-" + c.Text
			}
			return c, x.Op == token.SUB || x.Op == token.ADD
		}
	case *ast.BasicLit:
		return basic(x)
	}
	return schema.Scalar{}, false
}

func basic(x *ast.BasicLit) (schema.Scalar, bool) {
	switch x.Kind {
	case token.NULL:
		return schema.Scalar{Kind: document.Null}, true
	case token.TRUE, token.FALSE:
		return schema.Scalar{Kind: document.Bool, Text: x.Value}, true
	case token.STRING:
		value, err := literal.Unquote(x.Value)
		isBytes := strings.HasPrefix(strings.TrimLeft(x.Value, "#"), "'")
		return schema.Scalar{Kind: document.String, Text: value}, err == nil && !isBytes
	case token.INT, token.FLOAT:
		var number literal.NumInfo
		if literal.ParseNum(x.Value, &number) != nil {
			return schema.Scalar{}, false
		}
		c := schema.Scalar{Kind: document.Float, Text: number.String()}
		if number.IsInt() {
			c.Kind = document.Int
		}
		return c, true
	}
	return schema.Scalar{}, false
}

// bound compiles a unary operator, such as <5 or =~"^x".
func (s *Source) bound(op schema.Op, operand ast.Expr) *schema.Node {
	c, ok := s.scalar(operand, 0)
	t := schema.Test{Op: op, Text: c.Text, Number: c.Kind == document.Int || c.Kind == document.Float}
	isPattern := op == schema.Match || op == schema.NotMatch
	switch {
	case ok && op == schema.NotEqual && c.Kind == document.Null:
		return &schema.Node{Kinds: schema.AnyKind &^ schema.Only(document.Null)}
	case !ok || c.Kind != document.String && (isPattern || !t.Number):
		s.refuseSyntax(operand, "operand")
		return nil
	case isPattern && !s.checkPattern(operand, c.Text):
		return nil
	case t.Number:
		return &schema.Node{Kinds: schema.Numbers, Tests: []schema.Test{t}}
	}
	return &schema.Node{Kinds: schema.Only(document.String), Tests: []schema.Test{t}}
}

func (s *Source) checkPattern(at ast.Expr, pattern string) bool {
	if !s.spend(patternSteps, at) {
		return false
	}
	_, err := text.CompilePattern(pattern)
	switch {
	case errors.As(err, new(*text.TooManyInstructions)):
		s.refuse(at, "large", limit(text.MaxInstructions))
	case err != nil:
		problem := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		s.refuse(at, "pattern", map[string]string{"problem": problem})
	}
	return err == nil
}

// functions are what may be used of CUE's library, by package.
var functions = map[string]map[string]schema.Op{
	"list":    {"MinItems": schema.MinItems, "MaxItems": schema.MaxItems, "UniqueItems": schema.UniqueItems},
	"regexp":  {"Valid": schema.IsPattern},
	"strings": {"MinRunes": schema.MinRunes, "MaxRunes": schema.MaxRunes},
}

// validator compiles a function of CUE's library, nil if it is refused.
func (s *Source) validator(fun ast.Expr, args []ast.Expr) *schema.Node {
	op := s.function(fun)
	if op == 0 {
		return nil
	}
	n := &schema.Node{Kinds: schema.Only(document.String), Tests: []schema.Test{{Op: op}}}
	if op == schema.MinItems || op == schema.MaxItems || op == schema.UniqueItems {
		n.Kinds, n.Items = schema.Only(document.List), anything
	}
	if op == schema.UniqueItems || op == schema.IsPattern {
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
	count, err := strconv.Atoi(c.Text)
	if c.Kind != document.Int || err != nil || count < 0 || count > 1<<30 {
		_, sel, _ := selector(fun)
		s.refuse(at, "count", named(sel))
		return nil
	}
	n.Tests[0].N = count
	return n
}

// function returns the test that a library function stands for, 0 if it is refused.
func (s *Source) function(fun ast.Expr) schema.Op {
	of, name, isSelector := selector(fun)
	id, isIdent := fun.(*ast.Ident)
	switch {
	case isIdent && id.Name == "close":
		s.refuse(fun, "close", nil)
	case isIdent:
		s.refuse(fun, "function", named(id.Name))
	case !isSelector:
		s.refuse(fun, "expression", nil)
	case of == nil:
		s.refuse(fun, "selector", nil)
	default:
		pkg := of.Name
		spec, imported := of.Node.(*ast.ImportSpec)
		if imported {
			pkg = packageOf(spec)
		}
		op := functions[pkg][strings.TrimPrefix(name, of.Name+".")]
		switch {
		case !imported && of.Node != nil:
			s.refuse(fun, "selector", nil)
		case op == 0:
			s.refuse(fun, "function", named(name))
		case !imported:
			s.refuse(fun, "unimported", map[string]string{"name": name, "package": pkg})
		default:
			return op
		}
	}
	return 0
}

// selector returns the package of an expression such as strings.MinRunes, nil if it is
// not a name, and the whole of it.
func selector(x ast.Expr) (of *ast.Ident, name string, ok bool) {
	sel, ok := x.(*ast.SelectorExpr)
	if !ok {
		return nil, "", false
	}
	of, _ = sel.X.(*ast.Ident)
	label, _, err := ast.LabelName(sel.Sel)
	if of == nil || err != nil {
		return nil, "", true
	}
	return of, of.Name + "." + label, true
}

// packageOf returns the path of an imported package, "" if it is not one of those
// whose functions may be used.
func packageOf(spec *ast.ImportSpec) string {
	full, err := literal.Unquote(spec.Path.Value)
	pkg, _, _ := strings.Cut(full, ":")
	if err != nil || functions[pkg] == nil {
		return ""
	}
	return pkg
}
