package schema

import (
	"github.com/handofflint/handofflint/internal/document"
)

// Unknown is a field that a schema accepts but does not name.
type Unknown struct {
	// Node is the field's value; its Name and Key are the field's.
	Node *document.Node
	// Pointer is an RFC 6901 pointer, relative to the checked value.
	Pointer string
	// Known are the names that the schema has in that object and the data does not
	// use, in the schema's order: the candidates for what was meant. In a closed object
	// they are all of its names: no unknown field is right there. The list is
	// shared by all unknown fields of the object; do not change it.
	Known []string
}

// Unknown returns the fields of a value that the schema does not name, in the order
// of the file. Open objects accept such fields; those of a closed one are violations
// too. If a schema names no fields, has patterns for
// them, or has several branches that may be meant, any name is valid and nothing below
// is searched.
func (n *Node) Unknown(value *document.Node) []Unknown {
	if value == nil {
		return nil
	}
	return n.unknown(nil, value, &location{})
}

func (n *Node) unknown(found []Unknown, value *document.Node, at *location) []Unknown {
	if n.AnyOf != nil {
		if branches := n.candidates(value); len(branches) == 1 {
			found = branches[0].unknown(found, value, at)
		}
		return found
	}
	switch n.Kinds & Only(value.Kind) {
	case Only(document.List):
		for i, item := range value.Items {
			if below := n.item(i); below != nil {
				found = below.unknown(found, item, at.item(i))
			}
		}
	case Only(document.Object):
		var unused []string // computed once: an object may have very many unknown fields
		for _, item := range value.Items {
			if f := n.Named(item.Name); f != nil {
				if !item.Kind.IsContainer() {
					continue // nothing is below
				}
				found = f.Node.unknown(found, item, at.field(item.Name, nil))
				continue
			}
			if n.Patterns != nil || n.Fields == nil {
				continue
			}
			if unused == nil && n.Closed {
				unused = n.names()
			} else if unused == nil {
				unused = n.unused(value)
			}
			found = append(found, Unknown{Node: item, Pointer: at.field(item.Name, nil).pointer(), Known: unused})
		}
	}
	return found
}

// names returns the names of the fields that an object may use; it is never nil.
func (n *Node) names() []string {
	names := []string{}
	for _, f := range n.Fields {
		if f.Node.Kinds != NoKind {
			names = append(names, f.Name)
		}
	}
	return names
}
