package constraint

import "github.com/handofflint/handofflint/internal/document"

// check finds the branch that the author meant and reports the node's faults in
// it. The faults of every branch would hide the one that matters.
func (u *anyOf) check(r *reporter, n *document.Node, at *location) {
	if u.match(n, false, r.steps) {
		return
	}
	fit := u.byKind[n.Kind]
	before := len(r.found)
	switch {
	case len(fit) == 0:
		r.wrongType(n, at, u.want(), nil)
	case len(fit) == 1:
		fit[0].check(r, n, at)
	case scalars.has(n.Kind):
		blameScalars(r, fit, n, at)
	case n.Kind == document.Object:
		blameObjects(r, fit, n, at)
	}
	if len(r.found) == before {
		r.add(n, at, Violation{Kind: Mismatch, Want: u.want(), Got: valueOf(n)})
	}
}

// blameScalars reports one fault for all branches: the wrong kind if they agree
// on it, else a mismatch.
func blameScalars(r *reporter, fit []checker, n *document.Node, at *location) {
	v := Violation{Kind: Mismatch, Want: wantAny(fit), Got: valueOf(n)}
	for i, b := range fit {
		inner := &reporter{steps: r.steps}
		b.check(inner, n, at)
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
	if words := at.words(); words != "" && (v.Kind == Pattern || v.Kind == Empty || v.Kind == Mismatch) {
		v.Want = words
	}
	r.add(n, at, v)
}

// blameObjects takes the only branch that survives, else the one that a
// discriminating field selects, and reports nothing if there is neither.
func blameObjects(r *reporter, fit []checker, n *document.Node, at *location) {
	if left := surviving(fit, n, r.steps); len(left) == 1 {
		left[0].check(r, n, at)
		return
	}
	name, sides := discriminator(fit)
	if name == "" {
		return
	}
	value := n.Field(name)
	place := at.field(name, sides[0].attr)
	allowed := unionOf(sides)
	if value == nil {
		r.missing(n, place, allowed.want())
		return
	}
	for i, side := range sides {
		if side.value.match(value, false, r.steps) {
			fit[i].check(r, n, at)
			return
		}
	}
	allowed.check(r, value, place)
}

func surviving(fit []checker, n *document.Node, steps *Steps) []checker {
	var left []checker
	for _, b := range fit {
		if b.match(n, true, steps) {
			left = append(left, b)
		}
	}
	return left
}

// discriminator returns the first field for which every branch requires a
// different constant; sides are that field in each branch.
func discriminator(fit []checker) (name string, sides []field) {
	for _, candidate := range requiredConstants(fit[0]) {
		sides = []field{candidate}
		for _, b := range fit[1:] {
			for _, f := range requiredConstants(b) {
				if f.name == candidate.name && !overlaps(sides, f) {
					sides = append(sides, f)
					break
				}
			}
		}
		if len(sides) == len(fit) {
			return candidate.name, sides
		}
	}
	return "", nil
}

// requiredConstants returns the fields that an object's checker requires to be
// one of some constants.
func requiredConstants(c checker) []field {
	var fields []field
	for _, o := range objectsOf(c) {
		for _, f := range o.fields {
			if s, ok := f.value.(*scalar); ok && f.required && s.consts != nil {
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// objectsOf returns the objects that all apply to a value that c accepts.
func objectsOf(c checker) []*object {
	switch c := c.(type) {
	case *object:
		return []*object{c}
	case *ref:
		return objectsOf(c.target)
	case *all:
		var objects []*object
		for _, p := range c.parts {
			objects = append(objects, objectsOf(p)...)
		}
		return objects
	}
	return nil
}

func overlaps(sides []field, f field) bool {
	for _, side := range sides {
		if !disjointScalars(side.value.(*scalar), f.value.(*scalar)) {
			return true
		}
	}
	return false
}

// disjointScalars reports whether no value can satisfy both: they have no kind
// in common, or no constant.
func disjointScalars(a, b *scalar) bool {
	both := conjunction(a, b)
	return both.mask == noKind || (both.consts != nil && len(both.consts) == 0)
}

// unionOf returns the discriminating field with the constants of all branches.
func unionOf(sides []field) *scalar {
	union := sides[0].value.(*scalar)
	for _, side := range sides[1:] {
		union, _ = disjunction(union, side.value.(*scalar))
	}
	return union
}
