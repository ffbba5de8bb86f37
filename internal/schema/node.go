package schema

import (
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Field returns the Node of a field that the object names, or nil.
func (n *Node) Field(name string) *Node {
	if n == nil {
		return nil
	}
	if f := n.Named(name); f != nil {
		return f.Node
	}
	return nil
}

// AllFields returns the fields that the Node or a branch names, without duplicate names.
func (n *Node) AllFields() []Field {
	if n == nil {
		return nil
	}
	all := &Node{Fields: slices.Clone(n.Fields)}
	for _, branch := range n.AnyOf {
		for _, f := range branch.AllFields() {
			if all.Named(f.Name) == nil {
				all.Fields = append(all.Fields, f)
			}
		}
	}
	return all.Fields
}

// At returns the Node for an RFC 6901 pointer below the checked value, or nil if the schema has no name,
// pattern or index for it, or n is nil. In a union it follows the first branch that has one. It counts the steps of
// patterns; steps may be nil.
func (n *Node) At(pointer string, steps *text.Steps) *Node {
	for _, step := range document.PointerSteps(pointer) {
		if n == nil {
			break
		}
		n = n.child(step, steps)
	}
	return n
}

// child returns the Node of a field or item, or nil.
func (n *Node) child(step string, steps *text.Steps) *Node {
	for _, b := range n.AnyOf {
		if child := b.child(step, steps); child != nil {
			return child
		}
	}
	if i, err := strconv.Atoi(step); err == nil && i >= 0 && n.Kinds == Only(document.List) {
		return n.item(i)
	}
	for part := range n.named(step, steps) {
		return part // the first, if several patterns match
	}
	return nil
}

// Partial returns the Node for changes to a value: no field is required, and a field that neither a name nor
// a pattern allows is rejected, even in an open object. Lists and unions do not change. No object may contain
// itself.
func (n *Node) Partial() *Node {
	changed := *n
	changed.Closed = true
	changed.Fields = slices.Clone(n.Fields)
	for i := range changed.Fields {
		f := &changed.Fields[i]
		f.Required, f.Node = false, f.Node.Partial()
	}
	return &changed
}

// Pointers returns the distinct values that the Node constrains, as RFC 6901 pointers: the leaves, not the
// objects and lists around them, except for a list whose length matters. A step `*` is any item of a list, or
// any field that a pattern matches. A recursive Node is followed once. The search is bounded.
func (n *Node) Pointers() []string {
	left := maxVisits
	return n.pointers(nil, "", map[*Node]bool{}, &left)
}

// maxVisits bounds the search for pointers: a few definitions that each refer twice to the next one have
// exponentially many.
const maxVisits = 2000

// pointers adds the pointers of the Node at a pointer and of those below it. inside are the Nodes around it,
// left the visits that are left.
func (n *Node) pointers(found []string, pointer string, inside map[*Node]bool, left *int) []string {
	*left--
	if inside[n] || *left < 0 {
		return found
	}
	inside[n] = true
	defer delete(inside, n)
	isLeaf := true
	collect := func(part *Node, pointer string) {
		isLeaf = isLeaf && inside[part] // a Node around this one adds nothing
		found = part.pointers(found, pointer, inside, left)
	}
	for _, b := range n.AnyOf {
		if !b.IsScalar() {
			collect(b, pointer)
		}
	}
	for _, item := range n.itemNodes() {
		if !item.IsAnything() {
			collect(item, pointer+"/*")
		}
	}
	for _, f := range n.Fields {
		collect(f.Node, document.PointerStep(pointer, f.Name))
	}
	for _, f := range n.Patterns {
		collect(f.Node, pointer+"/*")
	}
	if isLeaf || n.Tests != nil { // tests of a list: its length matters
		found = text.AppendNew(found, pointer)
	}
	return found
}

// itemNodes returns the Nodes of a list's items.
func (n *Node) itemNodes() []*Node {
	if n.Items == nil {
		return n.Prefix
	}
	return append(slices.Clip(n.Prefix), n.Items)
}

// IsAnything reports whether the Node accepts every value.
func (n *Node) IsAnything() bool {
	return n.AnyOf == nil && n.Kinds == AnyKind
}
