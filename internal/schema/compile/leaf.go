package compile

import (
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
		return s.constant(x, x)
	case *ast.UnaryExpr:
		if op, ok := bounds[x.Op]; ok {
			return s.bound(op, x.X)
		}
		if x.Op == token.MUL {
			s.refuse(x, "default", nil)
			return nil
		}
		return s.constant(x, x)
	case *ast.CallExpr:
		return s.validator(x.Fun, x.Args)
	case *ast.SelectorExpr:
		return s.validator(x, nil)
	}
	reason, values := syntaxReason(x)
	if reason == "" {
		reason = "expression"
	}
	s.refuse(x, reason, values)
	return nil
}

func (s *Source) constant(x ast.Expr, at ast.Node) *schema.Node {
	c, ok := s.scalar(x, 0)
	if !ok {
		s.refuse(at, "operand", nil)
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
		return schema.Scalar{Kind: document.String, Text: value}, err == nil
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
		s.refuse(operand, "operand", nil)
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

// validator compiles a function of CUE's library.
func (s *Source) validator(fun ast.Expr, args []ast.Expr) *schema.Node {
	counts := map[string]schema.Op{"MinRunes": schema.MinRunes, "MaxRunes": schema.MaxRunes, "MinItems": schema.MinItems, "MaxItems": schema.MaxItems}
	if !s.checkFunction(fun) {
		return nil
	}
	pkg, name := s.function(fun)
	n := &schema.Node{Kinds: schema.Only(document.String), Tests: []schema.Test{{Op: schema.IsPattern}}}
	if pkg == "list" {
		n = &schema.Node{Kinds: schema.Only(document.List), Items: anything, Tests: []schema.Test{{Op: schema.UniqueItems}}}
	}
	op, takesCount := counts[name]
	if !takesCount {
		if len(args) > 0 {
			s.refuse(args[0], "operand", nil)
			return nil
		}
		return n
	}
	if len(args) != 1 {
		s.refuse(fun, "count", named(pkg+"."+name))
		return nil
	}
	c, _ := s.scalar(args[0], 0)
	count, err := strconv.Atoi(c.Text)
	if c.Kind != document.Int || err != nil || count < 0 || count > 1<<30 {
		s.refuse(args[0], "count", named(pkg+"."+name))
		return nil
	}
	n.Tests = []schema.Test{{Op: op, N: count}}
	return n
}
