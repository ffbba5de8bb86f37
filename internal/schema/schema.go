// Package schema is handofflint's form of CUE schemas: a Node is the schema of a value, and entries describe
// the rules and formats around it.
//
// A Node is data. internal/generate evaluates the built-in CUE and writes Nodes as Go; schema/compile parses
// and compiles a team's CUE. Neither this package nor the program imports CUE's evaluator.
//
// # What a Node accepts
//
// A Node accepts what CUE accepts for concrete data, with one difference: every regular field of a pattern
// (`a: string`, no mark) must be present, since a value is a pattern and defaults are never filled in.
// Package document decides whether a number of the data is an int, and counts 1.0 as one; a number of the
// schema goes by its literal, as in CUE. Any branch of a union may match, even where CUE calls the union
// ambiguous.
package schema

import "github.com/handofflint/handofflint/internal/document"

// Node is the schema of one value. It is read-only once it is made, and safe for concurrent use. Nodes may be
// shared; those of a recursive definition form a cycle, below a field or an item.
type Node struct {
	// Doc is the comment on the field, on one line.
	Doc string
	// Kinds are the accepted kinds; none accepts nothing (`_|_`). If AnyOf is set, they are the kinds of all
	// branches.
	Kinds Kinds
	// Enum are the only accepted scalars, in the schema's order; nil means no limit. An empty list accepts
	// nothing.
	Enum []Scalar
	// Tests must all hold.
	Tests []Test

	// Fields are an object's named fields, in the schema's order.
	Fields []Field
	// Patterns apply to fields that are not named here. A named field's own Node already includes them.
	Patterns []PatternField
	// Closed means that an object may have no other fields.
	Closed bool

	// Prefix are a list's first items. Items applies to the others, nil if there may be none; then Tests say
	// so, too. Both count only if Kinds is only list; a Node that also accepts other kinds does not check the
	// inside of lists.
	Prefix []*Node
	Items  *Node

	// AnyOf are branches, one of which must match. Then only Doc and Kinds are set above.
	AnyOf []*Node

	// Default is the marked default as JSON, or "". Only the reader of settings uses it.
	Default string

	// Attr are the attributes of the field, followed by those of the definition that it refers to, or nil.
	// Only a field's attributes count, not those of an item or a branch; see Described for the words of a
	// definition.
	Attr *Attr
}

// Attr holds the attributes of a field; a missing one is "".
type Attr struct {
	// Rule (@rule) is the rule that reports the field's faults.
	Rule string
	// Words (@words) describe a valid value; Holds (@holds) a list whose Words
	// describe an item.
	Words, Holds string
	// Values (@values) are the values that a message lists if the schema accepts more; Means (@means) lists
	// synonyms for them: "complete: done, finished".
	Values, Means string
	// Claims (@claims) is the kind of claim that the field makes: one of ClaimKinds.
	Claims string
	// Engine (@engine) marks a parameter that only `explain -v` lists.
	Engine bool
}

// Scalar is a constant. Text is a string's value, or the literal of a number or boolean.
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
	// Words (@words) describe a value in place of this test: the words of the definition that the test comes
	// from, set by Described.
	Words string
}

// Op is the operator of a Test.
type Op uint8

// The operators. Comparisons are between numbers by value, or between strings by bytes; MinRunes and MaxRunes
// count code points.
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

// PatternField is `[=~"^x"]: value`; Name is the schema of the key.
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
