package rules

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// unknownFields returns the fields of the handoff's own object that neither the
// format's schema nor its profile's names. The fields of other profiles are
// candidates too: a misspelt field may be why the data has not selected them.
func (t *docCheck) unknownFields() []Unknown {
	if t.ruleSet.schema == nil {
		return nil
	}
	unknown := t.ruleSet.schema.Unknown(t.doc.Data())
	if t.ruleSet.inline != nil {
		unknown = slices.DeleteFunc(unknown, func(u Unknown) bool { return u.Pointer == inlinePointer })
	}
	for _, p := range t.ruleSet.profiles {
		if p.Name == t.profile {
			unknown = slices.DeleteFunc(unknown, func(u Unknown) bool { return p.Schema.At(u.Pointer, &t.steps) != nil })
		}
		t.addKnown(unknown, p.Schema)
	}
	return t.withNested(unknown)
}

// withNested adds the unknown fields of objects whose own name looks misspelt:
// who writes previousFailure writes errorSummary in it.
func (t *docCheck) withNested(unknown []Unknown) []Unknown {
	for _, u := range unknown {
		near := t.ruleSet.misspelling.Nearest(u.Node.Name, u.Known)
		if near == "" {
			continue
		}
		schema := t.ruleSet.schema.At(document.PointerStep(parentOf(u.Pointer), near), &t.steps)
		if schema == nil {
			continue
		}
		for _, nested := range schema.Unknown(u.Node) {
			nested.Pointer = u.Pointer + nested.Pointer
			unknown = append(unknown, nested)
		}
	}
	return unknown
}

// addKnown adds the names of a schema that the data does not use to the candidates
// of unknown fields. The fields of an object share a list, before and after.
func (t *docCheck) addKnown(unknown []Unknown, schema *schema.Node) {
	more, joined := map[string][]string{}, map[string][]string{}
	for _, u := range schema.Unknown(t.doc.Data()) {
		more[parentOf(u.Pointer)] = u.Known
	}
	for i, u := range unknown {
		parent := parentOf(u.Pointer)
		if joined[parent] == nil {
			joined[parent] = slices.Concat(u.Known, more[parent])
		}
		unknown[i].Known = joined[parent]
	}
}
