package constraint

import (
	"cmp"
	"sort"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// location is the position of a checker in the checked node: a linked path,
// spelt out only if something is reported.
type location struct {
	parent *location
	step   string
	// inList means that the step is an index, in index.
	inList bool
	index  int
	// attr are the attributes of the field, nil if it has none.
	attr Attr
}

func (p *location) field(name string, attr Attr) *location {
	return &location{parent: p, step: name, attr: attr}
}

func (p *location) item(i int) *location { return &location{parent: p, inList: true, index: i} }

func (p *location) pointer() string {
	if p.parent == nil {
		return ""
	}
	if p.inList {
		return p.parent.pointer() + "/" + strconv.Itoa(p.index)
	}
	return document.PointerStep(p.parent.pointer(), p.step)
}

// nearest returns the attributes of this field, or of the nearest around it
// that has some.
func (p *location) nearest() Attr {
	for ; p != nil; p = p.parent {
		if p.attr != nil {
			return p.attr
		}
	}
	return nil
}

// words returns the schema's description of a valid value: the attribute @words
// of the field, or of the list around the item.
func (p *location) words() string {
	for p.inList && p.attr == nil {
		p = p.parent
	}
	return p.attr["words"]
}

type reporter struct {
	found []Violation
	steps *Steps
}

// maxViolations bounds the violations of a document. A hostile one could have
// half a million, and nobody reads the second thousand.
const maxViolations = 10_000

// add reports v of a node at a location, and fills in what follows from the
// two.
func (r *reporter) add(n *document.Node, at *location, v Violation) {
	if len(r.found) >= maxViolations {
		return
	}
	v.Node, v.Pointer, v.Attr = n, at.pointer(), at.nearest()
	v.Words = cmp.Or(v.Words, at.words())
	if v.Span == (text.Span{}) {
		v.Span = n.Value
	}
	r.found = append(r.found, v)
}

func (r *reporter) wrongType(n *document.Node, at *location, want string, allowed []string) {
	r.add(n, at, Violation{Kind: Type, Want: want, Got: n.Kind.String(), Allowed: allowed})
}

func (r *reporter) missing(n *document.Node, at *location, want string) {
	r.add(n, at, Violation{Kind: Missing, Span: n.Opening(), Want: want})
}

// sorted returns the violations in the order of the file, without duplicates.
// Two parts of a conjunction may report the same, and a wrong kind hides the
// other faults of its value.
func (r *reporter) sorted() []Violation {
	type identity struct {
		kind          Kind
		pointer, want string
	}
	seen, mistyped := map[identity]bool{}, map[string]bool{}
	for _, v := range r.found {
		if v.Kind == Type {
			mistyped[v.Pointer] = true
		}
	}
	kept := r.found[:0:0]
	for _, v := range r.found {
		id := identity{v.Kind, v.Pointer, v.Want}
		if v.Kind == Missing || v.Kind == NotAllowed || v.Kind == Type || v.Kind == Empty {
			id.want = ""
		}
		if seen[id] || (mistyped[v.Pointer] && v.Kind != Type) {
			continue
		}
		seen[id] = true
		kept = append(kept, v)
	}
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].Span.Start < kept[j].Span.Start })
	return kept
}
