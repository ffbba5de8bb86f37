package constraint

import (
	"errors"
	"fmt"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"
	cueerrors "cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
)

// cueChecker leaves the check to CUE.
type cueChecker struct {
	value cue.Value
	mask  kinds
	// noun names the kinds that CUE allows.
	noun string
}

func (a *cueChecker) kinds() kinds { return a.mask }

func (a *cueChecker) want() string { return a.noun }

func (a *cueChecker) match(n *document.Node, loose bool, _ *Steps) bool {
	if !a.mask.has(n.Kind) {
		return false
	}
	// a loose match accepts objects and lists: CUE may forgive what it misses
	// in them
	if loose && !scalars.has(n.Kind) {
		return true
	}
	return agrees(a.value, n)
}

func (a *cueChecker) check(r *reporter, n *document.Node, at *location) {
	if !a.mask.has(n.Kind) {
		r.wrongType(n, at, a.want(), nil)
		return
	}
	err := evaluate(a.value, n)
	switch {
	case err == nil:
	case n.Blank():
		r.add(n, at, Violation{Kind: Empty, Want: a.wantOr(at, err), Got: valueOf(n)})
	default:
		r.add(n, at, Violation{Kind: Mismatch, Want: a.wantOr(at, err), Got: valueOf(n)})
	}
}

// wantOr returns the schema's @words, else CUE's description.
func (a *cueChecker) wantOr(at *location, err error) string {
	if words := at.words(); words != "" {
		return words
	}
	return a.want() + " (" + err.Error() + ")"
}

// agrees reports whether CUE accepts a node.
func agrees(v cue.Value, n *document.Node) bool { return evaluate(v, n) == nil }

// evaluate unifies a node with a value in CUE. It accepts what the package
// comment says. The error is short and readable, also if CUE panics.
func evaluate(v cue.Value, n *document.Node) (err error) {
	defer evaluator.Acquire(func() string { return pathOf(v) })()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("CUE broke down: %v", r)
		}
	}()
	data, err := literalOf(n)
	if err != nil {
		return err
	}
	unified := v.Unify(cuecontext.New().BuildExpr(data))
	if err := unified.Validate(cue.Concrete(true)); err != nil {
		return plain(err)
	}
	return filledIn(unified, n)
}

// pathOf returns the path of a value as its author knows it, without the hidden
// field of its source.
func pathOf(v cue.Value) string {
	selectors := v.Path().Selectors()
	for len(selectors) > 0 && strings.HasPrefix(selectors[0].String(), "_") {
		selectors = selectors[1:]
	}
	return cue.MakePath(selectors...).String()
}

// plain returns the first of CUE's errors without paths and positions, which
// mean nothing to the reader of a handoff.
func plain(err error) error {
	list := cueerrors.Errors(err)
	if len(list) == 0 {
		return err
	}
	format, args := list[0].Msg()
	message := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	return errors.New(short(message))
}

var errFilledIn = errors.New("a field is missing")

// filledIn returns an error if a value has regular fields that the node unified
// with it lacks.
func filledIn(v cue.Value, n *document.Node) error {
	switch n.Kind {
	case document.Object:
		return fieldsFilledIn(v, n)
	case document.List:
		items, err := v.List()
		if err != nil {
			return err
		}
		for i := 0; items.Next() && i < len(n.Items); i++ {
			if err := filledIn(items.Value(), n.Items[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func fieldsFilledIn(v cue.Value, n *document.Node) error {
	fields, err := v.Fields()
	if err != nil {
		return err
	}
	data := make(map[string]*document.Node, len(n.Items))
	for _, item := range n.Items {
		data[item.Name] = item
	}
	for fields.Next() {
		item := data[fields.Selector().Unquoted()]
		if item == nil {
			return errFilledIn
		}
		if err := filledIn(fields.Value(), item); err != nil {
			return err
		}
	}
	return nil
}

// literalOf returns a node as a CUE expression.
func literalOf(n *document.Node) (ast.Expr, error) {
	switch n.Kind {
	case document.Null:
		return ast.NewNull(), nil
	case document.Bool:
		return ast.NewBool(strings.EqualFold(n.Text, "true")), nil
	case document.Int, document.Float:
		return numberLiteral(n)
	case document.String:
		return ast.NewString(n.Text), nil
	case document.List:
		return listLiteral(n)
	}
	return structLiteral(n)
}

func listLiteral(n *document.Node) (ast.Expr, error) {
	items := make([]ast.Expr, len(n.Items))
	for i, item := range n.Items {
		var err error
		if items[i], err = literalOf(item); err != nil {
			return nil, err
		}
	}
	return ast.NewList(items...), nil
}

func structLiteral(n *document.Node) (ast.Expr, error) {
	fields := make([]ast.Decl, len(n.Items))
	for i, item := range n.Items {
		value, err := literalOf(item)
		if err != nil {
			return nil, err
		}
		fields[i] = &ast.Field{Label: ast.NewString(item.Name), Value: value}
	}
	return &ast.StructLit{Elts: fields}, nil
}

// maxCUEExponent is the largest exponent of ten passed to CUE, which computes
// such numbers in full. A larger one in a handoff is an attack or a mistake.
const maxCUEExponent = 1000

// numberLiteral writes a number for CUE, without YAML's leading zeros and plus
// sign.
func numberLiteral(n *document.Node) (ast.Expr, error) {
	num, ok := parseNumber(n.Text)
	if !ok || num.exp > maxCUEExponent || num.exp < -maxCUEExponent {
		return nil, fmt.Errorf("%s is not a number that CUE can read", short(n.Text))
	}
	kind, literal := token.FLOAT, num.scientific()
	if n.Kind == document.Int {
		kind, literal = token.INT, num.whole()
	}
	lit := &ast.BasicLit{Kind: kind, Value: literal}
	if num.negative {
		return &ast.UnaryExpr{Op: token.SUB, X: lit}, nil
	}
	return lit, nil
}
