package document

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/text"
)

// yamlMapping gathers the fields of one mapping.
type yamlMapping struct {
	*yamlReader
	whole  *yamlValue
	fields fieldSet
	merges []*Node    // what merge keys bring in, before their own fields
	merge  *text.Span // the first merge key
}

// pair reads a key and its value, which are inside depth-1 collections.
func (m *yamlMapping) pair(key, value *yaml.Node, depth int) {
	name, span := m.key(key, depth)
	if m.failed {
		return
	}
	part := m.fieldValue(name, value, depth)
	if leftOut(value) && value.Line != key.Line {
		part.node.Value = text.At(span.End) // the library takes the next token's place
	}
	m.whole.hold(part)
	if isMergeKey(key) {
		m.mergeFrom(span, part.node)
		return
	}
	field := part.node
	field.Name, field.Key = name, span
	if first, repeated := m.fields.add(field); repeated {
		m.faults = append(m.faults, duplicateKey(name, m.way.pointer(name), first, span))
	}
}

func (m *yamlMapping) fieldValue(name string, n *yaml.Node, depth int) yamlValue {
	m.way.field(name)
	defer m.way.back()
	return m.value(n, depth)
}

// leftOut reports whether a value is not written at all.
func leftOut(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style == 0 && n.Anchor == ""
}

// key reads a key: its name and its place. A key is not counted as a value,
// and one that is a collection is counted only while it is read.
func (m *yamlMapping) key(n *yaml.Node, depth int) (string, text.Span) {
	before := m.count
	m.count--
	part := m.value(n, depth)
	m.count = before
	span := part.node.Value
	m.whole.node.Value.End = max(m.whole.node.Value.End, span.End)
	scalar := n
	if n.Kind == yaml.AliasNode {
		scalar = n.Alias
	}
	if scalar.Kind == yaml.ScalarNode {
		return scalar.Value, span
	}
	return strings.ReplaceAll(m.places.src.Slice(span), "\r\n", "\n"), span
}

// isMergeKey reports whether a key is <<, plain and not quoted.
func isMergeKey(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "<<" && n.ShortTag() == "!!merge"
}

// mergeFrom takes note of a merge key's mapping or mappings. Its own faults
// end nothing.
func (m *yamlMapping) mergeFrom(key text.Span, from *Node) {
	if m.merge != nil {
		m.faults = append(m.faults, duplicateKey("<<", m.way.pointer("<<"), *m.merge, key))
	}
	m.merge = &key
	sources := []*Node{from}
	if from.Kind == List {
		sources = from.Items
	}
	for _, source := range sources {
		if source.Kind != Object {
			m.failMerge(from.Value, source)
			return
		}
		m.merges = append(m.merges, source)
	}
}

func (m *yamlMapping) failMerge(span text.Span, source *Node) {
	if m.failed {
		return
	}
	values := map[string]string{"got": source.Kind.String()}
	m.faults = append(m.faults, frontMatterFault("merge", span, values))
}

// items are the mapping's own fields, and of those merged the ones whose names
// are not taken, the earlier first (https://yaml.org/type/merge.html).
func (m *yamlMapping) items() []*Node {
	for _, source := range m.merges {
		for _, field := range source.Items {
			if _, taken := m.fields.find(field.Name); !taken {
				m.fields.add(field)
			}
		}
	}
	return m.fields.nodes()
}
