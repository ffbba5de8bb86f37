package schema

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

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
	// PatternMismatch is a string that does not match a pattern.
	PatternMismatch
	// Length is a string or list that is too short or too long, or a list with a
	// duplicate item.
	Length
	// Empty is a string of only white space that is not accepted.
	Empty
	// Mismatch is a value that matches no branch of a union.
	Mismatch
)

var kindNames = [...]string{
	"missing", "unknown", "type", "enum", "bound", "pattern", "length", "empty", "mismatch",
}

// String returns the kind's name: "missing", "unknown", "type", and so on.
func (k Kind) String() string { return kindNames[k] }

// Violation is one fault of a value.
type Violation struct {
	Kind Kind
	// Pointer is an RFC 6901 pointer, relative to the checked value. For a missing
	// field it is where the field would be.
	Pointer string
	// Node is the offending value; for a missing field the object that lacks it, or nil if the checked value
	// itself is absent.
	Node *document.Node
	// Span is the position to report: the value, the opening of an object that lacks a field, or the key of a
	// field that is not allowed.
	Span text.Span
	// Want describes a valid value: "integer of at least 1".
	Want string
	// Words is the description of a valid value in @words of the field, or of the definition that it refers
	// to, or "".
	Words string
	// Got is the value, shortened, or its kind if the kind is wrong. It is the key of a field that is not
	// allowed, and empty for a missing field.
	Got string
	// Allowed are the values of an enum, in the schema's order, or the names that may be meant by a field
	// that is not allowed. The list may be shared; do not change it.
	Allowed []string
	// By is how much too short, long, low or high the value is; 0 if it is not a whole number, or for a
	// duplicate item in a list. Short is set if it is too short.
	By    int
	Short bool
	// Attr are the attributes of the field, or of the nearest field around it that has any. It is never nil,
	// and shared; do not change it.
	Attr *Attr
}
