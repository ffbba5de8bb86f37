package document

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/text"
)

// Kind is what a value is, in JSON's terms. YAML values are mapped to them.
type Kind uint8

// The kinds. Int and Float are told apart as CUE does it: a number with a
// fraction or an exponent is a Float, even where its value is whole.
const (
	Null Kind = iota
	Bool
	Int
	Float
	String
	List
	Object
)

var kindNames = [...]string{"null", "boolean", "integer", "number", "string", "list", "object"}

// String is the kind's name as a message gives it.
func (k Kind) String() string { return kindNames[k] }

// Node is a value that knows where it is in the file. Nodes of the `file`
// branch are nowhere; their spans are empty, at the start of the text.
type Node struct {
	Kind Kind
	// Name is the key under which an object holds the node, "" otherwise.
	Name string
	// Text is a string's value, or a number's or boolean's literal.
	Text string
	// Key is the span of the key, quotes included, empty if there is none.
	Key text.Span
	// Value is the span of the value, quotes and brackets included.
	Value text.Span
	// Items are a list's elements or an object's fields, in the file's order.
	// Of equal keys only the last is kept, as readers take it.
	Items []*Node
}

// Field is the object's field of that name, nil if there is none or where
// the node is nil or no object.
func (n *Node) Field(name string) *Node {
	if n == nil || n.Kind != Object {
		return nil
	}
	for _, item := range n.Items {
		if item.Name == name {
			return item
		}
	}
	return nil
}

// Lookup follows a path of field names and list indexes, "handoff",
// "blockers", "0", and is nil if it leads nowhere.
func (n *Node) Lookup(path ...string) *Node {
	for _, step := range path {
		n = n.step(step)
	}
	return n
}

func (n *Node) step(name string) *Node {
	if n == nil || n.Kind != List {
		return n.Field(name)
	}
	i, err := strconv.Atoi(name)
	if err != nil || i < 0 || i >= len(n.Items) {
		return nil
	}
	return n.Items[i]
}

// Str is the value of a string, "" for any other node.
func (n *Node) Str() string {
	if n == nil || n.Kind != String {
		return ""
	}
	return n.Text
}

// Blank reports whether the node is a string in which nothing can be seen.
func (n *Node) Blank() bool {
	return n != nil && n.Kind == String && strings.IndexFunc(n.Text, visible) < 0
}

func visible(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.Is(unicode.Z, r) && !text.Invisible(r)
}

// Opening is where a message about something missing from an object or list
// points: its opening bracket, or the first key of a YAML mapping.
func (n *Node) Opening() text.Span {
	return text.Span{Start: n.Value.Start, End: min(n.Value.Start+1, n.Value.End)}
}

// NewObject, NewString, NewInt and NewBool make nodes that are at a span:
// for what the program itself knows of a file.
func NewObject(at text.Span, fields ...*Node) *Node {
	return &Node{Kind: Object, Value: at, Items: fields}
}

// NewString makes a string node.
func NewString(name, value string, at text.Span) *Node {
	return &Node{Kind: String, Name: name, Text: value, Value: at}
}

// NewInt makes an integer node.
func NewInt(name string, value int, at text.Span) *Node {
	return &Node{Kind: Int, Name: name, Text: strconv.Itoa(value), Value: at}
}

// NewBool makes a boolean node.
func NewBool(name string, value bool, at text.Span) *Node {
	return &Node{Kind: Bool, Name: name, Text: strconv.FormatBool(value), Value: at}
}
