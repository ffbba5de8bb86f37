package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
)

// unknownFields returns the fields of the handoff's own object that neither the format's schema nor its
// profile's names. The fields of other profiles are candidates for what was meant: a misspelt field may be
// why the data has not selected them.
func (c *docCheck) unknownFields() []schema.Unknown {
	unknown := c.ruleSet.schema.Unknown(c.doc.Data())
	if c.ruleSet.inline != nil {
		unknown = slices.DeleteFunc(unknown, func(u schema.Unknown) bool { return u.Pointer == inlinePointer })
	}
	unknown = slices.DeleteFunc(unknown, func(u schema.Unknown) bool { return c.profile.Schema.At(u.Pointer, &c.steps) != nil })
	for _, p := range c.ruleSet.profiles {
		c.addKnown(unknown, p.Schema)
	}
	return c.withNested(unknown)
}

// nearest returns the known field that an unknown one is a misspelling of, or "". The known field must allow
// the type of the value: a number of attempts is not a list of what was attempted.
func (c *docCheck) nearest(m near.Misspelling, u schema.Unknown) string {
	isOfOtherType := func(known string) bool {
		return !c.hasType(document.PointerStep(document.ParentPointer(u.Pointer), known), u.Node.Kind)
	}
	return m.Nearest(u.Node.Name, slices.DeleteFunc(m.Near(u.Node.Name, u.Known), isOfOtherType))
}

// hasType reports whether the format's schema, or the schema of a profile, allows a kind of value at a
// pointer. If none defines the pointer, any kind is allowed.
func (c *docCheck) hasType(pointer string, kind document.Kind) bool {
	nodes := []*schema.Node{c.ruleSet.schema.At(pointer, &c.steps)}
	for _, p := range c.ruleSet.profiles {
		nodes = append(nodes, p.Schema.At(pointer, &c.steps))
	}
	nodes = slices.DeleteFunc(nodes, func(n *schema.Node) bool { return n == nil })
	return len(nodes) == 0 || slices.ContainsFunc(nodes, func(n *schema.Node) bool { return n.Kinds.Has(kind) })
}

// withNested adds the unknown fields of objects whose own name looks misspelt: a writer of previousFailure
// also writes errorSummary in it.
func (c *docCheck) withNested(unknown []schema.Unknown) []schema.Unknown {
	for _, u := range unknown {
		meant := c.nearest(c.ruleSet.misspelling, u)
		if meant == "" {
			continue
		}
		node := c.ruleSet.schema.At(document.PointerStep(document.ParentPointer(u.Pointer), meant), &c.steps)
		if node == nil { // only a profile has it
			continue
		}
		for _, nested := range node.Unknown(u.Node) {
			nested.Pointer = u.Pointer + nested.Pointer
			unknown = append(unknown, nested)
		}
	}
	return unknown
}

// addKnown adds the names of a schema that the data does not use to the candidates of unknown fields. All unknown
// fields of an object have the same candidates, so these are joined once for each object.
func (c *docCheck) addKnown(unknown []schema.Unknown, schema *schema.Node) {
	if len(unknown) == 0 {
		return
	}
	more := map[string][]string{}
	joined := map[string][]string{}
	for _, u := range schema.Unknown(c.doc.Data()) {
		more[document.ParentPointer(u.Pointer)] = u.Known
	}
	for i, u := range unknown {
		parent := document.ParentPointer(u.Pointer)
		if joined[parent] == nil {
			joined[parent] = slices.Concat(u.Known, more[parent])
		}
		unknown[i].Known = joined[parent]
	}
}

// misspellingVariant returns the variant for a missing field if another field probably is a misspelling of it, so
// that a typo is one finding, and sets the values that it needs.
func (c *docCheck) misspellingVariant(v schema.Violation, values Values) string {
	similar := c.similar(v)
	if similar == nil {
		return ""
	}
	values["similar"] = similar.Name
	values["key"] = similar.Name
	if !word.MatchString(similar.Name) { // a letter may look like another
		values["similar"] = strconv.QuoteToASCII(similar.Name)
	}
	return "misspelt"
}

// similar returns the field that looks like the missing one, or nil.
func (c *docCheck) similar(v schema.Violation) *document.Node {
	var names []string
	pointer := strings.TrimPrefix(v.Pointer, "/data")
	for _, u := range c.unknownIn(document.ParentPointer(pointer)) {
		if c.hasType(pointer, u.Node.Kind) {
			names = append(names, u.Node.Name)
		}
	}
	nearest := c.ruleSet.misspelling.Nearest(document.LastStep(v.Pointer), names)
	if nearest == "" {
		return nil
	}
	return v.Node.Field(nearest)
}

// unknownIn returns the unknown fields of the object at a pointer. They are computed once per document, for
// all objects.
func (c *docCheck) unknownIn(pointer string) []schema.Unknown {
	if c.unknown == nil {
		c.unknown = map[string][]schema.Unknown{}
		for _, u := range c.unknownFields() {
			parent := document.ParentPointer(u.Pointer)
			c.unknown[parent] = append(c.unknown[parent], u)
		}
	}
	return c.unknown[pointer]
}
