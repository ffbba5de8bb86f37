package generate

import (
	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
)

// addFormats adds the formats to the facts of package protocol, which is below the table.
func (c *compiler) addFormats(facts *protocol.Facts) error {
	return eachField(c.values.LookupPath(cue.ParsePath("formats")), func(name string, v cue.Value) error {
		spec := protocol.Spec{Name: name}
		err := v.Decode(&spec)
		if err == nil {
			err = readValues(v, &spec)
		}
		isDetectedByKeys := spec.Form == protocol.JSON && len(spec.Keys.All) > 0
		if isDetectedByKeys {
			spec.Fields = fieldsOf(&c.table.Formats[len(facts.Formats)]) // the table has the same order
		}
		facts.Formats = append(facts.Formats, spec)
		return withPath(v, err)
	})
}

// fieldsOf returns the fields of a format's schema and of its profiles' schemas.
func fieldsOf(f *schema.Format) (fields []protocol.Field) {
	nodes := []*schema.Node{f.Schema}
	for _, p := range f.Profiles {
		nodes = append(nodes, p.Schema)
	}
	for _, field := range (&schema.Node{AnyOf: nodes}).AllFields() {
		held := field.Node.Items
		if patterns := field.Node.Patterns; len(patterns) == 1 { // an object with values of one kind
			held = patterns[0].Node
		}
		known := protocol.Field{Name: field.Name, Kinds: kindsOf(field.Node)}
		if held != nil && !held.IsAnything() {
			known.Of = kindsOf(held)
		}
		fields = append(fields, known)
	}
	return fields
}

// kindsOf returns the kinds that a value may have, for messages.
func kindsOf(n *schema.Node) (kinds []string) {
	for k := document.Null; k <= document.Object; k++ {
		if n.Kinds.Has(k) {
			kinds = append(kinds, k.String())
		}
	}
	return kinds
}

// readValues reads the values that a format's Markdown has besides its sections.
func readValues(entry cue.Value, spec *protocol.Spec) error {
	return eachField(entry.LookupPath(cue.ParsePath("values")), func(name string, v cue.Value) error {
		value := protocol.Value{Name: name}
		err := v.Decode(&value)
		spec.Values = append(spec.Values, value)
		return withPath(v, err)
	})
}
