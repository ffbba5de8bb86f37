package schema

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Check returns all faults of a value in the order of the file, without
// duplicates, none if it is accepted or the steps are exceeded. A nil value is
// absent: one violation of kind Missing. Steps may be nil.
func (n *Node) Check(value *document.Node, steps *text.Steps) []Violation {
	if value == nil {
		return []Violation{{Kind: Missing, Want: n.Want(), Attr: &noAttr}}
	}
	if n.Match(value, steps) || steps != nil && steps.Exceeded() {
		return nil
	}
	r := &reporter{}
	n.check(r, value, &location{})
	if len(r.found) == 0 {
		r.add(value, &location{}, Violation{Kind: Mismatch, Want: n.Want(), Got: valueOf(value)})
	}
	return r.sorted()
}

// Match reports whether a value is accepted, counting the steps of patterns; a nil
// value is not. Steps may be nil.
func (n *Node) Match(value *document.Node, steps *text.Steps) bool {
	return value != nil && n.match(value, false, steps)
}

// match reports whether a value is accepted. A loose match is for finding the
// branch of a union that was meant: a missing field, at any depth, is forgiven, and
// so is all that is below several branches that may be meant.
func (n *Node) match(value *document.Node, loose bool, steps *text.Steps) bool {
	switch {
	case !n.Kinds.Has(value.Kind):
		return false
	case n.AnyOf != nil:
		return n.matchAny(value, loose, steps)
	case !n.allows(value):
		return false
	}
	for i := range n.Tests {
		if !n.Tests[i].holds(value, steps) {
			return false
		}
	}
	switch n.Kinds {
	case Only(document.List):
		return n.matchList(value, loose, steps)
	case Only(document.Object):
		return n.matchObject(value, loose, steps)
	}
	return true
}

func (n *Node) matchList(value *document.Node, loose bool, steps *text.Steps) bool {
	if n.missesLength(len(value.Items)) != 0 {
		return false
	}
	for i, item := range value.Items {
		if !n.item(i).match(item, loose, steps) {
			return false
		}
	}
	return true
}

// missesLength returns by how much a list of that many items is too short or long.
func (n *Node) missesLength(count int) int {
	if count > len(n.Prefix) && n.Items == nil {
		return count - len(n.Prefix)
	}
	return max(len(n.Prefix)-count, 0)
}

// item returns the Node of a list's item, nil after the end of a list of fixed
// length.
func (n *Node) item(i int) *Node {
	if i < len(n.Prefix) {
		return n.Prefix[i]
	}
	return n.Items
}

func (n *Node) matchObject(value *document.Node, loose bool, steps *text.Steps) bool {
	present := 0
	for _, item := range value.Items {
		f := n.field(item.Name)
		switch {
		case f == nil:
			if !n.matchOther(item, loose, steps) {
				return false
			}
		case !f.Node.match(item, loose, steps):
			return false
		case f.Required:
			present++
		}
	}
	required := 0
	for i := range n.Fields {
		if n.Fields[i].Required {
			required++
		}
	}
	return loose || present >= required
}

func (n *Node) field(name string) *Field {
	for i := range n.Fields {
		if n.Fields[i].Name == name {
			return &n.Fields[i]
		}
	}
	return nil
}

// matchOther matches a field without a name in the schema.
func (n *Node) matchOther(item *document.Node, loose bool, steps *text.Steps) bool {
	known := !n.Closed
	for i := range n.Patterns {
		p := &n.Patterns[i]
		if !p.matches(item.Name, steps) {
			continue
		}
		known = true
		if !p.Node.match(item, loose, steps) {
			return false
		}
	}
	return known
}

// matches reports whether the pattern applies to the field of a name.
func (p *PatternField) matches(name string, steps *text.Steps) bool {
	return p.Name.match(&document.Node{Kind: document.String, Text: name}, false, steps)
}

// check reports the faults of a value: at least one if it does not match, none if
// it does.
func (n *Node) check(r *reporter, value *document.Node, at *location) {
	switch {
	case n.AnyOf != nil:
		n.checkUnion(r, value, at)
	case n.Kinds == NoKind && at.parent != nil && !at.inList:
		r.add(value, at, Violation{Kind: NotAllowed, Span: value.Key, Got: text.Shorten(value.Name, maxShown)})
	case n.Kinds == NoKind:
		r.add(value, at, Violation{Kind: Mismatch, Want: n.Want(), Got: valueOf(value)})
	case !n.Kinds.Has(value.Kind):
		n.wrongType(r, value, at)
	case n.Kinds == Only(document.List):
		n.checkList(r, value, at)
	case n.Kinds == Only(document.Object):
		n.checkObject(r, value, at)
	default:
		n.checkScalar(r, value, at)
	}
}

func (n *Node) wrongType(r *reporter, value *document.Node, at *location) {
	v := Violation{Kind: Type, Want: n.Want(), Got: value.Kind.String(), Allowed: n.labels()}
	if n.described(at) {
		v.Words = v.Want
	}
	r.add(value, at, v)
}

func (n *Node) checkList(r *reporter, value *document.Node, at *location) {
	length := func(want string, by int) {
		r.add(value, at, Violation{Kind: Length, Want: want, Got: text.Count(len(value.Items), "item"), By: by})
	}
	if by := n.missesLength(len(value.Items)); by != 0 {
		length(n.wantLength(), by)
	}
	for i := range n.Tests {
		t := &n.Tests[i]
		switch {
		case t.holds(value, nil):
		case t.Op == UniqueItems:
			repeated := repeatedItem(value)
			item := value.Items[repeated]
			r.add(item, at.item(repeated), Violation{Kind: Length, Want: t.wantList(), Got: valueOf(item), By: 1})
		default:
			length(t.wantList(), max(t.N-len(value.Items), len(value.Items)-t.N))
		}
	}
	for i, item := range value.Items {
		if below := n.item(i); below != nil {
			below.check(r, item, at.item(i))
		}
	}
}

func (n *Node) checkObject(r *reporter, value *document.Node, at *location) {
	for i := range n.Fields {
		f := &n.Fields[i]
		if f.Required && value.Field(f.Name) == nil {
			r.missing(value, at.field(f.Name, f.Node.Attr), f.Node.Want())
		}
	}
	var unused []string // computed once: there may be very many unknown fields
	for _, item := range value.Items {
		if f := n.field(item.Name); f != nil {
			f.Node.check(r, item, at.field(f.Name, f.Node.Attr))
			continue
		}
		known := !n.Closed
		for i := range n.Patterns {
			if p := &n.Patterns[i]; p.matches(item.Name, nil) {
				known = true
				p.Node.check(r, item, at.field(item.Name, p.Node.Attr))
			}
		}
		if known {
			continue
		}
		if unused == nil {
			unused = n.unused(value)
		}
		r.add(item, at.field(item.Name, nil), Violation{Kind: NotAllowed, Span: item.Key, Got: text.Shorten(item.Name, maxShown), Allowed: unused})
	}
}

// unused returns the names of the fields that an object may use and does not; it is
// never nil.
func (n *Node) unused(value *document.Node) []string {
	names := []string{}
	for _, f := range n.Fields {
		if f.Node.Kinds != NoKind && value.Field(f.Name) == nil {
			names = append(names, f.Name)
		}
	}
	return names
}

func (n *Node) checkScalar(r *reporter, value *document.Node, at *location) {
	switch {
	case value.Blank() && !n.match(value, false, nil):
		r.add(value, at, Violation{Kind: Empty, Want: n.wantOr(at), Got: valueOf(value), Allowed: n.labels()})
	case !n.allows(value):
		r.add(value, at, Violation{Kind: Enum, Want: n.Want(), Got: valueOf(value), Allowed: n.labels()})
	default:
		for i := range n.Tests {
			t := &n.Tests[i]
			if t.holds(value, nil) {
				continue
			}
			kind, by := t.fault(value)
			v := Violation{Kind: kind, Want: n.Want(), Got: valueOf(value), By: by}
			if kind == PatternMismatch {
				v.Want = n.wantOr(at)
			}
			r.add(value, at, v)
		}
	}
}
