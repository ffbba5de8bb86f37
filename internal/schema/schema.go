// Package schema is the form in which handofflint knows what CUE says: a Node for
// what a value must be, and entries for the rules and formats around it.
//
// A Node is data. The built-in CUE is evaluated by internal/generate, which writes
// Nodes as Go; a team's CUE is parsed and compiled by schema/compile. Neither this
// package nor the program imports CUE's evaluator.
//
// # What a Node accepts
//
// A Node accepts what CUE accepts of concrete data, and besides every regular
// field of a pattern (`a: string`, no mark) must be present: a value is a pattern,
// and defaults never fill anything in. Whether a number of the data is an int is for
// package document to say, to which 1.0 is one; a number of the schema goes by its
// literal, as in CUE. Of a union any branch may match; CUE calls some of these
// ambiguous.
package schema

import "github.com/handofflint/handofflint/internal/document"

// Node is what a schema asks of one value. It is read-only once it is made, and
// safe for concurrent use. Nodes may be shared; those of a recursive definition
// form a cycle, below a field or an item.
type Node struct {
	// Doc is the comment on the field, on one line.
	Doc string
	// Kinds are the kinds that are accepted; none accepts nothing (`_|_`). If AnyOf
	// is set, they are those of all branches.
	Kinds Kinds
	// Enum are the only scalars that are accepted, in the schema's order, nil for no
	// such limit. An empty list accepts nothing.
	Enum []Scalar
	// Tests all have to hold.
	Tests []Test

	// Fields are an object's named fields, in the schema's order.
	Fields []Field
	// Patterns apply to the fields without a name here. What they ask of a named
	// field is part of its own Node already.
	Patterns []PatternField
	// Closed means that an object may have no other fields.
	Closed bool

	// Prefix are a list's first items. Items applies to the others, nil if there may be
	// none; then Tests say so, too. Both count only if Kinds is list alone; a Node that
	// accepts other kinds too does not look into lists.
	Prefix []*Node
	Items  *Node

	// AnyOf are branches, one of which has to match. Then nothing above but Doc and
	// Kinds is set.
	AnyOf []*Node

	// Default is the marked default as JSON, or "" if there is none. Only a reader of
	// settings uses it.
	Default string

	// Attr are the attributes of the field, followed by those of the definition that
	// it refers to; nil if there are none. Only a field's count, not an item's or a
	// branch's; see Described for the words of a definition.
	Attr *Attr
}

// Attr holds what attributes say of a field, "" for what they do not.
type Attr struct {
	// Rule (@rule) is the rule that reports the field's faults.
	Rule string
	// Words (@words) describe a valid value; Holds (@holds) a list whose Words
	// describe an item.
	Words, Holds string
	// Values (@values) are the values that a message lists, where the schema accepts
	// more; Means (@means) lists other words for them: "complete: done, finished".
	Values, Means string
	// Setting (@config) is the key of a configuration that sets a parameter for all
	// rules that have it.
	Setting string
	// Claims (@claims) says what of the work the field claims: one of ClaimKinds.
	Claims string
	// Engine (@engine) marks a parameter that only `explain -v` lists.
	Engine bool
}

// Scalar is a constant. Text is a string's value, or a number's or boolean's
// literal.
type Scalar struct {
	Kind document.Kind
	Text string
}

// Test is a condition on a value.
type Test struct {
	Op Op
	// Text is the regular expression of Match and NotMatch, or the operand of a
	// comparison: a string, or a number's literal.
	Text string
	// Number means that the operand of a comparison is a number.
	Number bool
	// N is the operand of the counts.
	N int
	// Words (@words) describe a value in place of this test: those of the
	// definition that the test comes from, set by Described.
	Words string
}

// Op is what a Test asks.
type Op uint8

// The operators. Comparisons are between numbers, by value, or between strings, by
// bytes; MinRunes and MaxRunes count code points.
const (
	Match Op = iota + 1
	NotMatch
	Less
	AtMost
	Greater
	AtLeast
	NotEqual
	MinRunes
	MaxRunes
	MinItems
	MaxItems
	UniqueItems
	// IsPattern accepts a regular expression (RE2) within the bounds of package text.
	IsPattern
)

// Field is a named field of an object.
type Field struct {
	Name     string
	Required bool
	Node     *Node
}

// PatternField is `[=~"^x"]: value`: Name is what a key has to fit.
type PatternField struct {
	Name *Node
	Node *Node
}

// Kinds is a set of document.Kind.
type Kinds uint8

// Sets of kinds.
const (
	NoKind  Kinds = 0
	AnyKind Kinds = 1<<(document.Object+1) - 1
	Numbers Kinds = 1<<document.Int | 1<<document.Float
	Scalars Kinds = AnyKind &^ (1<<document.List | 1<<document.Object)
)

// Only returns the set of one kind.
func Only(k document.Kind) Kinds { return 1 << k }

// Has reports whether a kind is in the set.
func (ks Kinds) Has(k document.Kind) bool { return ks&(1<<k) != 0 }
