package schema

import (
	"iter"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Check returns all faults of a value in the order of the file, without duplicates. It returns none if the
// value is accepted or the steps are exceeded. A nil value is absent: one violation of kind Missing. Steps
// may be nil.
func (n *Node) Check(value *document.Node, steps *text.Steps) []Violation {
	if value == nil {
		return []Violation{{Kind: Missing, Want: n.Want(), Attr: &noAttr}}
	}
	if n.Match(value, steps) || steps.Exceeded() {
		return nil
	}
	c := &valueChecker{reports: true}
	c.check(n, value, &location{})
	return c.sorted()
}

// Match reports whether a value is accepted, counting the steps of patterns. It rejects a nil value. Steps
// may be nil.
func (n *Node) Match(value *document.Node, steps *text.Steps) bool {
	return value != nil && (&valueChecker{steps: steps}).check(n, value, nil)
}

// valueChecker checks a value, either to match or to report. Its methods return whether the check goes on. When
// matching, it ends at the first fault, so goesOn means that the value is accepted. When reporting, it always
// goes on.
type valueChecker struct {
	reports bool
	steps   *text.Steps
	found   []Violation
}

// check checks a value at a location, which is nil when matching.
func (c *valueChecker) check(n *Node, value *document.Node, at *location) (goesOn bool) {
	if n.AnyOf != nil {
		return c.checkUnion(n, value, at)
	}
	if n.Kinds == NoKind {
		return c.fault(value, at, func() Violation { return n.nothingAllowed(value, at) })
	}
	if !n.Kinds.Has(value.Kind) {
		return c.fault(value, at, func() Violation { return n.wrongType(value, at) })
	}
	switch n.Kinds {
	case Only(document.List):
		return c.checkList(n, value, at)
	case Only(document.Object):
		return c.checkObject(n, value, at)
	}
	return c.checkScalar(n, value, at)
}

// nothingAllowed returns the violation of a value for which the schema accepts nothing: in a field it is the
// field that is not allowed.
func (n *Node) nothingAllowed(value *document.Node, at *location) Violation {
	if at.isField() {
		return notAllowed(value, nil)
	}
	return n.mismatch(value)
}

func (n *Node) mismatch(value *document.Node) Violation {
	return Violation{Kind: Mismatch, Want: n.Want(), Got: valueOf(value)}
}

func (n *Node) wrongType(value *document.Node, at *location) Violation {
	v := Violation{Kind: Type, Want: n.Want(), Got: value.Kind.String(), Allowed: n.labels()}
	if n.isDescribed(at) {
		v.Words = v.Want
	}
	return v
}

func (c *valueChecker) checkList(n *Node, value *document.Node, at *location) (goesOn bool) {
	if !c.checkTests(n, value, at) {
		return false
	}
	for i, item := range value.Items {
		if below := n.item(i); below != nil && !c.check(below, item, at.item(i)) {
			return false
		}
	}
	return true
}

// item returns the Node of a list's item, or nil after the end of a list of fixed length.
func (n *Node) item(i int) *Node {
	if i < len(n.Prefix) {
		return n.Prefix[i]
	}
	return n.Items
}

// checkObject checks the required fields, and each field by all Nodes for its name, of which a closed object needs one.
func (c *valueChecker) checkObject(n *Node, value *document.Node, at *location) (goesOn bool) {
	for _, f := range n.Fields {
		isMissing := f.Required && value.Field(f.Name) == nil
		if isMissing && !c.missing(value, at.field(f.Name, f.Node.Attr), f.Node) {
			return false
		}
	}
	var unused []string // computed once: there may be many unknown fields
	for _, item := range value.Items {
		isAllowed := !n.Closed
		for part := range n.named(item.Name, c.steps) {
			isAllowed = true
			if !c.check(part, item, at.field(item.Name, part.Attr)) {
				return false
			}
		}
		if isAllowed {
			continue
		}
		violation := func() Violation {
			if unused == nil {
				unused = n.unusedNames(value)
			}
			return notAllowed(item, unused)
		}
		if !c.fault(item, at.field(item.Name, nil), violation) {
			return false
		}
	}
	return true
}

// Named returns the field with a name, or nil if the Node does not name it.
func (n *Node) Named(name string) *Field {
	for i := range n.Fields {
		if n.Fields[i].Name == name {
			return &n.Fields[i]
		}
	}
	return nil
}

// named yields the Nodes that apply to a field with a name: that of the field, or else of each pattern that
// matches the name.
func (n *Node) named(name string, steps *text.Steps) iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		if f := n.Named(name); f != nil {
			yield(f.Node)
			return
		}
		for i := range n.Patterns {
			if p := &n.Patterns[i]; p.Matches(name, steps) && !yield(p.Node) {
				return
			}
		}
	}
}

// Matches reports whether the pattern applies to a field with a name. It counts the steps of patterns; steps
// may be nil.
func (p *PatternField) Matches(name string, steps *text.Steps) bool {
	return p.Name.Match(&document.Node{Kind: document.String, Text: name}, steps)
}

// unusedNames returns the names of the fields that an object lacks but may have; it is never nil.
func (n *Node) unusedNames(value *document.Node) []string {
	names := []string{}
	for _, f := range n.Fields {
		if f.Node.Kinds != NoKind && value.Field(f.Name) == nil {
			names = append(names, f.Name)
		}
	}
	return names
}

func (c *valueChecker) checkScalar(n *Node, value *document.Node, at *location) (goesOn bool) {
	if c.reports && value.Blank() && !n.Match(value, nil) {
		return c.fault(value, at, func() Violation {
			return Violation{Kind: Empty, Want: n.wantAt(at), Got: valueOf(value), Allowed: n.labels()}
		})
	}
	if !n.allows(value) {
		return c.fault(value, at, func() Violation {
			return Violation{Kind: Enum, Want: n.Want(), Got: valueOf(value), Allowed: n.labels()}
		})
	}
	return c.checkTests(n, value, at)
}

func (c *valueChecker) checkTests(n *Node, value *document.Node, at *location) (goesOn bool) {
	for i := range n.Tests {
		t := &n.Tests[i]
		if t.holds(value, c.steps) {
			continue
		}
		faulty, place := value, at
		if t.Op == UniqueItems {
			repeated := repeatedItem(value)
			faulty, place = value.Items[repeated], at.item(repeated)
		}
		if !c.fault(faulty, place, func() Violation { return n.violationOf(t, faulty, at) }) {
			return false
		}
	}
	return true
}
