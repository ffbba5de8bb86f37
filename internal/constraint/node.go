package constraint

import (
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// checker is a compiled constraint on one value. The tree of checkers mirrors
// the CUE value; only ref makes it a graph.
type checker interface {
	// kinds returns the kinds of values that may be accepted: possibly too
	// many, never too few.
	kinds() kinds
	// match reports whether a node is accepted. A loose match forgives what CUE
	// forgives when it drops branches of a disjunction: a missing field, at any
	// depth, does not exclude a branch. A loose match may be true too often,
	// but never false for a branch that CUE keeps.
	match(n *document.Node, loose bool, steps *Steps) bool
	// check reports the faults of a node: at least one if it does not match,
	// none if it does.
	check(r *reporter, n *document.Node, at *location)
	// want describes what is accepted.
	want() string
}

// kinds is a set of document.Kind.
type kinds uint8

const (
	noKind  kinds = 0
	anyKind kinds = 1<<(document.Object+1) - 1
	numbers kinds = 1<<document.Int | 1<<document.Float
	scalars kinds = anyKind &^ (1<<document.List | 1<<document.Object)
)

func only(k document.Kind) kinds { return 1 << k }

func (ks kinds) has(k document.Kind) bool { return ks&(1<<k) != 0 }

// words names the kinds: "null or string".
func (ks kinds) words() string {
	switch ks {
	case noKind:
		return "nothing"
	case anyKind:
		return "anything"
	case anyKind &^ only(document.Null):
		return "anything but null"
	}
	var names []string
	for k := document.Null; k <= document.Object; k++ {
		switch {
		case !ks.has(k):
		case k == document.Int && ks&numbers == numbers:
			names = append(names, "number")
		case k == document.Float && ks&numbers == numbers:
		case k == document.Float:
			names = append(names, "number with a fraction")
		default:
			names = append(names, k.String())
		}
	}
	return strings.Join(names, " or ")
}

// never accepts nothing: a forbidden field, `a?: _|_`, or a contradiction.
type never struct{}

func (never) kinds() kinds                            { return noKind }
func (never) match(*document.Node, bool, *Steps) bool { return false }
func (never) want() string                            { return noKind.words() }

func (never) check(r *reporter, n *document.Node, at *location) {
	if at.parent == nil || at.inList {
		r.add(n, at, Violation{Kind: Mismatch, Want: noKind.words(), Got: valueOf(n)})
		return
	}
	r.add(n, at, Violation{Kind: NotAllowed, Span: n.Key, Got: short(n.Name)})
}

// ref is a recursive definition; it makes the tree of checkers finite.
type ref struct {
	// name is the definition's, "#Task"; recursive is set if the definition was
	// referred to while it was being compiled.
	name      string
	target    checker
	depth     int
	doubt     bool
	recursive bool
}

func (x *ref) match(n *document.Node, loose bool, steps *Steps) bool {
	return x.target.match(n, loose, steps)
}
func (x *ref) check(r *reporter, n *document.Node, at *location) { x.target.check(r, n, at) }

// the kinds of a definition that is still being compiled are unknown
func (x *ref) kinds() kinds {
	if x.target == nil {
		return anyKind
	}
	return x.target.kinds()
}

func (x *ref) want() string {
	if ks := x.kinds(); ks&only(document.Object) != 0 {
		return ks.words()
	}
	return x.target.want()
}
