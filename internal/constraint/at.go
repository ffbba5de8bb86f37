package constraint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")

// At returns the part of the checker for an RFC 6901 pointer below the checked
// value, nil if the schema has no name, pattern or index for it. In a
// disjunction it follows the branch for an object or a list. The steps of
// patterns are counted.
func (c *Checker) At(pointer string, steps *Steps) *Checker {
	found := c.root
	for _, step := range strings.Split(pointer, "/")[1:] {
		if found = childAt(found, unescapePointer.Replace(step), steps); found == nil {
			return nil
		}
	}
	return &Checker{root: found}
}

// childAt returns the checker of a field or item, nil if there is none.
func childAt(c checker, step string, steps *Steps) checker {
	switch c := c.(type) {
	case *object:
		if i, ok := c.index[step]; ok {
			return c.fields[i].value
		}
		for i := range c.patterns {
			if p := &c.patterns[i]; p.name.accepts(document.String, step, steps) {
				return p.value
			}
		}
	case *list:
		if i, err := strconv.Atoi(step); err == nil {
			return c.at(i)
		}
	case *ref:
		return childAt(c.target, step, steps)
	case *all:
		return firstChild(c.parts, step, steps)
	case *anyOf:
		return firstChild(slices.Concat(c.byKind[document.Object], c.byKind[document.List]), step, steps)
	}
	return nil
}

func firstChild(parts []checker, step string, steps *Steps) checker {
	for _, p := range parts {
		if child := childAt(p, step, steps); child != nil {
			return child
		}
	}
	return nil
}
