package constraint

// Partial returns the checker of changes to a value: no field is required, and
// a field that neither a name nor a pattern allows is rejected, even in an open
// struct. Lists and disjunctions stay as they are. A struct made of several
// stays open: a name missing in one part may be in another.
func (c *Checker) Partial() *Checker { return &Checker{root: partial(c.root, true)} }

func partial(c checker, alone bool) checker {
	switch c := c.(type) {
	case *object:
		return partialObject(c, alone)
	case *all:
		parts := *c
		parts.parts = make([]checker, len(c.parts))
		for i, p := range c.parts {
			parts.parts[i] = partial(p, false)
		}
		return &parts
	}
	return c
}

func partialObject(o *object, alone bool) *object {
	fields := make([]field, len(o.fields))
	for i, f := range o.fields {
		f.required, f.value = false, partial(f.value, true)
		fields[i] = f
	}
	return newObject(fields, o.patterns, o.closed || alone)
}
