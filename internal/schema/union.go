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

// checkUnion checks a value by the branches of a union.
func (c *valueChecker) checkUnion(n *Node, value *document.Node, at *location) (goesOn bool) {
	if c.reports {
		c.reportUnion(n, value, at)
		return true
	}
	return slices.ContainsFunc(n.AnyOf, func(b *Node) bool { return b.mayBeMeant(value) && c.check(b, value, nil) })
}

// reportUnion reports the faults of a value that no branch accepts: those of the branch that the author meant. The
// faults of all branches would hide the relevant one.
func (c *valueChecker) reportUnion(n *Node, value *document.Node, at *location) {
	if n.Match(value, nil) {
		return
	}
	fit := n.candidates(value)
	if len(fit) == 0 {
		c.fault(value, at, func() Violation { return n.wrongType(value, at) })
		return
	}
	if len(fit) == 1 {
		c.check(fit[0], value, at)
		return
	}
	if Scalars.Has(value.Kind) {
		c.fault(value, at, func() Violation { return blameScalars(fit, value, at) })
		return
	}
	name, allowed := discriminator(fit, value)
	if name == "" {
		c.fault(value, at, func() Violation { return n.mismatch(value) })
		return
	}
	below := at.field(name, allowed.Attr)
	if item := value.Field(name); item != nil {
		c.check(allowed, item, below)
	} else {
		c.missing(value, below, allowed)
	}
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
		isInEach := len(found) == len(fit)
		anyOfThem := *Union(found)
		if isInEach && !anyOfThem.Match(value.Field(candidate.Name), nil) {
			anyOfThem.Attr = candidate.Node.Attr
			return candidate.Name, &anyOfThem
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
