package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// mayBeMeant reports whether a value of its kind may be meant for a branch of a union: no field has a constant that
// differs.
func (n *Node) mayBeMeant(value *document.Node) bool {
	return !slices.ContainsFunc(n.Fields, func(f Field) bool {
		item := value.Field(f.Name)
		return item != nil && f.isConstant() && !f.Node.Match(item, nil)
	})
}

// candidates returns the branches of a union for the kind of a value, or of these only those that may be meant, if any
// may.
func (n *Node) candidates(value *document.Node) []*Node {
	fit := slices.DeleteFunc(slices.Clone(n.AnyOf), func(b *Node) bool { return !b.Kinds.Has(value.Kind) })
	if left := slices.DeleteFunc(slices.Clone(fit), func(b *Node) bool { return !b.mayBeMeant(value) }); len(left) > 0 {
		return left
	}
	return fit
}

// isConstant reports whether the field is required and has only constants.
func (f *Field) isConstant() bool { return f.Required && f.Node.Enum != nil }

// checkUnion checks a value by the branches of a union, and returns whether to continue. The faults that it reports are
// those of the branch that the author meant: those of all branches would hide the relevant one.
func (c *valueChecker) checkUnion(n *Node, value *document.Node, at *location) bool {
	if !c.reports {
		return slices.ContainsFunc(n.AnyOf, func(b *Node) bool { return b.mayBeMeant(value) && c.check(b, value, nil) })
	}
	if n.Match(value, nil) {
		return true
	}
	fit := n.candidates(value)
	switch len(fit) {
	case 0:
		return c.fault(value, at, func() Violation { return n.wrongType(value, at) })
	case 1:
		return c.check(fit[0], value, at)
	}
	if Scalars.Has(value.Kind) {
		return c.fault(value, at, func() Violation { return blameScalars(fit, value, at) })
	}
	if name, allowed := discriminator(fit, value); name != "" {
		if item := value.Field(name); item != nil {
			return c.check(allowed, item, at.field(name, allowed.Attr))
		}
		return c.missing(value, at.field(name, allowed.Attr), allowed)
	}
	return c.fault(value, at, func() Violation { return n.mismatch(value) })
}

// blameScalars returns one fault for all branches: of the kind that they agree on, else a mismatch.
func blameScalars(fit []*Node, value *document.Node, at *location) Violation {
	first := firstFault(fit[0], value, at)
	v := Violation{
		Kind: first.Kind, Want: wantAny(fit), Got: valueOf(value),
		Allowed: slices.Clip(first.Allowed), By: first.By, Short: first.Short,
	}
	for _, b := range fit[1:] {
		next := firstFault(b, value, at)
		v.Allowed = append(v.Allowed, next.Allowed...)
		v.By = min(v.By, next.By)
		if v.Kind != next.Kind {
			v.Kind, v.By = Mismatch, 0
		}
	}
	if slices.Contains([]Kind{PatternMismatch, Empty, Mismatch}, v.Kind) {
		v.Want = cmp.Or(at.fieldWords(), v.Want) // Want would be a bare regular expression, or a long list
	}
	return v
}

// firstFault returns the first violation of a value that a branch rejects.
func firstFault(branch *Node, value *document.Node, at *location) Violation {
	c := &valueChecker{reports: true}
	c.check(branch, value, at)
	return c.found[0]
}

// discriminator returns the first field that must be a constant in every branch and has none of them in the
// value, with a Node that allows all of them.
func discriminator(fit []*Node, value *document.Node) (name string, allowed *Node) {
	for _, candidate := range fit[0].Fields {
		var found []*Node
		for _, b := range fit {
			if f := b.Named(candidate.Name); f != nil && f.isConstant() {
				found = append(found, f.Node)
			}
		}
		allowed := *Union(found)
		if len(found) == len(fit) && !allowed.Match(value.Field(candidate.Name), nil) {
			allowed.Attr = candidate.Node.Attr
			return candidate.Name, &allowed
		}
	}
	return "", nil
}

// wantAny describes what the branches accept, without duplicates.
func wantAny(branches []*Node) string {
	var words []string
	for _, b := range branches {
		words = text.AppendNew(words, b.Want())
	}
	return strings.Join(words, " or ")
}
