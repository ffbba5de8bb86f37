package constraint

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// scalar accepts values of some kinds, optionally only some constants, and only
// if all tests hold. It does not look into a list or object.
type scalar struct {
	mask kinds
	// consts are all that is accepted, nil for no such limit.
	consts []constant
	tests  []test
	// named are the definitions with @words that some of the tests come from.
	named []named
}

// named is a definition with @words, and the tests that the words describe.
type named struct {
	words string
	tests []test
}

// by gives the scalar the words of its definition, unless it has no tests: its
// kind says more then.
func (s *scalar) by(words string) *scalar {
	if words == "" || s.tests == nil {
		return s
	}
	return &scalar{mask: s.mask, consts: s.consts, tests: s.tests, named: []named{{words, s.tests}}}
}

// unnamed returns the scalar without the tests that some definition has words
// for.
func (s *scalar) unnamed() *scalar {
	rest := &scalar{mask: s.mask}
	for _, t := range s.tests {
		if !slices.ContainsFunc(s.named, func(n named) bool { return slices.Contains(n.tests, t) }) {
			rest.tests = append(rest.tests, t)
		}
	}
	return rest
}

// test is a condition on a scalar of one of its kinds.
type test interface {
	// on returns the kinds that the test accepts; it fails for any other.
	on() kinds
	holds(kind document.Kind, text string, steps *Steps) bool
	// fault returns the kind of violation for a failing value, and by how much
	// it fails.
	fault(text string) (Kind, int)
}

func (s *scalar) kinds() kinds { return s.mask }

func (s *scalar) match(n *document.Node, _ bool, steps *Steps) bool {
	return s.accepts(n.Kind, n.Text, steps)
}

func (s *scalar) accepts(kind document.Kind, text string, steps *Steps) bool {
	if !s.mask.has(kind) || !s.allows(kind, text) {
		return false
	}
	for _, t := range s.tests {
		if !t.holds(kind, text, steps) {
			return false
		}
	}
	return true
}

// allows reports whether a value is one of the constants, if there are any.
func (s *scalar) allows(kind document.Kind, text string) bool {
	if s.consts == nil {
		return true
	}
	for i := range s.consts {
		if s.consts[i].equals(kind, text) {
			return true
		}
	}
	return false
}

func (s *scalar) check(r *reporter, n *document.Node, at *location) {
	switch {
	case !s.mask.has(n.Kind):
		v := Violation{Kind: Type, Want: s.want(), Got: n.Kind.String(), Allowed: s.labels()}
		if s.hasWords(at) {
			v.Words = v.Want
		}
		r.add(n, at, v)
	case n.Blank() && !s.accepts(n.Kind, n.Text, r.steps):
		r.add(n, at, Violation{Kind: Empty, Want: s.wantOr(at), Got: valueOf(n), Allowed: s.labels()})
	case !s.allows(n.Kind, n.Text):
		r.add(n, at, Violation{Kind: Enum, Want: s.want(), Got: valueOf(n), Allowed: s.labels()})
	default:
		s.checkTests(r, n, at)
	}
}

func (s *scalar) checkTests(r *reporter, n *document.Node, at *location) {
	for _, t := range s.tests {
		if t.holds(n.Kind, n.Text, r.steps) {
			continue
		}
		kind, by := t.fault(n.Text)
		v := Violation{Kind: kind, Want: s.want(), Got: valueOf(n), By: by}
		if kind == Pattern {
			v.Want = s.wantOr(at)
		}
		r.add(n, at, v)
	}
}

// wantOr describes a valid value in the schema's @words if it has them: a bare
// regular expression helps nobody.
func (s *scalar) wantOr(at *location) string {
	if words := at.words(); words != "" && !s.hasWords(at) {
		return words
	}
	return s.want()
}

// hasWords reports whether the words of its definition describe a value: those
// of a list do not describe its items.
func (s *scalar) hasWords(at *location) bool { return s.named != nil && at.inList && at.attr == nil }

// labels returns the constants as people write them, in the schema's order.
func (s *scalar) labels() []string {
	var labels []string
	for _, c := range s.consts {
		labels = append(labels, c.label())
	}
	return labels
}

// constant is a scalar that a value has to equal.
type constant struct {
	kind document.Kind
	// text is a string's value, or a number's or boolean's literal.
	text string
	num  number
}

func (c *constant) equals(kind document.Kind, text string) bool {
	if kind != c.kind {
		return false
	}
	switch kind {
	case document.Null:
		return true
	case document.Bool:
		return strings.EqualFold(text, c.text)
	case document.Int, document.Float:
		num, ok := parseNumber(text)
		return ok && num.compare(c.num) == 0
	}
	return text == c.text
}

// label returns the constant as people write it.
func (c *constant) label() string {
	if c.kind == document.Null {
		return "null"
	}
	return c.text
}

// conjunction returns the scalar that accepts what both accept, without
// unreachable constants.
func conjunction(a, b *scalar) *scalar {
	s := &scalar{mask: a.mask & b.mask, tests: joinTests(a.tests, b.tests), named: slices.Concat(a.named, b.named)}
	for _, t := range s.tests {
		s.mask &= t.on()
	}
	if a.consts == nil && b.consts == nil {
		return s
	}
	from, filter := a, b
	if a.consts == nil {
		from, filter = b, a
	}
	kept, ks := []constant{}, noKind
	for _, c := range from.consts {
		if s.mask.has(c.kind) && from.accepts(c.kind, c.text, nil) && filter.accepts(c.kind, c.text, nil) {
			kept, ks = append(kept, c), ks|only(c.kind)
		}
	}
	return &scalar{mask: ks, consts: kept}
}

// joinTests joins tests. A minimum and a maximum length become one test, with
// one description.
func joinTests(a, b []test) []test {
	joined := slices.Clone(a)
	for _, t := range b {
		length, ok := t.(*runes)
		i := slices.IndexFunc(joined, func(t test) bool { _, ok := t.(*runes); return ok })
		if !ok || i < 0 {
			joined = append(joined, t)
			continue
		}
		joined[i] = joined[i].(*runes).and(length)
	}
	return joined
}

// disjunction returns the scalar that accepts what either accepts, which exists
// only if neither has tests, and both or none have constants.
func disjunction(a, b *scalar) (*scalar, bool) {
	a, b = a.nullAsConst(b), b.nullAsConst(a)
	if a.tests != nil || b.tests != nil || (a.consts == nil) != (b.consts == nil) {
		return nil, false
	}
	s := &scalar{mask: a.mask | b.mask, consts: append([]constant(nil), a.consts...)}
	for _, c := range b.consts {
		if !s.allows(c.kind, c.text) {
			s.consts = append(s.consts, c)
		}
	}
	return s, true
}

// nullAsConst makes the bare kind null a constant if the other side has
// constants too: `null | "a"`. And back: `null | string`.
func (s *scalar) nullAsConst(other *scalar) *scalar {
	if s.mask != only(document.Null) || s.tests != nil {
		return s
	}
	if other.consts != nil {
		return &scalar{mask: s.mask, consts: []constant{{kind: document.Null}}}
	}
	return &scalar{mask: s.mask}
}
