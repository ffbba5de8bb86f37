package schema

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// maker makes Nodes and values from a fuzzer's bytes, then from zeros.
type maker struct{ data []byte }

func (m *maker) below(n int) int {
	if len(m.data) == 0 {
		return 0
	}
	b := m.data[0]
	m.data = m.data[1:]
	return int(b) % n
}

var (
	names    = []string{"a", "k"}
	texts    = []string{"a", "b", "xa", "", " ", "é"}
	numerals = []string{"0", "1", "2", "-1", "1.5", "25e-2"}
	tests    = []Test{match("^x"), match(`\S`), {Op: NotMatch, Text: "a"}, count(MinRunes, 1), count(MaxRunes, 1), {Op: NotEqual, Text: "a"}}
	bounds   = []Test{bound(AtLeast, "1"), bound(Less, "2"), bound(NotEqual, "1"), bound(AtMost, "1.5")}
	lengths  = []Test{count(MinItems, 1), count(MaxItems, 1), {Op: UniqueItems}}
)

func (m *maker) node(depth int) *Node {
	switch m.below(10 + min(depth, 1)*6) {
	case 1:
		return null()
	case 2:
		return str(tests[m.below(len(tests))])
	case 3:
		return str(tests[m.below(len(tests))], tests[m.below(len(tests))]).Described("words")
	case 4:
		return num(bounds[m.below(len(bounds))])
	case 5:
		return union(enum(texts[m.below(len(texts))]), enum(texts[m.below(len(texts))]))
	case 6:
		return kind(document.Float, document.Bool)
	case 7:
		return integer()
	case 8:
		return &Node{}
	case 9:
		return str()
	case 10, 11:
		return m.object(depth)
	case 12:
		return list(m.node(depth-1), lengths[:m.below(3)]...)
	case 13:
		n := prefixed(nil, m.node(depth-1))
		if m.below(2) > 0 {
			n.Items = m.node(depth - 1)
		}
		return n
	case 14, 15:
		return union(m.node(depth-1), m.node(depth-1), m.node(depth-1))
	}
	return &anything
}

// object returns an object whose pattern matches none of its names, so that their Nodes include it.
func (m *maker) object(depth int) *Node {
	n := &Node{Kinds: Only(document.Object), Closed: m.below(2) > 0}
	for _, name := range names {
		if how := m.below(3); how > 0 {
			n.Fields = append(n.Fields, Field{Name: name, Required: how > 1, Node: m.node(depth - 1)})
		}
	}
	if m.below(3) == 0 {
		keys(n, "^z", m.node(depth-1))
	}
	return n
}

func (m *maker) value(depth int) *document.Node {
	switch m.below(4 + min(depth, 1)*3) {
	case 0:
		return &document.Node{Kind: document.String, Text: texts[m.below(len(texts))]}
	case 1:
		text := numerals[m.below(len(numerals))]
		if strings.ContainsAny(text, ".e") {
			return &document.Node{Kind: document.Float, Text: text}
		}
		return &document.Node{Kind: document.Int, Text: text}
	case 2:
		return &document.Node{Kind: document.Bool, Text: "true"}
	case 3:
		return &document.Node{Kind: document.Null, Text: "null"}
	case 4:
		n := &document.Node{Kind: document.List}
		for range m.below(4) {
			n.Items = append(n.Items, m.value(depth-1))
		}
		return n
	}
	n := &document.Node{Kind: document.Object}
	for _, name := range append(names, "zz", "other") {
		if m.below(2) > 0 {
			item := m.value(depth - 1)
			item.Name = name
			n.Items = append(n.Items, item)
		}
	}
	return n
}

// fitting returns a value that a Node probably accepts.
func (m *maker) fitting(n *Node, depth int) *document.Node {
	switch {
	case m.below(20) == 19 || depth < 0:
		return m.value(1)
	case n.AnyOf != nil:
		return m.fitting(n.AnyOf[m.below(len(n.AnyOf))], depth)
	case n.Enum != nil:
		s := n.Enum[m.below(len(n.Enum))]
		return &document.Node{Kind: s.Kind, Text: s.label()}
	case n.Kinds == Only(document.Object):
		value := &document.Node{Kind: document.Object}
		for _, f := range n.Fields {
			if f.Required || m.below(2) > 0 {
				item := m.fitting(f.Node, depth-1)
				item.Name = f.Name
				value.Items = append(value.Items, item)
			}
		}
		for _, name := range []string{"zz", "other"} {
			if m.below(4) == 3 {
				item := m.value(0)
				item.Name = name
				value.Items = append(value.Items, item)
			}
		}
		return value
	case n.Kinds == Only(document.List):
		value := &document.Node{Kind: document.List}
		for i := range len(n.Prefix) + m.below(3) {
			if item := n.item(i); item != nil {
				value.Items = append(value.Items, m.fitting(item, depth-1))
			}
		}
		return value
	}
	for range 20 {
		if value := m.value(0); n.Match(value, nil) {
			return value
		}
	}
	return m.value(0)
}

// FuzzNode checks that operations on Nodes agree: faults are found if a value does not match, Merge and Union
// accept what both and either accept, and a JSON Schema accepts what its Node accepts.
func FuzzNode(f *testing.F) {
	state := uint32(2463534242)
	for range 1000 {
		data := make([]byte, 200)
		for i := range data {
			state ^= state << 13
			state ^= state >> 17
			state ^= state << 5
			data[i] = byte(state >> 11)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m := &maker{data}
		a, b := m.node(3), m.node(3)
		if m.below(2) > 0 {
			a, b = m.object(3), m.object(3)
		}
		value := m.fitting(a, 4)
		checked(t, a, value)
		checked(t, a.Partial(), value)
		inA, inB := a.Match(value, nil), b.Match(value, nil)
		if union := Union([]*Node{a, b}); checked(t, union, value) != (inA || inB) {
			t.Errorf("%s\n\nor %s\n\n%s: %t, %t", show(a), show(b), asJSON(value), inA, inB)
		}
		if a.IsScalar() && b.IsScalar() {
			if merged := Merge(a, b); checked(t, merged, value) != (inA && inB) {
				t.Errorf("%s\n\nand %s\n\nis %s\n\n%s: %t, %t", show(a), show(b), show(merged), asJSON(value), inA, inB)
			}
		}
		validated(t, a, value)
	})
}

// checked returns whether a value is accepted, and checks that all operations on the Node agree.
func checked(t *testing.T, n *Node, value *document.Node) bool {
	t.Helper()
	steps := &text.Steps{}
	accepted, found := n.Match(value, steps), n.Check(value, steps)
	if accepted != (len(found) == 0) {
		t.Errorf("%s\n%s: accepted %t, but %+v", show(n), asJSON(value), accepted, found)
	}
	for _, v := range found {
		if v.Attr == nil || v.Want == "" && v.Kind != NotAllowed {
			t.Errorf("%s\n%s: %+v", show(n), asJSON(value), v)
		}
		n.At(v.Pointer, steps)
	}
	n.Unknown(value)
	n.Pointers()
	return accepted
}

// validated compares the Node with its JSON Schema in an independent validator.
func validated(t *testing.T, n *Node, value *document.Node) {
	t.Helper()
	s, exact := n.JSONSchema()
	if !exact {
		t.Errorf("something of %s is left out", show(n))
	}
	source, err := text.JSON(s)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", parsed); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(asJSON(value)))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(instance); n.Match(value, nil) != (err == nil) {
		t.Errorf("%s\n%s\n%s: %v", show(n), source, asJSON(value), err)
	}
}

func asJSON(n *document.Node) string {
	var parts []string
	for _, item := range n.Items {
		part := asJSON(item)
		if n.Kind == document.Object {
			part = text.JSONQuote(item.Name) + ":" + part
		}
		parts = append(parts, part)
	}
	switch n.Kind {
	case document.Object:
		return "{" + strings.Join(parts, ",") + "}"
	case document.List:
		return "[" + strings.Join(parts, ",") + "]"
	case document.String:
		return text.JSONQuote(n.Text)
	}
	return n.Text
}
