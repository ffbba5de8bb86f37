package constraint

import (
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// object accepts objects by their fields.
type object struct {
	// fields are the named ones, in the schema's order.
	fields []field
	index  map[string]int
	// required counts the required fields.
	required int
	// patterns apply to every field without a name here. A named field's value
	// includes them already.
	patterns []patternField
	// closed means that other fields are not allowed.
	closed bool
}

type field struct {
	name     string
	value    checker
	required bool
	attr     Attr
}

// patternField is `[=~"^x"]: value`.
type patternField struct {
	name  *scalar
	value checker
	attr  Attr
}

func newObject(fields []field, patterns []patternField, closed bool) *object {
	o := &object{fields: fields, patterns: patterns, closed: closed, index: map[string]int{}}
	for i, f := range fields {
		o.index[f.name] = i
		if f.required {
			o.required++
		}
	}
	return o
}

func (o *object) kinds() kinds { return only(document.Object) }
func (o *object) want() string { return document.Object.String() }

func (o *object) match(n *document.Node, loose bool, steps *Steps) bool {
	if n.Kind != document.Object {
		return false
	}
	present := 0
	for _, item := range n.Items {
		i, named := o.index[item.Name]
		switch {
		case !named:
			if !o.matchOther(item, loose, steps) {
				return false
			}
		case !o.fields[i].value.match(item, loose, steps):
			return false
		case o.fields[i].required:
			present++
		}
	}
	return loose || present >= o.required
}

// matchOther matches a field without a name in the schema.
func (o *object) matchOther(item *document.Node, loose bool, steps *Steps) bool {
	known := !o.closed
	for i := range o.patterns {
		p := &o.patterns[i]
		if !p.name.accepts(document.String, item.Name, steps) {
			continue
		}
		known = true
		if !p.value.match(item, loose, steps) {
			return false
		}
	}
	return known
}

func (o *object) check(r *reporter, n *document.Node, at *location) {
	if n.Kind != document.Object {
		r.wrongType(n, at, o.want(), nil)
		return
	}
	for i := range o.fields {
		f := &o.fields[i]
		if f.required && n.Field(f.name) == nil {
			r.missing(n, at.field(f.name, f.attr), f.value.want())
		}
	}
	unused := sync.OnceValue(func() []string { return o.unused(n) })
	for _, item := range n.Items {
		if i, named := o.index[item.Name]; named {
			f := &o.fields[i]
			f.value.check(r, item, at.field(f.name, f.attr))
			continue
		}
		o.checkOther(r, item, at, unused)
	}
}

// checkOther checks a field without a name in the schema. unused is computed
// once per object, since there may be very many such fields.
func (o *object) checkOther(r *reporter, item *document.Node, at *location, unused func() []string) {
	known := !o.closed
	for i := range o.patterns {
		p := &o.patterns[i]
		if p.name.accepts(document.String, item.Name, r.steps) {
			known = true
			p.value.check(r, item, at.field(item.Name, p.attr))
		}
	}
	if !known {
		v := Violation{Kind: NotAllowed, Span: item.Key, Got: short(item.Name), Allowed: unused()}
		r.add(item, at.field(item.Name, nil), v)
	}
}

// unused returns the names of the schema's fields that an object may use and
// does not.
func (o *object) unused(n *document.Node) []string {
	var names []string
	for _, f := range o.fields {
		if _, forbidden := f.value.(never); !forbidden && n.Field(f.name) == nil {
			names = append(names, f.name)
		}
	}
	return names
}

// fieldCount is struct.MinFields and struct.MaxFields. A negative max is no
// upper limit.
type fieldCount struct{ min, max int }

func (c *fieldCount) kinds() kinds { return only(document.Object) }
func (c *fieldCount) want() string { return "object " + span(c.min, c.max, "field") }

// match accepts any number of fields if loose: CUE keeps an open struct with
// too few, as more could come.
func (c *fieldCount) match(n *document.Node, loose bool, _ *Steps) bool {
	return n.Kind == document.Object && (loose || within(len(n.Items), c.min, c.max) == 0)
}

func (c *fieldCount) check(r *reporter, n *document.Node, at *location) {
	if n.Kind != document.Object {
		r.wrongType(n, at, c.want(), nil)
		return
	}
	if by := within(len(n.Items), c.min, c.max); by != 0 {
		r.add(n, at, Violation{Kind: Length, Want: c.want(), Got: text.Count(len(n.Items), "field"), By: by})
	}
}

// within returns by how much a count misses a range, 0 if it lies in it.
func within(count, lo, hi int) int {
	if hi >= 0 && count > hi {
		return count - hi
	}
	return max(lo-count, 0)
}
