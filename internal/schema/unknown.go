package schema

import (
	"sync"

	"github.com/handofflint/handofflint/internal/document"
)

// Unknown is a field that a schema accepts but does not name.
type Unknown struct {
	// Node is the field's value, with the field's Name and Key.
	Node *document.Node
	// Pointer is an RFC 6901 pointer, relative to the checked value.
	Pointer string
	// Known are the names in the schema of that object that the data does not use, in the schema's order: the
	// candidates for what was meant. For a closed object they are all of its names, since no unknown field is
	// valid there. All unknown fields of the object share the list; do not change it.
	Known []string
}

// Unknown returns the fields of a value that the schema does not name, in the order of the file. Open objects
// accept such fields; those of a closed object are violations, too. If a schema names no fields, has patterns
// for them, or has several branches that may be meant, any name is valid, and the search does not descend.
func (n *Node) Unknown(value *document.Node) []Unknown {
	if value == nil {
		return nil
	}
	return n.appendUnknown(nil, value, &location{})
}

// appendUnknown adds the unknown fields in a value.
func (n *Node) appendUnknown(found []Unknown, value *document.Node, at *location) []Unknown {
	if n.AnyOf != nil {
		if branches := n.candidates(value); len(branches) == 1 {
			found = branches[0].appendUnknown(found, value, at)
		}
		return found
	}
	switch n.Kinds & Only(value.Kind) {
	case Only(document.List):
		for i, item := range value.Items {
			if below := n.item(i); below != nil {
				found = below.appendUnknown(found, item, at.item(i))
			}
		}
	case Only(document.Object):
		found = n.appendUnknownFields(found, value, at)
	}
	return found
}

// appendUnknownFields adds the unknown fields of an object, and of what is below its known ones.
func (n *Node) appendUnknownFields(found []Unknown, object *document.Node, at *location) []Unknown {
	used := object
	if n.Closed {
		used = nil // an unknown field may be meant for one that is there, too
	}
	names := sync.OnceValue(func() []string { return n.unusedNames(used) }) // an object may have many unknown fields
	anyNameIsValid := n.Patterns != nil || n.Fields == nil
	for _, item := range object.Items {
		below := at.field(item.Name, nil)
		if f := n.Named(item.Name); f != nil {
			found = f.Node.appendUnknown(found, item, below)
		} else if !anyNameIsValid {
			found = append(found, Unknown{Node: item, Pointer: below.pointer(), Known: names()})
		}
	}
	return found
}
