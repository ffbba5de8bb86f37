// Package constraint compiles a CUE value once into a Checker and then checks
// document nodes against it, without CUE's evaluator, saying for every fault
// what is wrong, where, and what a right value looks like. It is the one place
// that hides CUE.
//
// # What is accepted
//
// A Checker accepts a node where CUE accepts the unification of the value and
// the node's data as concrete (cue.Concrete), and where, besides, every regular
// field of the value (`a: string`, no mark) is present in the data. So a value
// is a pattern that is matched by what is there: defaults never fill anything
// in, and `a: 1` is as required as `a!: 1`. Integers and floats are told apart
// as CUE does it, by the literal: 1.0 is no int.
//
// A disjunction of structs is CUE's too: data that fits two branches which
// leave different things open is ambiguous, and is not accepted.
//
// What the compiler cannot say by itself keeps its CUE value and asks CUE, one
// question at a time under a lock. Nothing is taken for true because the
// compiler does not know it.
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

// evaluator has the turns at CUE's evaluator: a cue.Context may not be used by
// two goroutines at once, and checkers of one program share theirs. A turn is
// taken to compile a value and to ask CUE.
var evaluator = guard.Shared

// Kind is what kind of fault a Violation is.
type Kind uint8

// The kinds of violations.
const (
	// Missing is a field that has to be there and is not.
	Missing Kind = iota
	// NotAllowed is a field that may not be there, whatever its value.
	NotAllowed
	// Type is a value of the wrong kind. Nothing below it is looked at.
	Type
	// Enum is a value that is none of the constants that are allowed.
	Enum
	// Bound is a number, or a text compared with another, out of its bound.
	Bound
	// Pattern is a text that does not match a pattern or layout.
	Pattern
	// Length is a text, list or object that is too short or too long, and a
	// list with an item twice.
	Length
	// Empty is a text of white space alone where that is a fault of any kind.
	Empty
	// Mismatch is a value that fits no branch of a disjunction, or more than
	// one, and any fault that only CUE can see.
	Mismatch
)

var kindNames = [...]string{
	"missing", "unknown", "type", "enum", "bound", "pattern", "length", "empty", "mismatch",
}

// String is the kind's name: "missing", "unknown", "type", and so on.
func (k Kind) String() string { return kindNames[k] }

// Attr holds the attributes of a schema's field by name: `@rule(a/b)` is
// "rule": "a/b". An attribute's quotes are taken off.
type Attr map[string]string

// Violation is one fault of a node.
type Violation struct {
	Kind Kind
	// Pointer is an RFC 6901 pointer, relative to the checked node. For a
	// missing field it says where the field would be.
	Pointer string
	// Node is the offending node; for a missing field the object that it is
	// missing from, nil where the checked node itself is absent.
	Node *document.Node
	// Span is where to point: the value, the opening of the object that misses
	// a field, the key of a field that is not allowed.
	Span text.Span
	// Want says in words what a right value is: "integer of at least 1".
	Want string
	// Words is what the schema calls a right value by @words of the field, or of
	// the definition that it refers to, "" where it calls it nothing.
	Words string
	// Got is the value, cut short, or its kind where that is the fault. It is
	// the key of a field that is not allowed, and empty for a missing field.
	Got string
	// Allowed are the values that an enum allows, in the schema's order, or the
	// names that could have been meant by a field that is not allowed. The list
	// may be shared; do not change it.
	Allowed []string
	// By is how much too short, long, low or high the value is; 0 where that
	// cannot be said in whole units.
	By int
	// Attr are the attributes of the field that the fault is at, or of the
	// nearest field around it that has any. The map is shared; do not change it.
	Attr Attr
}

// Checker is a compiled constraint. It is read-only: any number of goroutines
// may check with it at once. Where it has to ask CUE they wait for each other,
// and nobody else may use the value's cue.Context meanwhile.
type Checker struct {
	root     checker
	needsCUE bool
}

// Steps counts the steps of patterns.
type Steps = text.Steps

// Compile reads a CUE value into a Checker. It fails where the value does not
// exist or contradicts itself, so that nothing could ever satisfy it.
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

// Check returns all faults of a node in the order of the file, each once, and
// nothing where the node is accepted. A nil node is an absent value: one
// violation of kind Missing.
func (c *Checker) Check(n *document.Node) []Violation { return c.CheckWithin(n, nil) }

// CheckWithin is Check, counting the steps of patterns. Where they have been
// exceeded, the faults are none.
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

// Match says whether a node is accepted. It does not allocate, as long as CUE
// need not be asked.
func (c *Checker) Match(n *document.Node) bool { return c.MatchWithin(n, nil) }

// MatchWithin is Match, counting the steps of patterns.
func (c *Checker) MatchWithin(n *document.Node, steps *Steps) bool {
	return n != nil && c.root.match(n, false, steps)
}

// NeedsCUE reports whether something is left to CUE's evaluator, whose work nobody
// can count.
func (c *Checker) NeedsCUE() bool { return c != nil && c.needsCUE }
