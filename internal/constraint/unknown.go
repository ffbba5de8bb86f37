package constraint

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
)

// Unknown is a field that a schema accepts but does not name.
type Unknown struct {
	// Node is the field's value; its Name and Key are the field's.
	Node *document.Node
	// Pointer is an RFC 6901 pointer, relative to the checked node.
	Pointer string
	// Known are the names that the schema has in that object and the data does
	// not use, in the schema's order: the candidates for what was meant. The
	// list is shared by all unknown fields of the object; do not change it.
	Known []string
}

// Unknown returns the fields of a node that the schema does not name, in the
// order of the file. Open structs accept such fields; those that a closed
// struct rejects are violations already and not included. If a schema names no
// fields, or has patterns for them, any name is valid and nothing below is
// searched. The steps of patterns are counted.
func (c *Checker) Unknown(n *document.Node, steps *Steps) []Unknown {
	var found []Unknown
	if n != nil {
		unknown([]checker{c.root}, n, &location{}, &found, steps)
	}
	return found
}

// unknown searches a node to which all the checkers apply.
func unknown(checkers []checker, n *document.Node, at *location, found *[]Unknown, steps *Steps) {
	switch n.Kind {
	case document.List:
		lists := partsOf[*list](checkers, n, steps)
		for i, item := range n.Items {
			if below := itemCheckers(lists, i); below != nil {
				unknown(below, item, at.item(i), found, steps)
			}
		}
	case document.Object:
		unknownFields(partsOf[*object](checkers, n, steps), n, at, found, steps)
	}
}

func unknownFields(objects []*object, n *document.Node, at *location, found *[]Unknown, steps *Steps) {
	if !slices.ContainsFunc(objects, func(o *object) bool { return len(o.fields) > 0 }) {
		return
	}
	free := slices.ContainsFunc(objects, func(o *object) bool { return o.closed || len(o.patterns) > 0 })
	var known []string // computed once: an object may have very many unknown fields
	for _, item := range n.Items {
		if below := fieldCheckers(objects, item.Name); below != nil {
			unknown(below, item, at.field(item.Name, nil), found, steps)
			continue
		}
		if free {
			continue
		}
		if known == nil {
			known = append([]string{}, unusedIn(objects, n)...)
		}
		pointer := at.field(item.Name, nil).pointer()
		*found = append(*found, Unknown{Node: item, Pointer: pointer, Known: known})
	}
}

// unusedIn returns the names that any of the objects has and the node does not
// use.
func unusedIn(objects []*object, n *document.Node) []string {
	var names []string
	for _, o := range objects {
		for _, name := range o.unused(n) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func itemCheckers(lists []*list, i int) []checker {
	var below []checker
	for _, l := range lists {
		if c := l.at(i); c != nil {
			below = append(below, c)
		}
	}
	return below
}

func fieldCheckers(objects []*object, name string) []checker {
	var below []checker
	for _, o := range objects {
		if i, named := o.index[name]; named {
			below = append(below, o.fields[i].value)
		}
	}
	return below
}

// partsOf returns the lists or objects, as T says, that apply to a node: all of
// a conjunction; of a disjunction the branches that match the node, or if none
// matches all those for its kind.
func partsOf[T *list | *object](checkers []checker, n *document.Node, steps *Steps) []T {
	var parts []T
	for _, c := range checkers {
		switch c := c.(type) {
		case T:
			parts = append(parts, c)
		case *ref:
			parts = append(parts, partsOf[T]([]checker{c.target}, n, steps)...)
		case *all:
			parts = append(parts, partsOf[T](c.parts, n, steps)...)
		case *anyOf:
			parts = append(parts, partsOf[T](likelyBranches(c.byKind[n.Kind], n, steps), n, steps)...)
		case *counted:
			parts = append(parts, partsOf[T](likelyBranches(c.branches, n, steps), n, steps)...)
		}
	}
	return parts
}

func likelyBranches(branches []checker, n *document.Node, steps *Steps) []checker {
	if fit := surviving(branches, n, steps); len(fit) > 0 {
		return fit
	}
	return branches
}
