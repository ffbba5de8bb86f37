package document

import (
	"strconv"
	"strings"
)

// IsContainer reports whether values of the kind contain other values.
func (k Kind) IsContainer() bool { return k == List || k == Object }

// Find follows field names and list indexes joined by dots, such as "handoff.blockers". It returns nil if the
// path does not exist.
func (n *Node) Find(path string) *Node { return n.Lookup(strings.Split(path, ".")...) }

// At returns the value at a JSON pointer, or nil.
func (n *Node) At(pointer string) *Node { return n.Lookup(PointerSteps(pointer)...) }

// PathPointer returns the JSON pointer for a path of Find.
func PathPointer(path string) string { return Pointer(strings.Split(path, ".")...) }

// Fields returns the fields of an object, nil for any other node.
func (n *Node) Fields() []*Node {
	if !n.IsKind(Object) {
		return nil
	}
	return n.Items
}

// Elements returns the elements of a list, nil for any other node.
func (n *Node) Elements() []*Node {
	if !n.IsKind(List) {
		return nil
	}
	return n.Items
}

// Strings returns the elements of a list that are non-blank strings.
func (n *Node) Strings() []*Node {
	var found []*Node
	for _, item := range n.Elements() {
		if item.hasText() {
			found = append(found, item)
		}
	}
	return found
}

// hasText reports whether the node is a non-blank string.
func (n *Node) hasText() bool { return n.IsKind(String) && !n.Blank() }

// OneOrMore returns the Strings of a list, or the node itself if it is a non-blank string: for values that
// may be one or several.
func (n *Node) OneOrMore() []*Node {
	if n.hasText() {
		return []*Node{n}
	}
	return n.Strings()
}

// Texts returns the text of each node.
func Texts(nodes []*Node) []string {
	var texts []string
	for _, n := range nodes {
		texts = append(texts, n.Text)
	}
	return texts
}

// SaysNothing reports whether a value is missing, null or blank.
func (n *Node) SaysNothing() bool { return n == nil || n.Kind == Null || n.Blank() }

// Is reports whether the node is a boolean with a value.
func (n *Node) Is(value bool) bool {
	return n.IsKind(Bool) && n.Text == strconv.FormatBool(value)
}

// Int returns the value of an integer, or 0 for any other node. Values beyond 64 bits are clamped.
func (n *Node) Int() int64 {
	if !n.IsKind(Int) {
		return 0
	}
	value, _ := strconv.ParseInt(n.Text, 10, 64) // an integer's text is only digits
	return value
}

// ItemPointer returns the JSON pointer of the item at an index in an object or list with a pointer.
func (n *Node) ItemPointer(pointer string, index int) string {
	return PointerStep(pointer, n.step(index))
}

func (n *Node) step(index int) string {
	if n.Kind == List {
		return strconv.Itoa(index)
	}
	return n.Items[index].Name
}

// EachElement calls each for the elements of the named lists of a root object, except those whose pointers
// are skipped.
func (n *Node) EachElement(lists []string, skip func(pointer string) bool, each func(list *Node, index int, pointer string)) {
	for _, name := range lists {
		list := n.Field(name)
		for i := range list.Elements() {
			if pointer := list.ItemPointer("/"+name, i); !skip(pointer) {
				each(list, i, pointer)
			}
		}
	}
}
