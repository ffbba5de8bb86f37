package constraint

import "github.com/handofflint/handofflint/internal/document"

// counted is matchN(n, branches), which constrains how many branches accept a
// value. A schema uses it for "any of these": unlike a disjunction it allows
// several.
type counted struct {
	branches []checker
	count    *scalar
	// literal is the count as the schema writes it.
	literal string
}

// kinds do not follow from the branches: a count of 0 inverts them.
func (m *counted) kinds() kinds { return anyKind }

func (m *counted) want() string {
	return "value that fits " + m.literal + " of: " + wantAny(m.branches)
}

// match accepts everything if loose: a branch that lacks a field may match, or
// stop matching, once the field is there.
func (m *counted) match(n *document.Node, loose bool, steps *Steps) bool {
	return loose || m.count.accepts(document.Int, digits(m.matching(n, steps)), nil)
}

func (m *counted) matching(n *document.Node, steps *Steps) int {
	count := 0
	for _, b := range m.branches {
		if b.match(n, false, steps) {
			count++
		}
	}
	return count
}

func (m *counted) check(r *reporter, n *document.Node, at *location) {
	if !m.match(n, false, r.steps) {
		r.add(n, at, Violation{Kind: Mismatch, Want: m.want(), Got: valueOf(n)})
	}
}

// quantity returns JSON Schema's keyword for the count, "" if there is none.
func (m *counted) quantity() string {
	var accepted []int
	for n := range len(m.branches) + 1 {
		if m.count.accepts(document.Int, digits(n), nil) {
			accepted = append(accepted, n)
		}
	}
	switch {
	case len(accepted) == 0:
		return ""
	case accepted[0] == len(m.branches):
		return "allOf"
	case accepted[0] == 1 && len(accepted) == len(m.branches):
		return "anyOf"
	case accepted[0] == 1 && len(accepted) == 1:
		return "oneOf"
	}
	return ""
}

// none reports whether the count is just 0.
func (m *counted) none() bool {
	for n := range len(m.branches) {
		if m.count.accepts(document.Int, digits(n+1), nil) {
			return false
		}
	}
	return m.count.accepts(document.Int, "0", nil)
}
