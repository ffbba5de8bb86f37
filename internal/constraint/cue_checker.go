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

// cueChecker leaves the judgement to CUE.
type cueChecker struct {
	value cue.Value
	mask  kinds
	// noun is what CUE says of the kinds, in words.
	noun string
}

func (a *cueChecker) kinds() kinds { return a.mask }

func (a *cueChecker) want() string { return a.noun }

func (a *cueChecker) match(n *document.Node, loose bool, _ *Steps) bool {
	if !a.mask.has(n.Kind) {
		return false
	}
	// Loosely, an object or list is let through: what CUE misses in it could
	// be something that it forgives.
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

// wantOr is the schema's @words, else what CUE has to say.
func (a *cueChecker) wantOr(at *location, err error) string {
	if words := at.words(); words != "" {
		return words
	}
	return a.want() + " (" + err.Error() + ")"
}

// agrees says whether CUE accepts a node.
func agrees(v cue.Value, n *document.Node) bool { return evaluate(v, n) == nil }

// evaluate has CUE unify a node with a value. It accepts what the package's
// comment says. An error is short and for people; CUE that breaks down is one,
// too.
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

// pathOf is the path of a value for who wrote it: without the hidden field of
// a source that it was put into.
func pathOf(v cue.Value) string {
	selectors := v.Path().Selectors()
	for len(selectors) > 0 && strings.HasPrefix(selectors[0].String(), "_") {
		selectors = selectors[1:]
	}
	return cue.MakePath(selectors...).String()
}

// plain is the first of CUE's errors without paths and positions, which would
// tell the reader of a handoff nothing.
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

// filledIn is an error where a value has regular fields that the node it was
// unified with does not have.
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

// literalOf is a node as a CUE expression.
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

// maxCUEExponent is the largest exponent of ten that CUE is asked about. It
// computes with such numbers in full, and beyond this size a number in a
// handoff is an attack or a mistake.
const maxCUEExponent = 1000

// numberLiteral writes a number as CUE reads it: YAML's leading zeros and plus
// sign are not CUE's.
func numberLiteral(n *document.Node) (ast.Expr, error) {
	num, ok := parseNumber(n.Text)
	if !ok || num.exp > maxCUEExponent || num.exp < -maxCUEExponent {
		return nil, fmt.Errorf("%s is no number that CUE can judge", short(n.Text))
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
