package schema

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// allows reports whether a value is one of the constants, or there are none.
func (n *Node) allows(value *document.Node) bool {
	return n.Enum == nil || slices.ContainsFunc(n.Enum, func(s Scalar) bool { return s.equals(value.Kind, value.Text) })
}

// equals reports whether the constant equals a document's scalar. Numbers are compared by value.
func (s *Scalar) equals(kind document.Kind, text string) bool {
	if kind != s.Kind {
		return false
	}
	switch kind {
	case document.Null:
		return true
	case document.Bool:
		return strings.EqualFold(text, s.Text)
	case document.Int, document.Float:
		return document.CompareNumbers(text, s.Text) == 0
	}
	return text == s.Text
}

// label returns the constant for a message.
func (s *Scalar) label() string {
	if s.Kind == document.Null {
		return "null"
	}
	return s.Text
}

// labels returns the constants for a message, in the schema's order.
func (n *Node) labels() []string {
	var labels []string
	for _, s := range n.Enum {
		labels = append(labels, s.label())
	}
	return labels
}

// On returns the kinds of values that a test applies to.
func (t *Test) On() Kinds {
	switch t.Op {
	case MinItems, MaxItems, UniqueItems:
		return Only(document.List)
	}
	if t.Number {
		return Numbers
	}
	return Only(document.String)
}

// holds reports whether a value of a kind that the test applies to satisfies it.
func (t *Test) holds(value *document.Node, steps *text.Steps) bool {
	switch t.Op {
	case Match, NotMatch:
		return text.Compiled(t.Text).Match(value.Text, steps) == (t.Op == Match)
	case IsPattern:
		_, err := text.CompilePattern(value.Text)
		return err == nil
	case MinRunes:
		return utf8.RuneCountInString(value.Text) >= t.N
	case MaxRunes:
		return utf8.RuneCountInString(value.Text) <= t.N
	case MinItems:
		return len(value.Items) >= t.N
	case MaxItems:
		return len(value.Items) <= t.N
	case UniqueItems:
		return repeatedItem(value) < 0
	}
	order := strings.Compare(value.Text, t.Text)
	if t.Number {
		order = document.CompareNumbers(value.Text, t.Text)
	}
	return t.satisfiedBy(order)
}

// satisfiedBy reports whether a value satisfies the comparison, given its order relative to the operand.
func (t *Test) satisfiedBy(order int) bool {
	switch t.Op {
	case Less:
		return order < 0
	case AtMost:
		return order <= 0
	case Greater:
		return order > 0
	case AtLeast:
		return order >= 0
	}
	return order != 0 // NotEqual
}

// violationOf returns the violation of a value that fails a test, with the difference if it is a whole number. For
// UniqueItems the value is the repeated item.
func (n *Node) violationOf(t *Test, value *document.Node, at *location) Violation {
	v := Violation{Kind: Bound, Want: n.Want(), Got: valueOf(value)}
	switch t.Op {
	case Match, NotMatch, IsPattern:
		v.Kind = PatternMismatch
		v.Want = n.wantAt(at)
	case MinRunes, MaxRunes:
		v.setLength(utf8.RuneCountInString(value.Text), t.N)
	case MinItems, MaxItems:
		v.Got = text.Count(len(value.Items), "item")
		v.setLength(len(value.Items), t.N)
	case UniqueItems:
		v.Kind = Length
		v.Want = "list of different items"
	default:
		got, gotErr := strconv.ParseInt(value.Text, 10, 32)
		limit, limitErr := strconv.ParseInt(t.Text, 10, 32)
		areWhole := gotErr == nil && limitErr == nil
		if t.Number && areWhole {
			v.By = int(max(got-limit, limit-got))
		}
	}
	return v
}

func (v *Violation) setLength(count, limit int) {
	v.Kind = Length
	v.By = max(limit-count, count-limit)
	v.Short = count < limit
}

// repeatedItem returns the index of the first item that equals an earlier one, or -1. It compares canonical
// forms in linear time.
func repeatedItem(list *document.Node) int {
	seen := make(map[string]bool, len(list.Items))
	for i, item := range list.Items {
		form := canonical(item)
		if seen[form] {
			return i
		}
		seen[form] = true
	}
	return -1
}

// canonical returns a form of a value that is the same for two values if and only if CUE regards them as
// equal: numbers by kind and value, objects in any order.
func canonical(value *document.Node) string {
	kind := value.Kind.String()
	switch value.Kind {
	case document.Int, document.Float:
		x, _ := document.ParseNumber(value.Text)
		return kind + x.Canonical()
	case document.Object, document.List:
		var parts []string
		for _, item := range value.Items {
			parts = append(parts, strconv.Quote(item.Name)+canonical(item))
		}
		if value.Kind == document.Object {
			slices.Sort(parts)
		}
		return kind + "(" + strings.Join(parts, ",") + ")"
	}
	return kind + strconv.Quote(value.Text)
}
