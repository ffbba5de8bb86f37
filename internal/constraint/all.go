package constraint

import (
	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
)

// all accepts what each of its parts accepts.
type all struct {
	parts []checker
	// value is the conjunction itself. CUE is asked if ties is set and a part
	// finds a value ambiguous: another part may resolve that.
	value cue.Value
	ties  bool
}

// findTies sets ties once all definitions are compiled.
func (x *all) findTies() {
	for _, p := range x.parts {
		x.ties = x.ties || mayTie(p, map[checker]bool{})
	}
}

func (x *all) kinds() kinds {
	ks := anyKind
	for _, p := range x.parts {
		ks &= p.kinds()
	}
	return ks
}

func (x *all) match(n *document.Node, loose bool, steps *Steps) bool {
	if x.each(n, loose, steps) {
		return true
	}
	return x.ties && !loose && x.each(n, true, steps) && agrees(x.value, n)
}

func (x *all) each(n *document.Node, loose bool, steps *Steps) bool {
	for _, p := range x.parts {
		if !p.match(n, loose, steps) {
			return false
		}
	}
	return true
}

// check stops at a value of the wrong kind: the other parts would only add
// noise.
func (x *all) check(r *reporter, n *document.Node, at *location) {
	if ks := x.kinds(); !ks.has(n.Kind) {
		r.wrongType(n, at, x.want(), nil)
		return
	}
	if x.ties && x.match(n, false, r.steps) {
		return
	}
	for _, p := range x.parts {
		p.check(r, n, at)
	}
}

// want returns what the most specific part wants of a scalar, and the kinds of
// anything else.
func (x *all) want() string {
	ks := x.kinds()
	if ks&^scalars != 0 {
		return ks.words()
	}
	best := ""
	for _, p := range x.parts {
		if w := p.want(); p.kinds() == ks && len(w) > len(best) {
			best = w
		}
	}
	if best == "" {
		return ks.words()
	}
	return best
}

// mayTie reports whether c contains a disjunction with several branches that
// one object or list may match.
func mayTie(c checker, seen map[checker]bool) bool {
	switch c := c.(type) {
	case *ref:
		if seen[c] {
			return false
		}
		seen[c] = true
		return mayTie(c.target, seen)
	case *all:
		return anyTies(c.parts, seen)
	case *anyOf:
		return c.ties != noKind || anyTies(c.branches, seen)
	case *list:
		return anyTies(c.prefix, seen) || c.rest != nil && mayTie(c.rest, seen)
	case *object:
		for _, f := range c.fields {
			if mayTie(f.value, seen) {
				return true
			}
		}
		for _, p := range c.patterns {
			if mayTie(p.value, seen) {
				return true
			}
		}
	}
	return false
}

func anyTies(parts []checker, seen map[checker]bool) bool {
	for _, p := range parts {
		if mayTie(p, seen) {
			return true
		}
	}
	return false
}
