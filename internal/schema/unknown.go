package schema

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

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

// Unknown returns the fields of a value that the schema does not name, in the order
// of the file. Open objects accept such fields; those that a closed one rejects are
// violations already and not included. If a schema names no fields, or has patterns
// for them, any name is valid and nothing below is searched. The steps of patterns
// are counted; steps may be nil.
func (n *Node) Unknown(value *document.Node, steps *text.Steps) []Unknown {
	s := &unknownSearch{steps: steps}
	if value != nil {
		s.search([]*Node{n}, value, &location{})
	}
	return s.found
}

type unknownSearch struct {
	steps *text.Steps
	found []Unknown
}

// search searches a value that several branches may be about.
func (s *unknownSearch) search(nodes []*Node, value *document.Node, at *location) {
	if Scalars.Has(value.Kind) {
		return
	}
	var branches []*Node
	for _, n := range nodes {
		branches = n.likely(value, branches, s.steps)
	}
	if value.Kind == document.Object {
		s.searchFields(branches, value, at)
		return
	}
	for i, item := range value.Items {
		var below []*Node
		for _, b := range branches {
			if n := b.item(i); n != nil && !slices.Contains(below, n) {
				below = append(below, n)
			}
		}
		if below != nil {
			s.search(below, item, at.item(i))
		}
	}
}

func (s *unknownSearch) searchFields(objects []*Node, value *document.Node, at *location) {
	if !slices.ContainsFunc(objects, func(o *Node) bool { return len(o.Fields) > 0 }) {
		return
	}
	free := slices.ContainsFunc(objects, func(o *Node) bool { return o.Closed || len(o.Patterns) > 0 })
	var known []string // computed once: an object may have very many unknown fields
	for _, item := range value.Items {
		var below []*Node
		for _, o := range objects {
			if n := o.Field(item.Name); n != nil && !slices.Contains(below, n) {
				below = append(below, n)
			}
		}
		switch {
		case below != nil:
			s.search(below, item, at.field(item.Name, nil))
		case !free:
			if known == nil {
				known = unusedIn(objects, value)
			}
			pointer := at.field(item.Name, nil).pointer()
			s.found = append(s.found, Unknown{Node: item, Pointer: pointer, Known: known})
		}
	}
}

// unusedIn returns the names that any of the objects has and the value does not use;
// it is never nil.
func unusedIn(objects []*Node, value *document.Node) []string {
	names := []string{}
	for _, o := range objects {
		for _, name := range o.unused(value) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// likely appends the lists or objects that a value was probably written for: the
// Node itself, or of a union the branches that match, and all those for its kind if
// none does.
func (n *Node) likely(value *document.Node, found []*Node, steps *text.Steps) []*Node {
	if n.AnyOf == nil {
		if n.Kinds == Only(value.Kind) && !slices.Contains(found, n) {
			found = append(found, n)
		}
		return found
	}
	branches := surviving(n.AnyOf, value, steps)
	if len(branches) == 0 {
		branches = n.AnyOf
	}
	for _, b := range branches {
		found = b.likely(value, found, steps)
	}
	return found
}
