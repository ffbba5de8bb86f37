package document

import (
	"strconv"
	"strings"
)

// IsContainer reports whether values of the kind hold other values.
func (k Kind) IsContainer() bool { return k == List || k == Object }

// Find follows field names and list indexes that are joined by dots, "handoff.blockers",
// and returns nil if they lead nowhere.
func (n *Node) Find(path string) *Node { return n.Lookup(strings.Split(path, ".")...) }

// At returns the value at a JSON pointer, or nil if there is none.
func (n *Node) At(pointer string) *Node { return n.Lookup(PointerSteps(pointer)...) }

// PathPointer returns the JSON pointer of a path as Find follows it.
func PathPointer(path string) string {
	pointer := ""
	for step := range strings.SplitSeq(path, ".") {
		pointer = PointerStep(pointer, step)
	}
	return pointer
}

// Fields returns the fields of an object, nil for any other node.
func (n *Node) Fields() []*Node {
	if n == nil || n.Kind != Object {
		return nil
	}
	return n.Items
}

// Elements returns the elements of a list, nil for any other node.
func (n *Node) Elements() []*Node {
	if n == nil || n.Kind != List {
		return nil
	}
	return n.Items
}

// Strings returns the elements of a list that are strings and not blank.
func (n *Node) Strings() []*Node {
	var found []*Node
	for _, item := range n.Elements() {
		if item.Kind == String && !item.Blank() {
			found = append(found, item)
		}
	}
	return found
}

// OneOrMore returns the Strings of a list, or a string itself unless it is blank: for
// values that may be one or several.
func (n *Node) OneOrMore() []*Node {
	if n.Str() != "" && !n.Blank() {
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

// Is reports whether the node is a boolean with a value.
func (n *Node) Is(value bool) bool {
	return n != nil && n.Kind == Bool && n.Text == strconv.FormatBool(value)
}

// Int returns the value of an integer, 0 for any other node. Beyond 64 bits it is the
// nearest that they hold.
func (n *Node) Int() int64 {
	if n == nil || n.Kind != Int {
		return 0
	}
	value, _ := strconv.ParseInt(n.Text, 10, 64) // the text of an integer has digits alone
	return value
}

// ItemPointer returns the JSON pointer to the item of an index in an object or list,
// whose own pointer is given.
func (n *Node) ItemPointer(pointer string, index int) string {
	return PointerStep(pointer, n.step(index))
}

func (n *Node) step(index int) string {
	if n.Kind == List {
		return strconv.Itoa(index)
	}
	return n.Items[index].Name
}

// EachElement calls each for the elements of some lists among the fields of an object at the
// root, except those whose pointers are to be skipped.
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
