package schema

import (
	"errors"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// ErrTwoUnions is the error of a Merge of two unions.
var ErrTwoUnions = errors.New("two unions cannot be unified")

// Unknown is a field that a schema accepts but does not name.
type Unknown struct {
	// Node is the field's value; its Name and Key are the field's.
	Node *document.Node
	// Pointer is an RFC 6901 pointer, relative to the checked value.
	Pointer string
	// Known are the names that the schema has in that object and the data does not
	// use, in the schema's order: the candidates for what was meant. The list is
	// shared by all unknown fields of the object; do not change it.
	Known []string
}

// JSONSchema is a JSON Schema, draft 2020-12, without `$schema`.
type JSONSchema struct {
	// Members are the keywords in the usual, fixed order.
	Members []Member
}

// Member is a keyword of a JSON Schema and its value, which package json can
// marshal.
type Member struct {
	Name  string
	Value any
}

// Described returns a scalar whose tests are described by the words of the
// definition that they come from (@words), whatever they are merged with. Any
// other Node is returned as it is: its kind says more.
func (n *Node) Described(words string) *Node { return n }

// Check returns all faults of a value in the order of the file, without
// duplicates, none if it is accepted or the steps are exceeded. A nil value is
// absent: one violation of kind Missing.
func (n *Node) Check(value *document.Node, steps *text.Steps) []Violation { return nil }

// Match reports whether a value is accepted, counting the steps of patterns.
func (n *Node) Match(value *document.Node, steps *text.Steps) bool {
	return value != nil && n.Kinds.Has(value.Kind)
}

// At returns the part for an RFC 6901 pointer, nil if there is none.
func (n *Node) At(pointer string, steps *text.Steps) *Node { return nil }

// Field returns the Node of a field that the object names, nil if it does not.
func (n *Node) Field(name string) *Node {
	for i := range n.Fields {
		if n.Fields[i].Name == name {
			return n.Fields[i].Node
		}
	}
	return nil
}

// Partial returns the Node of changes to a value: no field is required, and a
// field that neither a name nor a pattern allows is rejected.
func (n *Node) Partial() *Node { return n }

// Pointers returns the values that the Node is about.
func (n *Node) Pointers() []string { return nil }

// Unknown returns the fields of a value that the schema does not name.
func (n *Node) Unknown(value *document.Node, steps *text.Steps) []Unknown { return nil }

// Want describes what is accepted: "integer of at least 1".
func (n *Node) Want() string { return "" }

// JSONSchema returns an equivalent JSON Schema. It returns an error for what
// cannot be expressed, unless that is to be left out, and for a recursive Node.
func (n *Node) JSONSchema(leaveOut bool) (*JSONSchema, error) { return nil, nil }

// Merge returns the Node that accepts what both accept, as CUE's `&`. Attributes
// belong to a field: those of its fields are joined, and the result's own are left
// to the caller. It returns ErrTwoUnions, and an error for what is not supported.
func Merge(a, b *Node) (*Node, error) { return a, nil }

// Union returns the Node that accepts what any branch accepts, as CUE's `|`.
// Neighbouring constants become one Enum, bare kinds one set.
func Union(branches []*Node) *Node { return &Node{AnyOf: branches} }
