package document

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/text"
)

// Kind is the kind of a value, in JSON's terms. YAML values are mapped to them.
type Kind uint8

// The kinds. A number is an Int if its value is whole, in any notation, such as 1.0. CUE goes by the literal
// instead.
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

// String returns the kind's name for messages.
func (k Kind) String() string { return kindNames[k] }

// Node is a value with its position in the file. Nodes of the `file` branch have no position; their spans are
// empty, at the start of the text.
type Node struct {
	Kind Kind
	// Name is the node's key in an object, or "".
	Name string
	// Text is a string's value, or a number's or boolean's literal.
	Text string
	// Key is the span of the key, including quotes, or empty.
	Key text.Span
	// Value is the span of the value, including quotes and brackets.
	Value text.Span
	// Items are a list's elements or an object's fields, in the file's order. Of equal keys only the last is
	// kept, as readers do.
	Items []*Node
}

// IsKind reports whether there is a node, and of a kind.
func (n *Node) IsKind(kind Kind) bool { return n != nil && n.Kind == kind }

// Field returns the object's field with a name, or nil. It returns nil if the node is nil or not an object.
func (n *Node) Field(name string) *Node {
	for _, item := range n.Fields() {
		if item.Name == name {
			return item
		}
	}
	return nil
}

// Lookup follows a path of field names and list indexes, such as "handoff", "blockers", "0". It returns nil
// if the path does not exist.
func (n *Node) Lookup(path ...string) *Node {
	for _, step := range path {
		if !n.IsKind(List) {
			n = n.Field(step)
			continue
		}
		i, err := strconv.Atoi(step)
		if err != nil || i < 0 || i >= len(n.Items) {
			return nil
		}
		n = n.Items[i]
	}
	return n
}

// Copy returns a deep copy of the node.
func (n *Node) Copy() *Node {
	c := *n
	c.Items = make([]*Node, len(n.Items))
	for i, item := range n.Items {
		c.Items[i] = item.Copy()
	}
	return &c
}

// Str returns the value of a string, "" for any other node.
func (n *Node) Str() string {
	if !n.IsKind(String) {
		return ""
	}
	return n.Text
}

// Blank reports whether the node is a string without visible characters.
func (n *Node) Blank() bool {
	return n.Kind == String && strings.IndexFunc(n.Text, func(r rune) bool {
		return !unicode.IsSpace(r) && !text.Invisible(r)
	}) < 0
}

// Opening returns the span for a message about something missing from an object or
// list: its opening bracket, or the first key of a YAML mapping.
func (n *Node) Opening() text.Span {
	return text.Span{Start: n.Value.Start, End: min(n.Value.Start+1, n.Value.End)}
}

// kindSpan returns the span for a message about the kind of a value: the whole value, or the opening bracket
// of a list.
func (n *Node) kindSpan() text.Span {
	if n.Kind == List {
		return n.Opening()
	}
	return n.Value
}

// JSON returns a value as JSON on one line.
func JSON(n *Node) string {
	var parts []string
	for _, item := range n.Items {
		part := JSON(item)
		if n.Kind == Object {
			part = text.JSONQuote(item.Name) + ":" + part
		}
		parts = append(parts, part)
	}
	switch n.Kind {
	case Object:
		return "{" + strings.Join(parts, ",") + "}"
	case List:
		return "[" + strings.Join(parts, ", ") + "]" // as messages show lists
	case String:
		return text.JSONQuote(n.Text)
	case Null:
		return "null"
	}
	return n.Text
}

// longPath is the number of bytes of a path for which a value counts once more against Limits.Values. A pointer
// is as long as the keys above its value, and a hostile file can have many values below a long key.
const longPath = 256

// weightOf returns how often a value counts, by the length of its path in bytes.
func weightOf(pathLength int) int { return 1 + pathLength/longPath }

// distinct keeps only the last of equal keys in each object of a tree, as readers do, and adds a fault for
// each repeated key. The returned faults are in the order of the text.
func distinct(root *Node, faults []Fault) []Fault {
	if root != nil {
		faults = append(faults, root.distinct("")...)
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return a.Span.Start - b.Span.Start })
	return faults
}

func (n *Node) distinct(pointer string) (faults []Fault) {
	for i, item := range n.Items {
		if len(item.Items) > 0 {
			faults = append(faults, item.distinct(n.ItemPointer(pointer, i))...)
		}
	}
	if n.Kind != Object {
		return faults
	}
	last := make(map[string]*Node, len(n.Items))
	for _, item := range n.Items {
		last[item.Name] = item
	}
	if len(last) == len(n.Items) {
		return faults
	}
	firsts := map[string]*Node{}
	for _, item := range n.Items {
		first := firsts[item.Name]
		if first == nil {
			firsts[item.Name] = item
			continue
		}
		faults = append(faults, Fault{
			Rule: ruleDuplicateKey, Span: item.Key, Pointer: PointerStep(pointer, item.Name),
			Values: values("key", excerpt(item.Name)), Related: []Related{{Span: first.Key}},
		})
	}
	n.Items = slices.DeleteFunc(n.Items, func(item *Node) bool { return last[item.Name] != item })
	return faults
}

// plainWord matches a word or sign that needs no quotes in a message.
var plainWord = text.MustCompile(`^(?:[!#-~“”‘’]{1,20}|\\?[^\s"])$`)

// excerpt quotes a text of a file, shortened if it is too long: the position shows the rest. A plain word
// needs no quotes, and a JSON string has them already.
func excerpt(s string) string {
	const length = 41
	s = text.Shorten(s, length)
	if plainWord.MatchString(s) || strings.HasPrefix(s, `"`) && json.Valid([]byte(s)) {
		return s
	}
	return text.Quote(s)
}

// values makes a fault's values from alternating names and values.
func values(pairs ...string) map[string]string {
	m := make(map[string]string, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return m
}

var (
	pointerEscaper   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// PointerStep appends a step to a JSON pointer (RFC 6901), escaped.
func PointerStep(pointer, step string) string {
	return pointer + "/" + pointerEscaper.Replace(step)
}

// Pointer returns the JSON pointer of names and indexes.
func Pointer(steps ...string) (pointer string) {
	for _, step := range steps {
		pointer = PointerStep(pointer, step)
	}
	return pointer
}

// PointerSteps returns the names and indexes of a JSON pointer.
func PointerSteps(pointer string) []string {
	steps := strings.Split(pointer, "/")[1:]
	for i := range steps {
		steps[i] = pointerUnescaper.Replace(steps[i])
	}
	return steps
}

// LastStep returns the last name or index of a JSON pointer, or "".
func LastStep(pointer string) string {
	return pointerUnescaper.Replace(pointer[strings.LastIndexByte(pointer, '/')+1:])
}

// ParentPointer returns the JSON pointer of a value's container, "" for the root.
func ParentPointer(pointer string) string {
	return pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
}

// plainKey matches a key that needs no quotes in a message.
var plainKey = text.MustCompile(`^[!#-~]{1,60}$`)

// FieldName returns a JSON pointer in the usual notation: handoff.blockers[0].type. A key that is not a plain
// word is quoted.
func FieldName(pointer string) string {
	name := ""
	for _, step := range PointerSteps(pointer) {
		if _, err := strconv.Atoi(step); err == nil && name != "" {
			name += "[" + step + "]"
			continue
		}
		if !plainKey.MatchString(step) {
			step = text.QuoteShort(step)
		}
		name += "." + step
	}
	return strings.TrimPrefix(name, ".")
}
