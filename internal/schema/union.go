package schema

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// matchAny reports whether a value matches a branch of the union. An object or list
// is not compared with two branches that may go on to compare its content, in a
// loose match: in a recursive union that would double at every level.
func (n *Node) matchAny(value *document.Node, loose bool, steps *text.Steps) bool {
	fit := 0
	var last *Node
	for _, b := range n.AnyOf {
		if b.excludes(value, loose, steps) {
			continue
		}
		if loose && !Scalars.Has(value.Kind) {
			fit, last = fit+1, b
		} else if b.match(value, loose, steps) {
			return true
		}
	}
	return fit > 1 || fit == 1 && last.match(value, true, steps)
}

// excludes reports whether a branch cannot accept a value: by its kind, or by a
// constant that a field has to be.
func (n *Node) excludes(value *document.Node, loose bool, steps *text.Steps) bool {
	if !n.Kinds.Has(value.Kind) {
		return true
	}
	if value.Kind != document.Object {
		return false
	}
	return slices.ContainsFunc(n.Fields, func(f Field) bool {
		if !f.isConstant() {
			return false
		}
		item := value.Field(f.Name)
		return item == nil && !loose || item != nil && !f.Node.match(item, false, steps)
	})
}

// isConstant reports whether the field has to be one of some constants.
func (f *Field) isConstant() bool { return f.Required && f.Node.Enum != nil }

// checkUnion finds the branch that the author meant and reports the value's faults
// in it. The faults of every branch would hide the one that matters.
func (n *Node) checkUnion(r *reporter, value *document.Node, at *location) {
	if n.match(value, false, nil) {
		return
	}
	var fit []*Node
	for _, b := range n.AnyOf {
		if b.Kinds.Has(value.Kind) {
			fit = append(fit, b)
		}
	}
	before := len(r.found)
	switch {
	case len(fit) == 0:
		r.add(value, at, Violation{Kind: Type, Want: n.Want(), Got: value.Kind.String()})
	case len(fit) == 1:
		fit[0].check(r, value, at)
	case Scalars.Has(value.Kind):
		blameScalars(r, fit, value, at)
	case value.Kind == document.Object:
		blameObjects(r, fit, value, at)
	}
	if len(r.found) == before {
		r.add(value, at, Violation{Kind: Mismatch, Want: n.Want(), Got: valueOf(value)})
	}
}

// blameScalars reports one fault for all branches: the kind that they agree on, else
// a mismatch.
func blameScalars(r *reporter, fit []*Node, value *document.Node, at *location) {
	v := Violation{Kind: Mismatch, Want: wantAny(fit), Got: valueOf(value)}
	for i, b := range fit {
		inner := &reporter{}
		b.check(inner, value, at)
		if len(inner.found) == 0 {
			continue
		}
		first := inner.found[0]
		v.Allowed = append(v.Allowed, first.Allowed...)
		switch {
		case i == 0:
			v.Kind, v.By = first.Kind, first.By
		case v.Kind != first.Kind:
			v.Kind, v.By = Mismatch, 0
		default:
			v.By = min(v.By, first.By)
		}
	}
	if words := at.words(); words != "" && (v.Kind == PatternMismatch || v.Kind == Empty || v.Kind == Mismatch) {
		v.Want = words
	}
	r.add(value, at, v)
}

// blameObjects takes the only branch that survives a loose match, else the one that
// a discriminating field selects, and reports nothing if there is neither.
func blameObjects(r *reporter, fit []*Node, value *document.Node, at *location) {
	if left := surviving(fit, value, nil); len(left) == 1 {
		left[0].check(r, value, at)
		return
	}
	name, sides := discriminator(fit)
	if name == "" {
		return
	}
	place := at.field(name, sides[0].Attr)
	item := value.Field(name)
	for i, side := range sides {
		if item != nil && side.match(item, false, nil) {
			fit[i].check(r, value, at)
			return
		}
	}
	if allowed := Union(sides); item == nil {
		r.missing(value, place, allowed.Want())
	} else {
		allowed.check(r, item, place)
	}
}

func surviving(fit []*Node, value *document.Node, steps *text.Steps) []*Node {
	var left []*Node
	for _, b := range fit {
		if b.match(value, true, steps) {
			left = append(left, b)
		}
	}
	return left
}

// discriminator returns the first field for which every branch requires a different
// constant; sides are that field in each branch.
func discriminator(fit []*Node) (name string, sides []*Node) {
	for _, candidate := range fit[0].Fields {
		if !candidate.isConstant() {
			continue
		}
		sides = []*Node{candidate.Node}
		for _, b := range fit[1:] {
			if f := b.field(candidate.Name); f != nil && f.isConstant() && !overlap(sides, f.Node) {
				sides = append(sides, f.Node)
			}
		}
		if len(sides) == len(fit) {
			return candidate.Name, sides
		}
	}
	return "", nil
}

// overlap reports whether one of the sides has a constant in common with another
// Node.
func overlap(sides []*Node, other *Node) bool {
	return slices.ContainsFunc(sides, func(side *Node) bool {
		return slices.ContainsFunc(side.Enum, func(s Scalar) bool { return other.hasConstant(s) })
	})
}

func (n *Node) hasConstant(s Scalar) bool {
	return slices.ContainsFunc(n.Enum, func(known Scalar) bool { return known.equals(s.Kind, s.Text) })
}

// wantAny describes what the branches accept, each once.
func wantAny(branches []*Node) string {
	var words []string
	for _, b := range branches {
		if w := b.Want(); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, " or ")
}
