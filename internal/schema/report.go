package schema

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

var noAttr Attr

// attributes returns the attributes of the field, never nil.
func (n *Node) attributes() *Attr { return cmp.Or(n.Attr, &noAttr) }

// location is the position of a Node in the checked value: a linked path, joined only if something is
// reported.
type location struct {
	parent *location
	step   string
	// inList means that the step is an index.
	inList bool
	// attr are the attributes of the field, or nil.
	attr *Attr
}

// field returns the location of a field, or nil when matching.
func (l *location) field(name string, attr *Attr) *location {
	if l == nil {
		return nil
	}
	return &location{parent: l, step: name, attr: attr}
}

// item returns the location of an item, or nil when matching.
func (l *location) item(i int) *location {
	if l == nil {
		return nil
	}
	return &location{parent: l, step: strconv.Itoa(i), inList: true}
}

// isField reports whether the location is a field, and neither the checked value itself nor an item.
func (l *location) isField() bool { return l.parent != nil && !l.inList }

func (l *location) pointer() string {
	if l.parent == nil {
		return ""
	}
	return document.PointerStep(l.parent.pointer(), l.step)
}

// nearestAttr returns the attributes of this field, or of the nearest one around it that has any.
func (l *location) nearestAttr() *Attr {
	for ; l != nil; l = l.parent {
		if l.attr != nil {
			return l.attr
		}
	}
	return &noAttr
}

// fieldWords returns the schema's description of a valid value: @words of the field, or of the list around the
// item.
func (l *location) fieldWords() string {
	for l.inList {
		l = l.parent
	}
	return cmp.Or(l.attr, &noAttr).Words
}

// maxViolations bounds the violations of a document. A hostile document could have half a million, and nobody
// reads more than a thousand.
const maxViolations = 10_000

// fault reports a violation of a value at a location, and fills in the fields that depend on them.
func (c *valueChecker) fault(value *document.Node, at *location, violation func() Violation) (goesOn bool) {
	if !c.reports || len(c.found) >= maxViolations {
		return c.reports
	}
	v := violation()
	v.Node = value
	v.Pointer = at.pointer()
	v.Attr = at.nearestAttr()
	v.Words = cmp.Or(v.Words, at.fieldWords())
	v.Span = cmp.Or(v.Span, value.Value)
	c.found = append(c.found, v)
	return true
}

// missing reports that an object lacks a field.
func (c *valueChecker) missing(object *document.Node, at *location, n *Node) (goesOn bool) {
	return c.fault(object, at, func() Violation { return Violation{Kind: Missing, Span: object.Opening(), Want: n.Want()} })
}

// notAllowed returns the violation of a field that an object may not have; names are the names that it may
// have.
func notAllowed(value *document.Node, names []string) Violation {
	return Violation{Kind: NotAllowed, Span: value.Key, Got: text.Shorten(value.Name, maxShown), Allowed: names}
}

// sorted returns the violations in the order of the file, without duplicates. Violations of a bad kind or an
// absent value that differ only in Want are merged, and a wrong kind hides the other faults of its value.
func (c *valueChecker) sorted() []Violation {
	type identity struct {
		kind          Kind
		pointer, want string
	}
	seen := map[identity]bool{}
	mistyped := map[string]bool{}
	for _, v := range c.found {
		if v.Kind == Type {
			mistyped[v.Pointer] = true
		}
	}
	kept := slices.DeleteFunc(c.found, func(v Violation) bool {
		id := identity{v.Kind, v.Pointer, v.Want}
		if slices.Contains(onceAtAPlace, v.Kind) {
			id.want = ""
		}
		isRepeated := seen[id]
		isHidden := mistyped[v.Pointer] && v.Kind != Type
		seen[id] = true
		return isRepeated || isHidden
	})
	slices.SortStableFunc(kept, func(x, y Violation) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
	return kept
}

// onceAtAPlace are the kinds of which a value has one violation, although branches may want different values.
var onceAtAPlace = []Kind{Missing, Type, Empty}

// maxShown is the maximum number of code points of a value in a violation.
const maxShown = 80

// valueOf returns a value for a violation; for a list or object its kind.
func valueOf(value *document.Node) string {
	switch value.Kind {
	case document.List, document.Object, document.Null:
		return value.Kind.String()
	}
	return text.Shorten(value.Text, maxShown)
}
