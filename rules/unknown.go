package rules

import (
	"slices"

	"github.com/handofflint/handofflint/internal/constraint"
)

// unknownFields are the fields of the handoff's own object that neither the
// format's schema nor that of its profile names. What the other profiles have
// could have been meant as well: a misspelt field is why the data has not chosen
// them.
func (t *judgement) unknownFields() []Unknown {
	if t.judge.schema == nil {
		return nil
	}
	unknown := t.judge.withoutInline(t.judge.schema.Unknown(t.doc.Data(), &t.steps))
	for _, p := range t.judge.profiles {
		if p.name == t.profile {
			unknown = t.unknownTo(p.schema, unknown)
		} else {
			unknown = joinKnown(unknown, t.knownTo(p.schema))
		}
	}
	return unknown
}

// knownTo are the names that a schema has and the data does not use, by the
// pointer of the object.
func (t *judgement) knownTo(schema *constraint.Checker) map[string][]string {
	known := map[string][]string{}
	for _, u := range schema.Unknown(t.doc.Data(), &t.steps) {
		known[parentOf(u.Pointer)] = u.Known
	}
	return known
}

// joinKnown adds names to what unknown fields could have been meant to be. The
// lists are shared by the fields of an object, and so are the new ones.
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

// unknownTo leaves what a second schema does not name either. What it has
// beyond the first could have been meant, too.
func (t *judgement) unknownTo(schema *constraint.Checker, unknown []Unknown) []Unknown {
	var left []Unknown
	for _, u := range unknown {
		if schema.At(u.Pointer, &t.steps) == nil {
			left = append(left, u)
		}
	}
	return joinKnown(left, t.knownTo(schema))
}
