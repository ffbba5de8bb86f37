// Package constraint compiles a CUE value once into a Checker and then checks
// document nodes against it without CUE's evaluator. It reports for every fault
// what is wrong, where, and what a valid value looks like. No other package
// checks with CUE.
//
// # What is accepted
//
// A Checker accepts a node if CUE accepts the unification of the value and the
// node's data as concrete (cue.Concrete), and if, besides, every regular field
// of the value (`a: string`, no mark) is present in the data. So a value is a
// pattern: defaults never fill anything in, and `a: 1` is as required as `a!:
// 1`. Integers and floats are distinguished by the literal, as in CUE: 1.0 is
// not an int.
//
// A disjunction of structs follows CUE too: data that matches two branches
// which leave different things open is ambiguous, and is rejected.
//
// What the compiler cannot express keeps its CUE value and is evaluated by CUE,
// one check at a time under a lock. Nothing is accepted because the compiler
// does not know it.
package constraint

import (
	"cmp"
	"errors"
	"fmt"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/guard"
	"github.com/handofflint/handofflint/internal/text"
)

// evaluator serializes the use of CUE's evaluator: a cue.Context is not safe
// for concurrent use, and the checkers of one program share theirs. It is
// acquired to compile a value and to evaluate it.
var evaluator = guard.Shared

// Kind is the kind of a Violation.
type Kind uint8

// The kinds of violations.
const (
	// Missing is a required field that is absent.
	Missing Kind = iota
	// NotAllowed is a field that is forbidden, whatever its value.
	NotAllowed
	// Type is a value of the wrong kind. Nothing below it is checked.
	Type
	// Enum is a value that is not one of the allowed constants.
	Enum
	// Bound is a number, or a string compared with another, out of bounds.
	Bound
	// Pattern is a string that does not match a pattern or layout.
	Pattern
	// Length is a string, list or object that is too short or too long, or a
	// list with a duplicate item.
	Length
	// Empty is a string of white space alone that is not accepted.
	Empty
	// Mismatch is a value that matches no branch of a disjunction, or more than
	// one, and any fault that only CUE can see.
	Mismatch
)

var kindNames = [...]string{
	"missing", "unknown", "type", "enum", "bound", "pattern", "length", "empty", "mismatch",
}

// String returns the kind's name: "missing", "unknown", "type", and so on.
func (k Kind) String() string { return kindNames[k] }

// Attr holds the attributes of a schema's field by name: `@rule(a/b)` is
// "rule": "a/b", without quotes.
type Attr map[string]string

// Violation is one fault of a node.
type Violation struct {
	Kind Kind
	// Pointer is an RFC 6901 pointer, relative to the checked node. For a
	// missing field it is where the field would be.
	Pointer string
	// Node is the offending node; for a missing field the object that lacks it,
	// nil if the checked node itself is absent.
	Node *document.Node
	// Span is the position to report: the value, the opening of the object that
	// lacks a field, the key of a field that is not allowed.
	Span text.Span
	// Want describes a valid value: "integer of at least 1".
	Want string
	// Words is the description of a valid value in @words of the field, or of
	// the definition that it refers to, "" if there is none.
	Words string
	// Got is the value, shortened, or its kind if that is the fault. It is the
	// key of a field that is not allowed, and empty for a missing field.
	Got string
	// Allowed are the values of an enum, in the schema's order, or the names
	// that may be meant by a field that is not allowed. The list may be shared;
	// do not change it.
	Allowed []string
	// By is how much too short, long, low or high the value is; 0 if it is not
	// a whole number.
	By int
	// Attr are the attributes of the field, or of the nearest field around it
	// that has any. The map is shared; do not change it.
	Attr Attr
}

// Checker is a compiled constraint. It is read-only and safe for concurrent
// use. Checks that need CUE wait for each other, and nothing else may use the
// value's cue.Context meanwhile.
type Checker struct {
	root     checker
	needsCUE bool
}

// Steps counts the steps of patterns.
type Steps = text.Steps

// Compile compiles a CUE value. It returns an error if the value does not exist
// or contradicts itself, so that nothing could satisfy it.
func Compile(v cue.Value) (_ *Checker, err error) {
	defer evaluator.Acquire(func() string { return pathOf(v) })()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("compiling %v: CUE broke down: %v", v.Path(), r)
		}
	}()
	if !v.Exists() {
		return nil, fmt.Errorf("compiling a constraint: %w", cmp.Or(v.Err(), errors.New("there is no value")))
	}
	if err := v.Validate(); err != nil {
		return nil, fmt.Errorf("compiling %v: %w", v.Path(), err)
	}
	c := newCompiler()
	root := c.root(v)
	c.finish()
	if c.tooMany != nil {
		return nil, fmt.Errorf("compiling %v: %w", v.Path(), c.tooMany)
	}
	return &Checker{root: root, needsCUE: c.needsCUE}, nil
}

// Check returns all faults of a node in the order of the file, without
// duplicates, none if the node is accepted. A nil node is an absent value: one
// violation of kind Missing.
func (c *Checker) Check(n *document.Node) []Violation { return c.CheckWithin(n, nil) }

// CheckWithin is Check, counting the steps of patterns. Once they are exceeded,
// it returns none.
func (c *Checker) CheckWithin(n *document.Node, steps *Steps) []Violation {
	if n == nil {
		return []Violation{{Kind: Missing, Want: c.root.want()}}
	}
	if c.root.match(n, false, steps) {
		return nil
	}
	r := &reporter{}
	c.root.check(r, n, &location{})
	if len(r.found) == 0 {
		r.add(n, &location{}, Violation{Kind: Mismatch, Want: c.root.want(), Got: valueOf(n)})
	}
	return r.sorted()
}

// Match reports whether a node is accepted. It does not allocate unless CUE is
// needed.
func (c *Checker) Match(n *document.Node) bool { return c.MatchWithin(n, nil) }

// MatchWithin is Match, counting the steps of patterns.
func (c *Checker) MatchWithin(n *document.Node, steps *Steps) bool {
	return n != nil && c.root.match(n, false, steps)
}

// NeedsCUE reports whether a part is left to CUE's evaluator, whose work cannot
// be counted.
func (c *Checker) NeedsCUE() bool { return c != nil && c.needsCUE }
