package schema

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
)

// The errors of Merge.
var (
	ErrTwoUnions   = errors.New("two unions cannot be unified")
	ErrTwoPatterns = errors.New("two objects with patterns for the names of fields cannot be unified if one of them is closed")
	ErrRecursion   = errors.New("two recursive definitions cannot be unified")
	ErrTooLarge    = fmt.Errorf("more than %d values would be unified with each other", maxMerged)
)

// maxMerged bounds the pairs of Nodes that one Merge unifies. A few lines can ask
// for exponentially many.
const maxMerged = 1000

// Merge returns the Node that accepts what both accept, as CUE's `&`. The
// attributes of common fields are joined; its own are left to the caller, since
// those of a definition belong to a field only if it refers to nothing else.
func Merge(a, b *Node) (*Node, error) {
	m := merger{}
	found, err := m.merge(a, b)
	if err != nil {
		return nil, err
	}
	merged := *found
	merged.Attr = nil
	return &merged, nil
}

// merger has the pairs that are merged already, nil for one that is being merged.
type merger map[[2]*Node]*Node

func (m merger) merge(a, b *Node) (*Node, error) {
	if a == b {
		return a, nil
	}
	pair := [2]*Node{a, b}
	if known, ok := m[pair]; ok {
		if known == nil {
			return nil, ErrRecursion
		}
		return known, nil
	}
	if len(m) >= maxMerged {
		return nil, ErrTooLarge
	}
	m[pair] = nil
	merged, err := m.mergeNew(a, b)
	if err != nil {
		return nil, err
	}
	merged.Doc, merged.Default = cmp.Or(a.Doc, b.Doc), cmp.Or(a.Default, b.Default)
	merged.Attr = a.Attr.Join(b.Attr)
	m[pair] = merged
	return merged, nil
}

// mergeNew returns a Node that nothing else refers to.
func (m merger) mergeNew(a, b *Node) (*Node, error) {
	switch {
	case a.AnyOf != nil && b.AnyOf != nil:
		return nil, ErrTwoUnions
	case a.AnyOf != nil:
		return m.distribute(a.AnyOf, func(branch *Node) (*Node, error) { return m.merge(branch, b) })
	case b.AnyOf != nil:
		return m.distribute(b.AnyOf, func(branch *Node) (*Node, error) { return m.merge(a, branch) })
	}
	merged := mergeScalar(a, b)
	switch merged.Kinds {
	case Only(document.Object):
		return merged, m.mergeFields(merged, a, b)
	case Only(document.List):
		return merged, m.mergeItems(merged, a, b)
	}
	return merged, nil
}

// distribute returns the union of merged branches.
func (m merger) distribute(branches []*Node, merge func(*Node) (*Node, error)) (*Node, error) {
	var merged []*Node
	for _, b := range branches {
		branch, err := merge(b)
		if err != nil {
			return nil, err
		}
		merged = append(merged, branch)
	}
	union := *Union(merged)
	return &union, nil
}

// mergeScalar merges all but the content of lists and objects, and leaves out
// constants that the other side does not accept.
func mergeScalar(a, b *Node) *Node {
	merged := &Node{Kinds: a.Kinds & b.Kinds, Tests: joinTests(a.Tests, b.Tests)}
	for i := range merged.Tests {
		merged.Kinds &= merged.Tests[i].on()
	}
	if a.Enum == nil && b.Enum == nil {
		if merged.Kinds == NoKind {
			merged.Tests = nil
		}
		return merged
	}
	from, filter := a, b
	if a.Enum == nil {
		from, filter = b, a
	}
	kept := &Node{}
	for _, s := range from.Enum {
		value := &document.Node{Kind: s.Kind, Text: s.Text}
		if from.match(value, false, nil) && filter.match(value, false, nil) {
			kept.Enum, kept.Kinds = append(kept.Enum, s), kept.Kinds|Only(s.Kind)
		}
	}
	return kept
}

// joinTests joins tests, each once. Of two least or greatest lengths the stricter
// remains; it is described by itself, as the definition's words are about the other.
func joinTests(a, b []Test) []Test {
	joined := slices.Clone(a)
	for _, t := range b {
		i := slices.IndexFunc(joined, func(known Test) bool { return known.Op == t.Op && (t.isLength() || known == t) })
		switch {
		case i < 0:
			joined = append(joined, t)
		case !t.isLength() || joined[i] == t:
		case t.Op == MinRunes || t.Op == MinItems:
			joined[i] = Test{Op: t.Op, N: max(t.N, joined[i].N)}
		default:
			joined[i] = Test{Op: t.Op, N: min(t.N, joined[i].N)}
		}
	}
	return joined
}

func (t *Test) isLength() bool {
	return t.Op == MinRunes || t.Op == MaxRunes || t.Op == MinItems || t.Op == MaxItems
}

// Join returns the attributes of a field that has both, which may be nil: where both
// say something, a counts.
func (a *Attr) Join(b *Attr) *Attr {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return &Attr{
		Rule: cmp.Or(a.Rule, b.Rule), Words: cmp.Or(a.Words, b.Words), Holds: cmp.Or(a.Holds, b.Holds),
		Values: cmp.Or(a.Values, b.Values), Means: cmp.Or(a.Means, b.Means),
		Setting: cmp.Or(a.Setting, b.Setting), Engine: a.Engine || b.Engine,
	}
}

// mergeFields merges two objects. A field that the other side does not allow is
// forbidden.
func (m merger) mergeFields(merged, a, b *Node) error {
	merged.Closed = a.Closed || b.Closed
	switch {
	case len(a.Patterns) > 0 && len(b.Patterns) > 0 && merged.Closed:
		return ErrTwoPatterns
	case !(a.Closed && len(a.Patterns) == 0) && !(b.Closed && len(b.Patterns) == 0):
		merged.Patterns = slices.Concat(a.Patterns, b.Patterns)
	}
	for _, f := range a.Fields {
		if err := m.mergeField(merged, f, b); err != nil {
			return err
		}
	}
	for _, f := range b.Fields {
		if a.field(f.Name) != nil {
			continue
		}
		if err := m.mergeField(merged, f, a); err != nil {
			return err
		}
	}
	return nil
}

// mergeField adds a field, merged with what the other object says of its name.
func (m merger) mergeField(merged *Node, f Field, other *Node) error {
	var more []*Node
	if g := other.field(f.Name); g != nil {
		f.Required = f.Required || g.Required
		more = []*Node{g.Node}
	} else {
		for _, p := range other.Patterns {
			if p.matches(f.Name, nil) {
				more = append(more, p.Node)
			}
		}
		if more == nil && other.Closed {
			f.Node = &Node{Doc: f.Node.Doc, Attr: f.Node.Attr}
		}
	}
	for _, node := range more {
		var err error
		if f.Node, err = m.merge(f.Node, node); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	merged.Fields = append(merged.Fields, f)
	return nil
}

// mergeItems merges two lists; if one requires an item that the other does not
// allow, nothing is accepted.
func (m merger) mergeItems(merged, a, b *Node) error {
	for i := range max(len(a.Prefix), len(b.Prefix)) {
		item, err := m.mergeItem(a.anyItem(i), b.anyItem(i))
		if err != nil {
			return err
		}
		if item == nil {
			*merged = Node{}
			return nil
		}
		merged.Prefix = append(merged.Prefix, item)
	}
	var err error
	after := len(merged.Prefix)
	merged.Items, err = m.mergeItem(a.anyItem(after), b.anyItem(after))
	return err
}

func (m merger) mergeItem(a, b *Node) (*Node, error) {
	if a == nil || b == nil {
		return nil, nil
	}
	return m.merge(a, b)
}

// anyItem is item for a Node that may accept other kinds too, and then any list.
func (n *Node) anyItem(i int) *Node {
	if n.Kinds != Only(document.List) {
		return &anything
	}
	return n.item(i)
}

var anything = Node{Kinds: AnyKind}

// Union returns the Node that accepts what any branch accepts, as CUE's `|`.
// Neighbouring constants become one Enum, and bare kinds one set; branches that
// accept nothing are left out. The result may be one of the branches.
func Union(branches []*Node) *Node {
	var folded []*Node
	kinds := NoKind
	for _, b := range branches {
		if b.Kinds == NoKind {
			continue
		}
		kinds |= b.Kinds
		if last := len(folded) - 1; last >= 0 {
			if s := fold(folded[last], b); s != nil {
				folded[last] = s
				continue
			}
		}
		folded = append(folded, b)
	}
	switch len(folded) {
	case 0:
		return &Node{}
	case 1:
		return folded[0]
	}
	return &Node{Kinds: kinds, AnyOf: folded}
}

// fold returns the scalar that accepts what either accepts, nil if there is none:
// neither may have tests, and both or none have constants.
func fold(a, b *Node) *Node {
	a, b = a.nullLike(b), b.nullLike(a)
	if !a.isBare() || !b.isBare() || (a.Enum == nil) != (b.Enum == nil) {
		return nil
	}
	folded := &Node{Kinds: a.Kinds | b.Kinds, Enum: slices.Clone(a.Enum)}
	for _, s := range b.Enum {
		if !folded.hasConstant(s) {
			folded.Enum = append(folded.Enum, s)
		}
	}
	return folded
}

// isScalar reports whether the Node does not look into a value.
func (n *Node) isScalar() bool {
	return n.AnyOf == nil && n.Kinds != NoKind && n.Kinds != Only(document.List) && n.Kinds != Only(document.Object)
}

func (n *Node) isBare() bool { return n.isScalar() && n.Tests == nil }

// nullLike makes the kind null a constant if the other side has constants, `null |
// "a"`, and a kind if it has none, `null | string`.
func (n *Node) nullLike(other *Node) *Node {
	switch {
	case n.Kinds != Only(document.Null):
		return n
	case other.Enum != nil:
		return &Node{Kinds: n.Kinds, Enum: []Scalar{{Kind: document.Null}}}
	}
	return &Node{Kinds: n.Kinds}
}
