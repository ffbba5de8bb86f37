package constraint

import (
	"errors"
	"fmt"
	"time"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// computed compiles a value whose source is not a reference, conjunction or
// disjunction, from what CUE computes for it.
func (c *compiler) computed(v cue.Value, s scope) checker {
	op, args := v.Eval().Expr()
	switch op {
	case cue.NoOp:
		return c.plain(v, s)
	case cue.CallOp:
		if rule := builtin(args); rule != nil {
			return rule
		}
		if rule := c.matchN(args, s); rule != nil {
			return rule
		}
	case cue.LessThanOp, cue.LessThanEqualOp, cue.GreaterThanOp, cue.GreaterThanEqualOp,
		cue.NotEqualOp, cue.RegexMatchOp, cue.NotRegexMatchOp:
		if bound := c.bound(op, args); bound != nil {
			return bound
		}
	case cue.AndOp:
		return c.computedAll(v, args, s)
	}
	return c.leaveToCUE(v, s)
}

// computedAll compiles the conjunction that an expression evaluates to:
// `uint8`, or the value of `#A.b`.
func (c *compiler) computedAll(v cue.Value, args []cue.Value, s scope) checker {
	if maskOf(v)&^scalars != 0 {
		return c.leaveToCUE(v, s)
	}
	var parts []checker
	for _, arg := range args {
		parts = append(parts, c.computed(arg, s))
	}
	return allOf(parts)
}

// plain compiles a constant, a kind, or a literal of a list or struct.
func (c *compiler) plain(v cue.Value, s scope) checker {
	switch kind := v.IncompleteKind(); {
	case kind == cue.BottomKind:
		if isBottom(v.Source()) {
			return never{}
		}
		return c.leaveToCUE(v, s)
	case v.Err() != nil:
		return c.leaveToCUE(v, s)
	case kind == cue.ListKind && isListLiteral(v.Source()):
		return c.list(v, s)
	case kind == cue.StructKind && (isStructLiteral(v.Source()) || v.Source() == nil && s.scanned):
		return c.literal(v, s)
	case kind&(cue.ListKind|cue.StructKind) != 0 && v.IsConcrete():
		// the value of an expression may have lost validators: `{#A}`
		return c.leaveToCUE(v, s)
	case v.IsConcrete():
		if constant, ok := constantOf(v); ok {
			return constant
		}
		return c.leaveToCUE(v, s)
	}
	return &scalar{mask: maskOf(v)}
}

// constantOf returns a concrete scalar as a constant. No document contains
// bytes, so they are not one.
func constantOf(v cue.Value) (*scalar, bool) {
	ks := maskOf(v)
	k := constant{text: fmt.Sprint(v)}
	switch v.Kind() {
	case cue.NullKind:
		k.kind = document.Null
	case cue.BoolKind:
		k.kind = document.Bool
	case cue.StringKind:
		k.kind = document.String
		k.text, _ = v.String()
	case cue.IntKind, cue.FloatKind:
		k.kind = document.Int
		if v.Kind() == cue.FloatKind {
			k.kind = document.Float
		}
		num, ok := numberOf(v)
		if !ok {
			return nil, false
		}
		k.num = num
	default:
		return nil, false
	}
	return &scalar{mask: ks, consts: []constant{k}}, true
}

// bound compiles `>=1`, `!="x"`, `=~"x"`, nil if the operand is not concrete.
func (c *compiler) bound(op cue.Op, args []cue.Value) checker {
	if len(args) != 1 || !args[0].IsConcrete() {
		return nil
	}
	limit := args[0]
	switch limit.Kind() {
	case cue.NullKind:
		if op == cue.NotEqualOp {
			return &scalar{mask: anyKind &^ only(document.Null)}
		}
	case cue.StringKind:
		return c.boundOfText(op, limit)
	case cue.IntKind, cue.FloatKind:
		if num, ok := numberOf(limit); ok {
			return tested(&numberBound{op: op, limit: num, literal: fmt.Sprint(limit)})
		}
	}
	return nil
}

func (c *compiler) boundOfText(op cue.Op, limit cue.Value) checker {
	value, err := limit.String()
	if err != nil {
		return nil
	}
	if op != cue.RegexMatchOp && op != cue.NotRegexMatchOp {
		return tested(&textBound{op: op, limit: value})
	}
	re, err := text.CompilePattern(value)
	if err != nil {
		if errors.As(err, new(*text.TooManyInstructions)) {
			c.tooMany = err
		}
		return nil
	}
	return tested(&pattern{re: re, negated: op == cue.NotRegexMatchOp})
}

// tested returns the scalar with only one test.
func tested(t test) *scalar { return &scalar{mask: t.on(), tests: []test{t}} }

// builtin compiles a validator of CUE's standard library, nil for an unknown
// one. The first operand prints as the function's own package and name,
// whatever name it was imported by.
func builtin(args []cue.Value) checker {
	if len(args) == 0 {
		return nil
	}
	name := fmt.Sprint(args[0])
	switch len(args) {
	case 1:
		switch name {
		case "time.Time()":
			return tested(&moment{time.RFC3339Nano})
		case "list.UniqueItems()":
			return unique{}
		case "regexp.Valid()":
			return tested(isPattern{})
		}
	case 2:
		if name == "time.Format" {
			if layout, err := args[1].String(); err == nil {
				return tested(&moment{layout})
			}
			return nil
		}
		return counting(name, args[1])
	}
	return nil
}

// matchN compiles CUE's validator of that name, nil for anything else. Its
// operands and its surroundings do not close each other.
func (c *compiler) matchN(args []cue.Value, s scope) checker {
	if len(args) != 3 || fmt.Sprint(args[0]) != "matchN" || !s.knows() {
		return nil
	}
	count, ok := c.computed(args[1], s).(*scalar)
	branches, err := args[2].List()
	if !ok || err != nil {
		return nil
	}
	m := &counted{count: count, literal: fmt.Sprint(args[1])}
	for branches.Next() {
		m.branches = append(m.branches, c.compile(branches.Value(), branch(args[2], s)))
	}
	return m
}

// counting compiles the validators that take a number.
func counting(name string, limit cue.Value) checker {
	n, err := limit.Int64()
	if err != nil || n < 0 || n > 1<<31-1 {
		return nil
	}
	switch limit := int(n); name {
	case "strings.MinRunes":
		return tested(&runes{min: limit, max: -1})
	case "strings.MaxRunes":
		return tested(&runes{max: limit})
	case "list.MinItems":
		return &itemCount{min: limit, max: -1}
	case "list.MaxItems":
		return &itemCount{max: limit}
	case "struct.MinFields":
		return &fieldCount{min: limit, max: -1}
	case "struct.MaxFields":
		return &fieldCount{max: limit}
	}
	return nil
}

// allOf returns the conjunction of some checkers, scalars folded into one.
func allOf(parts []checker) checker {
	var folded *scalar
	var rest []checker
	for _, p := range parts {
		s, ok := p.(*scalar)
		switch {
		case !ok:
			rest = append(rest, p)
		case folded == nil:
			folded = s
		default:
			folded = conjunction(folded, s)
		}
	}
	if folded != nil && (folded.mask != anyKind || folded.tests != nil || len(rest) == 0) {
		rest = append([]checker{folded}, rest...)
	}
	if len(rest) == 1 {
		return rest[0]
	}
	return &all{parts: rest}
}
