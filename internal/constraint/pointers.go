package constraint

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
)

// Pointers returns the values that the constraint is about, as RFC 6901
// pointers relative to the checked value, in the schema's order and without
// duplicates: the leaves, not the objects and lists around them. A step `*` is
// any item of a list, or any field that a pattern matches. A recursive
// definition is followed once.
func (c *Checker) Pointers() []string {
	p := &pointers{inside: map[*ref]bool{}}
	p.collect(c.root, "")
	return p.found
}

type pointers struct {
	found  []string
	inside map[*ref]bool
}

func (p *pointers) add(pointer string) {
	if !slices.Contains(p.found, pointer) {
		p.found = append(p.found, pointer)
	}
}

func (p *pointers) collect(c checker, at string) {
	switch c := c.(type) {
	case *object:
		p.collectObject(c, at)
	case *list:
		p.collectList(c, at)
	case *all:
		p.collectEach(c.parts, at)
	case *anyOf:
		p.collectEach(c.branches, at)
	case *counted:
		p.collectEach(c.branches, at)
	case *ref:
		if !p.inside[c] {
			p.inside[c] = true
			p.collect(c.target, at)
			delete(p.inside, c)
		}
	default:
		p.add(at)
	}
}

// collectEach skips the value itself if one part is about its content: `null |
// {a: int}` is about a.
func (p *pointers) collectEach(parts []checker, at string) {
	before := len(p.found)
	for _, part := range parts {
		if !isScalar(part) {
			p.collect(part, at)
		}
	}
	if len(p.found) == before {
		p.add(at)
	}
}

func isScalar(c checker) bool {
	_, ok := c.(*scalar)
	return ok
}

func (p *pointers) collectObject(o *object, at string) {
	for _, f := range o.fields {
		p.collect(f.value, document.PointerStep(at, f.name))
	}
	for _, f := range o.patterns {
		p.collect(f.value, at+"/*")
	}
	if len(o.fields)+len(o.patterns) == 0 {
		p.add(at)
	}
}

// collectList counts the list itself as a leaf if its length matters, or if its
// items are unconstrained.
func (p *pointers) collectList(l *list, at string) {
	if l.rest == nil || len(l.prefix) > 0 || anything(l.rest) {
		p.add(at)
	}
	for _, c := range append(slices.Clone(l.prefix), l.rest) {
		if c != nil && !anything(c) {
			p.collect(c, at+"/*")
		}
	}
}

// anything reports whether a checker accepts every value.
func anything(c checker) bool {
	s, ok := c.(*scalar)
	return ok && s.mask == anyKind && s.consts == nil && s.tests == nil
}

// LeftToCUE returns the values that the compiler could not express, as Pointers
// does. CUE evaluates them, which takes a thousand times longer and reports one
// fault at a time. A catalogue should have none.
func (c *Checker) LeftToCUE() []string {
	l := &leftOver{seen: map[*ref]bool{}}
	l.collect(c.root, "")
	return l.found
}

type leftOver struct {
	found []string
	seen  map[*ref]bool
}

func (l *leftOver) collect(c checker, at string) {
	switch c := c.(type) {
	case *cueChecker:
		l.found = append(l.found, at)
	case *object:
		for _, f := range c.fields {
			l.collect(f.value, document.PointerStep(at, f.name))
		}
		for _, f := range c.patterns {
			l.collect(f.value, at+"/*")
		}
	case *list:
		l.collectEach(c.prefix, at+"/*")
		if c.rest != nil {
			l.collect(c.rest, at+"/*")
		}
	case *all:
		l.collectEach(c.parts, at)
	case *anyOf:
		l.collectEach(c.branches, at)
	case *counted:
		l.collectEach(c.branches, at)
	case *ref:
		if !l.seen[c] {
			l.seen[c] = true
			l.collect(c.target, at)
		}
	}
}

func (l *leftOver) collectEach(parts []checker, at string) {
	for _, p := range parts {
		l.collect(p, at)
	}
}
