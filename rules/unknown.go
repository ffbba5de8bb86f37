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
	unknown := t.ruleSet.schema.Unknown(t.doc.Data(), &t.steps)
	if t.ruleSet.inline != nil {
		unknown = slices.DeleteFunc(unknown, func(u Unknown) bool { return u.Pointer == inlinePointer })
	}
	for _, p := range t.ruleSet.profiles {
		if p.Name == t.profile {
			unknown = t.unknownTo(p.Schema, unknown)
		} else {
			unknown = joinKnown(unknown, t.knownTo(p.Schema))
		}
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
		for _, nested := range schema.Unknown(u.Node, &t.steps) {
			nested.Pointer = u.Pointer + nested.Pointer
			unknown = append(unknown, nested)
		}
	}
	return unknown
}

// knownTo returns the names of a schema that the data does not use, by the
// pointer of the object.
func (t *docCheck) knownTo(schema *schema.Node) map[string][]string {
	known := map[string][]string{}
	for _, u := range schema.Unknown(t.doc.Data(), &t.steps) {
		known[parentOf(u.Pointer)] = u.Known
	}
	return known
}

// joinKnown adds candidates to unknown fields. The fields of an object share a
// list, before and after.
func joinKnown(unknown []Unknown, more map[string][]string) []Unknown {
	joined := map[string][]string{}
	for i, u := range unknown {
		parent := parentOf(u.Pointer)
		if _, done := joined[parent]; !done {
			joined[parent] = slices.Concat(u.Known, more[parent])
		}
		unknown[i].Known = joined[parent]
	}
	return unknown
}

// unknownTo keeps the fields that a second schema does not name either, and
// adds its names as candidates.
func (t *docCheck) unknownTo(schema *schema.Node, unknown []Unknown) []Unknown {
	var left []Unknown
	for _, u := range unknown {
		if schema.At(u.Pointer, &t.steps) == nil {
			left = append(left, u)
		}
	}
	return joinKnown(left, t.knownTo(schema))
}
