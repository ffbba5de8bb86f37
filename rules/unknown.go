package rules

import (
	"slices"

	"github.com/handofflint/handofflint/internal/constraint"
)

// unknownFields are the fields of the handoff's own object that neither the
// format's schema nor that of its profile names.
func (t *judgement) unknownFields() []Unknown {
	if t.judge.schema == nil {
		return nil
	}
	unknown := t.judge.withoutInline(t.judge.schema.Unknown(t.doc.Data()))
	for _, p := range t.judge.profiles {
		if p.name == t.profile {
			unknown = t.unknownTo(p.schema, unknown)
		}
	}
	return unknown
}

// unknownTo leaves what a second schema does not name either. What it has
// beyond the first could have been meant, too.
func (t *judgement) unknownTo(schema *constraint.Checker, unknown []Unknown) []Unknown {
	beyond, joined := map[string][]string{}, map[string][]string{}
	for _, u := range schema.Unknown(t.doc.Data()) {
		beyond[parentOf(u.Pointer)] = u.Known
	}
	var left []Unknown
	for _, u := range unknown {
		if schema.At(u.Pointer) != nil {
			continue
		}
		parent := parentOf(u.Pointer)
		if _, done := joined[parent]; !done {
			joined[parent] = slices.Concat(u.Known, beyond[parent])
		}
		u.Known = joined[parent]
		left = append(left, u)
	}
	return left
}
