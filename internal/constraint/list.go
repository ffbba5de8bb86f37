package constraint

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// list accepts lists by their items.
type list struct {
	// prefix are the required items, each with its own checker.
	prefix []checker
	// rest applies to every further item, nil if there may be none.
	rest checker
}

func (l *list) kinds() kinds { return only(document.List) }

func (l *list) want() string {
	switch {
	case l.rest == nil:
		return "list " + span(len(l.prefix), len(l.prefix), "item")
	case len(l.prefix) > 0:
		return "list " + span(len(l.prefix), -1, "item")
	}
	return document.List.String()
}

func (l *list) maxItems() int {
	if l.rest == nil {
		return len(l.prefix)
	}
	return -1
}

func (l *list) match(n *document.Node, loose bool, steps *Steps) bool {
	if n.Kind != document.List || within(len(n.Items), len(l.prefix), l.maxItems()) != 0 {
		return false
	}
	for i, item := range n.Items {
		if !l.at(i).match(item, loose, steps) {
			return false
		}
	}
	return true
}

// at returns the checker of an item, nil after the end of a list of fixed
// length.
func (l *list) at(i int) checker {
	if i < len(l.prefix) {
		return l.prefix[i]
	}
	return l.rest
}

func (l *list) check(r *reporter, n *document.Node, at *location) {
	if n.Kind != document.List {
		r.wrongType(n, at, l.want(), nil)
		return
	}
	if by := within(len(n.Items), len(l.prefix), l.maxItems()); by != 0 {
		r.add(n, at, Violation{Kind: Length, Want: l.want(), Got: text.Count(len(n.Items), "item"), By: by})
	}
	for i, item := range n.Items {
		if c := l.at(i); c != nil {
			c.check(r, item, at.item(i))
		}
	}
}

// itemCount is list.MinItems and list.MaxItems. A negative max is no upper
// limit.
type itemCount struct{ min, max int }

func (c *itemCount) kinds() kinds { return only(document.List) }
func (c *itemCount) want() string { return "list " + span(c.min, c.max, "item") }

func (c *itemCount) match(n *document.Node, _ bool, _ *Steps) bool {
	return n.Kind == document.List && within(len(n.Items), c.min, c.max) == 0
}

func (c *itemCount) check(r *reporter, n *document.Node, at *location) {
	if n.Kind != document.List {
		r.wrongType(n, at, c.want(), nil)
		return
	}
	if by := within(len(n.Items), c.min, c.max); by != 0 {
		r.add(n, at, Violation{Kind: Length, Want: c.want(), Got: text.Count(len(n.Items), "item"), By: by})
	}
}

// unique is list.UniqueItems.
type unique struct{}

func (unique) kinds() kinds { return only(document.List) }
func (unique) want() string { return "list of different items" }

func (unique) match(n *document.Node, _ bool, _ *Steps) bool {
	return n.Kind == document.List && (len(n.Items) < 2 || repeated(n) < 0)
}

func (u unique) check(r *reporter, n *document.Node, at *location) {
	if n.Kind != document.List {
		r.wrongType(n, at, u.want(), nil)
		return
	}
	if i := repeated(n); i >= 0 {
		item := n.Items[i]
		r.add(item, at.item(i), Violation{Kind: Length, Want: u.want(), Got: valueOf(item), By: 1})
	}
}
