package generate

import (
	"fmt"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// cueKinds are CUE's names of a document's kinds.
var cueKinds = [document.Object + 1]cue.Kind{
	document.Null: cue.NullKind, document.Bool: cue.BoolKind, document.Int: cue.IntKind, document.Float: cue.FloatKind,
	document.String: cue.StringKind, document.List: cue.ListKind, document.Object: cue.StructKind,
}

func kindsOf(v cue.Value) (kinds schema.Kinds) {
	for k, kind := range cueKinds {
		if v.IncompleteKind()&kind != 0 {
			kinds |= schema.Only(document.Kind(k))
		}
	}
	return kinds
}

// scalar returns a concrete scalar.
func scalar(v cue.Value) (schema.Scalar, error) {
	for k, kind := range cueKinds {
		if v.Kind() != kind {
			continue
		}
		s := schema.Scalar{Kind: document.Kind(k), Text: fmt.Sprint(v)}
		var err error
		if s.Kind == document.String {
			s.Text, err = v.String()
		}
		return s, err
	}
	return schema.Scalar{}, fmt.Errorf("no document has a value such as %v", v)
}

// operators are CUE's comparisons.
var operators = map[cue.Op]schema.Op{
	cue.LessThanOp: schema.Less, cue.LessThanEqualOp: schema.AtMost, cue.GreaterThanOp: schema.Greater,
	cue.GreaterThanEqualOp: schema.AtLeast, cue.NotEqualOp: schema.NotEqual,
	cue.RegexMatchOp: schema.Match, cue.NotRegexMatchOp: schema.NotMatch,
}

// bound compiles `>=1`, `!="x"`, `=~"x"`.
func bound(op cue.Op, args []cue.Value) (*schema.Node, error) {
	operator, ok := operators[op]
	if !ok || len(args) != 1 {
		return nil, fmt.Errorf("the operator %v", op)
	}
	operand, err := scalar(args[0])
	if err != nil {
		return nil, err
	}
	test := schema.Test{Op: operator, Text: operand.Text}
	switch kind := schema.Only(operand.Kind); {
	case operand.Kind == document.String:
		return &schema.Node{Kinds: kind, Tests: []schema.Test{test}}, nil
	case kind&schema.Numbers != 0:
		test.Number = true
		return &schema.Node{Kinds: schema.Numbers, Tests: []schema.Test{test}}, nil
	case operand.Kind == document.Null && operator == schema.NotEqual:
		return &schema.Node{Kinds: schema.AnyKind &^ kind}, nil
	}
	return nil, fmt.Errorf("a comparison with %s", operand.Text)
}

// counts are the validators that take a number.
var counts = map[string]schema.Op{
	"strings.MinRunes": schema.MinRunes, "strings.MaxRunes": schema.MaxRunes,
	"list.MinItems": schema.MinItems, "list.MaxItems": schema.MaxItems,
}

// validator compiles a function of CUE's standard library. The first operand
// prints as its package and name.
func validator(args []cue.Value) (*schema.Node, error) {
	list, text := &schema.Node{Kinds: schema.AnyKind}, schema.Only(document.String)
	list = &schema.Node{Kinds: schema.Only(document.List), Items: list}
	name := fmt.Sprint(args[0])
	op, ok := counts[name]
	switch {
	case name == "list.UniqueItems()":
		list.Tests = []schema.Test{{Op: schema.UniqueItems}}
		return list, nil
	case name == "regexp.Valid()":
		return &schema.Node{Kinds: text, Tests: []schema.Test{{Op: schema.IsPattern}}}, nil
	case !ok || len(args) != 2:
		return nil, fmt.Errorf("the validator %s", name)
	}
	count, err := args[1].Int64()
	tests := []schema.Test{{Op: op, N: int(count)}}
	if op == schema.MinItems || op == schema.MaxItems {
		list.Tests = tests
		return list, err
	}
	return &schema.Node{Kinds: text, Tests: tests}, err
}
